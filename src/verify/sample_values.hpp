#pragma once

// Values of fields to try a model with. Pure: the same field and number give the same value, and
// different numbers different ones where the type has as many.

#include "model/entity.hpp"
#include <keywright/attribute_value.hpp>

#include <cstdint>

namespace keywright::verify {

// Within all limits of the type. Greater numbers give greater values of all types that have an
// order but enum and bool. Every second text has characters that keys must escape, where its limits
// let it.
[[nodiscard]] AttributeValue sample_value(const model::FieldType& type, std::uint32_t number);

// Of a field that says when the item expires: a year after `now` and later.
[[nodiscard]] AttributeValue sample_lifetime(std::int64_t now, std::uint32_t number);

}  // namespace keywright::verify
