#pragma once
// What is wrong with an expression. All of it is looked for, one thing is reported: the kind that
// DynamoDB checks first, and of that kind what comes first in the text.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keywright::expression {

/// In the order in which DynamoDB reports them.
enum class Check : std::uint8_t {
  syntax,
  parentheses,
  limit,
  unknown_function,
  misused_function,
  reserved_word,
  section,
  undefined,
  operand,
  distinct,
  overlap,
  conflict
};

/// AWS: "Constraints in Amazon DynamoDB", expression parameters.
inline constexpr std::size_t kMaxOperators = 300;

class Findings {
 public:
  void add(Check check, std::string message) {
    if (message_ && check >= check_) return;
    check_ = check;
    message_ = std::move(message);
  }
  // What several languages have one text for. `label` is "operator" or "operator or function".
  void operand_type(std::string_view label, std::string_view name, std::string_view type);
  void operand_count(std::string_view function, std::size_t count);
  void path_needed(std::string_view function);
  void misused_function(std::string_view function);
  /// In `place` ("a condition") there is no such function, but perhaps elsewhere.
  void no_function(std::string_view function, std::string_view place);
  void operator_count(std::size_t count);

  [[nodiscard]] const std::optional<std::string>& message() const { return message_; }

 private:
  Check check_ = Check::syntax;
  std::optional<std::string> message_;
};

}  // namespace keywright::expression
