#pragma once

// Inputs of a pattern that would need two types at once.

#include "model/ir.hpp"

#include <string>
#include <vector>

namespace keywright::check {

struct TypeConflict {
  model::FieldRef input;  // in `by`, or the field of `range`
  const model::Entity* first = nullptr;
  const model::Entity* second = nullptr;
  const model::Field* first_field = nullptr;
  const model::Field* second_field = nullptr;
};

// The inputs of a collection read whose field differs in type among the entities returned.
[[nodiscard]] std::vector<TypeConflict> type_conflicts(const model::Model& model,
                                                       const model::AccessPattern& pattern);

}  // namespace keywright::check
