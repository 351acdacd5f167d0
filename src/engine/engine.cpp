#include "engine/engine_impl.hpp"
#include <keywright/engine.hpp>

#include <utility>

namespace keywright {

Engine::Impl::Impl(EngineOptions options, std::unique_ptr<storage::Store> store)
    : options_(std::move(options)), store_(std::move(store)) {
  if (!options_.clock) options_.clock = system_clock();
  random_.seed(options_.seed != 0 ? options_.seed : std::random_device()());
}

Engine::Impl::~Impl() = default;

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;

std::unique_ptr<Engine> Engine::in_memory(EngineOptions options) {
  return std::unique_ptr<Engine>(
      new Engine(std::make_unique<Impl>(std::move(options), storage::make_memory_store())));
}

ExpirySweep Engine::delete_expired_items(std::size_t limit) {
  return impl_->delete_expired_items(limit);
}

EngineSnapshot Engine::snapshot() const {
  return impl_->snapshot();
}

void Engine::restore(const EngineSnapshot& snapshot) {
  impl_->restore(snapshot);
}

void Engine::reset() {
  impl_->restore({});
}

Result<GetItemResponse> Engine::get_item(const GetItemRequest& request) {
  return impl_->get_item(request);
}
Result<PutItemResponse> Engine::put_item(const PutItemRequest& request) {
  return impl_->put_item(request);
}
Result<UpdateItemResponse> Engine::update_item(const UpdateItemRequest& request) {
  return impl_->update_item(request);
}
Result<DeleteItemResponse> Engine::delete_item(const DeleteItemRequest& request) {
  return impl_->delete_item(request);
}
Result<QueryResponse> Engine::query(const QueryRequest& request) {
  return impl_->query(request);
}
Result<ScanResponse> Engine::scan(const ScanRequest& request) {
  return impl_->scan(request);
}
Result<BatchGetItemResponse> Engine::batch_get_item(const BatchGetItemRequest& request) {
  return impl_->batch_get_item(request);
}
Result<BatchWriteItemResponse> Engine::batch_write_item(const BatchWriteItemRequest& request) {
  return impl_->batch_write_item(request);
}
Result<TransactGetItemsResponse> Engine::transact_get_items(
    const TransactGetItemsRequest& request) {
  return impl_->transact_get_items(request);
}
Result<TransactWriteItemsResponse> Engine::transact_write_items(
    const TransactWriteItemsRequest& request) {
  return impl_->transact_write_items(request);
}
Result<ExecuteStatementResponse> Engine::execute_statement(const ExecuteStatementRequest& request) {
  return impl_->execute_statement(request);
}
Result<BatchExecuteStatementResponse> Engine::batch_execute_statement(
    const BatchExecuteStatementRequest& request) {
  return impl_->batch_execute_statement(request);
}
Result<ExecuteTransactionResponse> Engine::execute_transaction(
    const ExecuteTransactionRequest& request) {
  return impl_->execute_transaction(request);
}
Result<TableResponse> Engine::create_table(const CreateTableRequest& request) {
  return impl_->create_table(request);
}
Result<TableResponse> Engine::describe_table(const DescribeTableRequest& request) {
  return impl_->describe_table(request);
}
Result<TableResponse> Engine::update_table(const UpdateTableRequest& request) {
  return impl_->update_table(request);
}
Result<TableResponse> Engine::delete_table(const DeleteTableRequest& request) {
  return impl_->delete_table(request);
}
Result<ListTablesResponse> Engine::list_tables(const ListTablesRequest& request) {
  return impl_->list_tables(request);
}
Result<UpdateTimeToLiveResponse> Engine::update_time_to_live(
    const UpdateTimeToLiveRequest& request) {
  return impl_->update_time_to_live(request);
}
Result<DescribeTimeToLiveResponse> Engine::describe_time_to_live(
    const DescribeTimeToLiveRequest& request) {
  return impl_->describe_time_to_live(request);
}
Result<ListStreamsResponse> Engine::list_streams(const ListStreamsRequest& request) {
  return impl_->list_streams(request);
}
Result<DescribeStreamResponse> Engine::describe_stream(const DescribeStreamRequest& request) {
  return impl_->describe_stream(request);
}
Result<GetShardIteratorResponse> Engine::get_shard_iterator(
    const GetShardIteratorRequest& request) {
  return impl_->get_shard_iterator(request);
}
Result<GetRecordsResponse> Engine::get_records(const GetRecordsRequest& request) {
  return impl_->get_records(request);
}
Result<void> Engine::tag_resource(const TagResourceRequest& request) {
  return impl_->tag_resource(request);
}
Result<void> Engine::untag_resource(const UntagResourceRequest& request) {
  return impl_->untag_resource(request);
}
Result<ListTagsOfResourceResponse> Engine::list_tags_of_resource(
    const ListTagsOfResourceRequest& request) {
  return impl_->list_tags_of_resource(request);
}
Result<PutResourcePolicyResponse> Engine::put_resource_policy(
    const PutResourcePolicyRequest& request) {
  return impl_->put_resource_policy(request);
}
Result<GetResourcePolicyResponse> Engine::get_resource_policy(
    const GetResourcePolicyRequest& request) {
  return impl_->get_resource_policy(request);
}
Result<DeleteResourcePolicyResponse> Engine::delete_resource_policy(
    const DeleteResourcePolicyRequest& request) {
  return impl_->delete_resource_policy(request);
}
Result<DescribeLimitsResponse> Engine::describe_limits(const DescribeLimitsRequest& request) {
  return impl_->describe_limits(request);
}
Result<DescribeEndpointsResponse> Engine::describe_endpoints(
    const DescribeEndpointsRequest& request) {
  return impl_->describe_endpoints(request);
}

}  // namespace keywright
