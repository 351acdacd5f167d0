#pragma once

// Reads character classes such as "[0-9a-f]" or "[^#]".

#include "model/entity.hpp"
#include "model/findings.hpp"
#include "model/tree.hpp"

#include <optional>

namespace keywright::model {

[[nodiscard]] std::optional<Charset> parse_charset(Findings& findings, const Entry& entry);

}  // namespace keywright::model
