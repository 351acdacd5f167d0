#pragma once
// Values that no two items may have: what a write takes and gives back, against the sentinels that
// are written in the same transaction. Internal to this layer.

#include "guard/item_checks.hpp"

namespace keywright::guard {

/// Whether the sentinels beside the write say what its item has then, and had before. `key`: what
/// the key of an update or delete says.
[[nodiscard]] bool keeps_unique(const TableRules& table, const WriteRule& rule, const Write& write,
                                const Captures& key, Nearest* nearest);

}  // namespace keywright::guard
