// Pages, cursors and streams.

#include "core/base64.hpp"
#include "fixtures.hpp"
#include "repository/cursor.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <openssl/hmac.h>

namespace keywright {
namespace {

using orders::Order;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr QueryPattern kAll{.name = "list_all", .key_condition = "#pk = :pk", .page_size = 3};
constexpr PartitionTemplate kPk{"Row", "pk", "P#{x}"};

BoundQuery rows_of(const char* x, const QueryPattern& pattern = kAll) {
  BoundQuery query(pattern);
  query.bind(":pk", kPk(x));
  return query;
}

class Paging : public RepositoryTest {
 protected:
  orders::OrderRepository repository{database, options()};
  const Repository& runtime = repository.repository();

  void put_rows(const char* x, int count) {
    for (int i = 0; i < count; ++i) {
      ASSERT_TRUE(behind.put_item(
          {.table_name = "orders",
           .item = Item{{"pk", std::string("P#") + x}, {"sk", std::to_string(i)}, {"n", i}}}));
    }
  }

  /// All rows through cursors, and how many pages they took.
  std::vector<std::string> walk(const BoundQuery& query, std::size_t limit, std::size_t* pages) {
    std::vector<std::string> keys;
    PageOptions options{.limit = limit};
    *pages = 0;
    do {
      auto page = runtime.list_items(query, options);
      EXPECT_TRUE(page) << page.error().message;
      if (!page) break;
      EXPECT_LE(page->size(), limit);
      ++*pages;
      for (const Item& item : *page) keys.emplace_back(item.find("sk")->as_string());
      options.cursor = page->next_cursor;
    } while (options.cursor);
    return keys;
  }
};

TEST_F(Paging, LimitsTheItemsOfAPage) {
  put_rows("a", 7);
  std::size_t pages = 0;
  EXPECT_THAT(walk(rows_of("a"), 3, &pages), ElementsAre("0", "1", "2", "3", "4", "5", "6"));
  EXPECT_EQ(pages, 3U);
  EXPECT_EQ(walk(rows_of("a"), 100, &pages).size(), 7U);
  EXPECT_EQ(pages, 1U);
  EXPECT_EQ(runtime.list_items(rows_of("a"), {})->size(), 3U) << "the pattern's own page size";
  EXPECT_EQ(runtime.list_items(rows_of("a"), {.limit = 0}).error().message,
            "list_all: the limit of a page must be at least 1");
}

TEST_F(Paging, GoesOnOverEmptyPagesUntilThereIsNoLastEvaluatedKey) {
  const Key somewhere{{"pk", "P#a"}, {"sk", "5"}};
  int calls = 0;
  database.answer<QueryRequest>([&](const QueryRequest& request) -> Result<QueryResponse> {
    QueryResponse response;
    ++calls;
    EXPECT_EQ(request.exclusive_start_key.has_value(), calls > 1);
    if (calls < 4) response.last_evaluated_key = somewhere;
    if (calls == 3) response.items = {Item{{"pk", "P#a"}, {"sk", "6"}}};
    return response;
  });
  const auto page = runtime.list_items(rows_of("a"), {.limit = 10});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->size(), 1U);
  EXPECT_FALSE(page->next_cursor);
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(database.sent<QueryRequest>()[3].limit, 9) << "it asks for what is still wanted";
  EXPECT_EQ(reports.back().requests, 4U);
}

TEST_F(Paging, CountsWhatIsReturnedNotWhatWasFiltered) {
  put_rows("a", 40);
  constexpr QueryPattern filtered{
      .name = "filtered", .key_condition = "#pk = :pk", .filter = "#n >= :least"};
  BoundQuery query = rows_of("a", filtered);
  query.bind(":least", std::int64_t{35});
  const auto page = runtime.list_items(query, {.limit = 3});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->size(), 3U);
  EXPECT_GT(reports.back().requests, 1U);
}

