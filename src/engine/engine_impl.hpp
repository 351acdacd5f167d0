#pragma once
// What Engine forwards to. One member function per operation, each defined in the file named after
// it or its family.

#include "engine/catalogue.hpp"
#include "engine/idempotency_tokens.hpp"
#include "engine/resource_policies.hpp"
#include "engine/stream_registry.hpp"
#include "storage/shared_mutex.hpp"
#include "storage/storage.hpp"
#include <keywright/engine.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <string>

namespace keywright {

class Engine::Impl {
 public:
  Impl(EngineOptions options, std::unique_ptr<storage::Store> store);
  ~Impl();

  // get_item.cpp
  Result<GetItemResponse> get_item(const GetItemRequest& request);
  // write_item.cpp
  Result<PutItemResponse> put_item(const PutItemRequest& request);
  Result<UpdateItemResponse> update_item(const UpdateItemRequest& request);
  Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request);
  // query.cpp, scan.cpp
  Result<QueryResponse> query(const QueryRequest& request);
  Result<ScanResponse> scan(const ScanRequest& request);
  // batch_get_item.cpp, batch_write_item.cpp
  Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request);
  Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request);
  // transact_get_items.cpp, transact_write_items.cpp
  Result<TransactGetItemsResponse> transact_get_items(const TransactGetItemsRequest& request);
  Result<TransactWriteItemsResponse> transact_write_items(const TransactWriteItemsRequest& request);
  // execute_statement.cpp, batch_execute_statement.cpp, execute_transaction.cpp
  Result<ExecuteStatementResponse> execute_statement(const ExecuteStatementRequest& request);
  Result<BatchExecuteStatementResponse> batch_execute_statement(
      const BatchExecuteStatementRequest& request);
  Result<ExecuteTransactionResponse> execute_transaction(const ExecuteTransactionRequest& request);
  // create_table.cpp, update_table.cpp, tables.cpp (the rest)
  Result<TableResponse> create_table(const CreateTableRequest& request);
  Result<TableResponse> update_table(const UpdateTableRequest& request);
  Result<TableResponse> describe_table(const DescribeTableRequest& request);
  Result<TableResponse> delete_table(const DeleteTableRequest& request);
  Result<ListTablesResponse> list_tables(const ListTablesRequest& request);
  // time_to_live.cpp
  Result<UpdateTimeToLiveResponse> update_time_to_live(const UpdateTimeToLiveRequest& request);
  Result<DescribeTimeToLiveResponse> describe_time_to_live(
      const DescribeTimeToLiveRequest& request);
  ExpirySweep delete_expired_items(std::size_t limit);
  // snapshot.cpp
  EngineSnapshot snapshot();
  void restore(const EngineSnapshot& snapshot);
  // stream_operations.cpp
  Result<ListStreamsResponse> list_streams(const ListStreamsRequest& request);
  Result<DescribeStreamResponse> describe_stream(const DescribeStreamRequest& request);
  Result<GetShardIteratorResponse> get_shard_iterator(const GetShardIteratorRequest& request);
  Result<GetRecordsResponse> get_records(const GetRecordsRequest& request);
  // tags.cpp
  Result<void> tag_resource(const TagResourceRequest& request);
  Result<void> untag_resource(const UntagResourceRequest& request);
  Result<ListTagsOfResourceResponse> list_tags_of_resource(
      const ListTagsOfResourceRequest& request);
  // resource_policies.cpp
  Result<PutResourcePolicyResponse> put_resource_policy(const PutResourcePolicyRequest& request);
  Result<GetResourcePolicyResponse> get_resource_policy(const GetResourcePolicyRequest& request);
  Result<DeleteResourcePolicyResponse> delete_resource_policy(
      const DeleteResourcePolicyRequest& request);
  // account.cpp
  Result<DescribeLimitsResponse> describe_limits(const DescribeLimitsRequest& request);
  Result<DescribeEndpointsResponse> describe_endpoints(const DescribeEndpointsRequest& request);

 private:
  [[nodiscard]] TimePoint now() const { return options_.clock(); }

  // create_table.cpp
  [[nodiscard]] std::shared_ptr<storage::Tree> new_tree();
  [[nodiscard]] std::string new_table_id();
  [[nodiscard]] std::shared_ptr<engine::Table> make_table(const CreateTableRequest& request);
  /// Of a new index that has its tree.
  void set_lag(engine::Index& index);
  void drop_trees(const engine::Table& table);
  // resource_policies.cpp
  /// That the table or stream exists.
  [[nodiscard]] Result<void> check_policy_resource(const engine::Catalogue::Reader& reader,
                                                   const std::string& arn);
  // backfill.cpp
  void backfill(engine::Table& table, engine::Index& index);

  /// How far the search for expired items has come: tables by name, items in the order of storage.
  struct ExpiryPlace {
    std::string table;
    engine::EntryKey key;
  };
  // time_to_live.cpp
  /// Looks at the next entries; false if there are none left.
  bool expire_page(TimePoint time, std::size_t limit, ExpirySweep& sweep);

  EngineOptions options_;
  std::unique_ptr<storage::Store> store_;
  engine::Catalogue catalogue_;
  engine::IdempotencyTokens tokens_;
  engine::IdempotencyTokens statement_tokens_;  ///< of ExecuteTransaction
  engine::StreamRegistry streams_;
  engine::ResourcePolicies policies_;
  std::atomic<storage::TreeId> next_tree_ = 1;
  std::atomic<std::uint64_t> next_table_ = 1;
  /// Shared by whoever fills an index, exclusive for whoever needs all indexes filled. Taken before
  /// the catalogue.
  storage::SharedMutex index_builds_;
  std::mutex expiry_mutex_;
  ExpiryPlace expiry_place_;  ///< under expiry_mutex_
  std::mutex random_mutex_;
  std::mt19937_64 random_;  ///< of table ids, under random_mutex_
};

}  // namespace keywright
