#pragma once

// The set of texts that a key attribute can have, as a regular language over bytes, so that "can
// these two entities overwrite each other?" and "does this range read a neighbour?" are decided,
// with a witness, and not guessed.
//
// Built from literals and components of limited alphabet and length; a component is encoded as the
// runtime encodes it (bytes 0x00-0x25 as %XX). Lengths above 256 characters count as unbounded.
// Immutable once built. Nothing fails.

#include "model/ir.hpp"
#include "plan/key.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::plan {

class KeyLanguage {
 public:
  // The empty text alone.
  KeyLanguage();

  [[nodiscard]] static KeyLanguage literal(std::string_view text);
  [[nodiscard]] static KeyLanguage any();  // every text
  // Every text that begins so.
  [[nodiscard]] static KeyLanguage prefix(std::string_view text);
  // lower <= text <= upper in byte order; without `upper` there is no upper end.
  [[nodiscard]] static KeyLanguage between(std::string_view lower,
                                           std::optional<std::string_view> upper);
  // The values of a field as a component of a template (encoded), or as a native key.
  [[nodiscard]] static KeyLanguage component(const model::FieldType& type);
  [[nodiscard]] static KeyLanguage native(const model::FieldType& type);
  // The suffix of a partition that is spread: "#0", "#12".
  [[nodiscard]] static KeyLanguage shard_suffix(std::uint32_t shards);
  // All values that the entity can give the key attribute.
  [[nodiscard]] static KeyLanguage of(const model::Entity& entity, const KeyAttribute& attribute);
  // The same of some of its parts.
  [[nodiscard]] static KeyLanguage of(const model::Entity& entity,
                                      const std::vector<KeyPart>& parts);

  // This language followed by the other.
  KeyLanguage& append(const KeyLanguage& next);

  [[nodiscard]] bool contains(std::string_view text) const;

  friend std::optional<std::string> common_text(const KeyLanguage& a, const KeyLanguage& b);

 private:
  struct Edge {
    std::uint8_t first;
    std::uint8_t last;
    std::uint32_t to;
  };
  struct State {
    std::vector<Edge> edges;
    std::vector<std::uint32_t> empty_edges;
  };
  friend class LanguageBuilder;

  std::vector<State> states_;
  std::uint32_t start_ = 0;
  std::uint32_t accept_ = 0;
};

// A shortest text of both languages, in readable characters where there is a choice; nullopt if
// they have none in common.
[[nodiscard]] std::optional<std::string> common_text(const KeyLanguage& a, const KeyLanguage& b);

// Whether one of the texts is the beginning of the other. Two languages whose texts all begin so
// can have a text in common only then: the quick answer for most pairs of keys.
[[nodiscard]] bool may_begin_alike(std::string_view a, std::string_view b);
// What all values of the key attribute begin with.
[[nodiscard]] std::string_view leading_literal(const KeyAttribute& attribute);

// Keys with values of different types (S, N, B) are never equal; else as common_text.
[[nodiscard]] std::optional<std::string> common_key(const model::Entity& a_entity,
                                                    const KeyAttribute& a,
                                                    const model::Entity& b_entity,
                                                    const KeyAttribute& b);

}  // namespace keywright::plan
