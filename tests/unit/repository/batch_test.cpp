// Batches of any size: chunks, what is left unprocessed, deadlines, and reports by input.

#include "fixtures.hpp"
#include "repository/wire_size.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <pthread.h>

namespace keywright {
namespace {

using orders::Order;
using testing::ElementsAre;
using testing::HasSubstr;

class Batches : public RepositoryTest {
 protected:
  orders::OrderRepository repository{database, options()};
  const Repository& runtime = repository.repository();

  static std::vector<Order> many(int count) {
    std::vector<Order> orders;
    for (int i = 1; i <= count; ++i) orders.push_back(order(i));
    return orders;
  }
  std::vector<std::size_t> chunk_sizes() {
    std::vector<std::size_t> sizes;
    for (const auto& request : database.sent<BatchWriteItemRequest>()) {
      sizes.push_back(request.request_items.at("orders").size());
    }
    return sizes;
  }
};

TEST_F(Batches, AreCutByTwentyFive) {
  const auto report = repository.batch_put_orders(many(60));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->written, 60U);
  EXPECT_TRUE(report->complete());
  EXPECT_THAT(chunk_sizes(), ElementsAre(25, 25, 10));
  EXPECT_EQ(report->requests, 3U);
  EXPECT_EQ(report->write_units, 180) << "each item and its two index entries";
  EXPECT_TRUE(time.pauses().empty());
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].operation, "BatchWriteItem");
  EXPECT_EQ(reports[0].items, 60U);
}

TEST_F(Batches, OfNothingSendNothing) {
  const auto report = repository.batch_put_orders({});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 0U);
  EXPECT_EQ(database.requests().size(), 0U);
  EXPECT_TRUE(repository.batch_get_orders({})->items.empty());
}

TEST_F(Batches, AreCutBySixteenMegabytesOfRequest) {
  std::vector<Result<Item>> items;
  // Control characters take six bytes each in JSON: ten such items are 18 MB of request.
  for (int i = 0; i < 10; ++i) {
    items.emplace_back(
        Item{{"pk", "A"}, {"sk", std::to_string(i)}, {"x", std::string(300'000, '\x01')}});
  }
  database.answer<BatchWriteItemRequest>(
      [](const BatchWriteItemRequest& request) -> Result<BatchWriteItemResponse> {
        std::size_t size = 0;
        for (const auto& write : request.request_items.at("orders")) {
          size += repository::wire_size(std::get<PutRequest>(write).item);
        }
        EXPECT_LE(size, 16U * 1024 * 1024);
        return BatchWriteItemResponse();
      });
  constexpr WritePattern pattern{.name = "batch"};
  ASSERT_TRUE(runtime.batch_put_items(pattern, std::move(items)));
  EXPECT_THAT(chunk_sizes(), ElementsAre(9, 1));
}

TEST_F(Batches, RepeatWhatWasLeftUnprocessed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    FaultyDatabase faulty(database, {.seed = seed, .unprocessed = 0.7});
    SCOPED_TRACE(faulty.summary());
    auto patient = options();
    patient.retry.max_attempts = 50;  // a last item may be left again and again
    const auto report = orders::OrderRepository(faulty, patient).batch_put_orders(many(60));
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->complete());
    EXPECT_EQ(report->requests > 3, faulty.count(Fault::unprocessed) > 0);
    EXPECT_EQ(report->written, 60U);
    for (const auto pause : time.pauses()) EXPECT_LE(pause, 2s);
  }
  const auto read = repository.batch_get_orders({{"c", 1}, {"c", 60}});
  EXPECT_EQ(read->items[1], order(60));
}

TEST_F(Batches, GiveUpWhatIsNeverProcessed) {
  database.answer<BatchWriteItemRequest>(
      [](const BatchWriteItemRequest& request) -> Result<BatchWriteItemResponse> {
        BatchWriteItemResponse response;
        auto& rest = response.unprocessed_items["orders"];
        for (const auto& write : request.request_items.at("orders")) {
          const auto sk = std::get<PutRequest>(write).item.find("sk");
          if (sk->as_string() == "ORDER#0007") rest.push_back(write);
        }
        return response;
      });
  auto no_pause_of_nothing = options();
  no_pause_of_nothing.random = seeded_random(1);
  const orders::OrderRepository patient(database, no_pause_of_nothing);
  const auto report = patient.batch_put_orders(many(30));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 29U);
  ASSERT_EQ(report->unwritten.size(), 1U);
  ASSERT_TRUE(report->unwritten.contains(6));
  EXPECT_EQ(report->unwritten.at(6).code, ErrorCode::throttled);
  EXPECT_EQ(report->unwritten.at(6).message,
            "batch_put_orders: still unprocessed after 8 attempts");
  EXPECT_EQ(time.pauses().size(), 7U);
  EXPECT_EQ(reports.back().error, ErrorCode::throttled);
}

TEST_F(Batches, StopAtTheDeadline) {
  database.answer<BatchWriteItemRequest>(
      [](const BatchWriteItemRequest& request) -> Result<BatchWriteItemResponse> {
        BatchWriteItemResponse response;
        response.unprocessed_items = request.request_items;
        return response;
      });
  const auto report = repository.batch_put_orders(many(30), {.deadline = 5s});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 0U);
  EXPECT_EQ(report->unwritten.size(), 30U);
  EXPECT_EQ(report->unwritten.at(29).code, ErrorCode::timeout);
  EXPECT_THAT(report->unwritten.at(29).message,
              HasSubstr("batch_put_orders: still unprocessed at the deadline, after "));
  EXPECT_LE(time.monotonic_clock()(), 5s);
  EXPECT_GT(report->requests, 8U) << "time decides, not the number of attempts";
}

