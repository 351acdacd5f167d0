// Deadlines: of every kind of call, over requests, repetitions, pauses, pages and chunks.

#include "fixtures.hpp"
#include <keywright/connect.hpp>
#include <keywright/read_transaction.hpp>

#include <algorithm>
#include <functional>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace keywright {
namespace {

using testing::HasSubstr;

constexpr GetPattern kGet{.name = "get"};
constexpr WritePattern kAny{.name = "any"};
constexpr QueryPattern kAll{.name = "list_all", .key_condition = "#pk = :pk"};

class Deadlines : public RepositoryTest {
 protected:
  [[nodiscard]] Repository within(std::chrono::milliseconds limit) {
    auto brief = options();
    brief.deadline = limit;
    // Never enough attempts: only time ends a call.
    brief.retry = {.max_attempts = 1000, .base_delay = 100ms, .max_delay = 100ms};
    return {database, orders::kTable, brief};
  }
  [[nodiscard]] static BoundQuery orders_of_c(const QueryPattern& pattern = kAll) {
    BoundQuery query(pattern);
    query.bind(":pk", orders::kPk("c"));
    return query;
  }
  template <class... Request>
  void throttle() {
    (database.answer<Request>([](const Request&) { return error_of(ErrorCode::throttled); }), ...);
  }
  /// Each request takes so long.
  template <class Request>
  void slow_down(std::chrono::milliseconds by) {
    database.answer<Request>([this, by](const Request& request) {
      time.advance(by);
      return send(behind, request);
    });
  }
  /// Leaves all of each batch to be sent again.
  void leave_batches_undone() {
    database.answer<BatchWriteItemRequest>(
        [](const BatchWriteItemRequest& request) -> Result<BatchWriteItemResponse> {
          return BatchWriteItemResponse{.unprocessed_items = request.request_items};
        });
  }
  [[nodiscard]] std::chrono::nanoseconds ticks() const { return time.monotonic_clock()(); }
  void store(int count) {
    for (int i = 1; i <= count; ++i) {
      ASSERT_TRUE(behind.put_item({.table_name = "orders", .item = *orders::to_item(order(i))}));
    }
  }
  const Result<Key> key = make_key(orders::kPk("c"), orders::kSk(1));
};

TEST_F(Deadlines, EndEveryKindOfCallWithoutAPausePastThem) {
  throttle<GetItemRequest, PutItemRequest, UpdateItemRequest, DeleteItemRequest, QueryRequest,
           TransactWriteItemsRequest>();
  const Repository brief = within(1s);
  const auto failure = [](const auto& result) { return result.error(); };
  const std::vector<std::pair<const char*, std::function<Error()>>> calls = {
      {"get", [&] { return failure(brief.get_item(kGet, key)); }},
      {"any", [&] { return failure(brief.create(kAny, orders::to_item(order(1)))); }},
      {"any", [&] { return failure(brief.put(kAny, orders::to_item(order(1)))); }},
      {"any", [&] { return failure(brief.remove(kAny, key)); }},
      {"any",
       [&] {
         Update update(kAny, key);
         update.set("note", std::string("x"));
         return failure(brief.update_item(update));
       }},
      {"any",
       [&] {
         WriteTransaction transaction(kAny);
         transaction.put(orders::to_item(order(1)));
         transaction.put(orders::to_item(order(2)));
         return failure(brief.transact(transaction));
       }},
      {"list_all", [&] { return failure(brief.list_items(orders_of_c(), {})); }},
      {"list_all", [&] { return failure(brief.item_stream(orders_of_c())->next()); }},
  };
  for (const auto& [name, call] : calls) {
    const auto begin = ticks();
    const Error error = call();
    EXPECT_EQ(error.code, ErrorCode::timeout) << error.message;
    EXPECT_THAT(error.message, HasSubstr(std::string(name) + ": the deadline leaves no time for "));
    EXPECT_THAT(error.message, HasSubstr(", which failed: scripted"));
    EXPECT_LT(ticks() - begin, 1s) << name << ": no pause ends at the deadline or behind it";
    EXPECT_GT(ticks() - begin, 800ms) << name << ": and there was time until then";
    EXPECT_EQ(reports.back().error, ErrorCode::timeout);
    EXPECT_EQ(reports.back().requests, reports.back().retries + 1);
  }
}

TEST_F(Deadlines, GoWithEveryRequestToTheDatabase) {
  store(2);
  const auto before = std::chrono::steady_clock::now();
  const Repository brief = within(1min);
  Update update(kAny, key);
  update.set("note", std::string("x"));
  ASSERT_TRUE(brief.get_item(kGet, key));
  ASSERT_TRUE(brief.put(kAny, orders::to_item(order(3))));
  ASSERT_TRUE(brief.update_item(update));
  ASSERT_TRUE(brief.remove(kAny, key));
  ASSERT_TRUE(brief.list_items(orders_of_c(), {}));
  ASSERT_TRUE(brief.batch_get_items(kGet, {key}));
  ASSERT_TRUE(brief.batch_put_items(kAny, {orders::to_item(order(4))}));
  WriteTransaction transaction(kAny);
  transaction.put(orders::to_item(order(1)));
  transaction.put(orders::to_item(order(2)));
  ASSERT_TRUE(brief.transact(transaction));
  std::vector<CallControl> controls;
  const auto take = [&](const auto& requests) {
    for (const auto& request : requests) controls.push_back(request.control);
  };
  take(database.sent<GetItemRequest>());
  take(database.sent<PutItemRequest>());
  take(database.sent<UpdateItemRequest>());
  take(database.sent<DeleteItemRequest>());
  take(database.sent<QueryRequest>());
  take(database.sent<BatchGetItemRequest>());
  take(database.sent<BatchWriteItemRequest>());
  take(database.sent<TransactWriteItemsRequest>());
  ASSERT_EQ(controls.size(), 8U);
  const auto after = std::chrono::steady_clock::now();
  for (const CallControl& control : controls) {
    ASSERT_TRUE(control.deadline);
    EXPECT_GE(*control.deadline, before + 1min);
    EXPECT_LE(*control.deadline, after + 1min);
  }
  const Repository patient(database, orders::kTable, options());
  ASSERT_TRUE(patient.get_item(kGet, key));
  EXPECT_FALSE(database.sent<GetItemRequest>().back().control.deadline);
}

TEST_F(Deadlines, AreOfTheCallAndNotOfEachOfItsRequests) {
  store(30);
  slow_down<QueryRequest>(400ms);
  // Three requests have time to begin: at 0, 400 and 800 ms.
  constexpr QueryPattern some{
      .name = "some", .key_condition = "#pk = :pk", .filter = "#number > :most"};
  BoundQuery query = orders_of_c(some);
  query.bind(":most", std::int64_t{28});
  const auto page = within(1s).list_items(query, {.limit = 5});
  EXPECT_EQ(page.error().code, ErrorCode::timeout);
  EXPECT_EQ(page.error().message, "some: the deadline passed before the request was sent");
  EXPECT_EQ(database.sent<QueryRequest>().size(), 3U);
  EXPECT_EQ(reports.back().error, ErrorCode::timeout);
}

TEST_F(Deadlines, AreOfEachPageOfAListAndEachFetchOfARange) {
  store(30);
  slow_down<QueryRequest>(400ms);
  const Repository brief = within(1s);
  PageOptions options{.limit = 5};
  std::size_t listed = 0;
  do {
    const auto page = brief.list_items(orders_of_c(), options);
    ASSERT_TRUE(page) << page.error().message;
    listed += page->size();
    options.cursor = page->next_cursor;
  } while (options.cursor);
  EXPECT_EQ(listed, 30U);
  constexpr QueryPattern few{.name = "few", .key_condition = "#pk = :pk", .page_size = 5};
  const auto query = orders_of_c(few);
  const auto stream = brief.item_stream(query);
  std::size_t streamed = 0;
  for (auto item = stream->next(); item && *item; item = stream->next()) ++streamed;
  EXPECT_EQ(streamed, 30U);
}

TEST_F(Deadlines, EndAListOverShardsAsAWhole) {
  slow_down<QueryRequest>(400ms);
  auto brief = options();
  brief.deadline = 1s;
  const auto page = orders::OrderRepository(database, brief).list_recent();
  EXPECT_EQ(page.error().code, ErrorCode::timeout);
  EXPECT_EQ(page.error().message, "list_recent: the deadline passed before the request was sent");
  EXPECT_EQ(database.sent<QueryRequest>().size(), 3U) << "of the four shards";
}

TEST_F(Deadlines, EndACollection) {
  const research::JobRepository jobs(database, options());
  ASSERT_TRUE(jobs.create_job(job(1)));
  std::vector<research::Finding> findings;
  for (int i = 0; i < 10; ++i) findings.push_back(finding(1, i));
  ASSERT_TRUE(jobs.put_findings(findings));
  database.answer<QueryRequest>([&](QueryRequest request) {
    time.advance(400ms);
    request.limit = 1;
    return behind.query(request);
  });
  auto brief = options();
  brief.deadline = 1s;
  const auto whole = research::JobRepository(database, brief).get_job_with_findings(job_id(1));
  EXPECT_EQ(whole.error().code, ErrorCode::timeout);
  EXPECT_EQ(database.sent<QueryRequest>().size(), 3U);
}

TEST_F(Deadlines, LeaveNoTimeForTheSecondHalfOfAnUpdate) {
  const std::int64_t now = kStart.time_since_epoch().count() / 1000;
  constexpr WritePattern upsert{.name = "upsert", .ttl_attribute = "expires_at"};
  ASSERT_TRUE(behind.put_item(
      {.table_name = "orders", .item = {{"pk", "A"}, {"sk", "B"}, {"expires_at", now - 5}}}));
  slow_down<UpdateItemRequest>(2s);
  Update update(upsert, Result<Key>(Item{{"pk", "A"}, {"sk", "B"}}));
  update.set("x", std::int64_t{1});
  const auto updated = within(1s).update_item(update);
  EXPECT_EQ(updated.error().code, ErrorCode::timeout) << "the expired item is not deleted";
  EXPECT_TRUE(database.sent<DeleteItemRequest>().empty());
}

TEST_F(Deadlines, OfTheRepositoryEndABatchToo) {
  leave_batches_undone();
  std::vector<Result<Item>> items;
  for (int i = 1; i <= 30; ++i) items.push_back(orders::to_item(order(i)));
  const auto report = within(1s).batch_put_items(kAny, items);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->unwritten.size(), 30U);
  EXPECT_EQ(report->unwritten.at(29).code, ErrorCode::timeout);
  EXPECT_LE(ticks(), 1s);
  EXPECT_GT(ticks(), 800ms);

