#pragma once

// The model's list of accepted findings.

#include "model/diagnostic.hpp"
#include "model/ir.hpp"

#include <vector>

namespace keywright::check {

// Removes the findings that a waiver of the model names, and adds a warning for each waiver that
// names none.
[[nodiscard]] std::vector<model::Diagnostic> apply_waivers(
    const model::Model& model, std::vector<model::Diagnostic> diagnostics);

}  // namespace keywright::check
