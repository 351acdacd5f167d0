#pragma once
// Values of fields by chance, few enough that they meet again: those at the limits of their types,
// and texts that keys must escape, that differ in case only, or that begin alike.

#include "dice.hpp"
#include "model/ir.hpp"
#include <keywright/attribute_value.hpp>

#include <cstdint>

namespace keywright::random_proof {

[[nodiscard]] AttributeValue random_value(const model::FieldType& type, Dice& dice);
/// When something is gone: soon, later, or already.
[[nodiscard]] AttributeValue random_time(std::int64_t now, Dice& dice);
/// What is added to a number, or to a set.
[[nodiscard]] AttributeValue random_addition(const model::FieldType& type, Dice& dice);

}  // namespace keywright::random_proof
