#pragma once

// What the requests of one table cost in each way of paying. Internal to this layer.

#include "cost/cost.hpp"

#include <cstddef>
#include <vector>

namespace keywright::cost {

// All but storage, which `add_storage` completes.
[[nodiscard]] TableCost table_requests(const model::Model& model,
                                       const std::vector<Traffic>& traffic, std::size_t table,
                                       const Prices& prices);
void add_storage(const model::Table& table, const Prices& prices, double bytes, double table_bytes,
                 TableCost& cost);

}  // namespace keywright::cost
