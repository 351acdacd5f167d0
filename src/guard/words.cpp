#include "guard/words.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

constexpr std::size_t kMostBytes = 80;

std::string cut(std::string text) {
  if (text.size() <= kMostBytes) return text;
  std::size_t end = kMostBytes;
  // Not within a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text + "..";
}

}  // namespace

std::string quoted(std::string_view text) {
  return '"' + cut(std::string(text)) + "\"";
}

std::string words_of(ValueView value) {
  if (value.is(AttributeType::string)) return quoted(value.as_string());
  if (value.is(AttributeType::number)) return value.as_number().to_string();
  return cut(to_json(value));
}

std::string words_of(const Key& key) {
  std::string text;
  for (const auto& [name, value] : key) {
    if (!text.empty()) text += ", ";
    text.append(name).append(" ").append(words_of(value));
  }
  return text;
}

namespace {

bool is_tail(std::string_view text, std::size_t position) {
  return position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0U) == 0x80U;
}

/// Of the character that begins there; 0: it is none.
std::size_t size_of_character(std::string_view text, std::size_t begin) {
  const auto lead = static_cast<unsigned char>(text[begin]);
  const std::size_t size = lead < 0x80   ? 1
                           : lead < 0xC2 ? 0
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                                         : 4;
  if (lead > 0xF4) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_tail(text, begin + i)) return 0;
  }
  return size;
}

/// C0, DEL and C1; the ends of lines and paragraphs, and what turns the direction of writing.
bool is_control(std::string_view character) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return at(0) < 0x20 || at(0) == 0x7F;
  if (character.size() == 2) return at(0) == 0xC2 && at(1) < 0xA0;
  if (character.size() != 3 || at(0) != 0xE2) return false;
  return (at(1) == 0x80 && at(2) >= 0xA8 && at(2) <= 0xAE) ||
         (at(1) == 0x81 && at(2) >= 0xA6 && at(2) <= 0xA9);
}

void append_escaped(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char each : bytes) {
    const auto byte = static_cast<unsigned char>(each);
    out.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 15U]);
  }
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto size = size_of_character(text, i);
    const auto character = text.substr(i, std::max<std::size_t>(size, 1));
    if (character == "\n") {
      out += "\\n";
    } else if (size == 0 || is_control(character)) {
      append_escaped(out, character);
    } else {
      out += character;
    }
    i += character.size();
  }
  return out;
}

}  // namespace keywright::guard
