#pragma once

// What differs between the access patterns of two models. Pure.

#include "diff/change.hpp"
#include "diff/model_side.hpp"

#include <vector>

namespace keywright::diff {

[[nodiscard]] std::vector<Change> compare_patterns(const ModelSide& before, const ModelSide& after);

}  // namespace keywright::diff
