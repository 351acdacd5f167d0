// The requests of GetItem, PutItem, UpdateItem, DeleteItem, Query and Scan as a client writes them.

#include "wire/client_codec.hpp"
#include "wire/writer.hpp"

namespace keywright::wire {

void write_members(ObjectWriter& out, const LegacyCondition& condition) {
  write(out, "ComparisonOperator", condition.comparison_operator);
  write(out, "AttributeValueList", condition.attribute_value_list);
}

void write_members(ObjectWriter& out, const ExpectedAttributeValue& expected) {
  write(out, "Value", expected.value);
  write(out, "Exists", expected.exists);
  write(out, "ComparisonOperator", expected.comparison_operator);
  write(out, "AttributeValueList", expected.attribute_value_list);
}

void write_members(ObjectWriter& out, const AttributeValueUpdate& update) {
  write(out, "Value", update.value);
  write(out, "Action", update.action);
}

namespace {

/// No member for an option that is left at its default.
template <class T>
void write_unless(ObjectWriter& out, std::string_view name, T value, T default_value) {
  if (value != default_value) write(out, name, value);
}

template <class Request>
void write_names(ObjectWriter& out, const Request& request) {
  if (request.expression_attribute_names.empty()) return;
  ObjectWriter names(out.begin("ExpressionAttributeNames"));
  for (const auto& [key, name] : request.expression_attribute_names) {
    append(names.begin_any(key), name);
  }
}

template <class Request>
void write_values(ObjectWriter& out, const Request& request) {
  if (request.expression_attribute_values.empty()) return;
  ObjectWriter values(out.begin("ExpressionAttributeValues"));
  for (const auto& [key, value] : request.expression_attribute_values) {
    append(values.begin_any(key), value);
  }
}

template <class Request>
void write_capacity_option(ObjectWriter& out, const Request& request) {
  write_unless(out, "ReturnConsumedCapacity", request.return_consumed_capacity,
               ReturnConsumedCapacity::none);
}

/// What PutItem, UpdateItem and DeleteItem have in common.
template <class Write>
void write_write_options(ObjectWriter& out, const Write& request) {
  write(out, "ConditionExpression", request.condition_expression);
  write_names(out, request);
  write_values(out, request);
  write_unless(out, "ReturnValues", request.return_values, ReturnValues::none);
  write_unless(out, "ReturnValuesOnConditionCheckFailure",
               request.return_values_on_condition_check_failure,
               ReturnValuesOnConditionCheckFailure::none);
  write_capacity_option(out, request);
  write_unless(out, "ReturnItemCollectionMetrics", request.return_item_collection_metrics,
               ReturnItemCollectionMetrics::none);
  write(out, "Expected", request.expected);
  write(out, "ConditionalOperator", request.conditional_operator);
}

/// What Query and Scan have in common.
template <class Read>
void write_page_options(ObjectWriter& out, const Read& request) {
  write(out, "IndexName", request.index_name);
  write(out, "FilterExpression", request.filter_expression);
  write(out, "ProjectionExpression", request.projection_expression);
  write_names(out, request);
  write_values(out, request);
  write(out, "Select", request.select);
  write(out, "Limit", request.limit);
  write_unless(out, "ConsistentRead", request.consistent_read, false);
  write(out, "ExclusiveStartKey", request.exclusive_start_key);
  write_capacity_option(out, request);
  write(out, "ConditionalOperator", request.conditional_operator);
  write(out, "AttributesToGet", request.attributes_to_get);
}

}  // namespace

template <>
std::string encode(const GetItemRequest& request) {
  std::string body;
  {
    ObjectWriter out(body);
    write(out, "TableName", request.table_name);
    write(out, "Key", request.key);
    write_unless(out, "ConsistentRead", request.consistent_read, false);
    write(out, "ProjectionExpression", request.projection_expression);
    write_names(out, request);
    write_capacity_option(out, request);
    write(out, "AttributesToGet", request.attributes_to_get);
  }
  return body;
}

template <>
std::string encode(const PutItemRequest& request) {
  std::string body;
  {
    ObjectWriter out(body);
    write(out, "TableName", request.table_name);
    write(out, "Item", request.item);
    write_write_options(out, request);
  }
  return body;
}

template <>
std::string encode(const UpdateItemRequest& request) {
  std::string body;
  {
    ObjectWriter out(body);
    write(out, "TableName", request.table_name);
    write(out, "Key", request.key);
    write(out, "UpdateExpression", request.update_expression);
    write_write_options(out, request);
    write(out, "AttributeUpdates", request.attribute_updates);
  }
  return body;
}

template <>
std::string encode(const DeleteItemRequest& request) {
  std::string body;
  {
    ObjectWriter out(body);
    write(out, "TableName", request.table_name);
    write(out, "Key", request.key);
    write_write_options(out, request);
  }
  return body;
}

template <>
std::string encode(const QueryRequest& request) {
  std::string body;
  {
    ObjectWriter out(body);
    write(out, "TableName", request.table_name);
    write(out, "KeyConditionExpression", request.key_condition_expression);
    write_unless(out, "ScanIndexForward", request.scan_index_forward, true);
    write(out, "KeyConditions", request.key_conditions);
    write(out, "QueryFilter", request.query_filter);
    write_page_options(out, request);
  }
  return body;
}

template <>
std::string encode(const ScanRequest& request) {
  std::string body;
  {
    ObjectWriter out(body);
    write(out, "TableName", request.table_name);
    write(out, "Segment", request.segment);
    write(out, "TotalSegments", request.total_segments);
    write(out, "ScanFilter", request.scan_filter);
    write_page_options(out, request);
  }
  return body;
}

}  // namespace keywright::wire
