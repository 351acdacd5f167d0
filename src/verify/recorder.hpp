#pragma once

// A database before another one that counts, and remembers the last request with its answer.

#include <keywright/forwarding_database.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace keywright::verify {

struct Exchange {
  std::string operation;  // "Query"; empty: there was none
  std::string request;    // JSON
  std::string answer;     // items as JSON, or the error
};

struct Usage {
  std::size_t requests = 0;
  double read_units = 0;
  double write_units = 0;
  bool has_units = false;  // some server reports none
};

// For one thread.
class Recorder final : public ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;

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

  [[nodiscard]] const Exchange& last() const { return last_; }
  // What was used since the last call of it.
  Usage take_usage() { return std::exchange(usage_, {}); }

 private:
  template <class Request, class Call>
  auto record(Request request, bool is_read, Call call);

  Exchange last_;
  Usage usage_;
};

// "ValidationException: .."
[[nodiscard]] std::string error_text(const Error& error);

}  // namespace keywright::verify