  const auto longer = within(1s).batch_put_items(kAny, items, {.deadline = 3s});
  EXPECT_EQ(longer->unwritten.at(0).code, ErrorCode::timeout);
  EXPECT_GT(ticks(), 3s) << "its own counts";
  EXPECT_LE(ticks(), 4s);

  auto impatient = options();
  impatient.deadline = 1h;
  const auto stuck = Repository(database, orders::kTable, impatient).batch_put_items(kAny, items);
  EXPECT_EQ(stuck->unwritten.at(0).code, ErrorCode::throttled)
      << "without one of its own, attempts count as well";
}

TEST_F(Deadlines, PauseToTheMillisecondBefore) {
  // Time between the chunk's failure and the worker that takes it again.
  std::chrono::nanoseconds ticks{};
  auto brief = options();
  brief.retry = {.max_attempts = 1000, .base_delay = 10ms, .max_delay = 10ms};
  brief.monotonic_clock = [&] { return ticks += 300us; };
  leave_batches_undone();
  bool passed = false;
  brief.sleep = [&](std::chrono::milliseconds pause) {
    ticks += pause;
    passed = passed || ticks > 100ms + 300us;  // the call began at 300 us
  };
  const Repository repository(database, orders::kTable, brief);
  const auto report =
      repository.batch_put_items(kAny, {orders::to_item(order(1))}, {.deadline = 100ms});
  EXPECT_EQ(report->unwritten.at(0).code, ErrorCode::timeout);
  EXPECT_FALSE(passed);
}

