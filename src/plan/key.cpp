#include "plan/key.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace keywright::plan {
namespace {

// Seconds of the last moment of the year 9999: what a 4-digit year can say.
constexpr std::int64_t last_epoch_second = 253402300799;

int decimal_digits(std::uint64_t value) {
  int digits = 1;
  while (value >= 10) {
    value /= 10;
    ++digits;
  }
  return digits;
}

std::vector<KeyPart> parts_of(const model::KeyTemplate& key_template) {
  std::vector<KeyPart> parts;
  for (const auto& part : key_template.parts) {
    KeyPart copy;
    copy.span = part.span;
    if (part.kind == model::TemplatePartKind::literal) {
      copy.literal = part.text;
    } else if (part.field.resolved()) {
      copy.field = part.field.index;
    } else {
      continue;
    }
    parts.push_back(std::move(copy));
  }
  return parts;
}

KeyAttribute native_attribute(const model::Entity& entity, const model::FieldRef& field,
                              std::string name) {
  KeyAttribute attribute;
  attribute.name = std::move(name);
  attribute.native = true;
  attribute.span = field.span;
  if (field.resolved()) {
    attribute.type = model::attribute_type(entity.field(field).type.kind);
    attribute.parts.push_back({{}, field.index, field.span});
  }
  return attribute;
}

// A source fills one attribute if it is composed, and one per field if it is native. An index that
// declares fewer or more is the checker's to report (IDX012); here the common ones are resolved.
std::vector<KeyAttribute> attributes_of(const model::Entity& entity, const model::KeySource& source,
                                        const std::vector<model::KeyAttribute>& declared) {
  std::vector<KeyAttribute> attributes;
  if (source.form == model::KeyForm::composed) {
    if (declared.empty()) return attributes;
    KeyAttribute attribute;
    attribute.name = declared.front().name;
    attribute.parts = parts_of(source.key_template);
    attribute.span = source.span;
    attributes.push_back(std::move(attribute));
    return attributes;
  }
  const auto count = std::min(source.fields.size(), declared.size());
  for (std::size_t i = 0; i < count; ++i) {
    attributes.push_back(native_attribute(entity, source.fields[i], declared[i].name));
  }
  return attributes;
}

std::optional<EntityKey> table_key(const model::Table& table, const model::Entity& entity) {
  if (!entity.key.pk) return std::nullopt;
  EntityKey key;
  key.partition = attributes_of(entity, *entity.key.pk, {table.partition});
  if (entity.key.sk && table.sort) key.sort = attributes_of(entity, *entity.key.sk, {*table.sort});
  return key;
}

std::optional<EntityKey> index_key(const model::Table& table, const model::Entity& entity,
                                   std::size_t position) {
  const auto& entry = entity.indexes[position];
  if (!entry.index.resolved()) return std::nullopt;
  const auto& index = table.indexes[entry.index.index];
  EntityKey key;
  key.index = entry.index.index;
  key.entry = position;
  key.local = index.local;
  if (index.local) {
    if (entity.key.pk) key.partition = attributes_of(entity, *entity.key.pk, {table.partition});
  } else if (entry.pk) {
    key.partition = attributes_of(entity, *entry.pk, index.partition);
  }
  if (entry.sk) key.sort = attributes_of(entity, *entry.sk, index.sort);
  key.spread_over(entry.shards.count);
  return key;
}

}  // namespace

IntegerPadding padding_of(const model::FieldType& type) {
  const bool is_epoch = type.kind == model::TypeKind::epoch_seconds;
  IntegerPadding padding;
  padding.min = type.min ? **type.min : (is_epoch ? 0 : std::numeric_limits<std::int64_t>::min());
  padding.max = type.max
                    ? **type.max
                    : (is_epoch ? last_epoch_second : std::numeric_limits<std::int64_t>::max());
  const auto offset = static_cast<std::uint64_t>(std::min<std::int64_t>(padding.min, 0));
  padding.digits = decimal_digits(static_cast<std::uint64_t>(padding.max) - offset);
  return padding;
}

std::vector<std::size_t> KeyAttribute::components() const {
  std::vector<std::size_t> fields;
  for (const auto& part : parts) {
    if (part.field) fields.push_back(*part.field);
  }
  return fields;
}

bool KeyAttribute::mentions(std::size_t field) const {
  return std::any_of(parts.begin(), parts.end(),
                     [field](const KeyPart& part) { return part.field == field; });
}

bool KeyAttribute::is_own_field(const model::Entity& entity) const {
  return native && entity.fields[*parts.front().field].name == name;
}

bool EntityKey::mentions(std::size_t field) const {
  const auto has = [field](const KeyAttribute& attribute) { return attribute.mentions(field); };
  return std::any_of(partition.begin(), partition.end(), has) ||
         std::any_of(sort.begin(), sort.end(), has);
}

bool EntityKey::has(std::string_view attribute) const {
  const auto is_it = [attribute](const KeyAttribute& each) { return each.name == attribute; };
  return std::any_of(partition.begin(), partition.end(), is_it) ||
         std::any_of(sort.begin(), sort.end(), is_it);
}

bool EntityKey::can_spread() const {
  return !local && !partition.empty() && !partition.front().native;
}

void EntityKey::spread_over(std::uint32_t count) {
  if (!can_spread()) return;
  shards = count;
  partition.front().shards = count;
}

const EntityKey* EntityKeys::in(std::optional<std::size_t> index) const {
  if (!index) return table ? &*table : nullptr;
  for (const auto& key : indexes) {
    if (key.index == index) return &key;
  }
  return nullptr;
}

EntityKeys keys_of(const model::Model& model, const model::Entity& entity) {
  EntityKeys keys;
  const auto* table = model.table_of(entity);
  if (table == nullptr) return keys;
  keys.table = table_key(*table, entity);
  for (std::size_t i = 0; i < entity.indexes.size(); ++i) {
    if (auto key = index_key(*table, entity, i)) keys.indexes.push_back(std::move(*key));
  }
  return keys;
}

bool lists_values_as_text_sorts(const model::FieldType& type) {
  return std::is_sorted(type.values.begin(), type.values.end(),
                        [](const auto& a, const auto& b) { return *a < *b; });
}

std::string after_prefix(std::string prefix) {
  while (!prefix.empty()) {
    const auto last = static_cast<unsigned char>(prefix.back());
    if (last != 0xff) {
      prefix.back() = static_cast<char>(last + 1);
      return prefix;
    }
    prefix.pop_back();
  }
  return prefix;
}

}  // namespace keywright::plan
