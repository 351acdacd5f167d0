#include "wire/json_writer.hpp"

#include "core/base64.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace keywright::wire {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighBits = 0x8080808080808080;

constexpr bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

/// Whether one of eight bytes is `"`, `\` or below a blank. May also be true if none is and one is
/// above ASCII: then the caller looks at each.
bool may_need_escape(std::uint64_t bytes) {
  const auto has_zero = [](std::uint64_t word) { return (word - kOnes) & ~word & kHighBits; };
  const std::uint64_t control = (bytes - kOnes * 0x20) & ~bytes & kHighBits;
  return (control | has_zero(bytes ^ kOnes * '"') | has_zero(bytes ^ kOnes * '\\')) != 0;
}

/// How many of the first bytes of `text` need no escape.
std::size_t plain_prefix(std::string_view text) {
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t bytes;
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    if (may_need_escape(bytes)) break;
  }
  while (at < text.size() && !needs_escape(text[at])) ++at;
  return at;
}

void append_escape(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
  constexpr std::string_view kNames = "\"\\bfnrt";
  out.push_back('\\');
  if (const auto named = kNamed.find(c); named != std::string_view::npos) {
    out.push_back(kNames[named]);
    return;
  }
  out.append("u00");
  out.push_back(kHex[static_cast<unsigned char>(c) >> 4]);
  out.push_back(kHex[c & 15]);
}

void append_number(std::string& out, ValueView value) {
  out.push_back('"');
  value.as_number().append_to(out);
  out.push_back('"');
}

void append_binary(std::string& out, ValueView value) {
  out.push_back('"');
  append_base64(out, value.as_binary());
  out.push_back('"');
}

void append_text(std::string& out, ValueView value) {
  append_string(out, value.as_string());
}

void append_elements(std::string& out, ValueView value, void (*append)(std::string&, ValueView)) {
  out.push_back('[');
  for (const ValueView element : value.elements()) {
    if (out.back() != '[') out.push_back(',');
    append(out, element);
  }
  out.push_back(']');
}

void append_members(std::string& out, MemberRange members) {
  ObjectWriter object(out);
  for (const auto [name, value] : members) append_value(object.begin_any(name), value);
}

void append_content(std::string& out, ValueView value) {
  switch (value.type()) {
    case AttributeType::string:
      return append_text(out, value);
    case AttributeType::number:
      return append_number(out, value);
    case AttributeType::binary:
      return append_binary(out, value);
    case AttributeType::boolean:
      out.append(value.as_bool() ? "true" : "false");
      return;
    case AttributeType::null:
      out.append("true");
      return;
    case AttributeType::map:
      return append_members(out, value.members());
    case AttributeType::list:
      return append_elements(out, value, append_value);
    case AttributeType::string_set:
      return append_elements(out, value, append_text);
    case AttributeType::number_set:
      return append_elements(out, value, append_number);
    case AttributeType::binary_set:
      return append_elements(out, value, append_binary);
  }
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
  out.push_back('"');
  while (true) {
    const std::size_t plain = plain_prefix(text);
    out.append(text.data(), plain);
    if (plain == text.size()) break;
    append_escape(out, text[plain]);
    text.remove_prefix(plain + 1);
  }
  out.push_back('"');
}

void append_integer(std::string& out, std::int64_t value) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

void append_double(std::string& out, double value) {
  std::array<char, 400> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed)
          .ptr;
  const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
  out.append(text);
  if (text.find('.') == std::string_view::npos) out.append(".0");
}

void append_date(std::string& out, TimePoint time) {
  const std::int64_t milliseconds = time.time_since_epoch().count();
  if (milliseconds < 0) out.push_back('-');
  append_integer(out, std::abs(milliseconds / 1000));
  const auto rest = std::abs(milliseconds % 1000);
  if (rest == 0) return;
  const auto digit = [](std::int64_t value) { return static_cast<char>('0' + value % 10); };
  out.push_back('.');
  out.push_back(digit(rest / 100));
  if (rest % 100 != 0) out.push_back(digit(rest / 10));
  if (rest % 10 != 0) out.push_back(digit(rest));
}

void append_value(std::string& out, ValueView value) {
  out.append("{\"");
  out.append(type_descriptor(value.type()));
  out.append("\":");
  append_content(out, value);
  out.push_back('}');
}

void append_item(std::string& out, const Item& item) {
  append_members(out, item.attributes());
}

}  // namespace keywright::wire
