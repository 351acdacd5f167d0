#pragma once

// UTF-8 as far as positions, sizes and character classes need it.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace keywright {

/// The character that begins at `offset` and its bytes. A byte that begins no valid character
/// counts as U+FFFD of one byte. `offset` must be inside the text.
struct DecodedCharacter {
  char32_t character = 0;
  std::size_t size = 1;
  bool valid = true;
};

[[nodiscard]] DecodedCharacter decode_utf8(std::string_view text, std::size_t offset);

void append_utf8(std::string& text, char32_t character);

/// The offset of the first byte that is not UTF-8.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// Of valid UTF-8; fast, for it is asked of whole texts.
[[nodiscard]] std::size_t count_characters(std::string_view text);

}  // namespace keywright
