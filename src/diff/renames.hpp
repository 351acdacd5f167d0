#pragma once

// Fields that have another name in the new model: what is written is the same, and so are keys,
// conditions and sentinels that are made of them. Pure.

#include "model/ir.hpp"

#include <string>
#include <vector>

namespace keywright::diff {

// The fields of a shape in one of the entities that the other one has not.
[[nodiscard]] std::vector<const model::Field*> only_in(const model::Entity& entity,
                                                       const model::Entity& other,
                                                       const std::string& shape);

// The field of the old entity that this one of the new entity was: the one that is gone of its
// shape, where this is the one that is new. Null if there is none.
[[nodiscard]] const model::Field* old_name_of(const model::Entity& before,
                                              const model::Entity& after,
                                              const model::Field& field);

// The old entity with the names that the new one has for its fields.
[[nodiscard]] model::Entity under_new_names(const model::Entity& before,
                                            const model::Entity& after);

[[nodiscard]] inline bool may_lack(const model::Field& field) {
  return field.optional || field.default_value;
}

}  // namespace keywright::diff
