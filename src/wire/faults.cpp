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
  any_ = true;
  if (!value_) value_ = std::move(text);
}

void Faults::missing(std::string_view at) {
  any_ = true;
  constraints_.missing(at);
}

void Faults::violated(std::string_view value, std::string_view at, std::string_view constraint) {
  any_ = true;
  constraints_.violated(value, at, constraint);
}

void Faults::table_name_missing(std::string text) {
  any_ = true;
  table_name_missing_ = std::move(text);
}

Error Faults::error() const {
  if (serialization_) return errors::from_exception("SerializationException", *serialization_);
  if (table_name_missing_) return errors::validation(*table_name_missing_);
  if (table_name_ != nullptr) {
    if (const auto name = api::table_name_of(*table_name_); !name) return name.error();
  }
  if (auto met = constraints_.result(); !met) return std::move(met).error();
  return errors::validation((values_in_envelope_ ? "1 validation error detected: " : "") +
                            value_.value_or(""));
}

}  // namespace keywright::wire
