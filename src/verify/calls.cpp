#include "verify/calls.hpp"

#include <keywright/operations.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace keywright::verify {
namespace {

constexpr std::int64_t kPageSize = 2;  // small, so that there are pages
constexpr std::int64_t kScanPageSize = 20;
constexpr std::size_t kMostPages = 10'000;
constexpr int kMostResends = 8;

}  // namespace

Calls::Calls(Database& database, CallControl control, Pause pause)
    : recorder_(database), control_(std::move(control)), pause_(std::move(pause)) {}

bool Calls::may_resend(int resends) const {
  return resends < kMostResends && pause_(std::chrono::milliseconds(50) * (1 << resends));
}

// Writes ------------------------------------------------------------------------------------------

Result<void> Calls::write(const WriteRequestOf& request) {
  return std::visit([this](const auto& each) { return write_one(each); }, request);
}

template <class Request>
Result<void> Calls::write_one(Request request) {
  request.control = control_;
  if (auto answer = send(recorder_, request); !answer) return std::move(answer).error();
  return {};
}

Result<void> Calls::write_one(BatchWriteItemRequest request) {
  request.control = control_;
  for (int resends = 0;; ++resends) {
    auto answer = recorder_.batch_write_item(request);
    if (!answer) return std::move(answer).error();
    if (answer->unprocessed_items.empty()) return {};
    if (!may_resend(resends)) {
      Error error;
      error.code = ErrorCode::throttled;
      error.message = "items stay unprocessed";
      return error;
    }
    request.request_items = std::move(answer->unprocessed_items);
  }
}

// Reads -------------------------------------------------------------------------------------------

Result<Calls::Lists> Calls::read(const ReadRequestOf& request) {
  return std::visit([this](const auto& each) { return read_one(each); }, request);
}

Result<Calls::Lists> Calls::read_one(GetItemRequest request) {
  request.control = control_;
  auto answer = recorder_.get_item(request);
  if (!answer) return std::move(answer).error();
  Lists lists(1);
  if (answer->item) lists.front().push_back(*std::move(answer->item));
  return lists;
}

Result<Calls::Lists> Calls::read_one(BatchGetItemRequest request) {
  request.control = control_;
  Lists lists(1);
  for (int resends = 0;; ++resends) {
    auto answer = recorder_.batch_get_item(request);
    if (!answer) return std::move(answer).error();
    for (auto& [table, items] : answer->responses) {
      std::move(items.begin(), items.end(), std::back_inserter(lists.front()));
    }
    if (answer->unprocessed_keys.empty() || !may_resend(resends)) return lists;
    request.request_items = std::move(answer->unprocessed_keys);
  }
}

Result<Calls::Lists> Calls::read_one(TransactGetItemsRequest request) {
  request.control = control_;
  auto answer = recorder_.transact_get_items(request);
  if (!answer) return std::move(answer).error();
  Lists lists(1);
  for (auto& item : answer->responses) {
    if (item) lists.front().push_back(*std::move(item));
  }
  return lists;
}

Result<Calls::Lists> Calls::read_one(const std::vector<QueryRequest>& requests) {
  Lists lists;
  for (const auto& request : requests) {
    auto list = pages(request, kPageSize);
    if (!list) return std::move(list).error();
    lists.push_back(*std::move(list));
  }
  return lists;
}

Result<Calls::Lists> Calls::read_one(const ScanRequest& request) {
  auto list = pages(request, kScanPageSize);
  if (!list) return std::move(list).error();
  return Lists{*std::move(list)};
}

template <class Request>
Result<std::vector<Item>> Calls::pages(Request request, std::int64_t size) {
  request.control = control_;
  request.limit = size;
  std::vector<Item> items;
  for (std::size_t page = 0; page < kMostPages; ++page) {
    auto answer = send(recorder_, request);
    if (!answer) return std::move(answer).error();
    std::move(answer->items.begin(), answer->items.end(), std::back_inserter(items));
    if (!answer->last_evaluated_key) return items;
    request.exclusive_start_key = std::move(answer->last_evaluated_key);
  }
  Error error;
  error.message = "the pages have no end";
  return error;
}

}  // namespace keywright::verify
