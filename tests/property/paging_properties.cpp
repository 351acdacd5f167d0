// Lists over pages, shards, expired items and cursors, against a sorted vector: whatever the pages
// DynamoDB makes of them, the caller sees every living item once, in order, and as many per page as
// were asked for.

#include <keywright/recording_database.hpp>
#include <keywright/repository.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace keywright {
namespace {

constexpr std::size_t kShards = 3;
constexpr TableSchema kTable{.name = "t", .partition_key = "pk", .sort_key = "sk"};
constexpr std::int64_t kNow = 1000;

constexpr QueryPattern kPlain{.name = "plain",
                              .index_name = "i",
                              .key_condition = "#ipk = :ipk",
                              .ttl_attribute = "ttl",
                              .scan_index_forward = false};
constexpr QueryPattern kSharded{.name = "sharded",
                                .index_name = "i",
                                .key_condition = "#ipk = :ipk",
                                .ttl_attribute = "ttl",
                                .shards = kShards,
                                .shard_keys = {.partition = "ipk", .sort = "isk"}};

struct Row {
  std::size_t shard;
  std::string sort;  // often the same as another's
  int id;
  bool expired;
};

Item item_of(const Row& row, bool sharded) {
  const std::string partition = sharded ? "P#" + std::to_string(row.shard) : "P";
  return Item{{"pk", std::to_string(row.id)},
              {"sk", "s"},
              {"ipk", partition},
              {"isk", row.sort},
              {"ttl", row.expired ? kNow - 1 : kNow}};
}

std::string order_of(const Item& item) {
  return std::string(item.find("isk")->as_string()) + " " +
         std::string(item.find("pk")->as_string());
}

/// Answers queries from a vector, with pages that end where they please.
class Pages {
 public:
  Pages(const std::vector<Row>& rows, bool sharded, std::uint64_t seed)
      : random_(seeded_random(seed)) {
    for (const Row& row : rows) items_.push_back(item_of(row, sharded));
  }

  Result<QueryResponse> operator()(const QueryRequest& request) {
    const auto partition = request.expression_attribute_values.at(0).second.as_string();
    std::vector<Item> rest;
    for (const Item& item : items_) {
      if (item.find("ipk")->as_string() != partition) continue;
      const auto& start = request.exclusive_start_key;
      const bool behind = request.scan_index_forward ? !start || order_of(item) > order_of(*start)
                                                     : !start || order_of(item) < order_of(*start);
      if (behind) rest.push_back(item);
    }
    std::sort(rest.begin(), rest.end(), [&](const Item& a, const Item& b) {
      return request.scan_index_forward ? order_of(a) < order_of(b) : order_of(a) > order_of(b);
    });
    QueryResponse response;
    std::size_t size = static_cast<std::size_t>(request.limit.value_or(1000));
    if (random_() % 2 == 0) size = std::min<std::size_t>(size, 1 + random_() % 3);
    if (size > rest.size()) {
      response.items = rest;
      return response;
    }
    rest.resize(size);  // perhaps the last ones, and still there is a key to go on from
    response.last_evaluated_key = rest.back();
    response.items = rest;
    if (random_() % 4 == 0) {
      // A filter dropped the whole page. The items are given by the next one, one key earlier.
      response.items.clear();
      response.last_evaluated_key = request.exclusive_start_key;
      if (!response.last_evaluated_key) return QueryResponse{rest, 0, 0, rest.back(), {}};
    }
    return response;
  }

 private:
  Random random_;
  std::vector<Item> items_;
};

rc::Gen<std::vector<Row>> rows() {
  return rc::gen::map(
      rc::gen::container<std::vector<std::tuple<std::size_t, int, bool>>>(
          rc::gen::tuple(rc::gen::inRange<std::size_t>(0, kShards), rc::gen::inRange(0, 5),
                         rc::gen::map(rc::gen::inRange(0, 4), [](int n) { return n == 0; }))),
      [](const std::vector<std::tuple<std::size_t, int, bool>>& drawn) {
        std::vector<Row> rows;
        for (const auto& [shard, sort, expired] : drawn) {
          rows.push_back({shard, std::to_string(sort), static_cast<int>(rows.size()), expired});
        }
        return rows;
      });
}

void check(const QueryPattern& pattern, const std::vector<Row>& rows, std::uint64_t seed,
           std::size_t limit) {
  const bool sharded = pattern.shards > 1;
  RecordingDatabase database;
  database.answer<QueryRequest>(Pages(rows, sharded, seed));
  RepositoryOptions options;
  options.clock = ManualClock(TimePoint(std::chrono::seconds(kNow)));
  options.cursor_secret = "s";
  const Repository repository(database, kTable, options);
  constexpr PartitionTemplate partition{"Row", "ipk", "P"};
  BoundQuery query(pattern);
  if (sharded) {
    query.bind_sharded(":ipk", partition());
  } else {
    query.bind(":ipk", partition());
  }

  std::vector<std::string> seen;
  std::vector<std::string> sorts;
  PageOptions page_options{.limit = limit};
  do {
    const auto page = repository.list_items(query, page_options);
    RC_ASSERT(page.has_value());
    RC_ASSERT(page->size() == limit || !page->next_cursor);
    for (const Item& item : *page) {
      seen.emplace_back(item.find("pk")->as_string());
      sorts.emplace_back(item.find("isk")->as_string());
    }
    page_options.cursor = page->next_cursor;
  } while (page_options.cursor);

  std::vector<std::string> expected;
  for (const Row& row : rows) {
    if (!row.expired) expected.push_back(std::to_string(row.id));
  }
  if (!pattern.scan_index_forward) std::reverse(sorts.begin(), sorts.end());
  RC_ASSERT(std::is_sorted(sorts.begin(), sorts.end()));
  std::sort(seen.begin(), seen.end());
  std::sort(expected.begin(), expected.end());
  RC_ASSERT(seen == expected);

  std::size_t streamed = 0;
  const auto stream = repository.item_stream(query);
  for (auto item = stream->next(); *item; item = stream->next()) ++streamed;
  RC_ASSERT(streamed == expected.size());
}

RC_GTEST_PROP(Paging, GivesEveryLivingItemOnceAndInOrder, (std::uint64_t seed)) {
  check(kPlain, *rows(), seed, *rc::gen::inRange<std::size_t>(1, 8));
}

RC_GTEST_PROP(Paging, MergesShardsLikewise, (std::uint64_t seed)) {
  check(kSharded, *rows(), seed, *rc::gen::inRange<std::size_t>(1, 8));
}

}  // namespace
}  // namespace keywright
