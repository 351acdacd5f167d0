#pragma once
// What DescribeTable and its kin say about a table.

#include "engine/table_state.hpp"
#include <keywright/table.hpp>

namespace keywright::engine {

/// The caller holds the catalogue.
[[nodiscard]] TableDescription describe(const Table& table);
/// As DeleteTable has it: without keys, indexes and date.
[[nodiscard]] TableDescription describe_deleted(const Table& table);

}  // namespace keywright::engine
