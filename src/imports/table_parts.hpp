#pragma once

// Parts of a table that formats made of AWS's own requests write alike.

#include "imports/draft.hpp"
#include "imports/object.hpp"
#include "imports/report.hpp"

#include <array>
#include <string_view>

namespace keywright::imports {

inline constexpr std::array attribute_keys{std::string_view{"AttributeName"},
                                           std::string_view{"AttributeType"}};

// The member `Projection`, if there is one.
void read_projection(Report& report, const Object& index, DraftIndex& draft);
// The member `ProvisionedThroughput` of what holds the units of a provisioned table.
void read_throughput(Report& report, const Object& holder, DraftTable& draft);
// Takes a table into the draft; false, and reported, if it cannot be one of it.
bool add_table(Report& report, DraftTable table, Draft& draft);

}  // namespace keywright::imports
