#pragma once

// What a read gave, against what it must give. Pure.

#include "verify/cases.hpp"

#include <optional>
#include <string>
#include <vector>

namespace keywright::verify {

// Lists of one request each, as they came; more than one if a partition is spread. nullopt: all is
// well.
[[nodiscard]] std::optional<std::string> difference(const Read& read,
                                                    const std::vector<Sample>& expected,
                                                    const std::vector<std::vector<Item>>& lists);

// Of one item as a whole; null: there is none.
[[nodiscard]] std::optional<std::string> difference(const Item* expected, const Item* got);

}  // namespace keywright::verify
