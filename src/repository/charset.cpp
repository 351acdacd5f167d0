#include "repository/charset.hpp"

#include <cstdint>
#include <cstring>

namespace keywright::repository {
namespace {

struct Lead {
  std::size_t following;
  char32_t bits;
  char32_t least;  // of a sequence of this length: anything below is overlong
};

std::optional<Lead> lead_of(unsigned char byte) {
  if (byte < 0x80) return Lead{0, byte, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return Lead{1, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte <= 0xEF) return Lead{2, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte <= 0xF4) return Lead{3, byte & 0x07U, 0x10000};
  return std::nullopt;
}

/// How many bytes at the start are ASCII, eight at a time.
std::size_t ascii_extent(std::string_view text) {
  std::size_t size = 0;
  for (std::uint64_t word = 0; text.size() - size >= sizeof word; size += sizeof word) {
    std::memcpy(&word, text.data() + size, sizeof word);
    if ((word & 0x8080808080808080) != 0) break;
  }
  while (size < text.size() && static_cast<unsigned char>(text[size]) < 0x80) ++size;
  return size;
}

/// One character of a class, a backslash undone.
char32_t take_member(std::string_view& inside) {
  if (inside.size() > 1 && inside.front() == '\\') inside.remove_prefix(1);
  const auto character = take_character(inside);
  if (character) return *character;
  inside = {};
  return 0;
}

}  // namespace

std::optional<char32_t> take_character(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const auto lead = lead_of(static_cast<unsigned char>(text.front()));
  if (!lead || text.size() <= lead->following) return std::nullopt;
  char32_t character = lead->bits;
  for (std::size_t i = 1; i <= lead->following; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) return std::nullopt;
    character = character << 6 | (byte & 0x3FU);
  }
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character < lead->least || character > 0x10FFFF || is_surrogate) return std::nullopt;
  text.remove_prefix(lead->following + 1);
  return character;
}

std::optional<std::size_t> count_characters(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t ascii = ascii_extent(text);
    count += ascii;
    text.remove_prefix(ascii);
    if (text.empty()) break;
    if (!take_character(text)) return std::nullopt;
    ++count;
  }
  return count;
}

bool in_charset(std::string_view charset, char32_t character) {
  if (charset.starts_with('[') && charset.ends_with(']')) {
    charset = charset.substr(1, charset.size() - 2);
  }
  const bool negated = charset.starts_with('^');
  if (negated) charset.remove_prefix(1);
  while (!charset.empty()) {
    const char32_t first = take_member(charset);
    char32_t last = first;
    if (charset.size() > 1 && charset.front() == '-') {
      charset.remove_prefix(1);
      last = take_member(charset);
    }
    if (character >= first && character <= last) return !negated;
  }
  return negated;
}

}  // namespace keywright::repository
