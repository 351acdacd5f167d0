#include "model/word_case.hpp"

#include <cctype>

namespace keywright::model {
namespace {

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

char upper(char c) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

}  // namespace

std::string snake_case(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool ends_word =
        i > 0 && is_upper(c) &&
        (!is_upper(name[i - 1]) ||
         (i + 1 < name.size() && is_word(name[i + 1]) && !is_upper(name[i + 1])));
    if ((ends_word || !is_word(c)) && !result.empty() && result.back() != '_') result += '_';
    if (is_word(c)) result += lower(c);
  }
  return result;
}

std::string pascal_case(std::string_view name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    if (is_word(c)) result += begins_word ? upper(c) : c;
    begins_word = !is_word(c);
  }
  return result;
}

std::string one_of(std::string_view name) {
  const auto is_vowel = [](char c) {
    return std::string_view("aeiou").find(c) != std::string::npos;
  };
  const auto word = snake_case(name);
  bool is_an = !word.empty() && is_vowel(word.front());
  // "a User", "a Unit", but "an Update".
  if (word.starts_with('u')) is_an = word.size() < 3 || is_vowel(word[1]) || !is_vowel(word[2]);
  return (is_an ? "an " : "a ") + std::string(name);
}

}  // namespace keywright::model
