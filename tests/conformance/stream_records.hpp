#pragma once
// The records of a table's stream, which take several requests to read.

#include "transport.hpp"

#include <string_view>

namespace keywright::conformance {

/// Answers a request {"TableName": "..."} as GetRecords would, with the records of all shards of
/// the table's newest stream, from the oldest, in the order of their sequence numbers.
[[nodiscard]] Answer all_records(Transport& transport, std::string_view request);

}  // namespace keywright::conformance
