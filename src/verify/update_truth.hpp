#pragma once

// What an update means for the fields of an entity. Pure.

#include "verify/requests.hpp"

namespace keywright::verify {

// `before` is null if there is no such item, which an upsert then makes.
[[nodiscard]] Sample after_update(const Write& write, const Sample* before,
                                  const Arguments& arguments);

// What is added to a number, or to a set.
[[nodiscard]] AttributeValue sample_addition(const model::FieldType& type);

}  // namespace keywright::verify
