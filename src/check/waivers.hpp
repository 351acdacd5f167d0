#pragma once

// The model's list of accepted findings.

#include "model/diagnostic.hpp"
#include "model/ir.hpp"

#include <vector>

namespace keywright::check {

// A model's waivers speak to two commands: each looks at those of its own rules.
enum class WaiverOf {
  design,     // all rules of `keywright check`
  evolution,  // those of `keywright diff`: EVO001 ..
};

// Removes the findings that a waiver of the model names, and adds a warning for each waiver that
// names none.
[[nodiscard]] std::vector<model::Diagnostic> apply_waivers(
    const model::Model& model, std::vector<model::Diagnostic> diagnostics,
    WaiverOf rules = WaiverOf::design);

}  // namespace keywright::check
