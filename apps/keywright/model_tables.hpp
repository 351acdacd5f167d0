#pragma once

// The tables of a model, as requests that create them.

#include "load.hpp"
#include <keywright/database.hpp>
#include <keywright/result.hpp>
#include <keywright/table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace keywright::cli {

struct ModelTable {
  CreateTableRequest definition;
  std::optional<std::string> ttl_attribute;
};

/// One per table of a checked model, equal to what the generated code creates.
[[nodiscard]] std::vector<ModelTable> tables_of(const Checked& checked);

[[nodiscard]] Result<void> create_tables(Database& database, const std::vector<ModelTable>& tables);
/// Once they are ACTIVE.
[[nodiscard]] Result<void> set_time_to_live(Database& database,
                                            const std::vector<ModelTable>& tables);

}  // namespace keywright::cli
