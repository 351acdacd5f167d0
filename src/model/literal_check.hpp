#pragma once

// Whether a literal is a value of a type: for defaults and conditions.

#include "model/condition.hpp"
#include "model/entity.hpp"
#include "model/findings.hpp"

#include <string>

namespace keywright::model {

// Reports a literal that is no value of the type. A number or true/false written for a text field
// becomes text.
void check_literal(Findings& findings, const FieldType& type, Literal& literal);

// Fixed-width UTC with milliseconds; a real calendar day.
[[nodiscard]] bool is_timestamp(std::string_view text);
[[nodiscard]] bool is_date(std::string_view text);

}  // namespace keywright::model
