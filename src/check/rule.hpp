#pragma once

// The catalogue: one row per rule, with the page that `keywright explain` and docs/rules.md show.
//
// The rows are constants; everything here may be read from any thread, and nothing fails.

#include "model/diagnostic.hpp"
#include "model/ir.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::check {

enum class Level {
  error,
  warning,
  note,
  by_profile,  // an error in production, a warning in development
  graded,      // the finding says which, by the numbers
  advised,     // a warning or a note; the finding says which
};

struct Rule {
  std::string_view id;
  Level level;
  std::string_view title;  // one line: what is wrong
  std::string_view why;    // what happens if nobody mends it
  std::string_view bad;    // a piece of a model that the rule reports
  std::string_view good;   // the same, mended
};

// Rules of one subject; the tables stand in tables_*.cpp.
struct RuleFamily {
  std::string_view title;  // "Access patterns"
  std::span<const Rule> rules;
};

[[nodiscard]] std::span<const RuleFamily> rule_families();

// Null if no rule has this id.
[[nodiscard]] const Rule* find_rule(std::string_view id);

[[nodiscard]] model::Severity severity_of(const Rule& rule, model::Profile profile);

// The page of a rule, in Markdown.
[[nodiscard]] std::string explain(const Rule& rule);
// The pages of all rules by family, in Markdown: the text of docs/rules.md.
[[nodiscard]] std::string catalogue();

}  // namespace keywright::check
