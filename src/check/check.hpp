#pragma once

// Finds what would break: every rule of the catalogue over a model and its plans.
//
// Pure and stateless: the same model gives the same findings, in file order, from any thread.
// Nothing fails; a model without plans for its patterns is what the findings are about.

#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <vector>

namespace keywright::check {

// All findings of one run. Waived ones are left out, and a waiver that no finding answers to is a
// finding itself. `plan` was made of this very `model`.
[[nodiscard]] std::vector<model::Diagnostic> check(const model::Model& model,
                                                   const plan::Plan& plan);

}  // namespace keywright::check
