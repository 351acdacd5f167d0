#pragma once
// What is wrong with a request or an answer as JSON. A request is read to its end whatever is
// found, since the error a user sees is not the first in the text but the first in DynamoDB's order
// of validation.

#include "api/constraints.hpp"
#include <keywright/error.hpp>
#include <keywright/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keywright::wire {

class Faults {
 public:
  /// `envelope`: whether a text may begin with `1 validation error detected: `.
  explicit Faults(bool envelope) : envelope_(envelope) {}

  /// Of an answer: what is missing has its default, and one text says what does not read.
  [[nodiscard]] static Faults of_answer() {
    Faults faults(false);
    faults.in_answer_ = true;
    return faults;
  }
  [[nodiscard]] bool in_answer() const { return in_answer_; }
  /// Whether the member that is being read is the innermost one that does not.
  [[nodiscard]] bool wants_place() const { return in_answer_ && any_ && place_.empty(); }
  void place(std::string text) { place_ = std::move(text); }
  /// "'items': Unexpected field type"; any() must hold.
  [[nodiscard]] std::string answer_text() const;

  /// Kept: the first of each kind.
  void serialization(std::string text);  ///< a member of another JSON type
  void value(std::string text);          ///< an attribute value that cannot be
  /// All of them are reported together, or only the first of a request that says so.
  void missing(std::string_view at);
  void violated(std::string_view value, std::string_view at, std::string_view constraint);

  /// `name` is what the request gives as its table, to be checked if anything else is wrong.
  void table_name(const std::string& name) { table_name_ = &name; }
  /// The same of a table that is to be created.
  void new_table_name(const std::string& name) { new_table_name_ = &name; }
  /// The table's name is missing, which is an error of its own.
  void table_name_missing();
  /// The texts of values do begin so, in this request.
  void envelope_values() { values_in_envelope_ = envelope_; }

  void only_first_constraint() { only_first_constraint_ = true; }

  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] const std::optional<std::string>& value() const { return value_; }
  /// Says more of the value that was found wrong.
  void replace_value(std::string text) {
    any_ = true;
    value_ = std::move(text);
  }

  /// The error to answer with; any() must hold.
  [[nodiscard]] Error error() const;

 private:
  [[nodiscard]] Result<void> check_table_name() const;
  /// Whether a violated constraint is one to report.
  [[nodiscard]] bool counts();

  bool any_ = false;
  bool in_answer_ = false;
  bool only_first_constraint_ = false;
  bool constraint_seen_ = false;
  bool envelope_;
  bool values_in_envelope_ = false;
  std::optional<std::string> serialization_;
  std::optional<std::string> value_;
  std::string place_;  // of an answer
  bool table_name_missing_ = false;
  const std::string* table_name_ = nullptr;
  const std::string* new_table_name_ = nullptr;
  api::Constraints constraints_;
};

}  // namespace keywright::wire
