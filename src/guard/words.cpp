#include "guard/words.hpp"

namespace keywright::guard {
namespace {

constexpr std::size_t kMostBytes = 80;

std::string cut(std::string text) {
  if (text.size() <= kMostBytes) return text;
  std::size_t end = kMostBytes;
  // Not within a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text + "..";
}

}  // namespace

std::string quoted(std::string_view text) {
  return '"' + cut(std::string(text)) + "\"";
}

std::string words_of(ValueView value) {
  if (value.is(AttributeType::string)) return quoted(value.as_string());
  if (value.is(AttributeType::number)) return value.as_number().to_string();
  return cut(to_json(value));
}

std::string words_of(const Key& key) {
  std::string text;
  for (const auto& [name, value] : key) {
    if (!text.empty()) text += ", ";
    text.append(name).append(" ").append(words_of(value));
  }
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::string one(std::string_view noun) {
  const bool vowel =
      !noun.empty() && std::string_view("AEIOUaeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

}  // namespace keywright::guard
