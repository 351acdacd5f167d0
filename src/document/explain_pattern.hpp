#pragma once

// How one access pattern is served, in full: request, keys, conditions, what it returns, what it
// costs, and why other sources do not serve it.

#include "cost/cost.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <string>

namespace keywright::document {

// Of a pattern by its position in the model. Text for people, ending in a line break.
[[nodiscard]] std::string explain_pattern(const model::Model& model, const plan::Plan& plan,
                                          const cost::Report& report, std::size_t pattern);

}  // namespace keywright::document
