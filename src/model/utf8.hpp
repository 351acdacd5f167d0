#pragma once

// Just enough UTF-8 for positions, carets and character classes.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::model {

// The character that begins at `offset` and its bytes. A byte that begins no valid character counts
// as U+FFFD of one byte. `offset` must be inside the text.
struct DecodedCharacter {
  char32_t character = 0;
  std::size_t size = 1;
  bool valid = true;
};

[[nodiscard]] DecodedCharacter decode_utf8(std::string_view text, std::size_t offset);

void append_utf8(std::string& text, char32_t character);

// The offset of the first byte that is not UTF-8.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// Of valid UTF-8; fast, for it is asked of whole lines.
[[nodiscard]] std::size_t count_characters(std::string_view text);

// Columns of a terminal: 0 for combining marks, 2 for East Asian wide characters and emoji, else 1.
[[nodiscard]] int display_width(char32_t character);

}  // namespace keywright::model
