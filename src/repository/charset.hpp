#pragma once
// Character classes such as "[0-9a-f]" or "[^#]", and the characters of UTF-8.

#include <cstddef>
#include <optional>
#include <string_view>

namespace keywright::repository {

/// Takes the first character off `text`; nullopt if `text` does not begin with well-formed UTF-8.
[[nodiscard]] std::optional<char32_t> take_character(std::string_view& text);

/// nullopt if `text` is not well-formed UTF-8.
[[nodiscard]] std::optional<std::size_t> count_characters(std::string_view text);

/// Whether the class has the character. In a class a backslash takes the next character as it is.
[[nodiscard]] bool in_charset(std::string_view charset, char32_t character);

}  // namespace keywright::repository
