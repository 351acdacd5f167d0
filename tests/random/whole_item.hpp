#pragma once
// An entity as a put of it is stored: with the keys of all indexes that it is in. Pure.

#include "calls.hpp"
#include <keywright/key_value.hpp>
#include <keywright/timestamp.hpp>

#include <vector>

namespace keywright::random_proof {

/// What lives for a time that the model says has it from `now` on.
[[nodiscard]] Item whole_item(const verify::Context& context, Sample sample, Timestamp now);
[[nodiscard]] bool has_lifetime(const model::Entity& entity, const model::Field& field);
[[nodiscard]] AttributeValue expiry_of(const model::Entity& entity, Timestamp now);

}  // namespace keywright::random_proof
