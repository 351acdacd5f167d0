#pragma once
// Small readings of text that several files share.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace keywright::server {

[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Calls `visit` with each element of a comma list that is not empty.
template <class Visit>
void for_each_element(std::string_view list, const Visit& visit) {
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const auto element = trimmed(list.substr(at, end - at));
    if (!element.empty()) visit(element);
    at = end + 1;
  }
}

/// The text before and behind the first `separator`; all of it and nothing if there is none.
struct Halves {
  std::string_view first{};
  std::string_view second{};
};
[[nodiscard]] inline Halves halves_of(std::string_view text, char separator) {
  const std::size_t at = std::min(text.find(separator), text.size());
  return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

/// nullopt unless all of the text is one number that fits.
template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

[[nodiscard]] inline bool consists_of(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

/// `"a:80" is no port; give ..`, without control characters.
[[nodiscard]] inline std::string it_is_no(std::string_view text, std::string_view what,
                                          std::string_view instead) {
  std::string out = "\"";
  for (const char c : text) out += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return out.append("\" is no ").append(what).append("; give ").append(instead);
}

}  // namespace keywright::server
