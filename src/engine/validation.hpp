#pragma once
// Checks that need no stored item: names, limits, values, keys. In DynamoDB's order and words.

#include "api/table_name.hpp"
#include "engine/keys.hpp"
#include "engine/table_state.hpp"
#include "expression/update.hpp"
#include <keywright/engine.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace keywright::engine {

inline constexpr std::size_t kPageBytes = 1024 * 1024;

/// `1 validation error detected: ` before the text of a request error, as AWS has it since June
/// 2026 for PutItem, UpdateItem, DeleteItem and a part of Query; nothing before any other error.
/// The one place that knows (EngineOptions::validation_envelope is its switch).
[[nodiscard]] Error in_envelope(Error error, bool enabled);

using api::is_resource_name;
using api::table_name_of;

/// What holds for the values of any item, whatever its table: no empty names, no empty sets.
[[nodiscard]] Result<void> check_values(const Item& item);
/// At most 32 levels.
[[nodiscard]] Result<void> check_nesting(const Item& item);
/// At most 400 KB.
[[nodiscard]] Result<void> check_item_size(const Item& item);

/// The entry of a Key argument, which must have exactly the key attributes.
[[nodiscard]] Result<EntryKey> key_of_request(const Table& table, const Key& key);
/// The entry of a whole item, which must have the key attributes.
[[nodiscard]] Result<EntryKey> key_of_item(const Table& table, const Item& item);
/// True of the errors that say that a key attribute is an empty string or binary: a transaction
/// fails by them as a whole.
[[nodiscard]] bool is_empty_key_error(const Error& error);
/// The index key attributes of an item that is put: right types, not empty, not too large.
[[nodiscard]] Result<void> check_index_keys(const Table& table, const Item& item);
/// The same of an update's result, in an update's words. Only attributes that the update changes
/// are looked at; all, if it makes the item (`before` is null).
[[nodiscard]] Result<void> check_updated_index_keys(const Table& table,
                                                    const expression::Update& update,
                                                    const Item* before, const Item& after);

/// The attributes of the key of a table, or of an index and its table: a Key argument or a
/// LastEvaluatedKey.
[[nodiscard]] Key extract_key(const Table& table, const Item& item);
[[nodiscard]] Key extract_key(const Index& index, const Item& item);

}  // namespace keywright::engine
