#pragma once
// What a request cost, and the options that ask for it. Units are AWS's read and write units:
// 4 KB per strongly consistent read unit, 1 KB per write unit.

#include <keywright/item.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace keywright {

enum class ReturnConsumedCapacity : std::uint8_t { none, total, indexes };
enum class ReturnItemCollectionMetrics : std::uint8_t { none, size };

/// One arm (the table or an index) of a request's cost.
struct Capacity {
  double capacity_units = 0;
  std::optional<double> read_capacity_units{};   ///< transactions only
  std::optional<double> write_capacity_units{};  ///< transactions only
  friend bool operator==(const Capacity&, const Capacity&) = default;
};

struct ConsumedCapacity {
  std::string table_name{};
  double capacity_units = 0;
  std::optional<double> read_capacity_units{};   ///< transactions only
  std::optional<double> write_capacity_units{};  ///< transactions only
  // With ReturnConsumedCapacity::indexes: the arms. Only indexes that were charged appear.
  std::optional<Capacity> table{};
  std::map<std::string, Capacity> local_secondary_indexes{};
  std::map<std::string, Capacity> global_secondary_indexes{};
  friend bool operator==(const ConsumedCapacity&, const ConsumedCapacity&) = default;
};

/// Only for tables with a local secondary index.
struct ItemCollectionMetrics {
  Item item_collection_key{};  ///< the partition key attribute
  double size_estimate_lower_gb = 0;
  double size_estimate_upper_gb = 1;
  friend bool operator==(const ItemCollectionMetrics&, const ItemCollectionMetrics&) = default;
};

}  // namespace keywright
