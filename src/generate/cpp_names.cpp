#include "generate/cpp_names.hpp"

#include "model/cpp_words.hpp"

#include <algorithm>
#include <cctype>

namespace keywright::generate {
namespace {

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}
bool is_lower_or_digit(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::islower(byte) != 0 || std::isdigit(byte) != 0;
}

char to_lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
char to_upper(char c) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [text](std::string_view ending) { return text.ends_with(ending); });
}

bool is_vowel(char c) {
  return std::string_view("aeiou").find(c) != std::string_view::npos;
}

}  // namespace

// A capital begins a word, but within a run of them (URLMap) only the one before a small letter.
std::string snake_case(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins_word =
        i > 0 && is_upper(name[i]) && name[i - 1] != '_' &&
        (is_lower_or_digit(name[i - 1]) || (i + 1 < name.size() && is_lower_or_digit(name[i + 1])));
    if (begins_word) result += '_';
    result += to_lower(name[i]);
  }
  return result;
}

std::string pascal_case(std::string_view name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == '.') {
      begins_word = true;
      continue;
    }
    result += begins_word ? to_upper(c) : c;
    begins_word = false;
  }
  return result;
}

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

bool is_keyword(std::string_view name) {
  return model::is_cpp_keyword(name);
}

std::string identifier(std::string_view name) {
  return is_keyword(name) || model::is_cpp_macro(name) ? std::string(name) + "_"
                                                       : std::string(name);
}

std::string UniqueNames::unique(std::string_view name) {
  std::string result(name);
  while (!taken_.insert(result).second) result += '_';
  return result;
}

}  // namespace keywright::generate
