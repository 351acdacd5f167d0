#pragma once

// What differs between the tables of two designs.

#include "diff/change.hpp"
#include "diff/table_side.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright::diff {

// Tables that are one and the same in both: positions in the two lists.
struct TablePairs {
  std::vector<std::pair<std::size_t, std::size_t>> both;
  std::vector<std::size_t> old_only;
  std::vector<std::size_t> new_only;

  [[nodiscard]] std::optional<std::size_t> new_of(std::size_t old_position) const;
  [[nodiscard]] std::optional<std::size_t> old_of(std::size_t new_position) const;
};

// By label, then by name; a last one left on both sides was renamed.
[[nodiscard]] TablePairs match_tables(const std::vector<TableSide>& before,
                                      const std::vector<TableSide>& after);

// In the order of the new tables; those that are gone come last.
[[nodiscard]] std::vector<Change> compare_tables(const std::vector<TableSide>& before,
                                                 const std::vector<TableSide>& after,
                                                 const TablePairs& pairs);

}  // namespace keywright::diff
