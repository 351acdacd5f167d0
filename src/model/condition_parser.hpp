#pragma once

// Reads conditions: the text form `status in [queued, running] and error exists`, and the map form
// {status: [queued, running]} for flow style, where brackets in text would need quotes.

#include "model/condition.hpp"
#include "model/findings.hpp"
#include "model/tree.hpp"

#include <optional>

namespace keywright::model {

[[nodiscard]] std::optional<Condition> parse_condition(Findings& findings, const Entry& entry,
                                                       bool parameters_allowed);

// An unquoted scalar as a literal: true/false, a number, else text; `[]` and `{}` as the empty list
// and map.
[[nodiscard]] std::optional<Literal> read_literal(Findings& findings, const Entry& entry);

}  // namespace keywright::model
