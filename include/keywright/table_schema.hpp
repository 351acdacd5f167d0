#pragma once
// What a repository knows of its table: names, no connection. A constant of the program.

#include <keywright/database.hpp>
#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <chrono>
#include <functional>
#include <string_view>

namespace keywright {

struct TableSchema {
  std::string_view name;           ///< unless RepositoryOptions::table_name says otherwise
  std::string_view partition_key;  ///< names of the key attributes
  std::string_view sort_key = {};  ///< empty: the table has none
};

/// How a new table is waited for: DescribeTable again and again, with growing pauses.
struct TableWait {
  std::chrono::milliseconds limit{300'000};  ///< all pauses together
  /// For tests. Empty: the thread sleeps.
  std::function<void(std::chrono::milliseconds)> sleep = {};
};

/// CreateTable; then, once the table and its indexes are active, UpdateTimeToLive if
/// `ttl_attribute` is not empty. On AWS this takes seconds, on an embedded engine nothing. Over the
/// limit it is a `timeout` error: the table is there, or will be.
Result<void> create_table(Database& database, const CreateTableRequest& definition,
                          std::string_view ttl_attribute = {}, const TableWait& wait = {});

}  // namespace keywright
