#pragma once

// Sizes of values, items and index entries in the bytes that DynamoDB accounts: UTF-8 of attribute
// names plus values, with the hidden `_type` and all key attributes. A character counts one byte
// unless the charset says otherwise.
//
// Pure functions of a Model; nothing fails.

#include "model/ir.hpp"
#include "plan/key.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace keywright::plan {

// The attribute that names the entity in each item.
inline constexpr std::string_view type_attribute = "_type";

struct Size {
  double min = 0;
  double avg = 0;
  std::optional<double> max = 0.0;  // nullopt: without bound
  bool estimated = false;           // avg is a guess: neither avg nor max is given

  Size& operator+=(const Size& other);
};

// A value of the type, without a name.
[[nodiscard]] Size value_size(const model::FieldType& type);
// A field with its name. An optional field may be absent: min is 0, and avg counts it half.
[[nodiscard]] Size field_size(const model::Field& field);
// A key attribute with its name.
[[nodiscard]] Size key_size(const model::Entity& entity, const KeyAttribute& attribute);
// The value of a key attribute at its longest, with UTF-8 and escapes at their worst; nullopt:
// without bound.
[[nodiscard]] std::optional<std::size_t> longest_key(const model::Entity& entity,
                                                     const KeyAttribute& attribute);
// A whole item in the table.
[[nodiscard]] Size item_size(const model::Model& model, const model::Entity& entity);
// The item's entry in an index: keys of table and index, and what is projected.
[[nodiscard]] Size entry_size(const model::Model& model, const model::Entity& entity,
                              std::size_t index);
// Whether the attribute of a field is in the index (nullopt: the table, which has everything).
[[nodiscard]] bool is_projected(const model::Table& table, const EntityKeys& keys,
                                std::optional<std::size_t> index, const model::Field& field);

}  // namespace keywright::plan
