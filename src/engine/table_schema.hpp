#pragma once
// Definitions of tables and indexes: whether they hold together, and what they become in the
// engine.

#include "engine/table_state.hpp"
#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

inline constexpr std::size_t kMaxGlobalIndexes = 20;
inline constexpr std::size_t kMaxLocalIndexes = 5;
inline constexpr std::size_t kMaxProjectedAttributes = 100;
inline constexpr std::size_t kMaxNonKeyAttributes = 20;

using AttributeDefinitions = std::vector<AttributeDefinition>;
using KeySchemaElements = std::vector<KeySchemaElement>;

/// All that can be said of a CreateTable request without looking at other tables.
[[nodiscard]] Result<void> check_create_table(const CreateTableRequest& request);

/// A global index that is to be added to a table: its keys and its projection.
[[nodiscard]] Result<void> check_global_index(const GlobalSecondaryIndex& index,
                                              const AttributeDefinitions& definitions);
/// The total of attributes named by INCLUDE projections.
[[nodiscard]] Result<void> check_projected_attributes(std::size_t total);

/// Whether a stream is asked for with a view type, and none without.
[[nodiscard]] Result<void> check_stream(const std::optional<StreamSpecification>& stream,
                                        bool creating);

/// ValidationException "One or more parameter values were invalid: " + rest.
[[nodiscard]] Error invalid_parameter(const std::string& rest);
/// `[a, b]`
[[nodiscard]] std::string bracketed(const std::vector<std::string>& names);

/// nullptr: not among them.
[[nodiscard]] const AttributeDefinition* find_definition(const AttributeDefinitions& definitions,
                                                         std::string_view name);

/// ResourceNotFoundException as operations on tables word it.
[[nodiscard]] Error table_not_found(std::string_view name);
/// ResourceInUseException unless the table is ACTIVE.
[[nodiscard]] Result<void> check_table_is_idle(const Table& table);
/// ResourceInUseException if the table is CREATING or DELETING.
[[nodiscard]] Result<void> check_table_is_there(const Table& table);

// The checks have passed:
[[nodiscard]] KeySchema make_key_schema(const KeySchemaElements& elements,
                                        const AttributeDefinitions& definitions);
/// An index without its tree.
[[nodiscard]] std::shared_ptr<Index> make_index(const GlobalSecondaryIndex& index,
                                                const KeySchema& table,
                                                const AttributeDefinitions& definitions);
[[nodiscard]] std::shared_ptr<Index> make_index(const LocalSecondaryIndex& index,
                                                const KeySchema& table,
                                                const AttributeDefinitions& definitions);

}  // namespace keywright::engine
