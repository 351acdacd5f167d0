#pragma once
// A Database whose answers are written by the test: each operation calls its function if there is
// one, else it is passed on to the database behind (or to a DryRun, if there is none). All requests
// are remembered, in order.

#include <keywright/dry_run.hpp>

#include <functional>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

namespace keywright {

template <class Request, class Response>
using Answer = std::function<Result<Response>(const Request&)>;

class ScriptedDatabase final : public Database {
 public:
  ScriptedDatabase() = default;
  explicit ScriptedDatabase(Database& behind) : behind_(&behind) {}

  Answer<GetItemRequest, GetItemResponse> on_get_item;
  Answer<PutItemRequest, PutItemResponse> on_put_item;
  Answer<UpdateItemRequest, UpdateItemResponse> on_update_item;
  Answer<DeleteItemRequest, DeleteItemResponse> on_delete_item;
  Answer<QueryRequest, QueryResponse> on_query;
  Answer<BatchGetItemRequest, BatchGetItemResponse> on_batch_get_item;
  Answer<BatchWriteItemRequest, BatchWriteItemResponse> on_batch_write_item;
  Answer<TransactWriteItemsRequest, TransactWriteItemsResponse> on_transact_write_items;

  /// All requests of one kind.
  template <class Request>
  [[nodiscard]] std::vector<Request> sent() const {
    const std::lock_guard lock(mutex_);
    std::vector<Request> found;
    for (const AnyRequest& request : requests_) {
      if (const auto* one = std::get_if<Request>(&request)) found.push_back(*one);
    }
    return found;
  }
  [[nodiscard]] std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return requests_.size();
  }

  Result<GetItemResponse> get_item(const GetItemRequest& request) override {
    return answer(request, on_get_item, &Database::get_item);
  }
  Result<PutItemResponse> put_item(const PutItemRequest& request) override {
    return answer(request, on_put_item, &Database::put_item);
  }
  Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) override {
    return answer(request, on_update_item, &Database::update_item);
  }
  Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request) override {
    return answer(request, on_delete_item, &Database::delete_item);
  }
  Result<QueryResponse> query(const QueryRequest& request) override {
    return answer(request, on_query, &Database::query);
  }
  Result<ScanResponse> scan(const ScanRequest& request) override { return behind_->scan(request); }
  Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request) override {
    return answer(request, on_batch_get_item, &Database::batch_get_item);
  }
  Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
    return answer(request, on_batch_write_item, &Database::batch_write_item);
  }
  Result<TransactGetItemsResponse> transact_get_items(
      const TransactGetItemsRequest& request) override {
    return behind_->transact_get_items(request);
  }
  Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) override {
    return answer(request, on_transact_write_items, &Database::transact_write_items);
  }
  Result<TableResponse> create_table(const CreateTableRequest& request) override {
    return behind_->create_table(request);
  }
  Result<TableResponse> describe_table(const DescribeTableRequest& request) override {
    return behind_->describe_table(request);
  }
  Result<TableResponse> update_table(const UpdateTableRequest& request) override {
    return behind_->update_table(request);
  }
  Result<TableResponse> delete_table(const DeleteTableRequest& request) override {
    return behind_->delete_table(request);
  }
  Result<ListTablesResponse> list_tables(const ListTablesRequest& request) override {
    return behind_->list_tables(request);
  }
  Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override {
    return behind_->update_time_to_live(request);
  }
  Result<DescribeTimeToLiveResponse> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) override {
    return behind_->describe_time_to_live(request);
  }

 private:
  template <class Request, class Response>
  Result<Response> answer(const Request& request, const Answer<Request, Response>& scripted,
                          Result<Response> (Database::*operation)(const Request&)) {
    {
      const std::lock_guard lock(mutex_);
      requests_.emplace_back(request);
    }
    return scripted ? scripted(request) : (behind_->*operation)(request);
  }

  DryRun nothing_;
  Database* behind_ = &nothing_;
  mutable std::mutex mutex_;
  std::vector<AnyRequest> requests_;
};

[[nodiscard]] inline Error error_of(ErrorCode code, bool retryable = false) {
  Error error;
  error.code = code;
  error.message = "scripted";
  error.retryable = retryable;
  return error;
}

/// Answers with what the list holds, then with success.
template <class Request, class Response>
[[nodiscard]] Answer<Request, Response> fail_first(std::vector<Error> errors) {
  return [errors = std::move(errors),
          next = std::size_t{0}](const Request&) mutable -> Result<Response> {
    if (next < errors.size()) return errors[next++];
    return Response();
  };
}

}  // namespace keywright
