#pragma once
// Every operation in both directions, one file per family: its request as the server reads it and
// the client writes it, its response as the server writes it and the client reads it. The
// structures that several families share follow at the end.

#include "wire/reader.hpp"
#include "wire/writer.hpp"
#include <keywright/database.hpp>

namespace keywright::wire {

/// One more than a batch may have.
template <>
inline constexpr std::size_t kMostRead<WriteRequest> = 26;

// items.cpp
void read_members(const Members& in, GetItemRequest& out);
void read_members(const Members& in, PutItemRequest& out);
void read_members(const Members& in, UpdateItemRequest& out);
void read_members(const Members& in, DeleteItemRequest& out);
void write_members(ObjectWriter& out, const GetItemRequest& request);
void write_members(ObjectWriter& out, const PutItemRequest& request);
void write_members(ObjectWriter& out, const UpdateItemRequest& request);
void write_members(ObjectWriter& out, const DeleteItemRequest& request);
void write_members(ObjectWriter& out, const GetItemResponse& response);
void write_members(ObjectWriter& out, const WriteItemResponse& response);
void read_members(const Members& in, GetItemResponse& out);
void read_members(const Members& in, WriteItemResponse& out);

// query.cpp
void read_members(const Members& in, QueryRequest& out);
void read_members(const Members& in, ScanRequest& out);
void write_members(ObjectWriter& out, const QueryRequest& request);
void write_members(ObjectWriter& out, const ScanRequest& request);
void write_answer(ObjectWriter& out, const QueryRequest& request, const PageResponse& response);
void write_answer(ObjectWriter& out, const ScanRequest& request, const PageResponse& response);
void read_members(const Members& in, PageResponse& out);

// batch.cpp
void read_members(const Members& in, BatchGetItemRequest& out);
void read_members(const Members& in, BatchWriteItemRequest& out);
void write_members(ObjectWriter& out, const BatchGetItemRequest& request);
void write_members(ObjectWriter& out, const BatchWriteItemRequest& request);
void write_members(ObjectWriter& out, const BatchGetItemResponse& response);
void write_members(ObjectWriter& out, const BatchWriteItemResponse& response);
void read_members(const Members& in, BatchGetItemResponse& out);
void read_members(const Members& in, BatchWriteItemResponse& out);

// transaction.cpp
void read_members(const Members& in, TransactGetItemsRequest& out);
void read_members(const Members& in, TransactWriteItemsRequest& out);
void write_members(ObjectWriter& out, const TransactGetItemsRequest& request);
void write_members(ObjectWriter& out, const TransactWriteItemsRequest& request);
void write_members(ObjectWriter& out, const TransactGetItemsResponse& response);
void write_members(ObjectWriter& out, const TransactWriteItemsResponse& response);
void read_members(const Members& in, TransactGetItemsResponse& out);
void read_members(const Members& in, TransactWriteItemsResponse& out);

// partiql.cpp
void read_members(const Members& in, ExecuteStatementRequest& out);
void read_members(const Members& in, BatchExecuteStatementRequest& out);
void read_members(const Members& in, ExecuteTransactionRequest& out);
void write_members(ObjectWriter& out, const ExecuteStatementRequest& request);
void write_members(ObjectWriter& out, const BatchExecuteStatementRequest& request);
void write_members(ObjectWriter& out, const ExecuteTransactionRequest& request);
void write_members(ObjectWriter& out, const ExecuteStatementResponse& response);
void write_members(ObjectWriter& out, const BatchExecuteStatementResponse& response);
void write_members(ObjectWriter& out, const ExecuteTransactionResponse& response);
void read_members(const Members& in, ExecuteStatementResponse& out);
void read_members(const Members& in, BatchExecuteStatementResponse& out);
void read_members(const Members& in, ExecuteTransactionResponse& out);

// table_request.cpp, table_description.cpp
void read_members(const Members& in, CreateTableRequest& out);
void read_members(const Members& in, DescribeTableRequest& out);
void read_members(const Members& in, UpdateTableRequest& out);
void read_members(const Members& in, DeleteTableRequest& out);
void read_members(const Members& in, ListTablesRequest& out);
void read_members(const Members& in, UpdateTimeToLiveRequest& out);
void read_members(const Members& in, DescribeTimeToLiveRequest& out);
void write_members(ObjectWriter& out, const CreateTableRequest& request);
void write_members(ObjectWriter& out, const DescribeTableRequest& request);
void write_members(ObjectWriter& out, const UpdateTableRequest& request);
void write_members(ObjectWriter& out, const DeleteTableRequest& request);
void write_members(ObjectWriter& out, const ListTablesRequest& request);
void write_members(ObjectWriter& out, const UpdateTimeToLiveRequest& request);
void write_members(ObjectWriter& out, const DescribeTimeToLiveRequest& request);
void write_answer(ObjectWriter& out, const DescribeTableRequest& request,
                  const TableResponse& response);
void write_members(ObjectWriter& out, const TableResponse& response);
void write_members(ObjectWriter& out, const ListTablesResponse& response);
void write_members(ObjectWriter& out, const UpdateTimeToLiveResponse& response);
void write_members(ObjectWriter& out, const DescribeTimeToLiveResponse& response);
void read_answer(const Members& in, const DescribeTableRequest& request, TableResponse& out);
void read_members(const Members& in, TableResponse& out);
void read_members(const Members& in, ListTablesResponse& out);
void read_members(const Members& in, UpdateTimeToLiveResponse& out);
void read_members(const Members& in, DescribeTimeToLiveResponse& out);

// stream.cpp
void read_members(const Members& in, ListStreamsRequest& out);
void read_members(const Members& in, DescribeStreamRequest& out);
void read_members(const Members& in, GetShardIteratorRequest& out);
void read_members(const Members& in, GetRecordsRequest& out);
void write_members(ObjectWriter& out, const ListStreamsRequest& request);
void write_members(ObjectWriter& out, const DescribeStreamRequest& request);
void write_members(ObjectWriter& out, const GetShardIteratorRequest& request);
void write_members(ObjectWriter& out, const GetRecordsRequest& request);
void write_members(ObjectWriter& out, const ListStreamsResponse& response);
void write_members(ObjectWriter& out, const DescribeStreamResponse& response);
void write_members(ObjectWriter& out, const GetShardIteratorResponse& response);
void write_members(ObjectWriter& out, const GetRecordsResponse& response);
void read_members(const Members& in, ListStreamsResponse& out);
void read_members(const Members& in, DescribeStreamResponse& out);
void read_members(const Members& in, GetShardIteratorResponse& out);
void read_members(const Members& in, GetRecordsResponse& out);

// resource.cpp
void read_members(const Members& in, TagResourceRequest& out);
void read_members(const Members& in, UntagResourceRequest& out);
void read_members(const Members& in, ListTagsOfResourceRequest& out);
void read_members(const Members& in, PutResourcePolicyRequest& out);
void read_members(const Members& in, GetResourcePolicyRequest& out);
void read_members(const Members& in, DeleteResourcePolicyRequest& out);
void read_members(const Members& in, DescribeLimitsRequest& out);
void read_members(const Members& in, DescribeEndpointsRequest& out);
void write_members(ObjectWriter& out, const TagResourceRequest& request);
void write_members(ObjectWriter& out, const UntagResourceRequest& request);
void write_members(ObjectWriter& out, const ListTagsOfResourceRequest& request);
void write_members(ObjectWriter& out, const PutResourcePolicyRequest& request);
void write_members(ObjectWriter& out, const GetResourcePolicyRequest& request);
void write_members(ObjectWriter& out, const DeleteResourcePolicyRequest& request);
void write_members(ObjectWriter& out, const DescribeLimitsRequest& request);
void write_members(ObjectWriter& out, const DescribeEndpointsRequest& request);
void write_members(ObjectWriter& out, const ListTagsOfResourceResponse& response);
void write_members(ObjectWriter& out, const PutResourcePolicyResponse& response);
void write_members(ObjectWriter& out, const GetResourcePolicyResponse& response);
void write_members(ObjectWriter& out, const DeleteResourcePolicyResponse& response);
void write_members(ObjectWriter& out, const DescribeLimitsResponse& response);
void write_members(ObjectWriter& out, const DescribeEndpointsResponse& response);
void read_members(const Members& in, ListTagsOfResourceResponse& out);
void read_members(const Members& in, PutResourcePolicyResponse& out);
void read_members(const Members& in, GetResourcePolicyResponse& out);
void read_members(const Members& in, DeleteResourcePolicyResponse& out);
void read_members(const Members& in, DescribeLimitsResponse& out);
void read_members(const Members& in, DescribeEndpointsResponse& out);

/// ExpressionAttributeNames and ExpressionAttributeValues, of what has both.
template <class Request>
void write_placeholders(ObjectWriter& out, const Request& request) {
  write_unless_empty(out, "ExpressionAttributeNames", request.expression_attribute_names);
  write_unless_empty(out, "ExpressionAttributeValues", request.expression_attribute_values);
}

/// What an operation answers, where the request matters to its form; mostly it does not.
template <class Request, class Response>
void write_answer(ObjectWriter& out, const Request&, const Response& response) {
  write_members(out, response);
}
/// The same as read.
template <class Request, class Response>
void read_answer(const Members& in, const Request&, Response& out) {
  read_members(in, out);
}

// Shared -------------------------------------------------------------------------------------

// legacy.cpp
void read_members(const Members& in, LegacyCondition& out);
void read_members(const Members& in, ExpectedAttributeValue& out);
void read_members(const Members& in, AttributeValueUpdate& out);
void write_members(ObjectWriter& out, const LegacyCondition& condition);
void write_members(ObjectWriter& out, const ExpectedAttributeValue& expected);
void write_members(ObjectWriter& out, const AttributeValueUpdate& update);

// items.cpp
void write_members(ObjectWriter& out, const ConsumedCapacity& capacity);
void write_members(ObjectWriter& out, const ItemCollectionMetrics& metrics);
void read_members(const Members& in, ConsumedCapacity& out);
void read_members(const Members& in, ItemCollectionMetrics& out);

// transaction.cpp: items by position, `{}` for none
void write_responses(ObjectWriter& out, const std::vector<std::optional<Item>>& responses);
void read_responses(const Members& in, std::vector<std::optional<Item>>& out);

// table_definition.cpp
void read_members(const Members& in, KeySchemaElement& out);
void read_members(const Members& in, AttributeDefinition& out);
void read_members(const Members& in, Projection& out);
void read_members(const Members& in, ProvisionedThroughput& out);
void read_members(const Members& in, OnDemandThroughput& out);
void read_members(const Members& in, WarmThroughput& out);
void read_members(const Members& in, StreamSpecification& out);
void read_members(const Members& in, SseSpecification& out);
void read_members(const Members& in, Tag& out);
void write_members(ObjectWriter& out, const KeySchemaElement& element);
void write_members(ObjectWriter& out, const AttributeDefinition& definition);
void write_members(ObjectWriter& out, const Projection& projection);
void write_members(ObjectWriter& out, const ProvisionedThroughput& throughput);
void write_members(ObjectWriter& out, const OnDemandThroughput& throughput);
void write_members(ObjectWriter& out, const WarmThroughput& throughput);
void write_members(ObjectWriter& out, const StreamSpecification& specification);
void write_members(ObjectWriter& out, const SseSpecification& encryption);
void write_members(ObjectWriter& out, const Tag& tag);

// AWS's order of the values of enumerations in its messages, where it is not that of their
// declaration.
template <>
inline constexpr std::string_view kValueSet<ReturnValues> =
    "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW";
template <>
inline constexpr std::string_view kValueSet<ReturnValuesOnConditionCheckFailure> = "ALL_OLD, NONE";
template <>
inline constexpr std::string_view kValueSet<ReturnConsumedCapacity> = "INDEXES, TOTAL, NONE";
template <>
inline constexpr std::string_view kValueSet<ReturnItemCollectionMetrics> = "SIZE, NONE";
template <>
inline constexpr std::string_view kValueSet<Select> =
    "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES";
template <>
inline constexpr std::string_view kValueSet<ProjectionType> = "ALL, INCLUDE, KEYS_ONLY";
template <>
inline constexpr std::string_view kValueSet<ConditionalOperator> = "OR, AND";
template <>
inline constexpr std::string_view kValueSet<ComparisonOperator> =
    "IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS";
template <>
inline constexpr std::string_view kValueSet<AttributeAction> = "ADD, PUT, DELETE";

}  // namespace keywright::wire
