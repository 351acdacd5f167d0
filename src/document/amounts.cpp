#include "document/amounts.hpp"

#include <cmath>

#include <fmt/format.h>

namespace keywright::document {

std::string number(double value) {
  auto text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string bytes(double value) {
  if (value < 1024) return fmt::format("{:.0f} B", value);
  if (value < 1024.0 * 1024) return fmt::format("{} KB", number(std::round(value / 102.4) / 10));
  return fmt::format("{} MB", number(std::round(value / 1024 / 102.4) / 10));
}

}  // namespace keywright::document
