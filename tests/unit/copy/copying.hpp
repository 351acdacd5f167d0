#pragma once
// What the copy tests share: tables with items, a clock that moves when somebody pauses, folders
// that are gone afterwards, and a database that leaves things unprocessed.

#include "../../test_folder.hpp"
#include "copy/job.hpp"
#include "copy/timing.hpp"
#include <keywright/engine.hpp>
#include <keywright/forwarding_database.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::copy {

/// Pauses take no time: they move this clock. Also for the databases of a test.
class TestTime {
 public:
  [[nodiscard]] Timing timing() const {
    return {[ns = ns_] { return Instant(Duration(ns->load())); },
            [ns = ns_, millis = clock_](Duration duration, const std::stop_token& stop) mutable {
              const auto now = ns->fetch_add(duration.count()) + duration.count();
              millis.set(kStart + std::chrono::milliseconds(now / 1'000'000));
              return !stop.stop_requested();
            },
            seeded_random(1)};
  }
  void advance(std::chrono::milliseconds by) { (void)timing().pause(by, {}); }
  [[nodiscard]] double elapsed() const { return static_cast<double>(ns_->load()) / 1e9; }
  [[nodiscard]] ManualClock clock() const { return clock_; }

 private:
  static constexpr TimePoint kStart{std::chrono::seconds(1'700'000'000)};
  std::shared_ptr<std::atomic<std::int64_t>> ns_ = std::make_shared<std::atomic<std::int64_t>>(0);
  ManualClock clock_{kStart};
};

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write_text(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// pk (S) and sk (N), on demand.
inline CreateTableRequest table_request(const std::string& name) {
  CreateTableRequest request;
  request.table_name = name;
  request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  request.attribute_definitions = {{"pk", AttributeType::string}, {"sk", AttributeType::number}};
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

inline Item item_of(int i, std::size_t bytes = 100) {
  return {{"pk", "p" + std::to_string(i % 37)},
          {"sk", i},
          {"text", std::string(bytes, static_cast<char>('a' + i % 26))},
          {"set", AttributeValue::number_set({i, i + 1, 7})}};
}

inline void fill(Database& database, const std::string& table, int count, std::size_t bytes = 100) {
  for (int i = 0; i < count; ++i) {
    database.put_item({.table_name = table, .item = item_of(i, bytes)}).value();
  }
}

inline std::int64_t count_of(Database& database, const std::string& table) {
  return database.describe_table({.table_name = table}).value().table.item_count;
}

/// Each third batch leaves some of its items unprocessed, and each fifth is throttled.
class UnreliableDatabase final : public ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;

  Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
    const int call = ++calls_;
    if (call % 5 == 0) {
      Error error;
      error.code = ErrorCode::throttled;
      error.exception = "ThrottlingException";
      error.retryable = true;
      return error;
    }
    BatchWriteItemRequest some = request;
    std::map<std::string, std::vector<WriteRequest>> left;
    if (call % 3 == 0) {
      for (auto& [table, writes] : some.request_items) {
        const auto half = writes.begin() + static_cast<std::ptrdiff_t>(writes.size() / 2);
        left[table].assign(half, writes.end());
        writes.erase(half, writes.end());
      }
      std::erase_if(some.request_items, [](const auto& each) { return each.second.empty(); });
      if (some.request_items.empty()) {
        BatchWriteItemResponse none;
        none.unprocessed_items = std::move(left);
        return none;
      }
    }
    auto response = inner().batch_write_item(some);
    if (response) response->unprocessed_items.merge(left);
    return response;
  }
  [[nodiscard]] int calls() const { return calls_; }

 private:
  std::atomic<int> calls_{0};
};

}  // namespace keywright::copy
