#pragma once
// What of a request is throttled as a whole: an item of it, or the page that it reads.

#include "emulation/throttle_errors.hpp"
#include <keywright/batch.hpp>
#include <keywright/item_operations.hpp>
#include <keywright/query.hpp>
#include <keywright/transaction.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keywright::emulation {

/// Borrows from the request.
struct Demand {
  std::string_view table_name{};  ///< as in the request
  Direction direction = Direction::read;
  double units = 1;  ///< what it will cost at least, as far as the request says
  std::optional<std::string_view> index_name{};  ///< of reads
  const Item* item = nullptr;                    ///< the key; of puts the item
  bool is_put = false;
  const QueryRequest* query = nullptr;
};

[[nodiscard]] Demand demand_of(const GetItemRequest& request);
[[nodiscard]] Demand demand_of(const PutItemRequest& request);
[[nodiscard]] Demand demand_of(const UpdateItemRequest& request);
[[nodiscard]] Demand demand_of(const DeleteItemRequest& request);
[[nodiscard]] Demand demand_of(const QueryRequest& request);
[[nodiscard]] Demand demand_of(const ScanRequest& request);
/// Of one item of a batch or transaction.
[[nodiscard]] Demand demand_of(std::string_view table_name, const WriteRequest& write);
[[nodiscard]] Demand demand_of(std::string_view table_name, const Key& key, bool consistent_read);
[[nodiscard]] Demand demand_of(const TransactGet& get);
[[nodiscard]] Demand demand_of(const TransactWriteItem& write);

}  // namespace keywright::emulation
