#include "generate/names.hpp"

#include <algorithm>
#include <array>

namespace keywright::generate {
namespace {

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [text](std::string_view ending) { return text.ends_with(ending); });
}

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

}  // namespace

std::string plural(std::string_view name) {
  std::string result(name);
  const bool ends_in_consonant_y =
      name.size() > 1 && name.ends_with('y') && !is_vowel(name[name.size() - 2]);
  if (ends_in_consonant_y) {
    result.pop_back();
    return result + "ies";
  }
  return result + (ends_with_any(name, {"s", "x", "z", "ch", "sh"}) ? "es" : "s");
}

std::string singular(std::string_view name) {
  std::string result(name);
  if (name.size() > 3 && name.ends_with("ies")) {
    result.resize(result.size() - 3);
    return result + "y";
  }
  if (ends_with_any(name, {"sses", "xes", "zes", "ches", "shes"})) {
    result.resize(result.size() - 2);
  } else if (name.size() > 1 && name.ends_with('s') && !name.ends_with("ss")) {
    result.pop_back();
  }
  return result;
}

std::string spoken(std::string_view name) {
  auto result = snake_case(name);
  std::replace(result.begin(), result.end(), '_', ' ');
  return result;
}

std::string without_verb(std::string_view pattern) {
  constexpr std::array<std::string_view, 7> verbs{"get_",  "list_",  "find_", "read_",
                                                  "load_", "fetch_", "query_"};
  for (const auto verb : verbs) {
    if (pattern.starts_with(verb) && pattern.size() > verb.size()) {
      return std::string(pattern.substr(verb.size()));
    }
  }
  return std::string(pattern);
}

std::string UniqueNames::unique(std::string_view name) {
  std::string result(name);
  while (!taken_.insert(result).second) result += '_';
  return result;
}

}  // namespace keywright::generate