TEST_F(Paging, LeavesOutExpiredItemsAndStillFillsThePage) {
  const std::int64_t now = kStart.time_since_epoch().count() / 1000;
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(behind.put_item({.table_name = "orders",
                                 .item = Item{{"pk", "P#t"},
                                              {"sk", std::to_string(i)},
                                              {"expires_at", i < 3 ? now - 1 : now + 1}}}));
  }
  constexpr QueryPattern pattern{.name = "living",
                                 .key_condition = "#pk = :pk",
                                 .projection = "#sk",
                                 .ttl_attribute = "expires_at"};
  const auto page = runtime.list_items(rows_of("t", pattern), {.limit = 2});
  ASSERT_TRUE(page) << page.error().message;
  ASSERT_EQ(page->size(), 2U);
  EXPECT_EQ(page->items[0].find("sk")->as_string(), "3");
  constexpr GetPattern get{
      .name = "get_living", .projection = "#sk", .ttl_attribute = "expires_at"};
  const auto key = [](const char* sk) -> Result<Key> { return Item{{"pk", "P#t"}, {"sk", sk}}; };
  EXPECT_FALSE(*runtime.get_item(get, key("2")));
  EXPECT_TRUE(*runtime.get_item(get, key("3")));
  EXPECT_EQ(runtime.batch_get_items(get, {key("2"), key("3")})->items[0], std::nullopt);
}

// Pages of nothing but expired items double, and none of the living is lost or given twice.
TEST_F(Paging, ComesThroughManyExpiredItemsInFewRequests) {
  const std::int64_t now = kStart.time_since_epoch().count() / 1000;
  for (int i = 0; i < 300; ++i) {
    const bool is_old = i < 200 || (i > 230 && i < 290);
    ASSERT_TRUE(behind.put_item({.table_name = "orders",
                                 .item = Item{{"pk", "P#t"},
                                              {"sk", std::to_string(1000 + i)},
                                              {"expires_at", is_old ? now - 1 : now + 1}}}));
  }
  constexpr QueryPattern pattern{.name = "living",
                                 .key_condition = "#pk = :pk",
                                 .ttl_attribute = "expires_at",
                                 .page_size = 7};
  std::vector<int> seen;
  std::optional<std::string> cursor;
  std::size_t requests = 0;
  do {
    const auto page = runtime.list_items(rows_of("t", pattern), {.cursor = cursor});
    ASSERT_TRUE(page) << page.error().message;
    requests = std::max<std::size_t>(requests, reports.back().requests);
    EXPECT_LE(page->size(), 7U);
    for (const auto& item : page->items) {
      seen.push_back(std::stoi(std::string(item.find("sk")->as_string())) - 1000);
    }
    cursor = page->next_cursor;
  } while (cursor);
  EXPECT_LE(requests, 7U);  // of 7, 14, 28, 56 and 112, which ends with 17 of the living
  std::vector<int> living;
  for (int i = 200; i < 300; ++i) {
    if (i <= 230 || i >= 290) living.push_back(i);
  }
  EXPECT_EQ(seen, living);
}

// A page that grew may end with expired items behind the last one that is wanted.
TEST_F(Paging, GoesOnBehindAGrownPageThatEndsWithExpiredItems) {
  const std::int64_t now = kStart.time_since_epoch().count() / 1000;
  for (int i = 0; i < 30; ++i) {
    const bool lives = (i >= 7 && i < 14) || i >= 27;
    ASSERT_TRUE(behind.put_item({.table_name = "orders",
                                 .item = Item{{"pk", "P#t"},
                                              {"sk", std::to_string(10 + i)},
                                              {"expires_at", lives ? now + 1 : now - 1}}}));
  }
  constexpr QueryPattern pattern{
      .name = "living", .key_condition = "#pk = :pk", .ttl_attribute = "expires_at"};
  const auto first = runtime.list_items(rows_of("t", pattern), {.limit = 7});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->items.front().find("sk")->as_string(), "17");
  EXPECT_EQ(first->size(), 7U);
  EXPECT_EQ(reports.back().requests, 2U) << "no page is read again only for its end";
  ASSERT_TRUE(first->next_cursor);
  const auto last =
      runtime.list_items(rows_of("t", pattern), {.limit = 7, .cursor = first->next_cursor});
  ASSERT_TRUE(last) << last.error().message;
  ASSERT_EQ(last->size(), 3U);
  EXPECT_EQ(last->items.front().find("sk")->as_string(), "37");
  EXPECT_FALSE(last->next_cursor);
}

// Cursors
// ------------------------------------------------------------------------------------------

