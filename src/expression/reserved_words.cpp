#include "expression/reserved_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace keywright::expression {
namespace {

constexpr std::string_view kWords[] = {
#include "expression/reserved_words.inc"
};
static_assert(std::size(kWords) == 573);
static_assert(std::is_sorted(std::begin(kWords), std::end(kWords)));

constexpr std::size_t kLongest = [] {
  std::size_t longest = 0;
  for (auto word : kWords) longest = std::max(longest, word.size());
  return longest;
}();

/// kFirst[i] is the first word that begins with the letter 'A' + i or a later one.
constexpr auto kFirst = [] {
  std::array<std::uint16_t, 27> first{};
  std::size_t at = 0;
  for (std::size_t letter = 0; letter < 26; ++letter) {
    while (at < std::size(kWords) && kWords[at][0] < static_cast<char>('A' + letter)) ++at;
    first[letter] = static_cast<std::uint16_t>(at);
  }
  first[26] = static_cast<std::uint16_t>(std::size(kWords));
  return first;
}();

constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::span<const std::string_view> reserved_words() {
  return kWords;
}

bool is_reserved(std::string_view name) {
  if (name.empty() || name.size() > kLongest) return false;
  char buffer[kLongest];
  std::transform(name.begin(), name.end(), buffer, upper);
  if (buffer[0] < 'A' || buffer[0] > 'Z') return false;
  const auto letter = static_cast<std::size_t>(buffer[0] - 'A');
  return std::binary_search(kWords + kFirst[letter], kWords + kFirst[letter + 1],
                            std::string_view(buffer, name.size()));
}

}  // namespace keywright::expression
