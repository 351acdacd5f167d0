#pragma once
// What DynamoDB refuses about a value as a whole, wherever it comes from: an item to be put, an
// expression attribute value, or the result of an update.

#include <keywright/attribute_value.hpp>
#include <keywright/item.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace keywright::expression {

/// AWS: values nest 32 levels deep, an attribute's own value being level 1.
inline constexpr std::size_t kMaxNestingLevels = 32;

inline constexpr std::string_view kNestingMessage =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

/// Neither a document nor a set: any such value may be stored, for all that is checked here.
[[nodiscard]] inline bool is_scalar(AttributeType type) {
  return type <= AttributeType::null;
}

/// True if a value within the attribute value sits deeper than kMaxNestingLevels.
[[nodiscard]] bool nests_too_deep(ValueView value);
/// True if that is so for an attribute of the item.
[[nodiscard]] bool nests_too_deep(const Item& item);

/// Why the value may not be stored: it holds an empty set, or a map with an empty name. nullopt if
/// it may. Does not look deeper than kMaxNestingLevels: check that first.
[[nodiscard]] std::optional<std::string_view> invalid_value(ValueView value);

}  // namespace keywright::expression
