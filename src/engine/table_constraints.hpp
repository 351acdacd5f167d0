#pragma once
// The constraints of the API model on the definitions of tables and indexes.

#include "api/constraints.hpp"
#include "engine/table_schema.hpp"

#include <cstddef>
#include <string>

namespace keywright::engine {

/// `keySchema.1.member.attributeName`; `index` counts from 0.
[[nodiscard]] std::string member(const std::string& list, std::size_t index,
                                 const std::string& name);

void constrain_keys(api::Constraints& constraints, const KeySchemaElements& elements,
                    const std::string& at);
void constrain_definitions(api::Constraints& constraints, const AttributeDefinitions& definitions);
/// `at` is the projection's own place.
void constrain_projection(api::Constraints& constraints, const Projection& projection,
                          const std::string& at);

}  // namespace keywright::engine
