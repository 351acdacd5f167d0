#include "plan/size.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace keywright::plan {
namespace {

using model::FieldType;
using model::TypeKind;

// Where a model says nothing. Guesses are marked as such in Size::estimated.
constexpr double guessed_text = 32;
constexpr double guessed_document = 256;
constexpr double guessed_elements = 4;
constexpr double largest_number = 21;  // 38 digits
constexpr int widest_utf8 = 4;

Size exactly(double bytes) {
  return {bytes, bytes, bytes, false};
}

int utf8_length(char32_t character) {
  return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}

// A character of the charset in the narrow view that sizes take of text.
int bytes_per_character(const FieldType& type) {
  if (!type.charset || type.charset->ranges.empty()) return 1;
  return utf8_length(type.charset->ranges.front().first);
}

// Two significant digits per byte, and one more.
double number_bytes(double digits) {
  return std::ceil(digits / 2) + 1;
}

Size integer_size(const FieldType& type) {
  const auto padding = padding_of(type);
  const auto digits = static_cast<double>(padding.digits);
  const double sign = padding.min < 0 ? 1 : 0;
  return {number_bytes(1), number_bytes(std::ceil(digits / 2)) + sign, number_bytes(digits) + sign,
          false};
}

// `unit` bytes for each of the characters, bytes or elements that min, max, length and avg count.
Size counted_size(const FieldType& type, double overhead, const Size& unit, double guess) {
  const auto least = static_cast<double>(type.min_size().value_or(0));
  const auto most = type.max_size();
  Size size;
  size.min = overhead + least * unit.min;
  size.estimated = unit.estimated;
  double average = guess;
  if (type.avg) {
    average = **type.avg;
  } else if (most) {
    average = (least + static_cast<double>(*most)) / 2;
  } else {
    average = std::max(guess, least);
    size.estimated = true;
  }
  size.avg = overhead + average * unit.avg;
  size.max = std::nullopt;
  if (most && unit.max) size.max = overhead + static_cast<double>(*most) * *unit.max;
  return size;
}

Size enum_size(const FieldType& type) {
  Size size;
  if (type.values.empty()) return size;
  size.min = static_cast<double>(type.values.front()->size());
  double total = 0;
  for (const auto& value : type.values) {
    const auto bytes = static_cast<double>(value->size());
    size.min = std::min(size.min, bytes);
    size.max = std::max(*size.max, bytes);
    total += bytes;
  }
  size.avg = total / static_cast<double>(type.values.size());
  return size;
}

Size object_size(const FieldType& type) {
  Size size = exactly(3);
  for (const auto& field : type.fields) {
    size += exactly(1);
    size += field_size(field);
  }
  return size;
}

// Members of a map have names; their length is not declared.
Size map_size(const FieldType& type) {
  Size member = value_size(type.element());
  member += {2, 1 + guessed_text / 2, std::nullopt, true};
  return counted_size(type, 3, member, guessed_elements);
}

Size list_size(const FieldType& type) {
  Size element = value_size(type.element());
  element += exactly(1);
  return counted_size(type, 3, element, guessed_elements);
}

// The most bytes that a component of text can take: each character in UTF-8, or as %XX.
std::optional<std::size_t> longest_text(const FieldType& type, bool escaped) {
  const auto most = type.max_size();
  if (!most) return std::nullopt;
  int widest = widest_utf8;
  if (type.charset) {
    widest = 0;
    for (const auto& range : type.charset->ranges) {
      widest = std::max(widest, utf8_length(range.last));
      if (escaped && range.first < 0x26) widest = std::max(widest, 3);
    }
  }
  return static_cast<std::size_t>(*most) * static_cast<std::size_t>(widest);
}

std::optional<std::size_t> longest_component(const FieldType& type, bool native) {
  switch (type.kind) {
    case TypeKind::string:
      return longest_text(type, !native);
    case TypeKind::integer:
    case TypeKind::epoch_seconds:
      return native ? 21U : static_cast<std::size_t>(padding_of(type).digits);
    case TypeKind::boolean:
      return 5;
    case TypeKind::enumeration: {
      std::size_t longest = 0;
      for (const auto& value : type.values) longest = std::max(longest, value->size());
      return longest;
    }
    default: {
      const auto size = value_size(type);
      if (!size.max) return std::nullopt;
      return static_cast<std::size_t>(*size.max);
    }
  }
}

// "#12"
std::size_t shard_suffix_size(const KeyAttribute& attribute) {
  return 1 + std::to_string(attribute.shards - 1).size();
}

bool holds_value(const KeyAttribute& attribute, const model::Entity& entity) {
  return attribute.native && !attribute.parts.empty() &&
         entity.fields[*attribute.parts.front().field].name == attribute.name;
}

bool is_optional(const model::Entity& entity, const EntityKey& key) {
  if (key.entry && entity.indexes[*key.entry].when) return true;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) {
      for (const auto field : attribute.components()) {
        if (entity.fields[field].optional) return true;
      }
    }
  }
  return false;
}

// The attributes of a key that are not the field's own attribute, nor (in a local index) the
// table's.
Size key_attributes_size(const model::Entity& entity, const EntityKey& key) {
  Size size;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    if (key.local && attributes == &key.partition) continue;
    for (const auto& attribute : *attributes) {
      if (!holds_value(attribute, entity)) size += key_size(entity, attribute);
    }
  }
  return size;
}

