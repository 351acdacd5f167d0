#pragma once
// INSERT, UPDATE, DELETE and EXISTS as planned writes, which then go the way of all writes.

#include "engine/write.hpp"
#include "expression/partiql.hpp"
#include <keywright/item_operations.hpp>
#include <keywright/result.hpp>

namespace keywright::engine {

/// `key_or_item`: key_of_statement(), which must outlive the plan. The statement's trees are moved
/// into the plan, which goes on borrowing from the statement.
[[nodiscard]] Result<WritePlan> plan_statement_write(
    const Table& table, expression::Statement& statement, const Item& key_or_item,
    ReturnValuesOnConditionCheckFailure on_failure);

/// What RETURNING asks for.
[[nodiscard]] ReturnValues return_values_of(const expression::Statement& statement);

}  // namespace keywright::engine
