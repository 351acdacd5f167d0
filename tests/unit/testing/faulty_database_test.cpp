#include <keywright/engine.hpp>
#include <keywright/faulty_database.hpp>
#include <keywright/manual_time.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

class Faults : public testing::Test {
 protected:
  Faults() {
    CreateTableRequest table;
    table.table_name = "app";
    table.key_schema = {{"pk", KeyType::hash}};
    table.attribute_definitions = {{"pk", AttributeType::string}};
    table.billing_mode = BillingMode::pay_per_request;
    EXPECT_TRUE(engine->create_table(table));
  }

  static PutItemRequest put(const std::string& key) {
    return {.table_name = "app", .item = {{"pk", key}}};
  }
  static GetItemRequest get(const std::string& key) {
    return {.table_name = "app", .key = {{"pk", key}}, .consistent_read = true};
  }
  static BatchWriteItemRequest batch(int count) {
    BatchWriteItemRequest request;
    for (int i = 0; i < count; ++i) {
      request.request_items["app"].push_back(PutRequest{{{"pk", std::to_string(i)}}});
    }
    return request;
  }
  static TransactWriteItemsRequest transaction() {
    TransactWriteItemsRequest request;
    request.transact_items = {TransactPut{.table_name = "app", .item = {{"pk", "a"}}},
                              TransactPut{.table_name = "app", .item = {{"pk", "b"}}}};
    return request;
  }
  [[nodiscard]] bool is_stored(const std::string& key) const {
    return engine->get_item(get(key))->item.has_value();
  }
  [[nodiscard]] std::size_t stored() const {
    return engine->scan({.table_name = "app"})->items.size();
  }

  std::unique_ptr<Engine> engine = Engine::in_memory();
  FaultyDatabase faulty{*engine, {.seed = 1}};
};

// Each fault by script
// ---------------------------------------------------------------------------------------

TEST_F(Faults, WithoutAnyAreNone) {
  EXPECT_TRUE(faulty.put_item(put("a")));
  EXPECT_TRUE(is_stored("a"));
  EXPECT_TRUE(faulty.script_done());
  EXPECT_EQ(faulty.summary(), "seed 1: 1 request");
}

TEST_F(Faults, AThrottledRequestIsNotMade) {
  faulty.script(Fault::throttled);
  const auto error = faulty.put_item(put("a")).error();
  EXPECT_EQ(error.code, ErrorCode::throttled);
  EXPECT_EQ(error.exception, "ProvisionedThroughputExceededException");
  ASSERT_EQ(error.throttling_reasons.size(), 1U);
  EXPECT_EQ(error.throttling_reasons[0].reason, "TableWriteProvisionedThroughputExceeded");
  EXPECT_THAT(error.throttling_reasons[0].resource, testing::EndsWith(":table/app"));
  EXPECT_FALSE(is_stored("a"));
  EXPECT_TRUE(faulty.put_item(put("a")));
}

TEST_F(Faults, AThrottledQueryOfAnIndexNamesIt) {
  faulty.script(Fault::throttled);
  QueryRequest query;
  query.table_name = "app";
  query.index_name = "gsi1";
  const auto error = faulty.query(query).error();
  EXPECT_EQ(error.throttling_reasons.at(0).reason, "IndexReadProvisionedThroughputExceeded");
  EXPECT_THAT(error.throttling_reasons[0].resource, testing::EndsWith(":table/app/index/gsi1"));
}

TEST_F(Faults, AThrottledTransactionIsCancelled) {
  faulty.script(Fault::throttled);
  const auto error = faulty.transact_write_items(transaction()).error();
  EXPECT_EQ(error.code, ErrorCode::transaction_cancelled);
  ASSERT_EQ(error.reasons.size(), 2U);
  EXPECT_EQ(error.reasons[0].code, "ProvisionedThroughputExceeded");
  EXPECT_EQ(error.reasons[1].code, "None");
}

