#pragma once

// Builds the automaton of a KeyLanguage piece by piece. Each function adds edges from one state and
// returns the state in which the piece ends.
//
// Used by key_language.cpp alone; a builder serves one language and is then taken apart.

#include "model/ir.hpp"
#include "plan/key_language.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace keywright::plan {

class LanguageBuilder {
 public:
  using Id = std::uint32_t;

  [[nodiscard]] Id add_state();
  void edge(Id from, std::uint8_t first, std::uint8_t last, Id to);
  void skip(Id from, Id to);

  [[nodiscard]] Id text(Id from, std::string_view bytes);
  [[nodiscard]] Id any_bytes(Id from);
  // A pattern such as "dddd-dd": 'd' is a digit, 'x' a hexadecimal digit, 'u' a character of a
  // ULID, 'o' an octal digit; anything else is itself.
  [[nodiscard]] Id shape(Id from, std::string_view pattern);
  // One of the texts.
  [[nodiscard]] Id one_of(Id from, const std::vector<std::string_view>& texts, bool escaped);
  // `least` to `most` characters of the ranges in UTF-8; `most` < 0: without bound.
  [[nodiscard]] Id characters(Id from, const std::vector<model::CharRange>& ranges, bool escaped,
                              std::int64_t least, std::int64_t most);
  // Texts between two bounds, by the bytes.
  [[nodiscard]] Id between(Id from, std::string_view lower, const std::string_view* upper);
  [[nodiscard]] Id language(Id from, const KeyLanguage& other);

  [[nodiscard]] KeyLanguage finish(Id start, Id accept) &&;

 private:
  void character(Id from, const model::CharRange& range, bool escaped, Id to);
  void escape(Id from, const model::CharRange& range, Id to);
  void utf8(Id from, char32_t first, char32_t last, Id to);

  std::vector<KeyLanguage::State> states_;
};

}  // namespace keywright::plan