TEST_F(Batches, TakeTheLongestDeadlineForNone) {
  time.advance(3s);
  const auto late =
      repository.batch_put_orders(many(30), {.deadline = std::chrono::milliseconds::max()});
  ASSERT_TRUE(late);
  EXPECT_EQ(late->written, 30U);
  const auto early =
      repository.batch_put_orders(many(30), {.deadline = std::chrono::milliseconds::min()});
  ASSERT_TRUE(early);
  EXPECT_EQ(early->unwritten.size(), 30U);
  EXPECT_EQ(early->unwritten.at(0).code, ErrorCode::timeout);
}

TEST_F(Batches, SayWhatWasNeverSent) {
  database.answer<BatchWriteItemRequest>(
      [this](const BatchWriteItemRequest&) -> Result<BatchWriteItemResponse> {
        time.advance(3s);
        return BatchWriteItemResponse();
      });
  const auto report = repository.batch_put_orders(many(75), {.deadline = 5s});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 50U);
  EXPECT_EQ(report->unwritten.at(50).message,
            "batch_put_orders: the deadline passed before it was sent");
}

TEST_F(Batches, KeepTheFailureOfAChunkToItself) {
  database.answer<BatchWriteItemRequest>(
      [this](const BatchWriteItemRequest& request) -> Result<BatchWriteItemResponse> {
        const auto& first = std::get<PutRequest>(request.request_items.at("orders").front());
        if (first.item.find("sk")->as_string() == "ORDER#0026")
          return error_of(ErrorCode::validation);
        return behind.batch_write_item(request);
      });
  const auto report = repository.batch_put_orders(many(60));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 35U);
  EXPECT_EQ(report->unwritten.size(), 25U);
  EXPECT_EQ(report->unwritten.begin()->first, 25U);
  EXPECT_EQ(report->unwritten.rbegin()->first, 49U);
  EXPECT_EQ(report->unwritten.at(30).code, ErrorCode::validation);
  EXPECT_EQ((*repository.batch_get_orders({{"c", 60}})).items[0], order(60));
}

TEST_F(Batches, RepeatAChunkThatFailedForTheMoment) {
  for (const Error& error :
       {error_of(ErrorCode::throttled), error_of(ErrorCode::unavailable, true)}) {
    database.answer_next<BatchWriteItemRequest>(error);
  }
  const auto report = repository.batch_put_orders(many(3));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->complete());
  EXPECT_EQ(report->requests, 3U);
  EXPECT_EQ(reports.back().retries, 2U);
}

TEST_F(Batches, DoNotWaitForAChunkWhileAnotherIsDue) {
  std::vector<std::string> begun;
  bool first = true;
  database.answer<BatchWriteItemRequest>(
      [&](const BatchWriteItemRequest& request) -> Result<BatchWriteItemResponse> {
        const auto& put = std::get<PutRequest>(request.request_items.at("orders").front());
        begun.emplace_back(put.item.find("sk")->as_string());
        if (std::exchange(first, false)) return error_of(ErrorCode::throttled);
        return BatchWriteItemResponse();
      });
  ASSERT_TRUE(repository.batch_put_orders(many(75))->complete());
  EXPECT_THAT(begun, ElementsAre("ORDER#0001", "ORDER#0026", "ORDER#0051", "ORDER#0001"));
}

