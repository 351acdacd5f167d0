// GetItem, PutItem, UpdateItem and DeleteItem, and what operations answer about their cost.

#include "wire/operations.hpp"

namespace keywright::wire {
namespace {

/// What PutItem, UpdateItem and DeleteItem have in common.
template <class Write>
void read_write_options(const Members& in, Write& out) {
  read(in, "ConditionExpression", out.condition_expression);
  read(in, "ReturnValues", out.return_values);
  read(in, "ReturnValuesOnConditionCheckFailure", out.return_values_on_condition_check_failure);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
  read(in, "ReturnItemCollectionMetrics", out.return_item_collection_metrics);
  read(in, "Expected", out.expected);
  read(in, "ConditionalOperator", out.conditional_operator);
}

template <class Write>
void read_conditional_write(const Members& in, Write& out) {
  read_placeholders(in, out.expression_attribute_names, &out.expression_attribute_values,
                    {{"ConditionExpression"}}, {"Expected", "ConditionalOperator"});
}

template <class Write>
void write_write_options(ObjectWriter& out, const Write& request) {
  write(out, "ConditionExpression", request.condition_expression);
  write_placeholders(out, request);
  write_option(out, "ReturnValues", request.return_values);
  write_option(out, "ReturnValuesOnConditionCheckFailure",
               request.return_values_on_condition_check_failure);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
  write_option(out, "ReturnItemCollectionMetrics", request.return_item_collection_metrics);
  write(out, "Expected", request.expected);
  write(out, "ConditionalOperator", request.conditional_operator);
}

void write_units(ObjectWriter& out, double units, std::optional<double> read_units,
                 std::optional<double> write_units) {
  write(out, "CapacityUnits", units);
  write(out, "ReadCapacityUnits", read_units);
  write(out, "WriteCapacityUnits", write_units);
}

template <class Units>
void read_units(const Members& in, Units& out) {
  read(in, "CapacityUnits", out.capacity_units);
  read(in, "ReadCapacityUnits", out.read_capacity_units);
  read(in, "WriteCapacityUnits", out.write_capacity_units);
}

}  // namespace

void read_members(const Members& in, GetItemRequest& out) {
  read_table_name(in, out.table_name);
  require(in, "Key", out.key);
  read(in, "ConsistentRead", out.consistent_read);
  read(in, "ProjectionExpression", out.projection_expression);
  read_placeholders(in, out.expression_attribute_names, nullptr, {{"ProjectionExpression", false}},
                    {"AttributesToGet"});
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
  read(in, "AttributesToGet", out.attributes_to_get);
}

void read_members(const Members& in, PutItemRequest& out) {
  in.faults.envelope_values();
  read_table_name(in, out.table_name);
  read_conditional_write(in, out);
  require(in, "Item", out.item);
  read_write_options(in, out);
}

void read_members(const Members& in, UpdateItemRequest& out) {
  in.faults.envelope_values();
  in.faults.only_first_constraint();
  read_table_name(in, out.table_name);
  read_placeholders(in, out.expression_attribute_names, &out.expression_attribute_values,
                    {{"UpdateExpression"}, {"ConditionExpression"}},
                    {"AttributeUpdates", "Expected", "ConditionalOperator"});
  require(in, "Key", out.key);
  read(in, "UpdateExpression", out.update_expression);
  read_write_options(in, out);
  read(in, "AttributeUpdates", out.attribute_updates);
}

void read_members(const Members& in, DeleteItemRequest& out) {
  in.faults.envelope_values();
  read_table_name(in, out.table_name);
  read_conditional_write(in, out);
  require(in, "Key", out.key);
  read_write_options(in, out);
}

void write_members(ObjectWriter& out, const GetItemRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "Key", request.key);
  write_option(out, "ConsistentRead", request.consistent_read);
  write(out, "ProjectionExpression", request.projection_expression);
  write_unless_empty(out, "ExpressionAttributeNames", request.expression_attribute_names);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
  write(out, "AttributesToGet", request.attributes_to_get);
}

void write_members(ObjectWriter& out, const PutItemRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "Item", request.item);
  write_write_options(out, request);
}

void write_members(ObjectWriter& out, const UpdateItemRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "Key", request.key);
  write(out, "UpdateExpression", request.update_expression);
  write_write_options(out, request);
  write(out, "AttributeUpdates", request.attribute_updates);
}

void write_members(ObjectWriter& out, const DeleteItemRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "Key", request.key);
  write_write_options(out, request);
}

// Responses ----------------------------------------------------------------------------------

void write_members(ObjectWriter& out, const GetItemResponse& response) {
  write(out, "Item", response.item);
  write(out, "ConsumedCapacity", response.consumed_capacity);
}

void write_members(ObjectWriter& out, const WriteItemResponse& response) {
  write(out, "Attributes", response.attributes);
  write(out, "ConsumedCapacity", response.consumed_capacity);
  write(out, "ItemCollectionMetrics", response.item_collection_metrics);
}

void write_members(ObjectWriter& out, const Capacity& capacity) {
  write_units(out, capacity.capacity_units, capacity.read_capacity_units,
              capacity.write_capacity_units);
}

void write_members(ObjectWriter& out, const ConsumedCapacity& capacity) {
  write(out, "TableName", capacity.table_name);
  write_units(out, capacity.capacity_units, capacity.read_capacity_units,
              capacity.write_capacity_units);
  write(out, "Table", capacity.table);
  write_unless_empty(out, "LocalSecondaryIndexes", capacity.local_secondary_indexes);
  write_unless_empty(out, "GlobalSecondaryIndexes", capacity.global_secondary_indexes);
}

void write_members(ObjectWriter& out, const ItemCollectionMetrics& metrics) {
  write(out, "ItemCollectionKey", metrics.item_collection_key);
  write(out, "SizeEstimateRangeGB",
        std::vector<double>{metrics.size_estimate_lower_gb, metrics.size_estimate_upper_gb});
}

void read_members(const Members& in, GetItemResponse& out) {
  read(in, "Item", out.item);
  read(in, "ConsumedCapacity", out.consumed_capacity);
}

void read_members(const Members& in, WriteItemResponse& out) {
  read(in, "Attributes", out.attributes);
  read(in, "ConsumedCapacity", out.consumed_capacity);
  read(in, "ItemCollectionMetrics", out.item_collection_metrics);
}

void read_members(const Members& in, Capacity& out) {
  read_units(in, out);
}

void read_members(const Members& in, ConsumedCapacity& out) {
  read(in, "TableName", out.table_name);
  read_units(in, out);
  read(in, "Table", out.table);
  read(in, "LocalSecondaryIndexes", out.local_secondary_indexes);
  read(in, "GlobalSecondaryIndexes", out.global_secondary_indexes);
}

void read_members(const Members& in, ItemCollectionMetrics& out) {
  read(in, "ItemCollectionKey", out.item_collection_key);
  std::vector<double> bounds;
  read(in, "SizeEstimateRangeGB", bounds);
  if (bounds.size() != 2) return;
  out.size_estimate_lower_gb = bounds[0];
  out.size_estimate_upper_gb = bounds[1];
}

}  // namespace keywright::wire
