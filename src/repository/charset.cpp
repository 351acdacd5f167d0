#include "repository/charset.hpp"

#include "core/utf8.hpp"

namespace keywright::repository {
namespace {

/// One character of a class, a backslash undone.
char32_t take_member(std::string_view& inside) {
  if (inside.size() > 1 && inside.front() == '\\') inside.remove_prefix(1);
  const DecodedCharacter member = decode_utf8(inside, 0);
  inside.remove_prefix(member.size);
  return member.character;
}

}  // namespace

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
