#pragma once

// Columns of plain text, for terminals. Pure.

#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

// A line per row, of which the first has the heads; all have a cell per column. `sides` has a
// letter per column: `l` if its cells begin on the left, `r` if they end on the right.
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows,
                                     std::string_view sides);

}  // namespace keywright::model
