#include "guard/text_pattern.hpp"

#include <keywright/timestamp.hpp>

#include <algorithm>

namespace keywright::guard {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool fits_letter(char letter, char c) {
  switch (letter) {
    case 'd':
      return is_digit(c);
    case 'o':
      return c >= '0' && c <= '7';
    case 'x':
      return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    case 'u':  // Crockford's base 32
      return is_digit(c) || (c >= 'A' && c <= 'Z' && c != 'I' && c != 'L' && c != 'O' && c != 'U');
    default:
      return c == letter;
  }
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
