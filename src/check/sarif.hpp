#pragma once

// Findings as SARIF 2.1.0, which code review tools read.

#include "model/diagnostic.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace keywright::check {

// One run over all files, ending in a line break. The rules that were broken are described; a help
// stands behind the message, and notes that have a place are related locations. A file that could
// not be read is a notification of the tool.
[[nodiscard]] std::string render_sarif(const std::vector<model::FileReport>& reports,
                                       std::string_view version);

}  // namespace keywright::check
