#pragma once

// Every key attribute of a model, with what messages say about it: the walk that the key rules
// share.

#include "check/findings.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace keywright::check {

// One key attribute as one entity fills it.
struct KeyPlace {
  std::size_t entity_index = 0;
  const model::Entity* entity = nullptr;
  const model::Table* table = nullptr;
  const model::TableIndex* index = nullptr;  // null: the table's own key
  const model::IndexEntry* entry = nullptr;
  const plan::EntityKey* key = nullptr;
  const plan::KeyAttribute* attribute = nullptr;
  bool is_partition = true;

  // "pk of Job", "gsi1pk of Job".
  [[nodiscard]] std::string name() const;
  // What a waiver names: "Job", or "Job.gsi1".
  [[nodiscard]] std::string subject() const;
  [[nodiscard]] const model::Field& field(const plan::KeyPart& part) const {
    return entity->fields[*part.field];
  }
};

// Whether the values of a type can be a key: native, or as a component of a text key.
[[nodiscard]] bool fits_key(model::TypeKind kind, bool native);

// Whether the keys of an index are those of the table (an inverted index), which every item has.
[[nodiscard]] bool holds_every_item(const model::Table& table, const model::TableIndex& index);

// In the order of the file: table keys before index keys of each entity, partition before sort. A
// local index lists its sort key alone, as its partition key is the table's.
[[nodiscard]] std::vector<KeyPlace> key_places(const Subject& subject);

}  // namespace keywright::check
