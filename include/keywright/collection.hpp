#pragma once
// The parts of a collection: which member of the result takes the items of which entity.
//
// An item goes to the part whose entity its tag names; an item without a tag, written by others, to
// the part whose sort key template its key matches. Constants; nothing here fails.

#include <keywright/entity.hpp>
#include <keywright/key_template.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace keywright {

enum class Cardinality : std::uint8_t { one, at_most_one, many };

template <class Whole, class Member, class Entity, Cardinality cardinality_value>
struct CollectionPart {
  using entity_type = Entity;
  static constexpr Cardinality cardinality = cardinality_value;
  Member Whole::* member;
  const KeyTemplate& sort;
};

/// Exactly one: without it there is no collection.
template <class Whole, Described T>
constexpr CollectionPart<Whole, T, T, Cardinality::one> one(T Whole::* member,
                                                            const KeyTemplate& sort) {
  return {member, sort};
}

template <class Whole, Described T>
constexpr CollectionPart<Whole, std::optional<T>, T, Cardinality::at_most_one> at_most_one(
    std::optional<T> Whole::* member, const KeyTemplate& sort) {
  return {member, sort};
}

/// Any number, in the order of the sort key.
template <class Whole, Described T>
constexpr CollectionPart<Whole, std::vector<T>, T, Cardinality::many> many(
    std::vector<T> Whole::* member, const KeyTemplate& sort) {
  return {member, sort};
}

}  // namespace keywright
