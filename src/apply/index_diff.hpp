#pragma once

// The indexes' part of a diff.

#include "apply/table_diff.hpp"

namespace keywright::apply {

// The steps about global indexes, in the order in which they are to be made with others in between.
struct IndexSteps {
  std::vector<Step> deletions;
  std::vector<Step> creations;  // a replacement: its deletion, then its creation
};

// Of a table that is there. What is refused or noted goes to `out`.
[[nodiscard]] IndexSteps diff_indexes(const TableDescription& actual, const ModelTable& wanted,
                                      const DiffOptions& options, TableDiff& out);

}  // namespace keywright::apply
