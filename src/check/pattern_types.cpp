#include "check/pattern_types.hpp"

#include "plan/key.hpp"

#include <algorithm>

namespace keywright::check {
namespace {

using model::FieldType;
using model::TypeKind;

// Whether one argument can stand for both: the same C++ type, and the same text in a key.
bool is_same_type(const FieldType& a, const FieldType& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == TypeKind::integer || a.kind == TypeKind::epoch_seconds) {
    const auto left = plan::padding_of(a);
    const auto right = plan::padding_of(b);
    return left.digits == right.digits &&
           std::min<std::int64_t>(left.min, 0) == std::min<std::int64_t>(right.min, 0);
  }
  if (a.kind != TypeKind::enumeration) return true;
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const auto& x, const auto& y) { return *x == *y; });
}

}  // namespace

std::vector<TypeConflict> type_conflicts(const model::Model& model,
                                         const model::AccessPattern& pattern) {
  auto inputs = pattern.by;
  if (pattern.range) inputs.push_back(pattern.range->field);
  std::vector<TypeConflict> conflicts;
  for (const auto& input : inputs) {
    TypeConflict conflict{.input = input};
    for (const auto& returned : pattern.returns) {
      const auto* entity = model.entity(returned.entity);
      const auto* field = entity == nullptr ? nullptr : entity->find_field(input.name);
      if (field == nullptr) continue;
      if (conflict.first == nullptr) {
        conflict.first = entity;
        conflict.first_field = field;
      } else if (!is_same_type(conflict.first_field->type, field->type)) {
        conflict.second = entity;
        conflict.second_field = field;
        conflicts.push_back(conflict);
        break;
      }
    }
  }
  return conflicts;
}

}  // namespace keywright::check
