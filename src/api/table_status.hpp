#pragma once
// What the states of a table and its indexes come to.

#include <keywright/table.hpp>

namespace keywright::api {

/// The table and all its global indexes are ACTIVE.
[[nodiscard]] bool is_active(const TableDescription& table);

}  // namespace keywright::api