TEST_F(Batches, RefuseOneItemTwiceAndNameBothInputs) {
  auto twice = many(30);
  twice[28] = twice[3];
  const auto report = repository.batch_put_orders(twice);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::validation);
  EXPECT_EQ(report.error().message,
            "batch_put_orders: inputs 3 and 28 are the same item CUSTOMER#c/ORDER#0004; a batch "
            "can write it once");
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Batches, RefuseAWrongInputBeforeAnythingIsSent) {
  auto orders = many(3);
  orders[1].number = 10'000;
  const auto report = repository.batch_put_orders(orders);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message,
              HasSubstr("batch_put_orders: input 1: Order.number is 10000, outside"));
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Batches, Delete) {
  ASSERT_TRUE(repository.batch_put_orders(many(3)));
  const auto report = repository.batch_delete_orders({{"c", 1}, {"c", 3}, {"c", 99}});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 3U);
  const auto left = repository.batch_get_orders({{"c", 1}, {"c", 2}, {"c", 3}});
  EXPECT_FALSE(left->items[0]);
  EXPECT_EQ(left->items[1], order(2));
  EXPECT_FALSE(left->items[2]);
}

TEST_F(Batches, GetEachKeyOnceAndAnswerInOrder) {
  ASSERT_TRUE(repository.batch_put_orders(many(250)));
  std::vector<std::pair<std::string, std::int64_t>> ids;
  for (std::int64_t i = 250; i >= 1; --i) ids.emplace_back("c", i);
  ids.emplace_back("c", 250);
  ids.emplace_back("c", 999);
  const auto read = repository.batch_get_orders(ids);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->items.size(), 252U);
  for (std::size_t i = 0; i < 250; ++i) EXPECT_EQ(read->items[i], order(static_cast<int>(250 - i)));
  EXPECT_EQ(read->items[250], order(250));
  EXPECT_FALSE(read->items[251]);
  EXPECT_TRUE(read->complete());
  std::vector<std::size_t> sizes;
  for (const auto& request : database.sent<BatchGetItemRequest>()) {
    sizes.push_back(request.request_items.at("orders").keys.size());
  }
  EXPECT_THAT(sizes, ElementsAre(100, 100, 51));
}

TEST_F(Batches, GetWhatWasLeftUnprocessed) {
  ASSERT_TRUE(repository.batch_put_orders(many(40)));
  database.answer<BatchGetItemRequest>(
      [&](BatchGetItemRequest request) -> Result<BatchGetItemResponse> {
        auto& table = request.request_items.at("orders");
        KeysAndAttributes rest = table;
        const std::size_t kept = std::min<std::size_t>(table.keys.size(), 7);
        rest.keys.erase(rest.keys.begin(), rest.keys.begin() + static_cast<std::ptrdiff_t>(kept));
        table.keys.resize(kept);
        auto response = behind.batch_get_item(request);
        if (!rest.keys.empty()) response->unprocessed_keys["orders"] = rest;
        return response;
      });
  std::vector<std::pair<std::string, std::int64_t>> ids;
  for (std::int64_t i = 1; i <= 40; ++i) ids.emplace_back("c", i);
  const auto read = repository.batch_get_orders(ids);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->complete());
  EXPECT_EQ(read->requests, 6U);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(read->items[i], order(static_cast<int>(i + 1)));
}

TEST_F(Batches, NameWhatCouldNotBeReadByInput) {
  ASSERT_TRUE(repository.batch_put_orders(many(2)));
  const Item broken = ItemBuilder(*orders::to_item(order(2))).remove("placed_at").build();
  ASSERT_TRUE(behind.put_item({.table_name = "orders", .item = broken}));
  const auto read = repository.batch_get_orders({{"c", 2}, {"c", 1}, {"c", 2}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->items[1], order(1));
  ASSERT_EQ(read->unread.size(), 2U);
  EXPECT_EQ(read->unread.at(0).message, "Order.placed_at is missing");
  EXPECT_EQ(read->unread.at(2).code, ErrorCode::decode);
}

TEST_F(Batches, ProjectTheKeysThatTellItemsApart) {
  ASSERT_TRUE(repository.batch_put_orders(many(3)));
  constexpr GetPattern pattern{.name = "numbers", .projection = "#number"};
  std::vector<Result<Key>> keys;
  for (int i = 3; i >= 1; --i) keys.push_back(make_key(orders::kPk("c"), orders::kSk(i)));
  const auto read = runtime.batch_get_items(pattern, std::move(keys));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->items[0]->find("number")->as_number(), Number(3));
  EXPECT_FALSE(read->items[0]->contains("customer"));
}

