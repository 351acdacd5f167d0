#pragma once
// UniformDatabase: a base for a Database that does the same with every operation. `Self` derives
// from it and has
//
//   template <class Request>
//   Result<ResponseTo<Request>> call(const Request& request);
//
// to which all of them go. It has no state.

#include <keywright/operations.hpp>

namespace keywright {

template <class Self>
class UniformDatabase : public Database {
 public:
  Result<ResponseTo<GetItemRequest>> get_item(const GetItemRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<PutItemRequest>> put_item(const PutItemRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<UpdateItemRequest>> update_item(const UpdateItemRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DeleteItemRequest>> delete_item(const DeleteItemRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<QueryRequest>> query(const QueryRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<ScanRequest>> scan(const ScanRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<BatchGetItemRequest>> batch_get_item(
      const BatchGetItemRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<BatchWriteItemRequest>> batch_write_item(
      const BatchWriteItemRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<TransactGetItemsRequest>> transact_get_items(
      const TransactGetItemsRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<TransactWriteItemsRequest>> transact_write_items(
      const TransactWriteItemsRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<CreateTableRequest>> create_table(const CreateTableRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DescribeTableRequest>> describe_table(
      const DescribeTableRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<UpdateTableRequest>> update_table(const UpdateTableRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DeleteTableRequest>> delete_table(const DeleteTableRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<ListTablesRequest>> list_tables(const ListTablesRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<UpdateTimeToLiveRequest>> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DescribeTimeToLiveRequest>> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<ExecuteStatementRequest>> execute_statement(
      const ExecuteStatementRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<BatchExecuteStatementRequest>> batch_execute_statement(
      const BatchExecuteStatementRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<ExecuteTransactionRequest>> execute_transaction(
      const ExecuteTransactionRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<ListStreamsRequest>> list_streams(const ListStreamsRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DescribeStreamRequest>> describe_stream(
      const DescribeStreamRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<GetShardIteratorRequest>> get_shard_iterator(
      const GetShardIteratorRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<GetRecordsRequest>> get_records(const GetRecordsRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<TagResourceRequest>> tag_resource(const TagResourceRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<UntagResourceRequest>> untag_resource(
      const UntagResourceRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<ListTagsOfResourceRequest>> list_tags_of_resource(
      const ListTagsOfResourceRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<PutResourcePolicyRequest>> put_resource_policy(
      const PutResourcePolicyRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<GetResourcePolicyRequest>> get_resource_policy(
      const GetResourcePolicyRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DeleteResourcePolicyRequest>> delete_resource_policy(
      const DeleteResourcePolicyRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DescribeLimitsRequest>> describe_limits(
      const DescribeLimitsRequest& request) override {
    return self().call(request);
  }
  Result<ResponseTo<DescribeEndpointsRequest>> describe_endpoints(
      const DescribeEndpointsRequest& request) override {
    return self().call(request);
  }

 private:
  [[nodiscard]] Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace keywright
