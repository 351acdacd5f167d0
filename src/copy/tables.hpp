#pragma once
// The tables at both ends of a copy: what they are, and making the one like the other.

#include "copy/access.hpp"
#include <keywright/table.hpp>

#include <optional>
#include <string>

namespace keywright::copy {

/// What a table is made of: enough to make another like it.
struct TableDefinition {
  CreateTableRequest create{};
  std::optional<std::string> time_to_live_attribute{};
  [[nodiscard]] TableKeys keys() const {
    return table_keys(create.key_schema, create.attribute_definitions);
  }
};

struct DescribedTable {
  TableDefinition definition{};
  std::string id{};  ///< empty where tables have none
  std::string arn{};
  std::int64_t item_count = 0;  ///< on AWS as of some hours ago
  std::int64_t size_bytes = 0;  ///< the same
};

/// A database and how to call it.
struct DatabaseAccess {
  Database& database;
  std::string url;  ///< for messages
  Repetitions& repetitions;
  const Timing& timing;
};

/// Keys, indexes and billing. Streams, tags, policies, encryption, the table class and protection
/// from deletion are not part of it.
[[nodiscard]] CreateTableRequest create_request_of(const TableDescription& table);

/// nullopt if there is no such table.
[[nodiscard]] Result<std::optional<DescribedTable>> describe(const DatabaseAccess& access,
                                                             const std::string& table,
                                                             const std::stop_token& stop);

/// Creates the table and waits until it and its indexes are active, then turns on its expiry.
/// Returns what of it the database cannot do, or nothing.
[[nodiscard]] Result<std::string> create(const DatabaseAccess& access, TableDefinition definition,
                                         const std::stop_token& stop);

/// Whether it has no item at this moment.
[[nodiscard]] Result<bool> is_empty(const DatabaseAccess& access, const std::string& table,
                                    const std::stop_token& stop);

}  // namespace keywright::copy
