#pragma once

// A model as a page for people: what it reads and writes and how that is served, what is stored
// under which keys, states, cost and findings.
//
// Pure: the same model gives the same page, so that it can be kept in a repository.

#include "cost/cost.hpp"
#include "document/blocks.hpp"
#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <vector>

namespace keywright::document {

[[nodiscard]] Page describe(const model::Model& model, const plan::Plan& plan,
                            const cost::Report& report,
                            const std::vector<model::Diagnostic>& findings);

}  // namespace keywright::document
