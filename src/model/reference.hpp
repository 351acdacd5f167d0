#pragma once

// How one part of a model names another: the name as written, its place, and the index it resolved
// to. Indexes rather than pointers, so that a Model may be copied and moved.

#include "model/source.hpp"

#include <cstddef>
#include <string>

namespace keywright::model {

inline constexpr std::size_t unresolved_index = static_cast<std::size_t>(-1);

// A reference stays unresolved when the part of the file that would define it is not written yet (a
// model may begin as access patterns alone), and where a rule of the checker reports it: the index
// of `using` (IDX003), the states of a state machine (WR002). Any other unknown name is an error,
// and gives no Model at all.
struct Reference {
  std::string name;
  Span span;
  std::size_t index = unresolved_index;

  [[nodiscard]] bool resolved() const { return index != unresolved_index; }
};

struct EntityRef : Reference {};   // into Model::entities
struct FieldRef : Reference {};    // into Entity::fields of the entity that the context means
struct PatternRef : Reference {};  // into Model::access_patterns
struct TableRef : Reference {};    // into Model::tables
struct IndexRef : Reference {};    // into Table::indexes of the entity's table
struct StateRef : Reference {};    // into FieldType::values of the state machine's enum field

}  // namespace keywright::model
