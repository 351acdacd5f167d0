#pragma once
// ForwardingDatabase: passes every operation on to another Database, which outlives it. Derive from
// it to change some of them: to count, delay, refuse or record.
//
// As thread-safe as the database behind it.

#include <keywright/database.hpp>

namespace keywright {

class ForwardingDatabase : public Database {
 public:
  explicit ForwardingDatabase(Database& database) : database_(database) {}

  Result<GetItemResponse> get_item(const GetItemRequest& request) override;
  Result<PutItemResponse> put_item(const PutItemRequest& request) override;
  Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) override;
  Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request) override;
  Result<QueryResponse> query(const QueryRequest& request) override;
  Result<ScanResponse> scan(const ScanRequest& request) override;
  Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request) override;
  Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override;
  Result<TransactGetItemsResponse> transact_get_items(
      const TransactGetItemsRequest& request) override;
  Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) override;
  Result<TableResponse> create_table(const CreateTableRequest& request) override;
  Result<TableResponse> describe_table(const DescribeTableRequest& request) override;
  Result<TableResponse> update_table(const UpdateTableRequest& request) override;
  Result<TableResponse> delete_table(const DeleteTableRequest& request) override;
  Result<ListTablesResponse> list_tables(const ListTablesRequest& request) override;
  Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override;
  Result<DescribeTimeToLiveResponse> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) override;
  Result<ExecuteStatementResponse> execute_statement(
      const ExecuteStatementRequest& request) override;
  Result<BatchExecuteStatementResponse> batch_execute_statement(
      const BatchExecuteStatementRequest& request) override;
  Result<ExecuteTransactionResponse> execute_transaction(
      const ExecuteTransactionRequest& request) override;
  Result<ListStreamsResponse> list_streams(const ListStreamsRequest& request) override;
  Result<DescribeStreamResponse> describe_stream(const DescribeStreamRequest& request) override;
  Result<GetShardIteratorResponse> get_shard_iterator(
      const GetShardIteratorRequest& request) override;
  Result<GetRecordsResponse> get_records(const GetRecordsRequest& request) override;
  Result<void> tag_resource(const TagResourceRequest& request) override;
  Result<void> untag_resource(const UntagResourceRequest& request) override;
  Result<ListTagsOfResourceResponse> list_tags_of_resource(
      const ListTagsOfResourceRequest& request) override;
  Result<PutResourcePolicyResponse> put_resource_policy(
      const PutResourcePolicyRequest& request) override;
  Result<GetResourcePolicyResponse> get_resource_policy(
      const GetResourcePolicyRequest& request) override;
  Result<DeleteResourcePolicyResponse> delete_resource_policy(
      const DeleteResourcePolicyRequest& request) override;
  Result<DescribeLimitsResponse> describe_limits(const DescribeLimitsRequest& request) override;
  Result<DescribeEndpointsResponse> describe_endpoints(
      const DescribeEndpointsRequest& request) override;

 protected:
  [[nodiscard]] Database& inner() const { return database_; }

 private:
  Database& database_;
};

}  // namespace keywright
