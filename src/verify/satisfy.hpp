#pragma once

// Samples for which a condition holds, or does not. Pure.

#include "verify/samples.hpp"
#include "verify/truth.hpp"

namespace keywright::verify {

// Another value of that type; nullopt if none was found.
[[nodiscard]] std::optional<AttributeValue> other_value(const model::FieldType& type,
                                                        const AttributeValue& value);

// Changes the sample's fields and chooses the parameters; false if that did not help.
[[nodiscard]] bool satisfy(const model::Entity& entity, const model::Condition& condition,
                           Sample& sample, Parameters& parameters);
// Of a sample that satisfies it.
[[nodiscard]] bool violate(const model::Entity& entity, const model::Condition& condition,
                           Sample& sample, Parameters& parameters);

}  // namespace keywright::verify
