// Streams under several threads: nothing is lost, nothing is skipped, and the records of an item
// have the order of its writes. Run under ThreadSanitizer as well.

#include "stream_fixture.hpp"

#include <atomic>
#include <map>
#include <set>
#include <thread>

namespace keywright {
namespace {

constexpr int kWriters = 3;
constexpr int kRounds = 400;
constexpr int kKeys = 12;

/// Follows every shard from its beginning, as a client does: children after their parents.
class Follower {
 public:
  Follower(Database& db, std::string arn, std::int64_t limit = 7)
      : db_(db), arn_(std::move(arn)), limit_(limit) {}

  void poll() {
    find_shards();
    for (auto& [id, next] : next_) {
      if (!next) continue;
      auto page = db_.get_records({.shard_iterator = *next, .limit = limit_});
      ASSERT_TRUE(page) << page.error().message;
      for (auto& record : page->records) {
        std::string& last = last_[id];
        ASSERT_LT(last, record.sequence_number) << "numbers ascend in a shard";
        last = record.sequence_number;
        records.push_back(std::move(record));
      }
      next = page->next_shard_iterator;
    }
  }

  std::vector<StreamRecord> records;

 private:
  void find_shards() {
    const auto described = db_.describe_stream({.stream_arn = arn_});
    ASSERT_TRUE(described) << described.error().message;
    std::set<std::string> unread;  // the listed ones that are not read out yet; parents come first
    for (const auto& shard : described->stream_description.shards) {
      const auto known = next_.find(shard.shard_id);
      if (known == next_.end() || known->second) unread.insert(shard.shard_id);
      if (known != next_.end()) continue;
      if (shard.parent_shard_id && unread.contains(*shard.parent_shard_id)) continue;
      const auto iterator =
          db_.get_shard_iterator({.stream_arn = arn_, .shard_id = shard.shard_id});
      ASSERT_TRUE(iterator) << iterator.error().message;
      next_[shard.shard_id] = iterator->shard_iterator;
    }
  }

  Database& db_;
  std::string arn_;
  std::int64_t limit_;
  std::map<std::string, std::optional<std::string>> next_;  ///< nullopt: read out
  std::map<std::string, std::string> last_;
};

class StreamConcurrentTest : public StreamTestBase {
 protected:
  static std::string key(int i) { return "k" + std::to_string(i % kKeys); }

  /// Single writes and transactions over two items, each of which counts `n` up by one.
  void count_up(int writer) {
    for (int i = 0; i < kRounds; ++i) {
      const auto update = [](const std::string& name) {
        return TransactUpdate{.table_name = "Tab",
                              .key = {{"pk", name}},
                              .update_expression = "ADD n :one",
                              .expression_attribute_values = {{":one", 1}}};
      };
      if ((i + writer) % 4 == 0) {
        ASSERT_TRUE(
            db_->transact_write_items({.transact_items = {update(key(i)), update(key(i + 5))}}));
      } else {
        ASSERT_TRUE(db_->update_item({.table_name = "Tab",
                                      .key = {{"pk", key(i)}},
                                      .update_expression = "ADD n :one",
                                      .expression_attribute_values = {{":one", 1}}}));
      }
    }
  }

  /// Every item's records go n = 1, 2, 3, ... up to what the item says now.
  void expect_complete(const std::vector<StreamRecord>& records) {
    std::map<std::string, int> last;
    for (const auto& record : records) {
      const std::string name(record.keys.find("pk")->as_string());
      const int expected = ++last[name];
      ASSERT_EQ(record.new_image->find("n")->as_number(), Number(expected)) << name;
      const auto before = record.old_image ? record.old_image->find("n")->as_number() : Number(0);
      ASSERT_EQ(before, Number(expected - 1)) << name;
    }
    ASSERT_EQ(last.size(), static_cast<std::size_t>(kKeys));
    for (const auto& [name, n] : last) {
      EXPECT_EQ(get("Tab", {{"pk", name}})->find("n")->as_number(), Number(n));
    }
  }
};

TEST_F(StreamConcurrentTest, TheRecordsOfAnItemHaveTheOrderOfItsWrites) {
  create(streamed("Tab"));
  Follower follower(*db_, arn_of("Tab"));
  std::atomic<int> writing = kWriters;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      count_up(writer);
      --writing;
    });
  }
  // The reader runs along, and time does: shards close and children follow.
  while (writing > 0) {
    follower.poll();
    clock_.advance(std::chrono::minutes(10));
    std::this_thread::yield();
    if (clock_.now() - kStart > std::chrono::hours(20)) clock_.set(kStart + std::chrono::hours(20));
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t before = follower.records.size() + 1; before != follower.records.size();) {
    before = follower.records.size();
    for (int i = 0; i < 8; ++i) follower.poll();
  }
  expect_complete(follower.records);
}

TEST_F(StreamConcurrentTest, NumbersAscendInAShardWhoeverWrites) {
  create(streamed("Tab", StreamViewType::keys_only));
  constexpr int kItems = 3000;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      for (int i = 0; i < kItems; ++i) {
        ASSERT_TRUE(
            db_->put_item({.table_name = "Tab",
                           .item = {{"pk", std::to_string(writer) + "#" + std::to_string(i)}}}));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  Follower follower(*db_, arn_of("Tab"), 1000);
  for (int page = 0; page < kWriters * kItems / 1000; ++page) follower.poll();
  EXPECT_EQ(follower.records.size(), static_cast<std::size_t>(kWriters * kItems));
}

TEST_F(StreamConcurrentTest, StreamsComeAndGoWhileItemsChange) {
  create(table_request("Tab"));
  std::vector<std::string> arns;
  std::atomic<bool> done = false;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      while (!done) count_up(writer);
    });
  }
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(set_stream("Tab", StreamViewType::new_and_old_images));
    arns.push_back(arn_of("Tab"));
    EXPECT_TRUE(db_->list_streams({}));
    ASSERT_TRUE(set_stream("Tab", std::nullopt));
  }
  done = true;
  for (auto& thread : threads) thread.join();
  // A stream has every change of its time: an item's numbers have no gap within one stream.
  for (const auto& arn : arns) {
    std::map<std::string, Number> last;
    for (const auto& record : read_all(arn)) {
      const std::string name(record.keys.find("pk")->as_string());
      if (const auto known = last.find(name); known != last.end()) {
        ASSERT_EQ(record.old_image->find("n")->as_number(), known->second);
      }
      last.insert_or_assign(name, record.new_image->find("n")->as_number());
    }
  }
}

}  // namespace
}  // namespace keywright
