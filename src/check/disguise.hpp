#pragma once

// Text that stands for numbers or times: in a key it does not sort as its values do.

#include "model/ir.hpp"

#include <cstddef>

namespace keywright::check {

enum class Disguise { none, number, time };

// What a field that is declared as text really holds. Digits of one width sort as numbers, and are
// no disguise.
[[nodiscard]] Disguise disguise_of(const model::Field& field);

// The pattern that wants the items of the entity in the order of the field, if there is one.
struct OrderedUse {
  const model::AccessPattern* pattern = nullptr;
  model::Span span;
};
[[nodiscard]] OrderedUse ordered_use(const model::Model& model, std::size_t entity,
                                     const model::Field& field);

}  // namespace keywright::check
