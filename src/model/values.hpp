#pragma once

// Reads single values of the tree: each checks the type, reports what is wrong, and gives nothing
// then. A value that stands in a list is given as an Entry under the list's key.

#include "model/findings.hpp"
#include "model/reference.hpp"
#include "model/spelling.hpp"
#include "model/tree.hpp"
#include "model/words.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

// "`page` must be a whole number, found a list".
void report_type(Findings& findings, const Entry& entry, std::string_view expected,
                 std::string_view help = {});

// Any text but the empty one; unquoted numbers count as text.
[[nodiscard]] std::optional<Located<std::string>> read_text(Findings& findings, const Entry& entry);
// Text that may be the name of a thing in generated code: letters, digits and `_`, not a digit
// first.
[[nodiscard]] std::optional<Located<std::string>> read_identifier(Findings& findings,
                                                                  const Entry& entry);
[[nodiscard]] bool is_identifier(std::string_view text);
// Reports a map key that is no identifier; `what` is "an entity" or the like.
void check_name(Findings& findings, const Entry& entry, std::string_view what);

[[nodiscard]] std::optional<Located<bool>> read_flag(Findings& findings, const Entry& entry);
[[nodiscard]] std::optional<Located<double>> read_number(Findings& findings, const Entry& entry,
                                                         double least = 0);
[[nodiscard]] std::optional<Located<std::int64_t>> read_integer(
    Findings& findings, const Entry& entry,
    std::int64_t least = std::numeric_limits<std::int64_t>::min(),
    std::int64_t most = std::numeric_limits<std::int64_t>::max());
// A whole number from `least` on.
[[nodiscard]] std::optional<Located<std::uint64_t>> read_count(Findings& findings,
                                                               const Entry& entry,
                                                               std::uint64_t least = 1);
// A decimal number, kept as text: it may have more digits than a double.
[[nodiscard]] std::optional<Located<std::string>> read_decimal(Findings& findings,
                                                               const Entry& entry);
[[nodiscard]] bool is_decimal(std::string_view text);
enum class Digits { limited, any };
// Reports a decimal that DynamoDB cannot hold: beyond its range or, if they count, with more digits
// than it keeps.
bool check_decimal(Findings& findings, std::string_view text, const Span& span, Digits digits);
// "7d", "1d12h": units w d h m s.
[[nodiscard]] std::optional<Located<std::chrono::seconds>> read_duration(Findings& findings,
                                                                         const Entry& entry);

// The names of a list; `[a, b]`, or one alone without brackets. Doubles are reported.
[[nodiscard]] std::vector<Located<std::string>> read_names(Findings& findings, const Entry& entry);
template <typename Ref>
[[nodiscard]] std::vector<Ref> read_references(Findings& findings, const Entry& entry) {
  std::vector<Ref> references;
  for (auto& name : read_names(findings, entry)) {
    Ref& reference = references.emplace_back();
    reference.name = std::move(name.value);
    reference.span = name.span;
  }
  return references;
}
template <typename Ref>
[[nodiscard]] std::optional<Ref> read_reference(Findings& findings, const Entry& entry) {
  const auto name = read_text(findings, entry);
  if (!name) return std::nullopt;
  Ref reference;
  reference.name = name->value;
  reference.span = name->span;
  return reference;
}

void report_word(Findings& findings, std::string_view key, std::string_view word, const Span& span,
                 const std::vector<std::string_view>& known);

template <typename E, std::size_t N>
[[nodiscard]] std::optional<E> find_word(const std::array<Word<E>, N>& words,
                                         std::string_view text) {
  for (const Word<E>& word : words) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

template <typename E, std::size_t N>
[[nodiscard]] std::vector<std::string_view> texts(const std::array<Word<E>, N>& words) {
  std::vector<std::string_view> result;
  for (const Word<E>& word : words) result.push_back(word.text);
  return result;
}

// One of the words of a vocabulary.
template <typename E, std::size_t N>
[[nodiscard]] std::optional<Located<E>> read_word(Findings& findings, const Entry& entry,
                                                  const std::array<Word<E>, N>& words) {
  const auto text = read_text(findings, entry);
  if (!text) return std::nullopt;
  if (const auto value = find_word(words, text->value)) {
    return Located<E>{*value, text->span, text->key};
  }
  report_word(findings, entry.key, text->value, text->span, texts(words));
  return std::nullopt;
}

// Takes over a value that was read; what was not keeps its default.
template <typename T>
void assign(Located<T>& target, const std::optional<Located<T>>& value) {
  if (value) target = *value;
}

}  // namespace keywright::model
