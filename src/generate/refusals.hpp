#pragma once

// What a model may say and an emitter of repositories does not cover: named, not emitted wrongly.

#include "generate/naming.hpp"
#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <vector>

namespace keywright::generate {

[[nodiscard]] std::vector<model::Diagnostic> find_refusals(const model::Model& model,
                                                           const plan::Plan& plan,
                                                           const Language& language);

}  // namespace keywright::generate
