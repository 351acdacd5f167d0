#pragma once
// Database: DynamoDB's operations, one virtual function each.
//
// Everything that stores or stands in for DynamoDB is a Database: the embedded engine, a remote
// endpoint, and the doubles that record, guard or fail. Every implementation may be called from
// many threads at once. Errors carry AWS's exception name and text (Error::exception,
// Error::message).

#include <keywright/batch.hpp>
#include <keywright/item_operations.hpp>
#include <keywright/partiql.hpp>
#include <keywright/query.hpp>
#include <keywright/resource.hpp>
#include <keywright/result.hpp>
#include <keywright/stream.hpp>
#include <keywright/table.hpp>
#include <keywright/transaction.hpp>

namespace keywright {

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  virtual Result<GetItemResponse> get_item(const GetItemRequest& request) = 0;
  virtual Result<PutItemResponse> put_item(const PutItemRequest& request) = 0;
  virtual Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) = 0;
  virtual Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request) = 0;
  virtual Result<QueryResponse> query(const QueryRequest& request) = 0;
  virtual Result<ScanResponse> scan(const ScanRequest& request) = 0;
  virtual Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request) = 0;
  virtual Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) = 0;
  virtual Result<TransactGetItemsResponse> transact_get_items(
      const TransactGetItemsRequest& request) = 0;
  virtual Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) = 0;

  virtual Result<TableResponse> create_table(const CreateTableRequest& request) = 0;
  virtual Result<TableResponse> describe_table(const DescribeTableRequest& request) = 0;
  virtual Result<TableResponse> update_table(const UpdateTableRequest& request) = 0;
  virtual Result<TableResponse> delete_table(const DeleteTableRequest& request) = 0;
  virtual Result<ListTablesResponse> list_tables(const ListTablesRequest& request) = 0;
  virtual Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) = 0;
  virtual Result<DescribeTimeToLiveResponse> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) = 0;

  // Operations that an implementation may lack: unless overridden, each answers
  // UnknownOperationException.
  virtual Result<ExecuteStatementResponse> execute_statement(
      const ExecuteStatementRequest& request);
  virtual Result<BatchExecuteStatementResponse> batch_execute_statement(
      const BatchExecuteStatementRequest& request);
  virtual Result<ExecuteTransactionResponse> execute_transaction(
      const ExecuteTransactionRequest& request);

  virtual Result<ListStreamsResponse> list_streams(const ListStreamsRequest& request);
  virtual Result<DescribeStreamResponse> describe_stream(const DescribeStreamRequest& request);
  virtual Result<GetShardIteratorResponse> get_shard_iterator(
      const GetShardIteratorRequest& request);
  virtual Result<GetRecordsResponse> get_records(const GetRecordsRequest& request);

  virtual Result<void> tag_resource(const TagResourceRequest& request);
  virtual Result<void> untag_resource(const UntagResourceRequest& request);
  virtual Result<ListTagsOfResourceResponse> list_tags_of_resource(
      const ListTagsOfResourceRequest& request);
  virtual Result<PutResourcePolicyResponse> put_resource_policy(
      const PutResourcePolicyRequest& request);
  virtual Result<GetResourcePolicyResponse> get_resource_policy(
      const GetResourcePolicyRequest& request);
  virtual Result<DeleteResourcePolicyResponse> delete_resource_policy(
      const DeleteResourcePolicyRequest& request);
  virtual Result<DescribeLimitsResponse> describe_limits(const DescribeLimitsRequest& request);
  virtual Result<DescribeEndpointsResponse> describe_endpoints(
      const DescribeEndpointsRequest& request);
};

}  // namespace keywright
