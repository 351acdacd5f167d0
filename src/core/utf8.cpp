#include "core/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace keywright {
namespace {

struct LeadByte {
  std::size_t size;
  char32_t bits;
  char32_t smallest;  // below it the encoding would be overlong
};

constexpr LeadByte classify(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return {2, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte <= 0xEF) return {3, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte <= 0xF4) return {4, byte & 0x07U, 0x10000};
  return {0, 0, 0};
}

/// How many bytes from `offset` on are ASCII, eight at a time.
std::size_t ascii_extent(std::string_view text, std::size_t offset) {
  std::size_t end = offset;
  for (std::uint64_t word = 0; text.size() - end >= sizeof word; end += sizeof word) {
    std::memcpy(&word, text.data() + end, sizeof word);
    if ((word & 0x8080808080808080) != 0) break;
  }
  while (end < text.size() && static_cast<unsigned char>(text[end]) < 0x80) ++end;
  return end - offset;
}

}  // namespace

DecodedCharacter decode_utf8(std::string_view text, std::size_t offset) {
  constexpr DecodedCharacter invalid{0xFFFD, 1, false};
  const LeadByte lead = classify(static_cast<unsigned char>(text[offset]));
  if (lead.size == 0 || offset + lead.size > text.size()) return invalid;
  char32_t character = lead.bits;
  for (std::size_t i = 1; i < lead.size; ++i) {
    const auto byte = static_cast<unsigned char>(text[offset + i]);
    if ((byte & 0xC0U) != 0x80U) return invalid;
    character = (character << 6U) | (byte & 0x3FU);
  }
  const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character < lead.smallest || character > 0x10FFFF || surrogate) return invalid;
  return {character, lead.size, true};
}

void append_utf8(std::string& text, char32_t character) {
  const auto put = [&text](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  const auto continuation = [](char32_t bits) { return 0x80U | (bits & 0x3FU); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0U | (character >> 6U));
    put(continuation(character));
  } else if (character < 0x10000) {
    put(0xE0U | (character >> 12U));
    put(continuation(character >> 6U));
    put(continuation(character));
  } else {
    put(0xF0U | (character >> 18U));
    put(continuation(character >> 12U));
    put(continuation(character >> 6U));
    put(continuation(character));
  }
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (std::size_t i = ascii_extent(text, 0); i < text.size(); i += ascii_extent(text, i)) {
    const DecodedCharacter next = decode_utf8(text, i);
    if (!next.valid) return i;
    i += next.size;
  }
  return std::nullopt;
}

std::size_t count_characters(std::string_view text) {
  // Every character has exactly one byte that is no continuation.
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

}  // namespace keywright