TEST_F(Batches, TravelInAWindowOfConcurrency) {
  auto threaded = options();
  threaded.parallel = parallel_threads(3);
  threaded.observer = nullptr;
  threaded.sleep = [](std::chrono::milliseconds) {};
  threaded.monotonic_clock = nullptr;
  // Which thread meets which random part is up to the threads, and one may meet many empty ones.
  threaded.retry.max_attempts = 200;
  FaultyDatabase faulty(database, {.seed = 5, .unprocessed = 0.7});
  const orders::OrderRepository concurrent(faulty, threaded);
  const auto report = concurrent.batch_put_orders(many(500), {.concurrency = 3});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 500U);
  std::vector<std::pair<std::string, std::int64_t>> ids;
  for (std::int64_t i = 1; i <= 500; ++i) ids.emplace_back("c", i);
  const auto read = concurrent.batch_get_orders(ids);
  for (std::size_t i = 0; i < 500; ++i) EXPECT_EQ(read->items[i], order(static_cast<int>(i + 1)));
}

TEST(ParallelThreads, DoesEachPieceOnce) {
  std::vector<std::atomic<int>> done(100);
  parallel_threads(8)(100, [&](std::size_t i) { ++done[i]; });
  for (const auto& count : done) EXPECT_EQ(count, 1);
  parallel_threads(0)(3, [&](std::size_t i) { ++done[i]; });
  EXPECT_EQ(done[2], 2);
}

TEST(ParallelThreads, DoesTheWorkWithoutThreadsWhereThereAreNone) {
  pthread_attr_t usual;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  pthread_attr_t vast = usual;
  ASSERT_EQ(pthread_attr_setstacksize(&vast, std::size_t{1} << 47), 0);
  ASSERT_EQ(pthread_setattr_default_np(&vast), 0) << "no thread starts with such a stack";
  std::vector<std::thread::id> workers(5);
  parallel_threads(4)(5, [&](std::size_t i) { workers[i] = std::this_thread::get_id(); });
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  EXPECT_THAT(workers, testing::Each(std::this_thread::get_id()));
}

TEST(RetryPolicy, DoublesUpToItsMaximum) {
  const RetryPolicy policy;
  EXPECT_EQ(policy.ceiling(2), 25ms);
  EXPECT_EQ(policy.ceiling(3), 50ms);
  EXPECT_EQ(policy.ceiling(8), 1600ms);
  EXPECT_EQ(policy.ceiling(9), 2000ms);
  EXPECT_EQ(policy.ceiling(1000), 2000ms);
}

TEST(RetryPolicy, TakesDelaysOfAnySize) {
  using std::chrono::milliseconds;
  const RetryPolicy endless{.base_delay = milliseconds::max() / 3,
                            .max_delay = milliseconds::max()};
  EXPECT_EQ(endless.ceiling(3), milliseconds::max() / 3 * 2);
  EXPECT_EQ(endless.ceiling(4), milliseconds::max());
  EXPECT_EQ(endless.ceiling(1000), milliseconds::max());
  EXPECT_EQ((RetryPolicy{.base_delay = 25ms, .max_delay = -1ms}.ceiling(2)), 0ms);
  EXPECT_EQ((RetryPolicy{.base_delay = -25ms}.ceiling(1000)), 0ms);
}

TEST_F(Batches, RepeatAtOnceWhereADelayIsNegative) {
  RepositoryOptions impatient = options();
  impatient.retry.max_delay = -1ms;
  database.answer_next<BatchWriteItemRequest>(error_of(ErrorCode::throttled, true));
  const auto report = orders::OrderRepository(database, impatient).batch_put_orders(many(1));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->complete());
  EXPECT_EQ(report->requests, 2U);
  EXPECT_TRUE(time.pauses().empty());
}

}  // namespace
}  // namespace keywright