TEST_F(Deadlines, ThatHavePassedSendNothing) {
  for (const auto passed : {0ms, -5ms, std::chrono::milliseconds::min()}) {
    EXPECT_EQ(within(passed).get_item(kGet, key).error().message,
              "get: the deadline passed before the request was sent");
    EXPECT_EQ(reports.back().requests, 0U);
  }
  EXPECT_EQ(database.requests().size(), 0U);
  EXPECT_TRUE(within(std::chrono::milliseconds::max()).get_item(kGet, key));
}

/// A port of this machine where connections are taken and nothing is ever answered.
class SilentServer {
 public:
  SilentServer() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_, any, size), 0);
    EXPECT_EQ(::listen(socket_, 16), 0);
    EXPECT_EQ(::getsockname(socket_, any, &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~SilentServer() { ::close(socket_); }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

TEST(RemoteDeadline, EndsACallThatIsNeverAnswered) {
  const SilentServer server;
  const auto remote = connect(server.url());
  ASSERT_TRUE(remote) << remote.error().message;
  RepositoryOptions brief;
  brief.deadline = 50ms;
  const Repository repository(**remote, orders::kTable, brief);
  const auto begin = std::chrono::steady_clock::now();
  const auto took = [&] { return std::chrono::steady_clock::now() - begin; };
  const auto key = make_key(orders::kPk("c"), orders::kSk(1));
  EXPECT_EQ(repository.get_item(kGet, key).error().code, ErrorCode::timeout);
  EXPECT_GE(took(), 50ms);
  const auto report = repository.batch_put_items(kAny, {orders::to_item(order(1))});
  EXPECT_EQ(report->unwritten.at(0).code, ErrorCode::timeout);
  EXPECT_LT(took(), 20s) << "which is less than the client's own patience with one attempt";
}

}  // namespace
}  // namespace keywright
