#pragma once
// TransactWriteItems and TransactGetItems: at most 100 operations and 4 MB, all or nothing, one
// operation per item.

#include <keywright/call_control.hpp>
#include <keywright/capacity.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/item.hpp>
#include <keywright/item_operations.hpp>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace keywright {

struct TransactPut {
  std::string table_name{};
  Item item{};
  std::optional<std::string> condition_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};

struct TransactUpdate {
  std::string table_name{};
  Key key{};
  std::string update_expression{};
  std::optional<std::string> condition_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};

struct TransactDelete {
  std::string table_name{};
  Key key{};
  std::optional<std::string> condition_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};

struct TransactConditionCheck {
  std::string table_name{};
  Key key{};
  std::string condition_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};

using TransactWriteItem =
    std::variant<TransactPut, TransactUpdate, TransactDelete, TransactConditionCheck>;

struct TransactWriteItemsRequest {
  std::vector<TransactWriteItem> transact_items{};
  /// 1 to 36 characters. The same request with the same token within ten minutes is done once.
  std::optional<std::string> client_request_token{};
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
  CallControl control{};
};

struct TransactWriteItemsResponse {
  std::vector<ConsumedCapacity> consumed_capacity{};
  std::map<std::string, std::vector<ItemCollectionMetrics>> item_collection_metrics{};
};

struct TransactGet {
  std::string table_name{};
  Key key{};
  std::optional<std::string> projection_expression{};
  ExpressionAttributeNames expression_attribute_names{};
};

struct TransactGetItemsRequest {
  std::vector<TransactGet> transact_items{};
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  CallControl control{};
};

struct TransactGetItemsResponse {
  std::vector<std::optional<Item>> responses{};  ///< by position; nullopt: no such item
  std::vector<ConsumedCapacity> consumed_capacity{};
};

}  // namespace keywright