class Cursors : public Paging {
 protected:
  void SetUp() override {
    put_rows("a", 7);
    put_rows("b", 7);
    cursor = *runtime.list_items(rows_of("a"), {.limit = 2})->next_cursor;
  }
  void expect_bad(const BoundQuery& query, const std::string& text, const char* why) {
    const std::size_t before = database.requests().size();
    const auto page = runtime.list_items(query, {.cursor = text});
    ASSERT_FALSE(page) << text;
    EXPECT_EQ(page.error().code, ErrorCode::bad_cursor);
    EXPECT_THAT(page.error().message, HasSubstr(why));
    EXPECT_EQ(database.requests().size(), before) << "nothing is sent";
  }
  std::string cursor;
};

TEST_F(Cursors, AreSafeInAUrl) {
  for (const char c : cursor) {
    EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') << c;
  }
}

TEST_F(Cursors, ServeTheirQueryWithAnotherLimit) {
  const auto page = runtime.list_items(rows_of("a"), {.limit = 5, .cursor = cursor});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->items.front().find("sk")->as_string(), "2");
  EXPECT_EQ(page->size(), 5U);
}

TEST_F(Cursors, AreRefusedWhenForgedOrCut) {
  expect_bad(rows_of("a"), "", "cut or altered");
  expect_bad(rows_of("a"), "x", "cut or altered");
  expect_bad(rows_of("a"), "not a cursor at all!", "cut or altered");
  expect_bad(rows_of("a"), cursor + "=", "cut or altered");
  for (std::size_t i = 0; i < cursor.size(); ++i) {
    std::string forged = cursor;
    forged[i] = forged[i] == 'A' ? 'B' : 'A';
    const auto page = runtime.list_items(rows_of("a"), {.cursor = forged});
    ASSERT_FALSE(page) << i;
    EXPECT_EQ(page.error().code, ErrorCode::bad_cursor);
    EXPECT_FALSE(runtime.list_items(rows_of("a"), {.cursor = cursor.substr(0, i)}));
  }
}

TEST_F(Cursors, AreBoundToPatternArgumentsAndDirection) {
  expect_bad(rows_of("b"), cursor, "other arguments");
  constexpr QueryPattern renamed{.name = "list_else", .key_condition = "#pk = :pk"};
  expect_bad(rows_of("a", renamed), cursor, "another pattern");
  constexpr QueryPattern backwards{
      .name = "list_all", .key_condition = "#pk = :pk", .scan_index_forward = false};
  expect_bad(rows_of("a", backwards), cursor, "another direction");
  auto elsewhere = options();
  elsewhere.table_name = "app-table";
  const Repository other(database, orders::kTable, elsewhere);
  EXPECT_EQ(other.list_items(rows_of("a"), {.cursor = cursor}).error().code, ErrorCode::bad_cursor);
}

// Signed by a program that shares the secret, but lays out items otherwise.
TEST_F(Cursors, AreRefusedWhereTheirKeyIsNoItem) {
  using namespace repository;
  const std::string binding(16, 'b');
  auto text = write_cursor("test", binding, {.shards = {{Item{{"pk", "a"}}, false}}});
  ASSERT_TRUE(read_cursor("test", binding, 1, text));
  std::replace(text.begin(), text.end(), '-', '+');
  std::replace(text.begin(), text.end(), '_', '/');
  text.append((4 - text.size() % 4) % 4, '=');
  std::string payload = base64_decode(text)->substr(0, base64_decode(text)->size() - 16);
  payload.at(payload.size() - Item{{"pk", "a"}}.encoded().size()) = 9;  // attributes
  unsigned char mac[EVP_MAX_MD_SIZE];
  HMAC(EVP_sha256(), "test", 4, reinterpret_cast<const unsigned char*>(payload.data()),
       payload.size(), mac, nullptr);
  auto altered = base64_encode(payload + std::string(reinterpret_cast<const char*>(mac), 16));
  std::replace(altered.begin(), altered.end(), '+', '-');
  std::replace(altered.begin(), altered.end(), '/', '_');
  altered.erase(std::find(altered.begin(), altered.end(), '='), altered.end());
  const auto read = read_cursor("test", binding, 1, altered);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "the cursor is of another version; begin again without a cursor");
}

