#pragma once

// The requests of cases on their way to a database: batches until nothing is unprocessed, small
// pages until the last.

#include "verify/cases.hpp"
#include "verify/recorder.hpp"
#include <keywright/call_control.hpp>
#include <keywright/result.hpp>

#include <chrono>
#include <functional>
#include <vector>

namespace keywright::verify {

// For one thread.
class Calls {
 public:
  // False if the run is to stop.
  using Pause = std::function<bool(std::chrono::milliseconds)>;
  Calls(Database& database, CallControl control, Pause pause);

  [[nodiscard]] Result<void> write(const WriteRequestOf& request);

  // One list of items per query, of other requests one list.
  using Lists = std::vector<std::vector<Item>>;
  [[nodiscard]] Result<Lists> read(const ReadRequestOf& request);

  [[nodiscard]] const Exchange& last() const { return recorder_.last(); }
  Usage take_usage() { return recorder_.take_usage(); }

 private:
  template <class Request>
  Result<void> write_one(Request request);
  Result<void> write_one(BatchWriteItemRequest request);
  Result<Lists> read_one(GetItemRequest request);
  Result<Lists> read_one(BatchGetItemRequest request);
  Result<Lists> read_one(TransactGetItemsRequest request);
  Result<Lists> read_one(const std::vector<QueryRequest>& requests);
  Result<Lists> read_one(const ScanRequest& request);
  template <class Request>
  Result<std::vector<Item>> pages(Request request, std::int64_t size);
  [[nodiscard]] bool may_resend(int resends) const;

  Recorder recorder_;
  const CallControl control_;
  const Pause pause_;
};

}  // namespace keywright::verify
