#pragma once
// What the WHERE clause of a statement says of keys: which item a write goes to, and where a SELECT
// need look.

#include "engine/page.hpp"
#include "engine/table_state.hpp"
#include "expression/key_condition.hpp"
#include "expression/partiql.hpp"
#include <keywright/result.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace keywright::engine {

/// The values of which the attribute must have one for the condition to hold, each once; nullopt if
/// the condition does not say.
[[nodiscard]] std::optional<std::vector<ValueView>> pinned_values(
    const expression::Condition& condition, std::string_view attribute);

/// True if the condition says one value of each attribute of the key, and nothing else.
[[nodiscard]] bool is_just_the_key(const expression::Condition& condition, const Table& table);

/// The key of the one item that a statement is about: an item to be inserted, or the values that
/// WHERE has for the key attributes.
[[nodiscard]] Result<Key> key_of_statement(const Table& table,
                                           const expression::Statement& statement);

/// Where the items of a SELECT are. It reads each place after the other.
struct SelectPlaces {
  enum class Kind : std::uint8_t { items, partitions, everything };
  Kind kind = Kind::everything;
  std::vector<Key> items;                            ///< by their whole keys
  std::vector<expression::KeyCondition> partitions;  ///< with what is said of sort keys

  /// Everything is one place.
  [[nodiscard]] std::size_t count() const;
};

/// Fails where a key is compared with a value of another type. Borrows from the statement.
[[nodiscard]] Result<SelectPlaces> places_of(const Source& source,
                                             const expression::Statement& statement);

}  // namespace keywright::engine
