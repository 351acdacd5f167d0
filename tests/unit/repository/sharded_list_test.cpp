// Lists over shards: merged in order, with one cursor, as if there were one partition.

#include "fixtures.hpp"
#include "repository/cursor.hpp"
#include "repository/query_reader.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using orders::Order;
using testing::ElementsAre;

class ShardedLists : public RepositoryTest {
 protected:
  orders::OrderRepository repository{database, options()};
  const Repository& runtime = repository.repository();
};

class Shards : public ShardedLists {
 protected:
  void SetUp() override {
    for (int i = 1; i <= 30; ++i) ASSERT_TRUE(repository.create_order(order(i)));
  }
  std::vector<std::int64_t> walk_recent(const orders::OrderRepository& from, std::size_t limit) {
    std::vector<std::int64_t> numbers;
    PageOptions options{.limit = limit};
    do {
      const auto page = from.list_recent(options);
      EXPECT_TRUE(page) << page.error().message;
      if (!page) break;
      for (const Order& each : *page) numbers.push_back(each.number);
      options.cursor = page->next_cursor;
    } while (options.cursor);
    return numbers;
  }
};

TEST_F(Shards, AreAllWrittenTo) {
  std::set<std::string> partitions;
  for (int i = 1; i <= 30; ++i) partitions.emplace(orders::recent_pk(order(i)).bytes());
  EXPECT_THAT(partitions, ElementsAre("RECENT#0", "RECENT#1", "RECENT#2", "RECENT#3"));
}

TEST_F(Shards, NeverMoveBetweenVersions) {
  // Part of the data format: an item that is written again must meet its own index entry.
  EXPECT_EQ(shard_of(orders::kPk("c"), orders::kSk(1), 4), 1U);
  EXPECT_EQ(shard_of(orders::kPk("c"), orders::kSk(2), 4), 1U);
  EXPECT_EQ(shard_of(orders::kPk("c"), 4), 2U);
}

TEST_F(Shards, AreMergedInOrderWithOneCursor) {
  std::vector<std::int64_t> expected;
  for (int i = 30; i >= 1; --i) expected.push_back(i);
  for (const std::size_t limit : {1U, 2U, 3U, 7U, 29U, 30U, 100U}) {
    EXPECT_EQ(walk_recent(repository, limit), expected) << limit;
  }
}

/// Ten shards of which each call of add() writes into one, in the order of time.
class TenShards : public ShardedLists {
 protected:
  static constexpr std::size_t kTen = 10;
  static constexpr QueryPattern kNewestFirst{
      .name = "newest",
      .index_name = "gsi2",
      .key_condition = "#gsi2pk = :gsi2pk",
      .scan_index_forward = false,
      .shards = kTen,
      .shard_keys = {.partition = "gsi2pk", .sort = "gsi2sk"}};
  static constexpr QueryPattern kOldestFirst{
      .name = "oldest",
      .index_name = "gsi2",
      .key_condition = "#gsi2pk = :gsi2pk",
      .shards = kTen,
      .shard_keys = {.partition = "gsi2pk", .sort = "gsi2sk"}};

  static constexpr QueryPattern kLiving{.name = "living",
                                        .index_name = "gsi2",
                                        .key_condition = "#gsi2pk = :gsi2pk",
                                        .ttl_attribute = "expires_at",
                                        .shards = kTen,
                                        .shard_keys = {.partition = "gsi2pk", .sort = "gsi2sk"}};

