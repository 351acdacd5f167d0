#include "wire/faults.hpp"

#include "api/table_name.hpp"
#include "core/errors.hpp"

#include <utility>

namespace keywright::wire {

void Faults::serialization(std::string text) {
  any_ = true;
  if (!serialization_) serialization_ = std::move(text);
}

void Faults::value(std::string text) {
  if (in_answer_) return serialization(std::move(text));
  any_ = true;
  if (!value_) value_ = std::move(text);
}

bool Faults::counts() {
  any_ = true;
  return !std::exchange(constraint_seen_, true) || !only_first_constraint_;
}

void Faults::missing(std::string_view at) {
  if (in_answer_) return;
  if (counts()) constraints_.missing(at);
}

void Faults::violated(std::string_view value, std::string_view at, std::string_view constraint) {
  if (in_answer_) {
    std::string text = "Value '";
    return serialization(text.append(value).append("': ").append(constraint));
  }
  if (counts()) constraints_.violated(value, at, constraint);
}

void Faults::table_name_missing() {
  any_ = true;
  table_name_missing_ = true;
}

Result<void> Faults::check_table_name() const {
  if (new_table_name_ != nullptr) return api::check_new_table_name(*new_table_name_);
  if (table_name_ == nullptr) return {};
  if (table_name_missing_) {
    return errors::validation(
        "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: "
        "Member must not be null");
  }
  if (auto name = api::table_name_of(*table_name_); !name) return std::move(name).error();
  return {};
}

std::string Faults::answer_text() const {
  return (place_.empty() ? "" : "'" + place_ + "': ") + serialization_.value_or("");
}

Error Faults::error() const {
  if (serialization_) return errors::from_exception("SerializationException", *serialization_);
  if (auto checked = check_table_name(); !checked) return std::move(checked).error();
  if (auto met = constraints_.result(); !met) return std::move(met).error();
  return errors::validation((values_in_envelope_ ? "1 validation error detected: " : "") +
                            value_.value_or(""));
}

}  // namespace keywright::wire
