#pragma once

// Finds what would break: every rule of the catalogue over a model and its plans.
//
// Pure and stateless: the same model gives the same findings, in file order, from any thread.
// Nothing fails; a model without plans for its patterns is what the findings are about.

#include "cost/cost.hpp"
#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <vector>

namespace keywright::check {

enum class Stage {
  all,
  // Of a model whose keys are not designed yet: what its list of access patterns leaves open. That
  // nothing serves them is a note then, with the key that they need.
  patterns,
};

struct CheckOptions {
  Stage stage = Stage::all;
  // With the findings of severity `note`: nothing is wrong, and something may be had for less.
  bool advice = false;
  // What the model costs, at prices of the caller's; null: at those of the program.
  const cost::Report* costs = nullptr;
};

// All findings of one run. Waived ones are left out, and a waiver that no finding answers to is a
// finding itself. `plan` was made of this very `model`.
[[nodiscard]] std::vector<model::Diagnostic> check(const model::Model& model,
                                                   const plan::Plan& plan,
                                                   const CheckOptions& options = {});

}  // namespace keywright::check
