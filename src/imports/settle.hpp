#pragma once

// Makes a draft fit together: afterwards read_model() finds no error in what is written of it.
// What does not fit is reported, left out, and told in a comment.

#include "imports/draft.hpp"
#include "imports/report.hpp"

namespace keywright::imports {

void settle(Report& report, Draft& draft);
// The part of it for access patterns, once tables and entities are settled.
void settle_patterns(Report& report, Draft& draft);

}  // namespace keywright::imports
