#include "check/text.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace keywright::check {

std::string bytes_text(double bytes) {
  constexpr std::array<std::string_view, 5> units{"B", "KB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < units.size()) {
    bytes /= 1024;
    ++unit;
  }
  const auto rounded = unit == 0 || bytes >= 100 ? std::round(bytes) : std::round(bytes * 10) / 10;
  return fmt::format("{} {}", number_text(rounded), units[unit]);
}

std::string number_text(double number) {
  std::string text = fmt::format("{:.2f}", number);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string quoted(std::string_view key) {
  std::string text;
  for (const char c : key) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return '"' + model::on_one_line(text) + '"';
}

std::string counted(double count, std::string_view noun) {
  return fmt::format("{} {}{}", number_text(count), noun, count == 1 ? "" : "s");
}

}  // namespace keywright::check
