#include "api/table_status.hpp"

#include <algorithm>

namespace keywright::api {

bool is_active(const TableDescription& table) {
  const auto& indexes = table.global_secondary_indexes;
  return table.table_status == TableStatus::active &&
         std::all_of(indexes.begin(), indexes.end(),
                     [](const auto& index) { return index.index_status == IndexStatus::active; });
}

}  // namespace keywright::api
