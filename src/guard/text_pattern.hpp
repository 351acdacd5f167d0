#pragma once
// Texts whose form the type of a field fixes: ids, times, dates. Internal to this layer.

#include "model/entity.hpp"

#include <string_view>

namespace keywright::guard {

/// A letter per character: 'd' a digit, 'x' hexadecimal, .. Empty for a type of any other form.
[[nodiscard]] std::string_view text_pattern(model::TypeKind kind);
/// Whether the text begins as the pattern says.
[[nodiscard]] bool begins_as(std::string_view pattern, std::string_view text);
/// Of a text of the right form: whether there is such a day, and such a time of it.
[[nodiscard]] bool is_on_calendar(model::TypeKind kind, std::string_view text);

}  // namespace keywright::guard
