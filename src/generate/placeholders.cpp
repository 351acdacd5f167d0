#include "generate/placeholders.hpp"

#include <algorithm>
#include <cctype>

namespace keywright::generate {
namespace {

bool fits_an_expression(const std::string& attribute) {
  return std::all_of(attribute.begin(), attribute.end(), [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
}

}  // namespace

std::string Placeholders::of(const std::string& attribute) {
  if (fits_an_expression(attribute)) return '#' + attribute;
  for (const auto& [alias, name] : aliases_) {
    if (name == attribute) return alias;
  }
  aliases_.emplace_back("#alias" + std::to_string(aliases_.size() + 1), attribute);
  return aliases_.back().first;
}

std::string value_placeholder(std::string_view attribute) {
  std::string name = ":";
  for (const char c : attribute) name += c == '-' || c == '.' ? '_' : c;
  return name;
}

}  // namespace keywright::generate
