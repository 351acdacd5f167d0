#pragma once
// The common way of the writes of a transaction (TransactWriteItems, ExecuteTransaction), and of
// its reads (TransactGetItems, ExecuteTransaction), once they are planned.

#include "engine/capacity_meter.hpp"
#include "engine/catalogue.hpp"
#include "engine/idempotency_tokens.hpp"
#include "engine/write.hpp"
#include "expression/projection.hpp"
#include "storage/storage.hpp"
#include <keywright/clock.hpp>
#include <keywright/transaction.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

struct TransactAction {
  WritePlan plan;
  std::size_t bytes = 0;  ///< what it adds to the size of the request
  // Found on the way:
  Table* table = nullptr;
  std::optional<EntryKey> key;
  WriteOutcome outcome;
};
using TransactActions = std::vector<TransactAction>;

/// What a transaction is done with.
struct TransactContext {
  const Catalogue::Reader& reader;
  storage::Store& store;
  const Clock& clock;
  IdempotencyTokens& tokens;
  const std::optional<std::string>& token;  ///< the client's
  std::uint64_t content = 0;                ///< of the request, if it has a token
};

/// Does all or none, and says what it cost (transact_write_items.cpp).
[[nodiscard]] Result<CapacityMeters> write_together(TransactActions& actions,
                                                    const TransactContext& context);

/// Borrows the key.
struct TransactRead {
  std::string_view table_name;
  const Key* key = nullptr;
  std::optional<expression::Projection> projection;
  // Found on the way:
  Table* table = nullptr;
  std::optional<EntryKey> entry;
};

/// Reads all at one moment (transact_get_items.cpp).
[[nodiscard]] Result<TransactGetItemsResponse> read_together(std::vector<TransactRead>& reads,
                                                             const Catalogue::Reader& reader,
                                                             const storage::Store& store,
                                                             ReturnConsumedCapacity asked);

}  // namespace keywright::engine
