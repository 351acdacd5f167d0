#pragma once
// DryRun: a Database that does nothing but remember what it was asked for.
//
//   keywright::DryRun dry_run;
//   (void)research::JobRepository(dry_run).start(id);
//   const auto& request = std::get<keywright::UpdateItemRequest>(dry_run.requests().front());
//
// Every request succeeds: reads find nothing, writes are told that all went well. Owns the
// requests. May be called from many threads at once; take requests() when they are done.

#include <keywright/operations.hpp>

#include <mutex>
#include <vector>

namespace keywright {

class DryRun final : public Database {
 public:
  [[nodiscard]] const std::vector<AnyRequest>& requests() const { return requests_; }
  void clear() { requests_.clear(); }

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

 private:
  void remember(AnyRequest request);

  std::mutex mutex_;
  std::vector<AnyRequest> requests_;
};

}  // namespace keywright
