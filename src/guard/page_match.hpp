#pragma once
// A page of a Query or Scan, however it was asked for, held against the rules of its source.
// Internal to this layer.

#include "expression/condition.hpp"
#include "expression/key_condition.hpp"
#include "guard/claim.hpp"
#include "guard/match.hpp"
#include "guard/read_checks.hpp"
#include "guard/rules.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

/// Borrows from the request, which outlives it.
struct Page {
  const Clock* clock = nullptr;
  bool is_query = false;
  std::span<const expression::KeyAttributeCondition> hash{};
  std::span<const expression::KeyAttributeCondition> range{};
  // The conditions of its filter, all of which must hold: terms of `condition`.
  const expression::Condition* condition = nullptr;
  std::vector<Term> filter{};
  ReadOptions options{};
  bool forward = true;
};

/// The first rule that the page fits best; null if there is none.
[[nodiscard]] const ReadRule* find_page(const SourceRules& source, const Page& page);
[[nodiscard]] Violation page_violation(const Rules& rules, const TableRules& table,
                                       const SourceRules& source, const Page& page,
                                       std::string_view operation);
/// Of an index that the model does not have, whether the table has it or not.
[[nodiscard]] Verdict unknown_index(const Rules& rules, const TableRules& table,
                                    const std::string& index, std::string_view operation);
[[nodiscard]] Verdict match_page(const Rules& rules, const TableRules& table,
                                 const SourceRules& source, const Page& page,
                                 std::string_view operation);

}  // namespace keywright::guard
