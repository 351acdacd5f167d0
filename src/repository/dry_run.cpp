#include <keywright/dry_run.hpp>

#include <utility>

namespace keywright {

void DryRun::remember(AnyRequest request) {
  const std::lock_guard lock(mutex_);
  requests_.push_back(std::move(request));
}

Result<GetItemResponse> DryRun::get_item(const GetItemRequest& request) {
  remember(request);
  return GetItemResponse();
}

Result<PutItemResponse> DryRun::put_item(const PutItemRequest& request) {
  remember(request);
  return PutItemResponse();
}

Result<UpdateItemResponse> DryRun::update_item(const UpdateItemRequest& request) {
  remember(request);
  return UpdateItemResponse();
}

Result<DeleteItemResponse> DryRun::delete_item(const DeleteItemRequest& request) {
  remember(request);
  return DeleteItemResponse();
}

Result<QueryResponse> DryRun::query(const QueryRequest& request) {
  remember(request);
  return QueryResponse();
}

Result<ScanResponse> DryRun::scan(const ScanRequest& request) {
  remember(request);
  return ScanResponse();
}

Result<BatchGetItemResponse> DryRun::batch_get_item(const BatchGetItemRequest& request) {
  remember(request);
  return BatchGetItemResponse();
}

Result<BatchWriteItemResponse> DryRun::batch_write_item(const BatchWriteItemRequest& request) {
  remember(request);
  return BatchWriteItemResponse();
}

Result<TransactGetItemsResponse> DryRun::transact_get_items(
    const TransactGetItemsRequest& request) {
  remember(request);
  TransactGetItemsResponse response;
  response.responses.resize(request.transact_items.size());
  return response;
}

Result<TransactWriteItemsResponse> DryRun::transact_write_items(
    const TransactWriteItemsRequest& request) {
  remember(request);
  return TransactWriteItemsResponse();
}

Result<TableResponse> DryRun::create_table(const CreateTableRequest& request) {
  remember(request);
  return TableResponse();
}

Result<TableResponse> DryRun::describe_table(const DescribeTableRequest& request) {
  remember(request);
  return TableResponse();
}

Result<TableResponse> DryRun::update_table(const UpdateTableRequest& request) {
  remember(request);
  return TableResponse();
}

Result<TableResponse> DryRun::delete_table(const DeleteTableRequest& request) {
  remember(request);
  return TableResponse();
}

Result<ListTablesResponse> DryRun::list_tables(const ListTablesRequest& request) {
  remember(request);
  return ListTablesResponse();
}

Result<UpdateTimeToLiveResponse> DryRun::update_time_to_live(
    const UpdateTimeToLiveRequest& request) {
  remember(request);
  return UpdateTimeToLiveResponse();
}

Result<DescribeTimeToLiveResponse> DryRun::describe_time_to_live(
    const DescribeTimeToLiveRequest& request) {
  remember(request);
  return DescribeTimeToLiveResponse();
}

}  // namespace keywright
