// The engine under several threads: no update is lost, and schemas change while items do. Run under
// ThreadSanitizer as well.

#include "engine_fixture.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <latch>
#include <thread>

namespace keywright {
namespace {

constexpr int kThreads = 4;

class ConcurrentTest : public EngineTest {
 protected:
  /// Runs `work(0)` to `work(kThreads - 1)` at once and waits for all.
  static void together(const std::function<void(int)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
    for (auto& thread : threads) thread.join();
  }

  std::vector<Item> all_of(const std::optional<std::string>& index) {
    std::vector<Item> items;
    ScanRequest request{.table_name = "Tab", .index_name = index};
    do {
      auto page = db_->scan(request);
      EXPECT_TRUE(page) << page.error().message;
      if (!page) break;
      items.insert(items.end(), page->items.begin(), page->items.end());
      request.exclusive_start_key = page->last_evaluated_key;
    } while (request.exclusive_start_key);
    return items;
  }
  static std::vector<std::string> texts(const std::vector<Item>& items) {
    std::vector<std::string> texts;
    for (const Item& item : items) texts.push_back(to_json(item));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  /// The index holds exactly the items of the table that have its key.
  void expect_index_matches(const std::string& index, const std::string& key) {
    std::vector<Item> expected;
    for (const Item& item : all_of(std::nullopt)) {
      if (item.contains(key)) expected.push_back(item);
    }
    EXPECT_EQ(texts(all_of(index)), texts(expected));
    EXPECT_EQ(describe_index("Tab", index).item_count, static_cast<std::int64_t>(expected.size()));
  }

  /// Puts, moves, removes from the index and deletes items of few keys.
  void churn(int thread, int rounds) {
    for (int i = 0; i < rounds; ++i) {
      const Key key{{"pk", "p" + std::to_string((i * 7 + thread) % 40)}};
      const std::string group = "G" + std::to_string(i % 3);
      if (i % 7 == 0) {
        EXPECT_TRUE(db_->delete_item({.table_name = "Tab", .key = key}));
      } else if (i % 5 == 0) {
        EXPECT_TRUE(
            db_->update_item({.table_name = "Tab", .key = key, .update_expression = "REMOVE g"}));
      } else {
        EXPECT_TRUE(
            db_->update_item({.table_name = "Tab",
                              .key = key,
                              .update_expression = "SET g = :g ADD n :one",
                              .expression_attribute_values = {{":g", group}, {":one", 1}}}));
      }
    }
  }
};

TEST_F(ConcurrentTest, NoUpdateIsLost) {
  create(table_request("Tab"), {global_index("gsi", "g")});
  constexpr int kRounds = 500;
  together([this](int) {
    for (int i = 0; i < kRounds; ++i) {
      EXPECT_TRUE(db_->update_item(
          {.table_name = "Tab",
           .key = {{"pk", i % 2 == 0 ? "even" : "odd"}},
           .update_expression = "ADD n :one SET g = :g",
           .expression_attribute_values = {{":one", 1}, {":g", "G" + std::to_string(i % 3)}}}));
    }
  });
  for (const char* key : {"even", "odd"}) {
    EXPECT_EQ(get("Tab", {{"pk", key}})->find("n")->as_number(), Number(kThreads * kRounds / 2));
  }
  expect_index_matches("gsi", "g");
}

TEST_F(ConcurrentTest, OfManyConditionalPutsOneWins) {
  create(table_request("Tab"));
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> won = 0;
    together([&](int thread) {
      const auto put = db_->put_item({.table_name = "Tab",
                                      .item = {{"pk", "r" + std::to_string(round)}, {"by", thread}},
                                      .condition_expression = "attribute_not_exists(pk)"});
      if (put) {
        ++won;
      } else {
        EXPECT_EQ(put.error().code, ErrorCode::condition_failed);
      }
    });
    EXPECT_EQ(won, 1);
  }
}

TEST_F(ConcurrentTest, AnIndexIsBuiltWhileItemsChange) {
  create(table_request("Tab"));
  for (int i = 0; i < 3000; ++i) {
    put("Tab", {{"pk", "old" + std::to_string(i)}, {"g", "G" + std::to_string(i % 3)}});
  }
  together([this](int thread) {
    if (thread > 0) return churn(thread, 1500);
    for (const char* name : {"gsi", "gsi2"}) {
      UpdateTableRequest request{.table_name = "Tab",
                                 .attribute_definitions = {{"g", AttributeType::string}}};
      request.global_secondary_index_updates = {
          CreateGlobalSecondaryIndexAction{global_index(name, "g")}};
      EXPECT_TRUE(db_->update_table(request));
    }
  });
  expect_index_matches("gsi", "g");
  expect_index_matches("gsi2", "g");
}

TEST_F(ConcurrentTest, TablesComeAndGoWhileTheyAreUsed) {
  const auto request = table_request("Tab");
  together([&](int thread) {
    for (int i = 0; i < 300; ++i) {
      if (thread == 0) {
        EXPECT_TRUE(db_->create_table(request));
        EXPECT_TRUE(db_->delete_table({"Tab"}));
        continue;
      }
      const auto put = db_->put_item({.table_name = "Tab", .item = {{"pk", "a"}, {"n", i}}});
      if (!put) {
        EXPECT_EQ(put.error().exception, "ResourceNotFoundException");
      }
      const auto page = db_->scan({.table_name = "Tab"});
      if (page) {
        EXPECT_LE(page->items.size(), 1U);
      } else {
        EXPECT_EQ(page.error().exception, "ResourceNotFoundException");
      }
    }
  });
}

// So many threads that at every moment one of them reads: a lock that lets new readers pass a
// waiting writer keeps table operations out until the readers have done all they are to do.
TEST_F(ConcurrentTest, TableOperationsAreNotStarvedByReaders) {
  constexpr int kReaders = 40;
  create(table_request("Tab"));
  for (int i = 0; i < 50; ++i) put("Tab", {{"pk", "p" + std::to_string(i)}, {"n", i}});
  std::latch all_started(kReaders + 1);
  std::atomic<int> scans_left = 100'000;
  std::vector<std::thread> readers;
  for (int i = 0; i < kReaders; ++i) {
    readers.emplace_back([&] {
      ScanRequest request{.table_name = "Tab", .filter_expression = "n < :none"};
      request.expression_attribute_values = {{":none", 0}};
      all_started.arrive_and_wait();
      while (scans_left-- > 0) EXPECT_TRUE(db_->scan(request));
    });
  }
  all_started.arrive_and_wait();
  EXPECT_TRUE(db_->create_table(table_request("Other")));
  EXPECT_TRUE(db_->delete_table({"Other"}));
  EXPECT_GT(scans_left.exchange(0), 0);
  for (auto& reader : readers) reader.join();
}

TEST_F(ConcurrentTest, ExpiryRespectsItemsThatAreProlonged) {
  create(table_request("Tab"), {global_index("gsi", "g")});
  ASSERT_TRUE(db_->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}));
  constexpr std::int64_t kNow = 1'700'000'000;
  constexpr int kItems = 400;
  for (int i = 0; i < kItems; ++i) {
    put("Tab", {{"pk", "p" + std::to_string(i)}, {"g", "G"}, {"expires", kNow - 10}});
  }
  std::atomic<std::size_t> deleted = 0;
  std::atomic<std::size_t> prolonged = 0;
  together([&](int thread) {
    if (thread == 0) {
      for (int i = 0; i < 20; ++i) deleted += db_->delete_expired_items(50).deleted;
      return;
    }
    for (int i = thread; i < kItems; i += 2 * kThreads) {
      const auto updated = db_->update_item({.table_name = "Tab",
                                             .key = {{"pk", "p" + std::to_string(i)}},
                                             .update_expression = "SET expires = :later",
                                             .condition_expression = "attribute_exists(pk)",
                                             .expression_attribute_values = {{":later", kNow}}});
      if (updated) ++prolonged;
    }
  });
  for (int rounds = 0; rounds < 2;) {  // the first may have begun before the last update
    const ExpirySweep sweep = db_->delete_expired_items();
    deleted += sweep.deleted;
    if (!sweep.more) ++rounds;
  }
  EXPECT_EQ(deleted + prolonged, static_cast<std::size_t>(kItems));
  EXPECT_EQ(describe("Tab").item_count, static_cast<std::int64_t>(prolonged));
  expect_index_matches("gsi", "g");
}

}  // namespace
}  // namespace keywright
