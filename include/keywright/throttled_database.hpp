#pragma once
// ThrottledDatabase: a Database whose tables have the throughput that their settings say.
//
//   keywright::ThrottledDatabase throttled(engine, {.clock = clock});
//
// It stands before another Database, which outlives it, and throttles as DynamoDB does: by the
// provisioned throughput of tables and global secondary indexes, with the units of up to five
// minutes saved for bursts; by the maxima of on-demand tables and by the account's quota for them;
// and by what one partition key value can take. What a request costs is what the database behind it
// says. A request goes through while there are units left, and may take more than there are: those
// that follow wait until the debt is paid.
//
// Throttled requests fail with ProvisionedThroughputExceededException, ThrottlingException or
// RequestLimitExceeded and say why (Error::throttling_reasons); parts of batches are left
// unprocessed; transactions are cancelled. May be called from many threads at once.

#include <keywright/clock.hpp>
#include <keywright/forwarding_database.hpp>

#include <chrono>
#include <memory>

namespace keywright {

struct ThrottleOptions {
  Clock clock{};  ///< default: the system's
  /// For how long unused provisioned units are saved. A new table has the units of one second.
  std::chrono::seconds burst{300};
  /// Of each on-demand table or index, per second. AWS's quota unless raised.
  double account_read_units = 40'000;
  double account_write_units = 40'000;
  /// Of each partition key value of a table or index, per second.
  double partition_read_units = 3000;
  double partition_write_units = 1000;
};

class ThrottledDatabase final : public ForwardingDatabase {
 public:
  explicit ThrottledDatabase(Database& database, ThrottleOptions options = {});
  ~ThrottledDatabase() override;

  /// Forgets what was consumed and saved: each table has the units of one second. To be called
  /// when tables were changed past this, as by Engine::restore().
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
  Result<TableResponse> update_table(const UpdateTableRequest& request) override;
  Result<TableResponse> delete_table(const DeleteTableRequest& request) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright
