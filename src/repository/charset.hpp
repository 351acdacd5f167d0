#pragma once
// Character classes such as "[0-9a-f]" or "[^#]".

#include <string_view>

namespace keywright::repository {

/// Whether the class has the character. In a class a backslash takes the next character as it is.
[[nodiscard]] bool in_charset(std::string_view charset, char32_t character);

}  // namespace keywright::repository
