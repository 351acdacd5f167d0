// Query and Scan.

#include "wire/operations.hpp"

#include <array>

namespace keywright::wire {
namespace {

/// What cannot be a value at all is an invalid start; a number that is none says only that.
void read_start_key(const Members& in, std::optional<Key>& out) {
  constexpr std::array<std::string_view, 2> kInvalid{
      "Supplied AttributeValue", "One or more parameter values were invalid: Null attribute value"};
  const bool known = in.faults.value().has_value();
  read(in, "ExclusiveStartKey", out);
  const std::string why = known ? "" : in.faults.value().value_or("");
  for (const std::string_view beginning : kInvalid) {
    if (why.starts_with(beginning)) {
      in.faults.replace_value("The provided starting key is invalid: " + why);
    }
  }
}

/// What Query and Scan have in common.
template <class Read>
void read_page_options(const Members& in, Read& out) {
  read(in, "IndexName", out.index_name);
  read(in, "FilterExpression", out.filter_expression);
  read(in, "ProjectionExpression", out.projection_expression);
  read(in, "Select", out.select);
  read(in, "Limit", out.limit);
  read(in, "ConsistentRead", out.consistent_read);
  read_start_key(in, out.exclusive_start_key);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
  read(in, "ConditionalOperator", out.conditional_operator);
  read(in, "AttributesToGet", out.attributes_to_get);
}

template <class Read>
void write_page_options(ObjectWriter& out, const Read& request) {
  write(out, "IndexName", request.index_name);
  write(out, "FilterExpression", request.filter_expression);
  write(out, "ProjectionExpression", request.projection_expression);
  write_placeholders(out, request);
  write(out, "Select", request.select);
  write(out, "Limit", request.limit);
  write_option(out, "ConsistentRead", request.consistent_read);
  write(out, "ExclusiveStartKey", request.exclusive_start_key);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
  write(out, "ConditionalOperator", request.conditional_operator);
  write(out, "AttributesToGet", request.attributes_to_get);
}

void write_page(ObjectWriter& out, std::optional<Select> select, const PageResponse& response) {
  if (select != Select::count) write(out, "Items", response.items);
  write(out, "Count", response.count);
  write(out, "ScannedCount", response.scanned_count);
  write(out, "LastEvaluatedKey", response.last_evaluated_key);
  write(out, "ConsumedCapacity", response.consumed_capacity);
}

}  // namespace

void read_members(const Members& in, QueryRequest& out) {
  read_table_name(in, out.table_name);
  read_placeholders(
      in, out.expression_attribute_names, &out.expression_attribute_values,
      {{"FilterExpression"}, {"KeyConditionExpression"}, {"ProjectionExpression", false}},
      {"KeyConditions", "QueryFilter", "ConditionalOperator", "AttributesToGet"});
  read(in, "KeyConditionExpression", out.key_condition_expression);
  read(in, "ScanIndexForward", out.scan_index_forward);
  read(in, "KeyConditions", out.key_conditions);
  read(in, "QueryFilter", out.query_filter);
  read_page_options(in, out);
}

void read_members(const Members& in, ScanRequest& out) {
  read_table_name(in, out.table_name);
  read_placeholders(in, out.expression_attribute_names, &out.expression_attribute_values,
                    {{"FilterExpression"}, {"ProjectionExpression", false}},
                    {"ScanFilter", "ConditionalOperator", "AttributesToGet"});
  read(in, "Segment", out.segment);
  read(in, "TotalSegments", out.total_segments);
  read(in, "ScanFilter", out.scan_filter);
  read_page_options(in, out);
}

void write_members(ObjectWriter& out, const QueryRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "KeyConditionExpression", request.key_condition_expression);
  write_unless(out, "ScanIndexForward", request.scan_index_forward, true);
  write(out, "KeyConditions", request.key_conditions);
  write(out, "QueryFilter", request.query_filter);
  write_page_options(out, request);
}

void write_members(ObjectWriter& out, const ScanRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "Segment", request.segment);
  write(out, "TotalSegments", request.total_segments);
  write(out, "ScanFilter", request.scan_filter);
  write_page_options(out, request);
}

void write_answer(ObjectWriter& out, const QueryRequest& request, const PageResponse& response) {
  write_page(out, request.select, response);
}

void write_answer(ObjectWriter& out, const ScanRequest& request, const PageResponse& response) {
  write_page(out, request.select, response);
}

void read_members(const Members& in, PageResponse& out) {
  read(in, "Items", out.items);
  read(in, "Count", out.count);
  read(in, "ScannedCount", out.scanned_count);
  read(in, "LastEvaluatedKey", out.last_evaluated_key);
  read(in, "ConsumedCapacity", out.consumed_capacity);
}

}  // namespace keywright::wire
