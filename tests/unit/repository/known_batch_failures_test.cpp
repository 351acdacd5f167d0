// What libraries for DynamoDB are known to get wrong about batches; each test is named for one
// failure. One item twice in a batch: batch_test.cpp.

#include "fixtures.hpp"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using orders::Order;
using Ids = std::vector<std::pair<std::string, std::int64_t>>;

class KnownBatchFailures : public RepositoryTest {
 protected:
  static constexpr int kMany = 4000;

  static std::vector<Order> many(int count) {
    std::vector<Order> orders;
    for (int i = 1; i <= count; ++i) orders.push_back(order(i));
    return orders;
  }
  static Ids ids(int first, int last) {
    Ids ids;
    for (int i = first; i <= last; ++i) ids.emplace_back("c", i);
    return ids;
  }
  /// Each write fails three times of ten: with all of its request, or left unprocessed by itself.
  void throttle_writes(std::uint64_t seed) {
    database.answer<BatchWriteItemRequest>(
        [this, random = seeded_random(seed)](
            BatchWriteItemRequest request) -> Result<BatchWriteItemResponse> {
          if (random() % 10 < 1) return error_of(ErrorCode::throttled);
          auto& writes = request.request_items.at("orders");
          const auto taken = std::partition(writes.begin(), writes.end(),
                                            [&](const auto&) { return random() % 9 >= 2; });
          const std::vector<WriteRequest> rest(taken, writes.end());
          writes.erase(taken, writes.end());
          BatchWriteItemResponse response;
          if (!writes.empty()) {
            auto done = behind.batch_write_item(request);
            if (!done) return std::move(done).error();
            response = *std::move(done);
            written += writes.size();
          }
          if (!rest.empty()) response.unprocessed_items["orders"] = rest;
          return response;
        });
  }
  void throttle_reads(std::uint64_t seed) {
    database.answer<BatchGetItemRequest>(
        [this, random = seeded_random(seed)](
            BatchGetItemRequest request) -> Result<BatchGetItemResponse> {
          if (random() % 10 < 1) return error_of(ErrorCode::throttled);
          auto& table = request.request_items.at("orders");
          KeysAndAttributes rest = table;
          const auto taken = std::partition(table.keys.begin(), table.keys.end(),
                                            [&](const Key&) { return random() % 9 >= 2; });
          rest.keys.assign(taken, table.keys.end());
          table.keys.erase(taken, table.keys.end());
          BatchGetItemResponse response;
          if (!table.keys.empty()) {
            auto done = behind.batch_get_item(request);
            if (!done) return std::move(done).error();
            response = *std::move(done);
          }
          if (!rest.keys.empty()) response.unprocessed_keys["orders"] = rest;
          return response;
        });
  }
  std::map<std::int64_t, Order> stored_orders() {
    std::map<std::int64_t, Order> stored;
    for (const auto& row : repository.each_recent()) {
      EXPECT_TRUE(row) << row.error().message;
      if (row) stored.emplace(row->number, *row);
    }
    return stored;
  }

  orders::OrderRepository repository{database, options()};
  std::size_t written = 0;
};

TEST_F(KnownBatchFailures, TheFirstHundredKeysAbsent) {
  ASSERT_TRUE(repository.batch_put_orders(many(250)));
  Ids wanted = ids(1001, 1100);
  const Ids there = ids(1, 250);
  wanted.insert(wanted.end(), there.begin(), there.end());
  const auto read = repository.batch_get_orders(wanted);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->complete());
  ASSERT_EQ(read->items.size(), 350U);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_FALSE(read->items[i]) << i;
  for (std::size_t i = 0; i < 250; ++i) {
    EXPECT_EQ(read->items[100 + i], order(static_cast<int>(i + 1)));
  }
}

TEST_F(KnownBatchFailures, ThousandsOfPutsOfWhichThreeInTenAreThrottled) {
  throttle_writes(7);
  const auto report = repository.batch_put_orders(many(kMany));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->complete());
  EXPECT_EQ(report->written, static_cast<std::size_t>(kMany));
  EXPECT_EQ(written, static_cast<std::size_t>(kMany)) << "none twice";
  EXPECT_EQ(report->requests, database.sent<BatchWriteItemRequest>().size());
  const auto stored = stored_orders();
  ASSERT_EQ(stored.size(), static_cast<std::size_t>(kMany));
  for (const auto& [number, each] : stored) EXPECT_EQ(each, order(static_cast<int>(number)));
}

TEST_F(KnownBatchFailures, ThousandsOfPutsAndNoTimeForAllOfThem) {
  throttle_writes(8);
  // Long pauses, so that no request itself is cut off: that one might have been written.
  auto slow = options();
  slow.retry = {.max_attempts = 1000, .base_delay = 20s, .max_delay = 20s};
  const orders::OrderRepository patient(database, slow);
  const auto report = patient.batch_put_orders(many(kMany), {.deadline = 50s});
  ASSERT_TRUE(report) << report.error().message;
  const auto stored = stored_orders();
  EXPECT_GT(report->unwritten.size(), 0U);
  EXPECT_GT(report->written, 0U);
  EXPECT_EQ(report->written, stored.size());
  for (int number = 1; number <= kMany; ++number) {
    const auto input = static_cast<std::size_t>(number - 1);
    EXPECT_NE(stored.contains(number), report->unwritten.contains(input)) << "input " << input;
  }
}

TEST_F(KnownBatchFailures, ThousandsOfDeletesOfWhichThreeInTenAreThrottled) {
  ASSERT_TRUE(repository.batch_put_orders(many(kMany)));
  throttle_writes(9);
  const auto report = repository.batch_delete_orders(ids(1, kMany - 7));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->complete());
  EXPECT_EQ(report->written, static_cast<std::size_t>(kMany - 7));
  const auto left = stored_orders();
  ASSERT_EQ(left.size(), 7U);
  EXPECT_EQ(left.begin()->first, kMany - 6);
}

TEST_F(KnownBatchFailures, ThousandsOfGetsOfWhichThreeInTenAreThrottled) {
  ASSERT_TRUE(repository.batch_put_orders(many(kMany)));
  throttle_reads(10);
  const auto read = repository.batch_get_orders(ids(1, kMany));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->complete());
  for (std::size_t i = 0; i < static_cast<std::size_t>(kMany); ++i) {
    ASSERT_EQ(read->items[i], order(static_cast<int>(i + 1))) << i;
  }
}

}  // namespace
}  // namespace keywright
