#pragma once

// Plans and outcomes for people and for programs. Pure.

#include "apply/apply.hpp"
#include "apply/table_diff.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::apply {

// Steps with why and cost, refusals with what mends them, notes.
[[nodiscard]] std::string render_text(const TableDiff& diff, std::string_view where);

// "step 2 of 3: create index gsi2: gsi2 is CREATING (backfilling), 12 s"
[[nodiscard]] std::string render_text(const Progress& progress);

struct TableReport {
  const TableDiff* diff = nullptr;
  std::optional<Applied> applied;  // nullopt: nothing was tried
};

// {"result":"applied","tables":[{"table":..,"steps":[{"what":..,"outcome":"done"}],..}]}
[[nodiscard]] std::string render_json(std::string_view result,
                                      const std::vector<TableReport>& tables);

}  // namespace keywright::apply
