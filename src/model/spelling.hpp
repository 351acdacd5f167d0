#pragma once

// "Did you mean": the known name that a misspelt one most likely stands for.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`; case counts
// half.
[[nodiscard]] double edit_distance(std::string_view a, std::string_view b);

// The nearest candidate, if it is near enough to be meant; of equals the first.
[[nodiscard]] std::optional<std::string> nearest_name(
    std::string_view name, const std::vector<std::string_view>& candidates);

// The help for an unknown name: "did you mean `status`?", else "use one of a, b and c" (cut when
// long), else empty.
[[nodiscard]] std::string suggest(std::string_view name,
                                  const std::vector<std::string_view>& candidates);

[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
// "a", "a and b", "a, b and c".
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

// Text of a model on one line: control characters as \xNN.
[[nodiscard]] std::string on_one_line(std::string_view text);

}  // namespace keywright::model
