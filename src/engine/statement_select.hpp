#pragma once
// SELECT, by the ways of GetItem, Query and Scan.

#include "engine/capacity_meter.hpp"
#include "engine/table_state.hpp"
#include "expression/partiql.hpp"
#include "storage/storage.hpp"
#include <keywright/partiql.hpp>
#include <keywright/result.hpp>

namespace keywright::engine {

/// A page of what the statement selects. It is moved from.
[[nodiscard]] Result<ExecuteStatementResponse> select_page(const Table& table,
                                                           expression::Statement& statement,
                                                           const ExecuteStatementRequest& request,
                                                           const Clock& clock,
                                                           storage::Store& store);

}  // namespace keywright::engine
