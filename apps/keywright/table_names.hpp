#pragma once

// `--table NAME`: the tables of a model under other names.

#include "apply/model_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace keywright::cli {

// Each wanted name is NAME, of a model with one table, or LABEL=NAME. Returns what is wrong.
[[nodiscard]] std::optional<std::string> rename_tables(std::vector<apply::ModelTable>& tables,
                                                       const std::vector<std::string>& names);

}  // namespace keywright::cli
