#pragma once

// How the values of key attributes come from the fields of an entity: the designed key of the table
// and of every index, resolved from templates, native fields and the table's attribute names.
//
// Plain values. Positions refer to the Model that the plan was made of.

#include "model/ir.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::plan {

// An integer in a text key: `value - min` if min is negative, else `value`, zero padded to
// `digits`.
struct IntegerPadding {
  std::int64_t min = 0;
  std::int64_t max = 0;
  int digits = 0;
};

// The padding that follows from the limits of an int or epoch_seconds; absent limits mean the full
// range of the type.
[[nodiscard]] IntegerPadding padding_of(const model::FieldType& type);

// A piece of a template: literal text, or the encoded value of a field.
struct KeyPart {
  std::string literal;               // empty for a component
  std::optional<std::size_t> field;  // of a component: into Entity::fields
  model::Span span;

  [[nodiscard]] bool is_component() const { return field.has_value(); }
};

// One key attribute as one entity fills it.
struct KeyAttribute {
  std::string name;  // "gsi1pk"
  model::AttributeType type = model::AttributeType::string;
  // Native: the one field's own value, of its own type, not encoded. Else text built from parts.
  bool native = false;
  std::vector<KeyPart> parts;  // native: exactly one component
  std::uint32_t shards = 1;    // of a partition that is spread: behind the parts stands #0, #1 ..
  model::Span span;

  // The fields it is made of, in order.
  [[nodiscard]] std::vector<std::size_t> components() const;
  [[nodiscard]] bool mentions(std::size_t field) const;
  // The field itself is the key attribute: what writes the one writes the other.
  [[nodiscard]] bool is_own_field(const model::Entity& entity) const;
};

// The key of an entity in its table or in one index.
struct EntityKey {
  std::optional<std::size_t> index;  // into Table::indexes; absent: the table itself
  std::optional<std::size_t> entry;  // into Entity::indexes
  bool local = false;
  std::vector<KeyAttribute> partition;  // of a local index: the table's
  std::vector<KeyAttribute> sort;       // empty if there is none
  std::uint32_t shards = 1;

  [[nodiscard]] bool mentions(std::size_t field) const;
  [[nodiscard]] bool has(std::string_view attribute) const;
  // The number of a shard stands behind a text that is composed; a local index has the table's.
  [[nodiscard]] bool can_spread() const;
  void spread_over(std::uint32_t count);
};

// All keys of one entity.
struct EntityKeys {
  std::optional<EntityKey> table;  // absent: no key is designed, or the model has no table yet
  std::vector<EntityKey> indexes;  // one per resolved Entity::indexes, in its order

  // The key in the table (nullopt) or in that index of it; null if the entity is not in there.
  [[nodiscard]] const EntityKey* in(std::optional<std::size_t> index) const;
};

// The partition key of the sentinels that keep a rule of uniqueness: UNIQUE#User#email#{email}.
[[nodiscard]] KeyAttribute sentinel_key(const model::Table& table, const model::Entity& entity,
                                        const model::UniqueRule& rule);

// An index with `shards: auto` has one shard here; make_plan() counts them by the rates.
[[nodiscard]] EntityKeys keys_of(const model::Model& model, const model::Entity& entity);

// Of an enum: whether its values are declared in the order in which DynamoDB sorts them.
[[nodiscard]] bool lists_values_as_text_sorts(const model::FieldType& type);

// The smallest text that is greater than every text with this prefix: "FINDING#" -> "FINDING$".
// Empty if there is none.
[[nodiscard]] std::string after_prefix(std::string prefix);

}  // namespace keywright::plan
