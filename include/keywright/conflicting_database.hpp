#pragma once
// ConflictingDatabase: a Database in which some writes and transactions meet another transaction
// under way, for testing what a program does then.
//
//   keywright::ConflictingDatabase conflicting(engine, {.rate = 0.05, .seed = 1});
//
// It stands before another Database, which outlives it. PutItem, UpdateItem, DeleteItem and
// statements that write fail with TransactionConflictException, TransactWriteItems,
// TransactGetItems and ExecuteTransaction with TransactionCanceledException and the reason
// TransactionConflict for one of their items. Nothing is written then, and what the database
// refuses is refused as ever. May be called from many threads at once; equal seeds give equal
// conflicts to equal sequences of calls.

#include <keywright/forwarding_database.hpp>

#include <cstdint>
#include <mutex>
#include <optional>
#include <random>

namespace keywright {

struct ConflictOptions {
  double rate = 0;         ///< how many of the requests conflict: 0 to 1
  std::uint64_t seed = 0;  ///< 0: taken from the system
};

class ConflictingDatabase final : public ForwardingDatabase {
 public:
  explicit ConflictingDatabase(Database& database, ConflictOptions options = {});

  Result<PutItemResponse> put_item(const PutItemRequest& request) override;
  Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) override;
  Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request) override;
  Result<TransactGetItemsResponse> transact_get_items(
      const TransactGetItemsRequest& request) override;
  Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) override;
  Result<ExecuteStatementResponse> execute_statement(
      const ExecuteStatementRequest& request) override;
  Result<ExecuteTransactionResponse> execute_transaction(
      const ExecuteTransactionRequest& request) override;

 private:
  /// Which of `items` meets another transaction, if one does.
  [[nodiscard]] std::optional<std::size_t> conflict(std::size_t items);
  template <class Response, class Request>
  Result<Response> write(const Request& request,
                         Result<Response> (Database::*operation)(const Request&));

  const double rate_;
  std::mutex mutex_;
  std::mt19937_64 random_;  ///< under mutex_
};

}  // namespace keywright
