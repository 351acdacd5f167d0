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
  Result<ResponseTo<GetItemRequest>> get_item(const GetItemRequest& request) override;
  Result<ResponseTo<PutItemRequest>> put_item(const PutItemRequest& request) override;
  Result<ResponseTo<UpdateItemRequest>> update_item(const UpdateItemRequest& request) override;
  Result<ResponseTo<DeleteItemRequest>> delete_item(const DeleteItemRequest& request) override;
  Result<ResponseTo<QueryRequest>> query(const QueryRequest& request) override;
  Result<ResponseTo<ScanRequest>> scan(const ScanRequest& request) override;
  Result<ResponseTo<BatchGetItemRequest>> batch_get_item(
      const BatchGetItemRequest& request) override;
  Result<ResponseTo<BatchWriteItemRequest>> batch_write_item(
      const BatchWriteItemRequest& request) override;
  Result<ResponseTo<TransactGetItemsRequest>> transact_get_items(
      const TransactGetItemsRequest& request) override;
  Result<ResponseTo<TransactWriteItemsRequest>> transact_write_items(
      const TransactWriteItemsRequest& request) override;
  Result<ResponseTo<CreateTableRequest>> create_table(const CreateTableRequest& request) override;
  Result<ResponseTo<DescribeTableRequest>> describe_table(
      const DescribeTableRequest& request) override;
  Result<ResponseTo<UpdateTableRequest>> update_table(const UpdateTableRequest& request) override;
  Result<ResponseTo<DeleteTableRequest>> delete_table(const DeleteTableRequest& request) override;
  Result<ResponseTo<ListTablesRequest>> list_tables(const ListTablesRequest& request) override;
  Result<ResponseTo<UpdateTimeToLiveRequest>> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override;
  Result<ResponseTo<DescribeTimeToLiveRequest>> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) override;
  Result<ResponseTo<ExecuteStatementRequest>> execute_statement(
      const ExecuteStatementRequest& request) override;
  Result<ResponseTo<BatchExecuteStatementRequest>> batch_execute_statement(
      const BatchExecuteStatementRequest& request) override;
  Result<ResponseTo<ExecuteTransactionRequest>> execute_transaction(
      const ExecuteTransactionRequest& request) override;
  Result<ResponseTo<ListStreamsRequest>> list_streams(const ListStreamsRequest& request) override;
  Result<ResponseTo<DescribeStreamRequest>> describe_stream(
      const DescribeStreamRequest& request) override;
  Result<ResponseTo<GetShardIteratorRequest>> get_shard_iterator(
      const GetShardIteratorRequest& request) override;
  Result<ResponseTo<GetRecordsRequest>> get_records(const GetRecordsRequest& request) override;
  Result<ResponseTo<TagResourceRequest>> tag_resource(const TagResourceRequest& request) override;
  Result<ResponseTo<UntagResourceRequest>> untag_resource(
      const UntagResourceRequest& request) override;
  Result<ResponseTo<ListTagsOfResourceRequest>> list_tags_of_resource(
      const ListTagsOfResourceRequest& request) override;
  Result<ResponseTo<PutResourcePolicyRequest>> put_resource_policy(
      const PutResourcePolicyRequest& request) override;
  Result<ResponseTo<GetResourcePolicyRequest>> get_resource_policy(
      const GetResourcePolicyRequest& request) override;
  Result<ResponseTo<DeleteResourcePolicyRequest>> delete_resource_policy(
      const DeleteResourcePolicyRequest& request) override;
  Result<ResponseTo<DescribeLimitsRequest>> describe_limits(
      const DescribeLimitsRequest& request) override;
  Result<ResponseTo<DescribeEndpointsRequest>> describe_endpoints(
      const DescribeEndpointsRequest& request) override;

 private:
  friend Self;
  UniformDatabase() = default;  // for Self alone

  [[nodiscard]] Self& self() { return static_cast<Self&>(*this); }
};

// Not inline: where `extern template` says that they are compiled elsewhere, they are.
#define KEYWRIGHT_UNIFORM(Name, function)                            \
  template <class Self>                                              \
  Result<ResponseTo<Name##Request>> UniformDatabase<Self>::function( \
      const Name##Request& request) {                                \
    return self().call(request);                                     \
  }
KEYWRIGHT_UNIFORM(GetItem, get_item)
KEYWRIGHT_UNIFORM(PutItem, put_item)
KEYWRIGHT_UNIFORM(UpdateItem, update_item)
KEYWRIGHT_UNIFORM(DeleteItem, delete_item)
KEYWRIGHT_UNIFORM(Query, query)
KEYWRIGHT_UNIFORM(Scan, scan)
KEYWRIGHT_UNIFORM(BatchGetItem, batch_get_item)
KEYWRIGHT_UNIFORM(BatchWriteItem, batch_write_item)
KEYWRIGHT_UNIFORM(TransactGetItems, transact_get_items)
KEYWRIGHT_UNIFORM(TransactWriteItems, transact_write_items)
KEYWRIGHT_UNIFORM(CreateTable, create_table)
KEYWRIGHT_UNIFORM(DescribeTable, describe_table)
KEYWRIGHT_UNIFORM(UpdateTable, update_table)
KEYWRIGHT_UNIFORM(DeleteTable, delete_table)
KEYWRIGHT_UNIFORM(ListTables, list_tables)
KEYWRIGHT_UNIFORM(UpdateTimeToLive, update_time_to_live)
KEYWRIGHT_UNIFORM(DescribeTimeToLive, describe_time_to_live)
KEYWRIGHT_UNIFORM(ExecuteStatement, execute_statement)
KEYWRIGHT_UNIFORM(BatchExecuteStatement, batch_execute_statement)
KEYWRIGHT_UNIFORM(ExecuteTransaction, execute_transaction)
KEYWRIGHT_UNIFORM(ListStreams, list_streams)
KEYWRIGHT_UNIFORM(DescribeStream, describe_stream)
KEYWRIGHT_UNIFORM(GetShardIterator, get_shard_iterator)
KEYWRIGHT_UNIFORM(GetRecords, get_records)
KEYWRIGHT_UNIFORM(TagResource, tag_resource)
KEYWRIGHT_UNIFORM(UntagResource, untag_resource)
KEYWRIGHT_UNIFORM(ListTagsOfResource, list_tags_of_resource)
KEYWRIGHT_UNIFORM(PutResourcePolicy, put_resource_policy)
KEYWRIGHT_UNIFORM(GetResourcePolicy, get_resource_policy)
KEYWRIGHT_UNIFORM(DeleteResourcePolicy, delete_resource_policy)
KEYWRIGHT_UNIFORM(DescribeLimits, describe_limits)
KEYWRIGHT_UNIFORM(DescribeEndpoints, describe_endpoints)
#undef KEYWRIGHT_UNIFORM

}  // namespace keywright
