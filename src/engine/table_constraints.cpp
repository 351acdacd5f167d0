#include "engine/table_constraints.hpp"

#include <algorithm>

namespace keywright::engine {
namespace {

constexpr std::size_t kMaxNameBytes = 255;

}  // namespace

std::string member(const std::string& list, std::size_t index, const std::string& name) {
  return list + "." + std::to_string(index + 1) + ".member." + name;
}

void constrain_keys(api::Constraints& constraints, const KeySchemaElements& elements,
                    const std::string& at) {
  if (elements.empty()) constraints.missing(at);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    constraints.length(elements[i].attribute_name, member(at, i, "attributeName"), 1,
                       kMaxNameBytes);
  }
}

void constrain_definitions(api::Constraints& constraints, const AttributeDefinitions& definitions) {
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    constraints.length(definitions[i].attribute_name,
                       member("attributeDefinitions", i, "attributeName"), 1, kMaxNameBytes);
    if (definitions[i].attribute_type > AttributeType::binary) {
      constraints.violated(type_descriptor(definitions[i].attribute_type),
                           member("attributeDefinitions", i, "attributeType"),
                           "Member must satisfy enum value set: [B, N, S]");
    }
  }
}

void constrain_projection(api::Constraints& constraints, const Projection& projection,
                          const std::string& at) {
  const auto& names = projection.non_key_attributes;
  const std::string where = at + ".nonKeyAttributes";
  const bool fit = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return !name.empty() && name.size() <= kMaxNameBytes;
  });
  if (!fit) {
    constraints.violated(bracketed(names), where,
                         "Member must satisfy constraint: [Member must have length less than or "
                         "equal to 255, Member must have length greater than or equal to 1]");
  }
  if (names.size() > kMaxNonKeyAttributes) {
    constraints.violated(bracketed(names), where,
                         "Member must have length less than or equal to 20");
  }
}

}  // namespace keywright::engine
