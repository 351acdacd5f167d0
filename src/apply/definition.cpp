#include "apply/definition.hpp"

#include <set>

namespace keywright::apply {

bool has_same_types(const std::vector<KeySchemaElement>& schema, const Definitions& one,
                    const Definitions& other) {
  return std::all_of(schema.begin(), schema.end(), [&](const KeySchemaElement& element) {
    const auto* a = find_definition(one, element.attribute_name);
    const auto* b = find_definition(other, element.attribute_name);
    return a == nullptr || b == nullptr || a->attribute_type == b->attribute_type;
  });
}

bool is_same(const Projection& one, const Projection& other) {
  if (one.projection_type.value_or(ProjectionType::all) !=
      other.projection_type.value_or(ProjectionType::all)) {
    return false;
  }
  const auto as_set = [](const Projection& projection) {
    return std::set(projection.non_key_attributes.begin(), projection.non_key_attributes.end());
  };
  return as_set(one) == as_set(other);
}

}  // namespace keywright::apply
