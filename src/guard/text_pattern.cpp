#include "guard/text_pattern.hpp"

#include <keywright/timestamp.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace keywright::guard {
namespace {

// What a letter of a pattern stands for, as a bit of the class of each byte.
constexpr std::uint8_t kDigit = 1;
constexpr std::uint8_t kOctal = 2;
constexpr std::uint8_t kHex = 4;
constexpr std::uint8_t kBase32 = 8;  // Crockford's

constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  const auto add = [&](std::string_view bytes, std::uint8_t bit) {
    for (const char c : bytes) classes[static_cast<unsigned char>(c)] |= bit;
  };
  add("0123456789", kDigit);
  add("01234567", kOctal);
  add("0123456789abcdefABCDEF", kHex);
  add("0123456789ABCDEFGHJKMNPQRSTVWXYZ", kBase32);
  return classes;
}();

constexpr auto kLetters = [] {
  std::array<std::uint8_t, 256> bits{};
  bits['d'] = kDigit;
  bits['o'] = kOctal;
  bits['x'] = kHex;
  bits['u'] = kBase32;
  return bits;
}();

bool fits_letter(char letter, char c) {
  const auto bit = kLetters[static_cast<unsigned char>(letter)];
  return bit == 0 ? c == letter : (kClasses[static_cast<unsigned char>(c)] & bit) != 0;
}

}  // namespace

std::string_view text_pattern(model::TypeKind kind) {
  switch (kind) {
    case model::TypeKind::ulid:
      return "ouuuuuuuuuuuuuuuuuuuuuuuuu";
    case model::TypeKind::uuid:
      return "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    case model::TypeKind::timestamp:
      return "dddd-dd-ddTdd:dd:dd.dddZ";
    case model::TypeKind::date:
      return "dddd-dd-dd";
    default:
      return {};
  }
}

bool begins_as(std::string_view pattern, std::string_view text) {
  return text.size() >= pattern.size() &&
         std::equal(pattern.begin(), pattern.end(), text.begin(), fits_letter);
}

bool is_on_calendar(model::TypeKind kind, std::string_view text) {
  switch (kind) {
    case model::TypeKind::timestamp:
      return parse_timestamp(text).has_value();
    case model::TypeKind::date:
      return parse_date(text).has_value();
    default:
      return true;
  }
}

}  // namespace keywright::guard
