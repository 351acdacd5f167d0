#pragma once

// From a request's key conditions to the pattern they are: which entities have such keys, and which
// of their fields the conditions bind.

#include "imports/cli_command.hpp"
#include "imports/draft.hpp"

#include <string>
#include <vector>

namespace keywright::imports {

// Sets entity or returns, by and range. False if the keys of no entity fit: then the entity is the
// table's first, and nothing is bound.
[[nodiscard]] bool bind_request(const Draft& draft, const DraftTable& table,
                                const std::string& index,
                                const std::vector<KeyCondition>& conditions, DraftPattern& pattern);

}  // namespace keywright::imports
