#pragma once
// GetItem, PutItem, UpdateItem and DeleteItem. Plain data: fields left alone mean "not given".
// Members have AWS's names in snake_case; their rules are those of the API reference.

#include <keywright/call_control.hpp>
#include <keywright/capacity.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/item.hpp>
#include <keywright/legacy.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace keywright {

enum class ReturnValues : std::uint8_t { none, all_old, updated_old, all_new, updated_new };
enum class ReturnValuesOnConditionCheckFailure : std::uint8_t { none, all_old };

struct GetItemRequest {
  std::string table_name{};
  Key key{};
  bool consistent_read = false;
  std::optional<std::string> projection_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  std::optional<AttributesToGet> attributes_to_get{};  ///< legacy
  CallControl control{};
};

struct GetItemResponse {
  std::optional<Item> item{};  ///< nullopt: no such item
  std::optional<ConsumedCapacity> consumed_capacity{};
};

struct PutItemRequest {
  std::string table_name{};
  Item item{};
  std::optional<std::string> condition_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  ReturnValues return_values = ReturnValues::none;  ///< none or all_old
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
  // Legacy:
  std::optional<ExpectedAttributes> expected{};
  std::optional<ConditionalOperator> conditional_operator{};
  CallControl control{};
};

struct UpdateItemRequest {
  std::string table_name{};
  Key key{};
  std::optional<std::string> update_expression{};
  std::optional<std::string> condition_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  ReturnValues return_values = ReturnValues::none;
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
  // Legacy:
  std::optional<AttributeUpdates> attribute_updates{};
  std::optional<ExpectedAttributes> expected{};
  std::optional<ConditionalOperator> conditional_operator{};
  CallControl control{};
};

struct DeleteItemRequest {
  std::string table_name{};
  Key key{};
  std::optional<std::string> condition_expression{};
  ExpressionAttributeNames expression_attribute_names{};
  ExpressionAttributeValues expression_attribute_values{};
  ReturnValues return_values = ReturnValues::none;  ///< none or all_old
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
  // Legacy:
  std::optional<ExpectedAttributes> expected{};
  std::optional<ConditionalOperator> conditional_operator{};
  CallControl control{};
};

/// What PutItem, UpdateItem and DeleteItem answer.
struct WriteItemResponse {
  std::optional<Item> attributes{};  ///< as return_values asked; nullopt if there are none
  std::optional<ConsumedCapacity> consumed_capacity{};
  std::optional<ItemCollectionMetrics> item_collection_metrics{};
};

using PutItemResponse = WriteItemResponse;
using UpdateItemResponse = WriteItemResponse;
using DeleteItemResponse = WriteItemResponse;

}  // namespace keywright
