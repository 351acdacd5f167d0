#pragma once

// The way from the old design to the new one, in steps that keep a running application whole. Pure.

#include "cost/prices.hpp"
#include "diff/change.hpp"
#include "diff/model_side.hpp"
#include "diff/tables.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::diff {

enum class Action : std::uint8_t {
  deploy,    // of the table's definition: one UpdateTable
  backfill,  // items are written
  copy,      // items go to another table
  release,   // of code that is generated from the new model
  pause,     // callers stop, or start again
};
[[nodiscard]] std::string_view to_text(Action action);

struct PlanStep {
  Action action = Action::deploy;
  std::string what;                  // "create index gsi2 of app-table"
  std::vector<std::string> details;  // conditions, reasons
  std::optional<double> items;       // that are written, if the model says how many
  bool at_most = false;
  double write_units = 0;
  std::optional<double> read_units;  // of the Scan, if the model says what there is to read
  std::string scanned;               // "app-table", or "index gsi1", which is cheaper
  double dollars = 0;
  bool has_cost = false;
};

// `before` is null if the old side is a template. Waived changes are planned like all others.
[[nodiscard]] std::vector<PlanStep> plan_steps(const std::vector<Change>& changes,
                                               const ModelSide* before, const ModelSide& after,
                                               const TablePairs& tables,
                                               const cost::Prices& prices);

}  // namespace keywright::diff
