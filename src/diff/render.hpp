#pragma once

// Reports for people and for programs. Pure.

#include "diff/diff.hpp"
#include "model/source.hpp"

#include <string>
#include <string_view>

namespace keywright::diff {

struct Names {
  std::string before;  // of the files
  std::string after;
};

// Changes by impact, findings, and the plan in numbered steps.
[[nodiscard]] std::string render_text(const Report& report, const Names& names,
                                      const model::SourceFile& after, bool color);

// {"old", "new", "impact", "changes": [{"kind", "impact", "subject", "what", "before", "after",
// "rule", "why", "mend", "note", "waived", "line", "column", "backfill": {..}}], "findings": [..],
// "steps": [{"step", "action", "what", "details", "items", "write_units", "read_units",
// "dollars"}], "notes": [..]}, ending in a line break. What is absent is left out.
[[nodiscard]] std::string render_json(const Report& report, const Names& names);

}  // namespace keywright::diff