TEST_F(Faults, AConflictIsOfAWriteOrOfOneItemOfATransaction) {
  faulty.script(Fault::conflict, 2);
  EXPECT_TRUE(faulty.get_item(get("a"))) << "reads have no conflict: the step waits";
  EXPECT_EQ(faulty.put_item(put("a")).error().exception, "TransactionConflictException");
  const auto error = faulty.transact_write_items(transaction()).error();
  EXPECT_EQ(error.exception, "TransactionCanceledException");
  ASSERT_EQ(error.reasons.size(), 2U);
  EXPECT_NE(error.reasons[0].code == "TransactionConflict",
            error.reasons[1].code == "TransactionConflict");
  EXPECT_EQ(stored(), 0U);
}

TEST_F(Faults, AnUnavailableServiceDidNothing) {
  faulty.script(Fault::unavailable, 2);
  const auto error = faulty.put_item(put("a")).error();
  EXPECT_EQ(error.exception, "ServiceUnavailable");
  EXPECT_EQ(error.code, ErrorCode::unavailable);
  EXPECT_TRUE(error.retryable);
  EXPECT_FALSE(is_stored("a"));
  EXPECT_FALSE(faulty.list_tables({}));
}

TEST_F(Faults, ALostReplyIsOfARequestThatWasMade) {
  faulty.script(Fault::lost_reply);
  const auto error = faulty.put_item(put("a")).error();
  EXPECT_EQ(error.code, ErrorCode::unavailable);
  EXPECT_TRUE(error.retryable);
  EXPECT_TRUE(is_stored("a"));
}

TEST_F(Faults, APartOfABatchIsLeftAndTheRestIsMade) {
  const auto empty = engine->snapshot();
  std::size_t least = 25;
  std::size_t most = 0;
  for (int i = 0; i < 20; ++i) {
    engine->restore(empty);
    faulty.script(Fault::unprocessed);
    const auto answer = faulty.batch_write_item(batch(25));
    ASSERT_TRUE(answer);
    const auto& left = answer->unprocessed_items.at("app");
    least = std::min(least, left.size());
    most = std::max(most, left.size());
    EXPECT_EQ(stored(), 25 - left.size());
    for (const auto& write : left) {
      const auto key = std::get<PutRequest>(write).item.find("pk")->as_string();
      EXPECT_FALSE(is_stored(std::string(key)));
    }
  }
  EXPECT_GE(least, 1U);
  EXPECT_LT(most, 25U);
  EXPECT_LT(least, most);
  EXPECT_EQ(faulty.count(Fault::unprocessed), 20U);
}

TEST_F(Faults, OfABatchOfOneNothingIsMade) {
  faulty.script(Fault::unprocessed);
  const auto answer = faulty.batch_write_item(batch(1));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->unprocessed_items.at("app").size(), 1U);
  EXPECT_EQ(stored(), 0U);
}

TEST_F(Faults, UnprocessedKeysKeepWhatWasAskedOfThem) {
  ASSERT_TRUE(engine->batch_write_item(batch(10)));
  BatchGetItemRequest request;
  auto& wanted = request.request_items["app"];
  for (int i = 0; i < 10; ++i) wanted.keys.push_back({{"pk", std::to_string(i)}});
  wanted.consistent_read = true;
  wanted.projection_expression = "pk";
  faulty.script(Fault::unprocessed);
  const auto answer = faulty.batch_get_item(request);
  ASSERT_TRUE(answer);
  const auto& left = answer->unprocessed_keys.at("app");
  EXPECT_TRUE(left.consistent_read);
  EXPECT_EQ(left.projection_expression, "pk");
  const auto found = answer->responses.find("app");
  EXPECT_EQ(left.keys.size() + (found == answer->responses.end() ? 0 : found->second.size()), 10U);
}

// Scripts
// ---------------------------------------------------------------------------------------

TEST_F(Faults, AScriptIsTakenInOrder) {
  faulty.script(Fault::none, 2);
  faulty.script(Fault::throttled);
  std::vector<bool> made;
  for (int i = 0; i < 4; ++i) made.push_back(faulty.put_item(put("a")).has_value());
  EXPECT_THAT(made, ElementsAre(true, true, false, true));
  EXPECT_TRUE(faulty.script_done());
}