TEST_F(Cursors, AreSharedByThoseWhoShareTheSecret) {
  auto same = options();
  EXPECT_TRUE(
      Repository(database, orders::kTable, same).list_items(rows_of("a"), {.cursor = cursor}));
  auto foreign = options();
  foreign.cursor_secret = "another";
  EXPECT_THAT(Repository(database, orders::kTable, foreign)
                  .list_items(rows_of("a"), {.cursor = cursor})
                  .error()
                  .message,
              HasSubstr("signed with another secret"));
  // Without a secret, the process has one of its own.
  auto none = options();
  none.cursor_secret.clear();
  const Repository first(database, orders::kTable, none);
  const Repository second(database, orders::kTable, none);
  const auto page = first.list_items(rows_of("a"), {.limit = 1});
  EXPECT_TRUE(second.list_items(rows_of("a"), {.cursor = page->next_cursor}));
}

// Streams
// ------------------------------------------------------------------------------------------

TEST_F(Paging, StreamsAllItemsPageByPage) {
  for (int i = 1; i <= 25; ++i) ASSERT_TRUE(repository.create_order(order(i)));
  std::vector<std::int64_t> numbers;
  for (const auto& row : repository.each_recent()) {
    ASSERT_TRUE(row) << row.error().message;
    numbers.push_back(row->number);
  }
  ASSERT_EQ(numbers.size(), 25U);
  EXPECT_TRUE(std::is_sorted(numbers.rbegin(), numbers.rend()));
  std::size_t read = 0;
  for (const CallReport& report : reports) {
    if (report.operation == "Query") read += report.items;
  }
  EXPECT_GE(read, 25U);
}

TEST_F(Paging, EndsAStreamWithItsError) {
  ASSERT_TRUE(repository.create_order(order(1)));
  // The second round of pages fails: there is one order, and then the error, and then nothing.
  database.answer<QueryRequest>([&](const QueryRequest& request) -> Result<QueryResponse> {
    if (request.exclusive_start_key) return error_of(ErrorCode::not_found);
    auto response = behind.query(request);
    if (!response->items.empty()) response->last_evaluated_key = Item{{"pk", "x"}};
    return response;
  });
  std::vector<bool> rows;
  for (const auto& row : repository.each_recent()) rows.push_back(row.has_value());
  EXPECT_THAT(rows, ElementsAre(true, false));
}

TEST_F(Paging, FailsOrCountsWhatDoesNotRead) {
  for (int i = 1; i <= 4; ++i) ASSERT_TRUE(repository.create_order(order(i)));
  const Item broken = ItemBuilder(*orders::to_item(order(2))).set_string("state", "lost").build();
  ASSERT_TRUE(behind.put_item({.table_name = "orders", .item = broken}));
  const auto failed = repository.list_orders("c", 1);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::decode);
  EXPECT_EQ(failed.error().message, "Order.state is \"lost\", none of open, paid, shipped");

  auto counting = options();
  counting.unreadable_items = UnreadableItems::count;
  const orders::OrderRepository lenient(database, counting);
  const auto page = lenient.list_orders("c", 1, {.limit = 3});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->size(), 3U) << "the page is filled all the same";
  EXPECT_EQ(page->unreadable, 1U);
  EXPECT_EQ(reports.back().unreadable, 1U);
  std::size_t rows = 0;
  for (const auto& row : lenient.each_recent()) {
    EXPECT_TRUE(row);
    ++rows;
  }
  EXPECT_EQ(rows, 3U);
  rows = 0;
  bool failed_row = false;
  for (const auto& row : repository.each_recent()) {
    ++rows;
    failed_row = failed_row || !row;
  }
  EXPECT_TRUE(failed_row);
}

TEST_F(Paging, FencesARangeToItsEntity) {
  for (int i : {1, 9, 10, 11, 100}) ASSERT_TRUE(repository.create_order(order(i)));
  ASSERT_TRUE(behind.put_item(
      {.table_name = "orders", .item = Item{{"pk", "CUSTOMER#c"}, {"sk", "PROFILE"}}}));
  ASSERT_TRUE(behind.put_item(
      {.table_name = "orders", .item = Item{{"pk", "CUSTOMER#c"}, {"sk", "ADDRESS#1"}}}));
  const auto page = repository.list_orders("c", 10);
  ASSERT_TRUE(page) << page.error().message;
  std::vector<std::int64_t> numbers;
  for (const Order& each : *page) numbers.push_back(each.number);
  EXPECT_THAT(numbers, ElementsAre(10, 11, 100));
}

}  // namespace
}  // namespace keywright
