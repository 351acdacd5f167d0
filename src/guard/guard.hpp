#pragma once
// Guard: a Database that knows which access pattern each request is.
//
//   keywright::guard::Guard guard(engine, model, {.mode = keywright::guard::Mode::enforce});
//   std::fputs(to_text(guard.report()).c_str(), stdout);
//
// It stands before another Database, which outlives it, and holds each data request against the
// plans of a model: by what it means, not by how it is written. A request that is an access pattern
// goes through, and is counted for it with its latency and capacity. One that is none is counted
// and reported, and in enforce mode refused with a ValidationException whose message begins with
// "AccessPatternViolation: ". Requests to tables that the model does not have, table operations,
// streams and tags go through in both modes: the model says nothing about them.
//
// May be called from many threads at once. Observers are called on the thread of the request.

#include "guard/match.hpp"
#include "guard/report.hpp"
#include "guard/rules.hpp"
#include "model/ir.hpp"
#include <keywright/forwarding_database.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace keywright::guard {

struct GuardOptions {
  Mode mode = Mode::warn;
  /// Called with each violation, before the request goes through or is refused.
  std::function<void(const Violation&)> on_violation{};
  /// Called with the pattern of each request that is one (of batches: each of theirs).
  std::function<void(const PatternRule&)> on_match{};
  /// Ask for the consumed capacity where the caller does not; the answer then goes without it.
  bool measures_capacity = true;
  std::function<std::chrono::nanoseconds()> monotonic_clock{};  ///< empty: the steady clock
  /// What a condition calls now must not lie in its future; empty: the system's clock.
  Clock clock{};
};

class Guard final : public ForwardingDatabase {
 public:
  /// `model` is one that the checker finds no errors in. It need not outlive this.
  Guard(Database& database, const model::Model& model, GuardOptions options = {});
  /// Another database behind the same rules and options, counted together.
  Guard(Database& database, const Guard& other)
      : ForwardingDatabase(database), shared_(other.shared_) {}

  [[nodiscard]] Report report() const;
  /// Begins to count anew.
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

 private:
  template <class Response, class Request>
  Result<Response> pass(const Request& request,
                        Result<Response> (Database::*operation)(const Request&));
  template <class Response, class Request>
  Result<Response> measure(const Request& request, const SharesOfPatterns& shares,
                           Result<Response> (Database::*operation)(const Request&));
  [[nodiscard]] std::chrono::nanoseconds now() const;

  struct Shared;

  std::shared_ptr<Shared> shared_;
};

}  // namespace keywright::guard
