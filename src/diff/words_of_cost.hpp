#pragma once

// What writing items takes, in words. Pure.

#include "diff/change.hpp"
#include "diff/steps.hpp"

#include <string>

namespace keywright::diff {

// "200,000 items x 2 WRU = 400,000 WRU, $0.25"
[[nodiscard]] std::string cost_text(const Backfill& backfill);
// "200,000 items: 400,000 WRU and 12,000 RRU of a Scan of app-table, $0.25"
[[nodiscard]] std::string cost_text(const PlanStep& step);

}  // namespace keywright::diff
