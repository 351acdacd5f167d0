#pragma once

// Whether two definitions of keys and indexes are the same. Pure.

#include "apply/words.hpp"
#include <keywright/table.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace keywright::apply {

using Definitions = std::vector<AttributeDefinition>;

// Whether the attributes of a key have the same types in both; what one lacks is no difference.
[[nodiscard]] bool has_same_types(const std::vector<KeySchemaElement>& schema,
                                  const Definitions& one, const Definitions& other);
// The order of the attributes means nothing.
[[nodiscard]] bool is_same(const Projection& one, const Projection& other);

// Of global or local indexes, as described or as asked for.
template <class One, class Other>
[[nodiscard]] bool is_same_index(const One& one, const Definitions& one_definitions,
                                 const Other& other, const Definitions& other_definitions) {
  return one.key_schema == other.key_schema && is_same(one.projection, other.projection) &&
         has_same_types(other.key_schema, one_definitions, other_definitions);
}

// Null if there is none of that name.
template <class Index>
[[nodiscard]] const Index* find_index(const std::vector<Index>& indexes, const std::string& name) {
  const auto found = std::find_if(indexes.begin(), indexes.end(),
                                  [&](const auto& index) { return index.index_name == name; });
  return found == indexes.end() ? nullptr : &*found;
}

// "gsi1pk (S), gsi1sk (S), all attributes"
template <class Index>
[[nodiscard]] std::string index_text(const Index& index, const Definitions& definitions) {
  return key_text(index.key_schema, definitions) + ", " + projection_text(index.projection);
}

}  // namespace keywright::apply
