#pragma once

// What a model may say and the C++ emitter does not cover: named, not emitted wrongly.

#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <vector>

namespace keywright::generate {

[[nodiscard]] std::vector<model::Diagnostic> find_refusals(const model::Model& model,
                                                           const plan::Plan& plan);

}  // namespace keywright::generate