Size type_tag_size(const model::Entity& entity) {
  return exactly(static_cast<double>(type_attribute.size() + entity.name.size()));
}

}  // namespace

Size& Size::operator+=(const Size& other) {
  min += other.min;
  avg += other.avg;
  max = max && other.max ? std::optional(*max + *other.max) : std::nullopt;
  estimated = estimated || other.estimated;
  return *this;
}

Size value_size(const FieldType& type) {
  switch (type.kind) {
    case TypeKind::string: {
      const auto unit = exactly(bytes_per_character(type));
      return counted_size(type, 0, unit, guessed_text);
    }
    case TypeKind::enumeration:
      return enum_size(type);
    case TypeKind::boolean:
      return exactly(1);
    case TypeKind::integer:
      return integer_size(type);
    case TypeKind::number:
      return {number_bytes(1), number_bytes(10), largest_number, false};
    case TypeKind::floating:
      return {number_bytes(1), number_bytes(12), number_bytes(17) + 1, false};
    case TypeKind::timestamp:
      return exactly(24);
    case TypeKind::date:
      return exactly(10);
    case TypeKind::epoch_seconds:
      return exactly(number_bytes(10));
    case TypeKind::uuid:
      return exactly(36);
    case TypeKind::ulid:
      return exactly(26);
    case TypeKind::binary:
      return counted_size(type, 0, exactly(1), guessed_document);
    case TypeKind::json:
      return counted_size(type, 1, exactly(1), guessed_document);
    case TypeKind::list:
      return list_size(type);
    case TypeKind::map:
      return map_size(type);
    case TypeKind::set:
      return counted_size(type, 0, value_size(type.element()), guessed_elements);
    case TypeKind::object:
      return object_size(type);
  }
  return {};
}

Size field_size(const model::Field& field) {
  Size size = exactly(static_cast<double>(field.name.size()));
  size += value_size(field.type);
  if (field.optional) {
    size.min = 0;
    size.avg /= 2;
  }
  return size;
}

Size key_size(const model::Entity& entity, const KeyAttribute& attribute) {
  Size size = exactly(static_cast<double>(attribute.name.size()));
  for (const auto& part : attribute.parts) {
    if (!part.field) {
      size += exactly(static_cast<double>(part.literal.size()));
      continue;
    }
    const auto& type = entity.fields[*part.field].type;
    const bool is_padded = !attribute.native &&
                           (type.kind == TypeKind::integer || type.kind == TypeKind::epoch_seconds);
    size += is_padded ? exactly(padding_of(type).digits) : value_size(type);
  }
  if (attribute.shards > 1) size += exactly(static_cast<double>(shard_suffix_size(attribute)));
  return size;
}

std::optional<std::size_t> longest_key(const model::Entity& entity, const KeyAttribute& attribute) {
  std::size_t bytes = attribute.shards > 1 ? shard_suffix_size(attribute) : 0;
  for (const auto& part : attribute.parts) {
    if (!part.field) {
      bytes += part.literal.size();
      continue;
    }
    const auto longest = longest_component(entity.fields[*part.field].type, attribute.native);
    if (!longest) return std::nullopt;
    bytes += *longest;
  }
  return bytes;
}

Size item_size(const model::Model& model, const model::Entity& entity) {
  Size size = type_tag_size(entity);
  for (const auto& field : entity.fields) size += field_size(field);
  const auto keys = keys_of(model, entity);
  if (keys.table) size += key_attributes_size(entity, *keys.table);
  for (const auto& key : keys.indexes) {
    Size added = key_attributes_size(entity, key);
    if (is_optional(entity, key)) added.min = 0;
    size += added;
  }
  return size;
}

bool is_projected(const model::Table& table, const EntityKeys& keys,
                  std::optional<std::size_t> index, const model::Field& field) {
  if (!index) return true;
  const auto& projection = table.indexes[*index].projection;
  if (projection.kind == model::ProjectionKind::all) return true;
  const auto is_named = [&](const KeyAttribute& attribute) { return attribute.name == field.name; };
  for (const auto* key : {keys.in(std::nullopt), keys.in(index)}) {
    if (key == nullptr) continue;
    for (const auto* attributes : {&key->partition, &key->sort}) {
      if (std::any_of(attributes->begin(), attributes->end(), is_named)) return true;
    }
  }
  if (projection.kind == model::ProjectionKind::keys_only) return false;
  return std::any_of(projection.include.begin(), projection.include.end(),
                     [&](const auto& name) { return *name == field.name; });
}

Size entry_size(const model::Model& model, const model::Entity& entity, std::size_t index) {
  const auto* table = model.table_of(entity);
  if (table == nullptr) return {};
  const auto& projection = table->indexes[index].projection;
  if (projection.kind == model::ProjectionKind::all) return item_size(model, entity);
  const auto keys = keys_of(model, entity);
  Size size;
  for (const auto* key : {keys.in(std::nullopt), keys.in(index)}) {
    if (key != nullptr) size += key_attributes_size(entity, *key);
  }
  for (const auto& field : entity.fields) {
    if (is_projected(*table, keys, index, field)) size += field_size(field);
  }
  const bool has_tag = projection.kind == model::ProjectionKind::include &&
                       std::any_of(projection.include.begin(), projection.include.end(),
                                   [](const auto& name) { return *name == type_attribute; });
  if (has_tag) size += type_tag_size(entity);
  return size;
}

}  // namespace keywright::plan
