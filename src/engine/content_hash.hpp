#pragma once
// Hashes of what requests ask for, by which a request that is sent again is known. What does not
// change what is written to which items under which conditions (the order of names and values,
// whether costs are returned) does not count.

#include <keywright/partiql.hpp>
#include <keywright/transaction.hpp>

#include <cstdint>

namespace keywright::engine {

[[nodiscard]] std::uint64_t content_hash(const TransactWriteItemsRequest& request);
[[nodiscard]] std::uint64_t content_hash(const ExecuteTransactionRequest& request);
/// Of statement and parameters: what a NextToken belongs to.
[[nodiscard]] std::uint64_t content_hash(const ExecuteStatementRequest& request);

}  // namespace keywright::engine
