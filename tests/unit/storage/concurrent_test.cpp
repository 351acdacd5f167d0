// Readers, writers and erasers at once. Run under ThreadSanitizer as well.

#include "storage/storage.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::storage {
namespace {

constexpr std::uint64_t kFar = std::uint64_t{40} << 58;

Item numbered(std::int64_t number) {
  return Item{{"n", number}};
}
std::int64_t number(const Item& item) {
  return *item.find("n")->as_number().to_int64();
}

/// Runs all at once and ends with the last.
template <class... Functions>
void together(Functions... functions) {
  std::vector<std::thread> threads;
  (threads.emplace_back(functions), ...);
  for (auto& thread : threads) thread.join();
}

TEST(Concurrent, ABatchOverShardsAndTreesIsSeenWhole) {
  const auto store = make_memory_store();
  const auto table = store->open_tree(1);
  const auto index = store->open_tree(2);
  constexpr int kRounds = 3000;
  std::atomic<bool> done = false;
  const auto write = [&] {
    for (int i = 1; i <= kRounds; ++i) {
      Batch batch;
      batch.put(*index, {kFar, "k"}, numbered(i));
      batch.put(*table, {1, "k"}, numbered(i));
      batch.put(*table, {kFar, "k"}, numbered(i));
      store->apply(batch);
    }
    done = true;
  };
  const auto read = [&] {
    const std::vector<Location> locations{
        {table.get(), {1, "k"}}, {index.get(), {kFar, "k"}}, {table.get(), {kFar, "k"}}};
    std::int64_t last = 0;
    while (!done) {
      const auto items = store->get_together(locations);
      if (!items[0]) continue;
      const std::int64_t seen = number(*items[0]);
      EXPECT_EQ(number(*items[1]), seen);
      EXPECT_EQ(number(*items[2]), seen);
      EXPECT_GE(seen, last);
      last = seen;
    }
  };
  together(write, read, read);
}

TEST(Concurrent, APageOfOneHashIsSeenAtOneMoment) {
  // A token moves from place to place within one hash: every read sees it exactly once.
  const auto store = make_memory_store();
  const auto tree = store->open_tree(1);
  constexpr int kPlaces = 50;
  std::atomic<bool> done = false;
  const auto place = [](int i) { return "place-" + std::to_string(i % kPlaces); };
  {
    Batch batch;
    batch.put(*tree, {7, place(0)}, numbered(0));
    store->apply(batch);
  }
  const auto move = [&] {
    for (int i = 1; i <= 5000; ++i) {
      Batch batch;
      batch.erase(*tree, {7, place(i - 1)});
      batch.put(*tree, {7, place(i)}, numbered(i));
      store->apply(batch);
    }
    done = true;
  };
  const auto look = [&] {
    bool reverse = false;
    while (!done) {
      reverse = !reverse;
      const Page page =
          tree->read({.lower = {7, ""}, .upper = Position{8, ""}, .reverse = reverse});
      EXPECT_EQ(page.items.size(), 1U);
    }
  };
  together(move, look, look);
}

TEST(Concurrent, WritersOfManyPartitionsLeaveWhatTheyWrote) {
  const auto store = make_memory_store();
  const auto tree = store->open_tree(1);
  constexpr std::uint64_t kWriters = 4;
  constexpr std::uint64_t kKeys = 2000;
  std::atomic<std::uint64_t> running = kWriters;
  const auto hash_of = [](std::uint64_t i) { return i * 0x9E3779B97F4A7C15ULL; };
  std::vector<std::thread> threads;
  for (std::uint64_t writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      for (std::uint64_t i = writer; i < kKeys; i += kWriters) {
        Batch batch;
        batch.put(*tree, {hash_of(i), "k"}, numbered(static_cast<std::int64_t>(i)));
        store->apply(batch);
        if (i % 3 != 0) continue;
        batch.erase(*tree, {hash_of(i), "k"});
        store->apply(batch);
      }
      --running;
    });
  }
  threads.emplace_back([&] {
    while (running > 0) {
      const Page page = tree->read({});
      EXPECT_LE(page.items.size(), kKeys);
    }
  });
  for (auto& thread : threads) thread.join();
  std::size_t left = 0;
  for (std::uint64_t i = 0; i < kKeys; ++i) {
    const auto item = tree->get({hash_of(i), "k"});
    EXPECT_EQ(item.has_value(), i % 3 != 0);
    left += item ? 1 : 0;
  }
  EXPECT_EQ(tree->read({}).items.size(), left);
}

TEST(Concurrent, ATreeMayBeDroppedWhileItIsRead) {
  const auto store = make_memory_store();
  auto first = store->open_tree(1);
  {
    Batch batch;
    for (int i = 0; i < 500; ++i) {
      batch.put(*first, {static_cast<std::uint64_t>(i) << 54, "k"}, numbered(i));
    }
    store->apply(batch);
  }
  const auto read = [tree = first] {
    for (int i = 0; i < 50; ++i) EXPECT_EQ(tree->read({}).items.size(), 500U);
  };
  const auto drop = [&store, tree = std::move(first)]() mutable {
    store->drop_tree(1);
    tree.reset();
    EXPECT_TRUE(store->open_tree(1)->read({}).items.empty());
  };
  std::thread reader(read);
  std::thread dropper(std::move(drop));
  reader.join();
  dropper.join();
}

}  // namespace
}  // namespace keywright::storage
