#pragma once
// Document paths: finding what they name, ordering them, telling whether two may stand together.

#include "expression/ast.hpp"
#include "expression/findings.hpp"
#include <keywright/item.hpp>

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace keywright::expression {

/// What the path names in the item, or nullopt.
[[nodiscard]] std::optional<ValueView> find(const Item& item, Path path);

/// Names before indexes, names by bytes, indexes by number.
[[nodiscard]] std::strong_ordering compare(const Step& a, const Step& b);
/// Step by step; a prefix comes first. What lies under one place is thus adjacent when sorted.
[[nodiscard]] std::strong_ordering compare(Path a, Path b);

/// As in error messages: `[a, b, [1]]`.
[[nodiscard]] std::string to_message(Path path);
/// As in expressions: `a.#b[1]`.
void append_text(std::string& out, Path path);

/// True if of two paths one lies within the other, or they take the same place for a map and for a
/// list. `sorted` is sorted by compare().
[[nodiscard]] bool any_meet(std::span<const Step> steps, std::span<const PathRef> sorted);

/// Reports the first two paths that do, `paths` being in the order of the text.
void report_meeting(std::span<const Step> steps, std::span<const PathRef> paths,
                    Findings& findings);

/// The end of the run that begins at `begin` and shares the step at `depth`. `sorted` as above.
[[nodiscard]] std::size_t end_of_run(std::span<const Step> steps, std::span<const PathRef> sorted,
                                     std::size_t begin, std::size_t depth);

/// The parts of the item that the paths name, common prefixes merged, elements of lists compacted
/// in the order of their indexes.
[[nodiscard]] Item project(const Item& item, std::span<const Step> steps,
                           std::span<const PathRef> sorted);

}  // namespace keywright::expression
