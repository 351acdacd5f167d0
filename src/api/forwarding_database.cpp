#include <keywright/forwarding_database.hpp>

namespace keywright {

Result<GetItemResponse> ForwardingDatabase::get_item(const GetItemRequest& request) {
  return database_.get_item(request);
}
Result<PutItemResponse> ForwardingDatabase::put_item(const PutItemRequest& request) {
  return database_.put_item(request);
}
Result<UpdateItemResponse> ForwardingDatabase::update_item(const UpdateItemRequest& request) {
  return database_.update_item(request);
}
Result<DeleteItemResponse> ForwardingDatabase::delete_item(const DeleteItemRequest& request) {
  return database_.delete_item(request);
}
Result<QueryResponse> ForwardingDatabase::query(const QueryRequest& request) {
  return database_.query(request);
}
Result<ScanResponse> ForwardingDatabase::scan(const ScanRequest& request) {
  return database_.scan(request);
}
Result<BatchGetItemResponse> ForwardingDatabase::batch_get_item(
    const BatchGetItemRequest& request) {
  return database_.batch_get_item(request);
}
Result<BatchWriteItemResponse> ForwardingDatabase::batch_write_item(
    const BatchWriteItemRequest& request) {
  return database_.batch_write_item(request);
}
Result<TransactGetItemsResponse> ForwardingDatabase::transact_get_items(
    const TransactGetItemsRequest& request) {
  return database_.transact_get_items(request);
}
Result<TransactWriteItemsResponse> ForwardingDatabase::transact_write_items(
    const TransactWriteItemsRequest& request) {
  return database_.transact_write_items(request);
}
Result<TableResponse> ForwardingDatabase::create_table(const CreateTableRequest& request) {
  return database_.create_table(request);
}
Result<TableResponse> ForwardingDatabase::describe_table(const DescribeTableRequest& request) {
  return database_.describe_table(request);
}
Result<TableResponse> ForwardingDatabase::update_table(const UpdateTableRequest& request) {
  return database_.update_table(request);
}
Result<TableResponse> ForwardingDatabase::delete_table(const DeleteTableRequest& request) {
  return database_.delete_table(request);
}
Result<ListTablesResponse> ForwardingDatabase::list_tables(const ListTablesRequest& request) {
  return database_.list_tables(request);
}
Result<UpdateTimeToLiveResponse> ForwardingDatabase::update_time_to_live(
    const UpdateTimeToLiveRequest& request) {
  return database_.update_time_to_live(request);
}
Result<DescribeTimeToLiveResponse> ForwardingDatabase::describe_time_to_live(
    const DescribeTimeToLiveRequest& request) {
  return database_.describe_time_to_live(request);
}
Result<ExecuteStatementResponse> ForwardingDatabase::execute_statement(
    const ExecuteStatementRequest& request) {
  return database_.execute_statement(request);
}
Result<BatchExecuteStatementResponse> ForwardingDatabase::batch_execute_statement(
    const BatchExecuteStatementRequest& request) {
  return database_.batch_execute_statement(request);
}
Result<ExecuteTransactionResponse> ForwardingDatabase::execute_transaction(
    const ExecuteTransactionRequest& request) {
  return database_.execute_transaction(request);
}
Result<ListStreamsResponse> ForwardingDatabase::list_streams(const ListStreamsRequest& request) {
  return database_.list_streams(request);
}
Result<DescribeStreamResponse> ForwardingDatabase::describe_stream(
    const DescribeStreamRequest& request) {
  return database_.describe_stream(request);
}
Result<GetShardIteratorResponse> ForwardingDatabase::get_shard_iterator(
    const GetShardIteratorRequest& request) {
  return database_.get_shard_iterator(request);
}
Result<GetRecordsResponse> ForwardingDatabase::get_records(const GetRecordsRequest& request) {
  return database_.get_records(request);
}
Result<void> ForwardingDatabase::tag_resource(const TagResourceRequest& request) {
  return database_.tag_resource(request);
}
Result<void> ForwardingDatabase::untag_resource(const UntagResourceRequest& request) {
  return database_.untag_resource(request);
}
Result<ListTagsOfResourceResponse> ForwardingDatabase::list_tags_of_resource(
    const ListTagsOfResourceRequest& request) {
  return database_.list_tags_of_resource(request);
}
Result<PutResourcePolicyResponse> ForwardingDatabase::put_resource_policy(
    const PutResourcePolicyRequest& request) {
  return database_.put_resource_policy(request);
}
Result<GetResourcePolicyResponse> ForwardingDatabase::get_resource_policy(
    const GetResourcePolicyRequest& request) {
  return database_.get_resource_policy(request);
}
Result<DeleteResourcePolicyResponse> ForwardingDatabase::delete_resource_policy(
    const DeleteResourcePolicyRequest& request) {
  return database_.delete_resource_policy(request);
}
Result<DescribeLimitsResponse> ForwardingDatabase::describe_limits(
    const DescribeLimitsRequest& request) {
  return database_.describe_limits(request);
}
Result<DescribeEndpointsResponse> ForwardingDatabase::describe_endpoints(
    const DescribeEndpointsRequest& request) {
  return database_.describe_endpoints(request);
}

}  // namespace keywright
