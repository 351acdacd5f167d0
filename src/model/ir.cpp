#include "model/ir.hpp"

#include "core/utf8.hpp"
#include "model/words.hpp"

#include <algorithm>

namespace keywright::model {
namespace {

template <typename T>
const T* find_by_name(const std::vector<T>& all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const T& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// How many characters the values of a type have, where the type itself says so.
struct FixedSize {
  TypeKind kind;
  std::int64_t characters;
};
constexpr std::array fixed_sizes{FixedSize{TypeKind::ulid, 26}, FixedSize{TypeKind::uuid, 36},
                                 FixedSize{TypeKind::timestamp, 24}, FixedSize{TypeKind::date, 10}};

std::optional<std::int64_t> fixed_size(const FieldType& type) {
  if (type.length) return type.length->value;
  for (const FixedSize& row : fixed_sizes) {
    if (row.kind == type.kind) return row.characters;
  }
  return std::nullopt;
}

bool has_size_limits(TypeKind kind) {
  switch (kind) {
    case TypeKind::string:
    case TypeKind::binary:
    case TypeKind::json:
    case TypeKind::list:
    case TypeKind::map:
    case TypeKind::set:
      return true;
    default:
      return false;
  }
}

std::vector<std::int64_t> sizes_of_values(const FieldType& type) {
  std::vector<std::int64_t> sizes;
  for (const auto& value : type.values) {
    sizes.push_back(static_cast<std::int64_t>(count_characters(*value)));
  }
  return sizes;
}

}  // namespace

std::string_view to_text(Profile profile) {
  return text_of(profile_words, profile);
}
std::string_view to_text(Target target) {
  return text_of(target_words, target);
}
std::string_view to_text(Operation operation) {
  return text_of(operation_words, operation);
}
std::string_view to_text(RangeOperator range_operator) {
  return text_of(range_words, range_operator);
}
std::string_view to_text(TypeKind kind) {
  return text_of(type_words, kind);
}
std::string_view to_text(Comparison comparison) {
  return text_of(comparison_words, comparison);
}

bool is_read(Operation operation) {
  return operation == Operation::get || operation == Operation::batch_get ||
         operation == Operation::query || operation == Operation::scan;
}

bool is_batch(Operation operation) {
  return operation == Operation::batch_get || operation == Operation::batch_put ||
         operation == Operation::batch_delete;
}

AttributeType attribute_type(TypeKind kind) {
  switch (kind) {
    case TypeKind::string:
    case TypeKind::enumeration:
    case TypeKind::timestamp:
    case TypeKind::date:
    case TypeKind::uuid:
    case TypeKind::ulid:
      return AttributeType::string;
    case TypeKind::integer:
    case TypeKind::number:
    case TypeKind::floating:
    case TypeKind::epoch_seconds:
      return AttributeType::number;
    case TypeKind::binary:
      return AttributeType::binary;
    case TypeKind::boolean:
      return AttributeType::boolean;
    case TypeKind::set:
      return AttributeType::set;
    case TypeKind::json:
    case TypeKind::list:
    case TypeKind::map:
    case TypeKind::object:
      return AttributeType::document;
  }
  return AttributeType::document;
}

bool Charset::contains(char32_t character) const {
  return std::any_of(ranges.begin(), ranges.end(), [character](const CharRange& range) {
    return range.first <= character && character <= range.last;
  });
}

std::optional<std::int64_t> FieldType::min_size() const {
  if (const auto fixed = fixed_size(*this)) return fixed;
  const auto of_values = sizes_of_values(*this);
  if (!of_values.empty()) return *std::min_element(of_values.begin(), of_values.end());
  if (min && has_size_limits(kind)) return min->value;
  return std::nullopt;
}

std::optional<std::int64_t> FieldType::max_size() const {
  if (const auto fixed = fixed_size(*this)) return fixed;
  const auto of_values = sizes_of_values(*this);
  if (!of_values.empty()) return *std::max_element(of_values.begin(), of_values.end());
  if (max && has_size_limits(kind)) return max->value;
  return std::nullopt;
}

std::vector<FieldRef> KeySource::components() const {
  if (form == KeyForm::native) return fields;
  std::vector<FieldRef> result;
  for (const TemplatePart& part : key_template.parts) {
    if (part.kind == TemplatePartKind::component) result.push_back(part.field);
  }
  return result;
}

const Field* Entity::find_field(std::string_view field_name) const {
  return find_by_name(fields, field_name);
}

const IndexEntry* Entity::find_index(std::string_view index_name) const {
  const auto found = std::find_if(
      indexes.begin(), indexes.end(),
      [index_name](const IndexEntry& entry) { return entry.index.name == index_name; });
  return found == indexes.end() ? nullptr : &*found;
}

const TableIndex* Table::find_index(std::string_view index_name) const {
  return find_by_name(indexes, index_name);
}

const Entity* Model::find_entity(std::string_view entity_name) const {
  return find_by_name(entities, entity_name);
}

const AccessPattern* Model::find_access_pattern(std::string_view pattern_name) const {
  return find_by_name(access_patterns, pattern_name);
}

const Table* Model::find_table(std::string_view label) const {
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [label](const Table& table) { return table.label == label; });
  return found == tables.end() ? nullptr : &*found;
}

const Entity* Model::entity(const EntityRef& reference) const {
  return reference.resolved() ? &entities[reference.index] : nullptr;
}

const Table* Model::table_of(const Entity& entity) const {
  return entity.table.resolved() ? &tables[entity.table.index] : nullptr;
}

const TableIndex* Model::index_of(const Entity& entity, const IndexEntry& entry) const {
  const Table* table = table_of(entity);
  if (table == nullptr || !entry.index.resolved()) return nullptr;
  return &table->indexes[entry.index.index];
}

const AccessPattern* Model::pattern_of(const TransactStep& step) const {
  if (step.own) return &*step.own;
  if (step.named && step.named->resolved()) return &access_patterns[step.named->index];
  return nullptr;
}

}  // namespace keywright::model
