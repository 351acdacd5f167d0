#pragma once
// Key conditions as nearly all are written, read straight from the text: a tree of nodes would cost
// more than the rest of a short query.

#include "expression/key_condition.hpp"
#include "expression/parameters.hpp"

#include <optional>
#include <string_view>

namespace keywright::expression {

/// `#name = :value`, each also with another comparator, BETWEEN or begins_with, joined by AND.
/// nullopt says that the text is not of that form, or that something is wrong with it: then the
/// parser of conditions is to read it, and to find the words.
[[nodiscard]] std::optional<KeyAttributeConditions> read_usual_key_condition(
    std::string_view text, Parameters& parameters);

}  // namespace keywright::expression
