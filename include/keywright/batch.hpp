#pragma once
// BatchGetItem (at most 100 keys, 16 MB) and BatchWriteItem (at most 25 puts and deletes, 16 MB).
// Neither is atomic, neither takes conditions, and both may leave work unprocessed.

#include <keywright/call_control.hpp>
#include <keywright/capacity.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/item.hpp>
#include <keywright/legacy.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace keywright {

/// The keys wanted of one table.
struct KeysAndAttributes {
  std::vector<Key> keys{};
  bool consistent_read = false;
  std::optional<std::string> projection_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  std::optional<AttributesToGet> attributes_to_get{};  ///< legacy
};

struct BatchGetItemRequest {
  std::map<std::string, KeysAndAttributes> request_items{};  ///< by table name
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  CallControl control{};
};

struct BatchGetItemResponse {
  std::map<std::string, std::vector<Item>> responses{};  ///< in no particular order
  std::map<std::string, KeysAndAttributes> unprocessed_keys{};
  std::vector<ConsumedCapacity> consumed_capacity{};
};

struct PutRequest {
  Item item{};
};
struct DeleteRequest {
  Key key{};
};
using WriteRequest = std::variant<PutRequest, DeleteRequest>;

struct BatchWriteItemRequest {
  std::map<std::string, std::vector<WriteRequest>> request_items{};  ///< by table name
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
  CallControl control{};
};

struct BatchWriteItemResponse {
  std::map<std::string, std::vector<WriteRequest>> unprocessed_items{};
  std::vector<ConsumedCapacity> consumed_capacity{};
  std::map<std::string, std::vector<ItemCollectionMetrics>> item_collection_metrics{};
};

}  // namespace keywright
