#pragma once
// What a repository knows of its table: names, no connection. A constant of the program.

#include <keywright/database.hpp>
#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <string_view>

namespace keywright {

struct TableSchema {
  std::string_view name;           ///< unless RepositoryOptions::table_name says otherwise
  std::string_view partition_key;  ///< names of the key attributes
  std::string_view sort_key = {};  ///< empty: the table has none
};

/// CreateTable, then UpdateTimeToLive if `ttl_attribute` is not empty.
Result<void> create_table(Database& database, const CreateTableRequest& definition,
                          std::string_view ttl_attribute = {});

}  // namespace keywright