TEST_F(Faults, AStepForOneKindWaitsForIt) {
  faulty.script<GetItemRequest>(Fault::unavailable);
  EXPECT_TRUE(faulty.put_item(put("a")));
  EXPECT_FALSE(faulty.script_done());
  EXPECT_FALSE(faulty.get_item(get("a")));
  EXPECT_TRUE(faulty.script_done());
}

TEST_F(Faults, AStepThatCannotBeIsNeverTaken) {
  faulty.script<GetItemRequest>(Fault::unprocessed);
  faulty.script<TransactWriteItemsRequest>(Fault::conflict);
  EXPECT_TRUE(faulty.get_item(get("a")));
  EXPECT_EQ(faulty.transact_write_items({}).error().code, ErrorCode::validation);
  EXPECT_FALSE(faulty.script_done());
}

// Chance
// ---------------------------------------------------------------------------------------

TEST_F(Faults, ByChanceComeAsOftenAsTold) {
  faulty.set_rates({.throttled = 0.25});
  for (int i = 0; i < 4000; ++i) (void)faulty.get_item(get("a"));
  EXPECT_NEAR(static_cast<double>(faulty.count(Fault::throttled)), 1000, 120);
  EXPECT_EQ(faulty.count(Fault::throttled) + faulty.count(Fault::none), 4000U);
}

TEST_F(Faults, OfEqualSeedsAreEqual) {
  const auto run = [&](std::uint64_t seed) {
    FaultyDatabase one(*engine, {.seed = seed,
                                 .throttled = 0.2,
                                 .conflict = 0.2,
                                 .unprocessed = 0.5,
                                 .unavailable = 0.1,
                                 .lost_reply = 0.1});
    std::string seen;
    for (int i = 0; i < 50; ++i) {
      const auto written = one.put_item(put("a"));
      seen += written ? "." : std::string(to_string(written.error().code));
      const auto done = one.batch_write_item(batch(10));
      seen += done ? std::to_string(done->unprocessed_items.size()) : "-";
    }
    return seen + one.summary();
  };
  const std::string first = run(3);
  EXPECT_EQ(first, run(3));
  EXPECT_NE(first, run(4));
}

TEST_F(Faults, ReportTheSeedThatTheSystemGave) {
  const FaultyDatabase one(*engine);
  const FaultyDatabase other(*engine);
  EXPECT_NE(one.seed(), 0U);
  EXPECT_NE(one.seed(), other.seed());
  EXPECT_EQ(one.summary(), "seed " + std::to_string(one.seed()) + ": 0 requests");
}

TEST_F(Faults, AreCounted) {
  faulty.script(Fault::throttled, 2);
  faulty.script(Fault::lost_reply);
  for (int i = 0; i < 4; ++i) (void)faulty.put_item(put("a"));
  EXPECT_EQ(faulty.summary(), "seed 1: 4 requests, 2 throttled, 1 lost_reply");
}

// Time and threads
// ---------------------------------------------------------------------------------------

TEST_F(Faults, ARequestTakesItsTime) {
  const ManualTime time;
  FaultyDatabase slow(*engine,
                      {.seed = 1, .min_latency = 5ms, .max_latency = 20ms, .sleep = time.sleep()});
  for (int i = 0; i < 200; ++i) (void)slow.get_item(get("a"));
  const auto pauses = time.pauses();
  ASSERT_EQ(pauses.size(), 200U);
  EXPECT_EQ(*std::min_element(pauses.begin(), pauses.end()), 5ms);
  EXPECT_EQ(*std::max_element(pauses.begin(), pauses.end()), 20ms);
}

TEST_F(Faults, ComeToManyThreads) {
  faulty.script(Fault::throttled, 100);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, key = std::to_string(i)] {
        for (int n = 0; n < 50; ++n) (void)faulty.put_item(put(key));
      });
    }
  }
  EXPECT_EQ(faulty.summary(), "seed 1: 200 requests, 100 throttled");
}

}  // namespace
}  // namespace keywright
