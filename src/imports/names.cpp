#include "imports/names.hpp"

#include "model/word_case.hpp"

#include <algorithm>
#include <array>

namespace keywright::imports {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool ends_with_any(std::string_view text, const auto& endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [text](std::string_view ending) { return text.ends_with(ending); });
}

}  // namespace

std::string identifier(std::string_view text, std::string_view fallback) {
  std::string name;
  for (const char c : text) {
    const bool fits = is_letter(c) || is_digit(c) || c == '_';
    if (fits) name.push_back(c);
    if (!fits && !name.empty() && name.back() != '_') name.push_back('_');
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) return std::string(fallback);
  if (is_digit(name.front())) name = std::string(fallback) + "_" + name;
  return name.substr(0, 100);
}

std::string name_of_sentence(std::string_view sentence) {
  constexpr std::size_t long_enough = 32;
  const std::string words = model::snake_case(identifier(sentence, "pattern"));
  if (words.size() <= long_enough) return words;
  const std::size_t end = words.rfind('_', long_enough);
  return words.substr(0, end == std::string::npos || end == 0 ? long_enough : end);
}

std::string entity_of_table(std::string_view table) {
  std::string name = model::pascal_case(identifier(table, "Item"));
  if (name.ends_with("Table") && name.size() > 5) name.resize(name.size() - 5);
  if (name.ends_with("ies") && name.size() > 4) {
    name.replace(name.size() - 3, 3, "y");
  } else if (name.size() > 5 &&
             ends_with_any(name, std::array<std::string_view, 3>{"ches", "shes", "sses"})) {
    name.resize(name.size() - 2);
  } else if (name.ends_with('s') && !name.ends_with("ss") && name.size() > 3) {
    name.pop_back();
  }
  return identifier(name, "Item");
}

std::string unique_name(std::string name, const std::function<bool(const std::string&)>& taken) {
  if (!taken(name)) return name;
  for (int number = 2;; ++number) {
    std::string numbered = name + "_" + std::to_string(number);
    if (!taken(numbered)) return numbered;
  }
}

bool is_key_name(std::string_view attribute) {
  constexpr std::array endings{std::string_view{"pk"},           std::string_view{"sk"},
                               std::string_view{"partitionkey"}, std::string_view{"sortkey"},
                               std::string_view{"hashkey"},      std::string_view{"rangekey"}};
  std::string plain;
  for (const char c : attribute) {
    if (is_letter(c)) plain.push_back(static_cast<char>(c | 0x20));
  }
  for (const std::string_view prefix : {"gsi", "lsi", "gs", "ls", "index"}) {
    if (!plain.starts_with(prefix)) continue;
    plain.erase(0, prefix.size());
    break;
  }
  return std::find(endings.begin(), endings.end(), plain) != endings.end();
}

bool is_time_name(std::string_view field) {
  constexpr std::array endings{std::string_view{"_at"}, std::string_view{"_date"},
                               std::string_view{"_time"}, std::string_view{"timestamp"},
                               std::string_view{"_on"}};
  const std::string name = model::snake_case(field);
  return name == "date" || name == "time" || ends_with_any(name, endings);
}

}  // namespace keywright::imports
