#pragma once
// A read of one item by its key, held against the rules of its table. Internal to this layer.

#include "guard/read_checks.hpp"
#include "guard/rules.hpp"
#include <keywright/guard_report.hpp>
#include <keywright/item.hpp>

#include <string_view>

namespace keywright::guard {

/// The rule that it fits best, one of this access before others; null if there is none. A key of a
/// batch may be that of a single get, and the reverse: it reads and costs the same.
[[nodiscard]] const ReadRule* find_get(const TableRules& table, const Key& key,
                                       const ReadOptions& options, plan::Access access);
[[nodiscard]] Violation get_violation(const Rules& rules, const TableRules& table,
                                      std::string_view operation, const Key& key,
                                      const ReadOptions& options);

}  // namespace keywright::guard
