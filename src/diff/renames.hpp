#pragma once

// Fields that have another name in the new model: what is written is the same, and so are keys,
// conditions and sentinels that are made of them. Pure.

#include "model/ir.hpp"

#include <map>
#include <string>
#include <vector>

namespace keywright::diff {

// The fields that only one of two entities has, by their shapes. Refers to both.
class Renames {
 public:
  Renames(const model::Entity& before, const model::Entity& after);

  // The field of the old entity that this one of the new entity was: the one that is gone of its
  // shape, where this is the one that is new. Null if there is none.
  [[nodiscard]] const model::Field* old_name_of(const model::Field& field) const;
  // The one field of this shape that is gone, however many are new; null if there is not one.
  [[nodiscard]] const model::Field* only_gone_like(const model::Field& field) const;

 private:
  struct Difference {
    std::vector<const model::Field*> gone;
    std::vector<const model::Field*> added;
  };
  std::map<std::string, Difference> by_shape_;
};

// The old entity with the names that the new one has for its fields.
[[nodiscard]] model::Entity under_new_names(const model::Entity& before,
                                            const model::Entity& after);

[[nodiscard]] inline bool may_lack(const model::Field& field) {
  return field.optional || field.default_value;
}

}  // namespace keywright::diff