  void add(int number, std::size_t shard, bool is_expired = false) {
    PutItemRequest request;
    request.table_name = "orders";
    const auto text = std::to_string(1000 + number);
    request.item = {{"pk", "CUSTOMER#c"},
                    {"sk", "ORDER#" + text},
                    {"gsi2pk", "RECENT#" + std::to_string(shard)},
                    {"gsi2sk", text},
                    {"expires_at", std::int64_t{is_expired ? 1 : 4'000'000'000}}};
    ASSERT_TRUE(behind.put_item(request));
  }
  void remove(int number) {
    DeleteItemRequest request;
    request.table_name = "orders";
    request.key = {{"pk", "CUSTOMER#c"}, {"sk", "ORDER#" + std::to_string(1000 + number)}};
    ASSERT_TRUE(behind.delete_item(request));
  }
  /// One page; its cursor is kept for the next.
  std::vector<int> page(const QueryPattern& pattern, std::size_t limit) {
    BoundQuery query(pattern);
    query.bind_sharded(":gsi2pk", orders::kRecentPk());
    const auto read = runtime.list_items(query, {.limit = limit, .cursor = cursor});
    EXPECT_TRUE(read) << read.error().message;
    std::vector<int> numbers;
    for (const Item& item : read->items) {
      numbers.push_back(std::stoi(std::string(item.find("gsi2sk")->as_string())) - 1000);
    }
    cursor = read->next_cursor;
    return numbers;
  }
  std::optional<std::string> cursor;
};

TEST_F(TenShards, LoseAndRepeatNothingWhenItemsArriveWhilePaging) {
  for (int i = 0; i < 100; ++i) add(i, static_cast<std::size_t>(i * 7) % kTen);
  std::vector<int> listed;
  int arrived = 100;
  do {
    const auto numbers = page(kNewestFirst, 7);
    listed.insert(listed.end(), numbers.begin(), numbers.end());
    for (std::size_t shard = 0; shard < kTen; ++shard) add(arrived++, shard);
  } while (cursor);
  std::vector<int> expected;
  for (int i = 99; i >= 0; --i) expected.push_back(i);
  EXPECT_EQ(listed, expected) << "also of the shards that had given nothing when others came";
}

TEST_F(TenShards, GiveNothingThatArrivesBehindThemOldestFirst) {
  for (int i = 0; i < 40; ++i) add(2 * i, static_cast<std::size_t>(i) % 3);
  std::vector<int> listed;
  do {
    const auto numbers = page(kOldestFirst, 4);
    listed.insert(listed.end(), numbers.begin(), numbers.end());
    // Each into a shard that is as yet empty, or has given less than others.
    const int late = listed.back() - 1;
    if (late > 0) add(late, 3 + static_cast<std::size_t>(late) % 7);
  } while (cursor);
  std::vector<int> expected;
  for (int i = 0; i < 40; ++i) expected.push_back(2 * i);
  EXPECT_EQ(listed, expected);
}

/// What a list without shards would do: each page is what there is behind the last item given.
class AsOneList : public TenShards, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(AsOneList, WhateverComesAndGoesWhilePaging) {
  const auto random = seeded_random(GetParam());
  const auto below = [&](std::uint64_t limit) { return static_cast<int>(random() % limit); };
  const bool newest_first = GetParam() % 2 == 0;
  std::map<int, std::size_t> shards;  // of the items that there are
  const auto change = [&](int count) {
    for (int i = 0; i < count; ++i) {
      const int number = below(3000);
      if (const auto found = shards.find(number); found != shards.end()) {
        remove(number);
        shards.erase(found);
      } else {
        shards[number] = static_cast<std::size_t>(below(kTen));
        add(number, shards[number]);
      }
    }
  };
  change(60);
  std::optional<int> last;
  do {
    std::vector<int> expected;
    for (const auto& [number, shard] : shards) {
      if (!last || (newest_first ? number < *last : number > *last)) expected.push_back(number);
    }
    if (newest_first) std::reverse(expected.begin(), expected.end());
    const auto limit = static_cast<std::size_t>(1 + below(9));
    const bool is_last = expected.size() < limit;
    expected.resize(std::min(limit, expected.size()));
    ASSERT_EQ(page(newest_first ? kNewestFirst : kOldestFirst, limit), expected) << GetParam();
    EXPECT_TRUE(!is_last || !cursor) << "it ends where there is no more";
    if (!expected.empty()) last = expected.back();
    if (cursor) change(below(12));
  } while (cursor);
}

INSTANTIATE_TEST_SUITE_P(Seeds, AsOneList, testing::Range(std::uint64_t{1}, std::uint64_t{21}));

TEST_F(TenShards, ServeCursorsOfTheTimeBeforeTheyNotedTheWholeList) {
  using namespace repository;
  for (int i = 0; i < 20; ++i) add(i, static_cast<std::size_t>(i) % kTen);
  ASSERT_EQ(page(kNewestFirst, 3), (std::vector<int>{19, 18, 17}));
  BoundQuery query(kNewestFirst);
  query.bind_sharded(":gsi2pk", orders::kRecentPk());
  const auto binding = binding_of(
      "test", "newest", query_request(Runtime(database, orders::kTable, options()), query));
  auto position = read_cursor("test", binding, kTen, *cursor);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(position->passed, (Item{{"gsi2sk", "1017"}}));
  position->passed.reset();
  cursor = write_cursor("test", binding, *position);
  EXPECT_EQ(page(kNewestFirst, 3), (std::vector<int>{16, 15, 14}));
}

TEST_F(TenShards, LoseNothingThatArrivesInAShardThatHadNothingLeft) {
  for (int i = 0; i < 20; ++i) add(i, 3);  // all others are empty
  std::vector<int> listed = page(kOldestFirst, 8);
  add(30, 3);
  add(31, 4);
  add(32, 9);
  while (cursor) {
    const auto numbers = page(kOldestFirst, 8);
    listed.insert(listed.end(), numbers.begin(), numbers.end());
  }
  std::vector<int> expected;
  for (int i = 0; i < 20; ++i) expected.push_back(i);
  for (int i = 30; i < 33; ++i) expected.push_back(i);
  EXPECT_EQ(listed, expected);
}

TEST_F(TenShards, ReadExpiredItemsOnceAndLoseNothingAmongThem) {
  for (int number = 0; number < 200; ++number) add(number, 0, true);
  for (const int number : {50, 250, 251, 252}) add(number, 1);
  add(300, 0);
  EXPECT_THAT(page(kLiving, 1), ElementsAre(50));
  add(100, 0);
  EXPECT_THAT(page(kLiving, 2), ElementsAre(100, 250));
  EXPECT_THAT(page(kLiving, 1), ElementsAre(251));
  EXPECT_EQ(reports.back().requests, kTen) << "the list has come past all that are expired";
  EXPECT_THAT(page(kLiving, 3), ElementsAre(252, 300));
}

TEST_F(TenShards, ReadNoMoreThanTheLimitAsksFor) {
  for (int i = 0; i < 200; ++i) add(i, static_cast<std::size_t>(i) % kTen);
  ASSERT_EQ(page(kNewestFirst, 5), (std::vector<int>{199, 198, 197, 196, 195}));
  const auto sent = database.sent<QueryRequest>();
  EXPECT_EQ(sent.size(), kTen);
  for (const auto& request : sent) EXPECT_EQ(request.limit, 5);
}

TEST_F(Shards, StopAtTheLimit) {
  ASSERT_EQ(repository.list_recent({.limit = 2})->size(), 2U);
  for (const auto& request : database.sent<QueryRequest>()) EXPECT_EQ(request.limit, 2);
  EXPECT_LE(database.sent<QueryRequest>().size(), 5U);
}

TEST_F(Shards, TravelTogetherIfThereIsSomeoneToRunThem) {
  auto threaded = options();
  threaded.parallel = parallel_threads(4);
  threaded.observer = nullptr;
  threaded.sleep = nullptr;
  const orders::OrderRepository concurrent(database, threaded);
  EXPECT_EQ(walk_recent(concurrent, 7), walk_recent(repository, 7));
}

TEST_F(Shards, SeeTheKeysThatAProjectionLeavesOut) {
  constexpr QueryPattern pattern{.name = "numbers",
                                 .index_name = "gsi2",
                                 .key_condition = "#gsi2pk = :gsi2pk",
                                 .projection = "#number, #gsi2sk,#note",
                                 .ttl_attribute = "note",
                                 .shards = orders::kShards,
                                 .shard_keys = {.partition = "gsi2pk", .sort = "gsi2sk"}};
  BoundQuery query(pattern);
  query.bind_sharded(":gsi2pk", orders::kRecentPk());
  const auto first = runtime.list_items(query, {.limit = 10});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(database.sent<QueryRequest>()[0].projection_expression,
            "#number, #gsi2sk,#note, #pk, #sk, #gsi2pk");
  const auto second = runtime.list_items(query, {.limit = 10, .cursor = first->next_cursor});
  ASSERT_TRUE(second);
  EXPECT_EQ(second->items[0].find("number")->as_number(), Number(11));
}

TEST_F(Shards, AreKeysOfTextWithinTheirSize) {
  constexpr PartitionTemplate pk{"Order", "gsi2pk", "{label}"};
  auto longest = pk(std::string(2046, 'x'));
  append_shard(longest, 3);
  EXPECT_FALSE(longest.has_error());
  auto longer = pk(std::string(2047, 'x'));
  append_shard(longer, 3);
  ASSERT_TRUE(longer.has_error());
  EXPECT_EQ(longer.error().message,
            "key gsi2pk has 2049 bytes with its shard; it can have at most 2048");
  auto number = NativeKey{"Order", "gsi2pk"}(std::int64_t{7});
  append_shard(number, 3);
  ASSERT_TRUE(number.has_error());
  EXPECT_EQ(number.error().message, "key gsi2pk is no text, and only text takes a shard");

  constexpr QueryPattern pattern{
      .name = "list", .key_condition = "#gsi2pk = :pk", .shards = 4, .shard_keys = {"gsi2pk"}};
  BoundQuery of_number(pattern);
  of_number.bind_sharded(":pk", NativeKey{"Order", "gsi2pk"}(std::int64_t{7}));
  EXPECT_EQ(runtime.list_items(of_number, {}).error().message,
            "key gsi2pk is no text, and only text takes a shard");
  BoundQuery of_long(pattern);
  of_long.bind_sharded(":pk", pk(std::string(2047, 'x')));
  EXPECT_EQ(runtime.list_items(of_long, {}).error().code, ErrorCode::validation);
}

TEST_F(Shards, FailAsOne) {
  database.answer<QueryRequest>([&](const QueryRequest& request) -> Result<QueryResponse> {
    for (const auto& [name, value] : request.expression_attribute_values) {
      if (value.as_string() == "RECENT#2") return error_of(ErrorCode::not_found);
    }
    return behind.query(request);
  });
  EXPECT_EQ(repository.list_recent().error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace keywright
