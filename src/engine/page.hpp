#pragma once
// What Query and Scan share: what is wanted of the items, the checks of it, and the making of the
// answer from a page of entries.

#include "engine/capacity_meter.hpp"
#include "engine/keys.hpp"
#include "engine/table_state.hpp"
#include "engine/validation.hpp"
#include "expression/condition.hpp"
#include "expression/key_condition.hpp"
#include "expression/parameters.hpp"
#include "expression/projection.hpp"
#include "storage/storage.hpp"
#include <keywright/query.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace keywright::engine {

/// The table or an index of it: where a page is read.
struct Source {
  const Table& table;
  const Index* index = nullptr;          ///< null: the table
  const storage::Tree* tree = nullptr;   ///< where it is read
  const storage::Tree* items = nullptr;  ///< where a local index fetches what it does not hold

  [[nodiscard]] const KeySchema& keys() const {
    return index != nullptr ? index->keys : table.keys;
  }
  /// True of a table without a sort key: a partition holds one item.
  [[nodiscard]] bool has_single_items() const {
    return index == nullptr && table.keys.sort.empty();
  }
  /// The entry that a start key names; nullopt unless it has exactly the key attributes.
  [[nodiscard]] std::optional<EntryKey> entry_of(const Key& start) const;
  /// The key from which a next page starts behind `item`.
  [[nodiscard]] Key key_of(const Item& item) const;
};

/// Filter, projection and what to return, as far as the request says. Borrows from the request.
struct Selection {
  std::optional<expression::Condition> filter;
  std::optional<expression::Projection> projection;
  std::optional<Select> select;

  [[nodiscard]] bool only_counts() const { return select == Select::count; }
};

/// Select against projection and index; the same texts for Query and Scan.
[[nodiscard]] Result<void> check_select(const QueryRequest& request);
[[nodiscard]] Result<void> check_select(const ScanRequest& request);

[[nodiscard]] Result<void> parse_selection(const std::optional<std::string>& filter,
                                           const std::optional<std::string>& projection,
                                           expression::Parameters& parameters,
                                           Selection& selection);

/// The same of legacy parameters. `filter_name` is as messages have it.
[[nodiscard]] Result<void> read_legacy_selection(const std::optional<LegacyConditions>& filter,
                                                 std::string_view filter_name,
                                                 std::optional<ConditionalOperator> join,
                                                 const std::optional<AttributesToGet>& attributes,
                                                 Selection& selection);

/// The source, or why it cannot be read in this way. `clock`: that of writes, by which what lags
/// comes due.
[[nodiscard]] Result<Source> open_source(const Table& table,
                                         const std::optional<std::string>& index_name,
                                         bool consistent_read, const Selection& selection,
                                         const Clock& clock, storage::Store& store);

/// What the conditions say of the keys of the source (query.cpp).
[[nodiscard]] Result<expression::KeyCondition> bind_key_condition(
    const Source& source, const expression::KeyAttributeConditions& conditions);
/// A page of the entries that a key condition names (query.cpp). Of the request it takes limit,
/// direction and start key.
[[nodiscard]] Result<storage::Page> read_partition(const Source& source,
                                                   const expression::KeyCondition& condition,
                                                   const QueryRequest& request,
                                                   std::size_t max_bytes = kPageBytes);
/// A page of all entries (scan.cpp). Of the request it takes limit, segment and start key.
[[nodiscard]] Result<storage::Page> read_segment(const Source& source, const ScanRequest& request,
                                                 std::size_t max_bytes = kPageBytes);

/// Filters, projects and counts a page of entries, fetches from the table what a local index lacks,
/// and adds up the cost.
[[nodiscard]] PageResponse make_page(const Source& source, const Selection& selection,
                                     bool consistent_read, storage::Page page,
                                     ReturnConsumedCapacity asked);

}  // namespace keywright::engine
