#pragma once

// The rules of evolution: changes as findings about the new model. Pure.

#include "diff/change.hpp"
#include "model/diagnostic.hpp"
#include "model/ir.hpp"

#include <vector>

namespace keywright::diff {

// EVO001 to EVO006 in file order. A change that a waiver of the model names is marked so and gives
// no finding; a waiver of these rules that names none is a finding itself.
[[nodiscard]] std::vector<model::Diagnostic> find_and_waive(const model::Model& after,
                                                            std::vector<Change>& changes);

}  // namespace keywright::diff
