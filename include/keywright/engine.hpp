#pragma once
// The embedded engine: DynamoDB's semantics in this process.
//
// Thread-safe; calls on different partitions do not wait for each other. It starts no thread, opens
// no socket and, in memory, no file. Expired items are deleted when delete_expired_items() is
// called: until then they stay readable, as in DynamoDB. Stream records live for 24 hours; the
// same call frees those of streams that are neither written nor read.

#include <keywright/clock.hpp>
#include <keywright/database.hpp>
#include <keywright/expiry_sweep.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace keywright {

struct EngineOptions {
  Clock clock{};                     ///< default: the system's
  std::string region = "us-east-1";  ///< appears in ARNs
  std::string account = "000000000000";
  /// Seed of table ids; equal seeds give equal ids. 0: taken from the system.
  std::uint64_t seed = 0;
  /// Texts of request errors of writes begin with `1 validation error detected: `, as AWS has it
  /// since June 2026.
  bool validation_envelope = true;
  /// How long tables and indexes are CREATING, UPDATING or DELETING, by `clock`. An index that is
  /// added to a table is backfilling in the second half of it.
  std::chrono::milliseconds control_plane_delay{0};
  /// How long after a write, by `clock`, it shows in global secondary indexes.
  std::chrono::milliseconds index_lag{0};
  /// How old what an eventually consistent read of a table or of a local secondary index sees is.
  /// With a lag, such reads miss every write that is younger. Strong reads, conditions,
  /// transactions and streams always go by the newest.
  std::chrono::milliseconds read_lag{0};
};

/// Everything an engine held at one moment: tables with their items, indexes, settings and streams,
/// and the tokens of transactions. By default: nothing, as in a new engine. Taking one, restoring
/// one and copying one take microseconds, however many items there are: items are shared, and the
/// first write to a part copies that part. A part is a 64th of a table's or index's items, so that
/// with some thousand items a test pays microseconds for it, and with a million milliseconds. A
/// snapshot may be restored as often as one likes, into the engine it was taken of; it may outlive
/// that.
class EngineSnapshot {
 public:
  EngineSnapshot() = default;

 private:
  friend class Engine;
  struct State;
  std::shared_ptr<State> state_;
};

class Engine final : public Database {
 public:
  /// An empty engine in memory.
  [[nodiscard]] static std::unique_ptr<Engine> in_memory(EngineOptions options = {});
  ~Engine() override;

  /// Deletes what expired by the tables' time-to-live attributes: at most `limit` items per call,
  /// and at most 4000 are looked at. The next call goes on from there; see ExpirySweep.
  ExpirySweep delete_expired_items(std::size_t limit = 1000);

  // For tests: fill the tables once, and begin each test from there. Safe while other threads make
  // calls: each call happens either before or after, as a whole. A call that waits for an index to
  // be filled is waited for.
  [[nodiscard]] EngineSnapshot snapshot() const;
  /// Puts everything back to how it was; what was made since is gone. The clock goes on.
  void restore(const EngineSnapshot& snapshot);
  /// Back to an engine without tables.
  void reset();

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
  Result<ExecuteStatementResponse> execute_statement(
      const ExecuteStatementRequest& request) override;
  Result<BatchExecuteStatementResponse> batch_execute_statement(
      const BatchExecuteStatementRequest& request) override;
  Result<ExecuteTransactionResponse> execute_transaction(
      const ExecuteTransactionRequest& request) override;
  Result<TableResponse> create_table(const CreateTableRequest& request) override;
  Result<TableResponse> describe_table(const DescribeTableRequest& request) override;
  Result<TableResponse> update_table(const UpdateTableRequest& request) override;
  Result<TableResponse> delete_table(const DeleteTableRequest& request) override;
  Result<ListTablesResponse> list_tables(const ListTablesRequest& request) override;
  Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override;
  Result<DescribeTimeToLiveResponse> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) override;
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

 private:
  class Impl;
  explicit Engine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright
