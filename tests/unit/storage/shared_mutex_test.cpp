// The mutex of shards and stripes: exclusion, sharing, and that everybody gets a turn. Run under
// ThreadSanitizer as well.

#include "storage/shared_mutex.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::storage {
namespace {

void together(const std::vector<std::function<void()>>& works) {
  std::vector<std::thread> threads;
  for (const auto& work : works) threads.emplace_back(work);
  for (auto& thread : threads) thread.join();
}

TEST(SharedMutex, WritersExcludeEverybody) {
  SharedMutex mutex;
  int a = 0;
  int b = 0;
  const auto write = [&] {
    for (int i = 0; i < 5000; ++i) {
      const std::lock_guard lock(mutex);
      ++a;
      ++b;
    }
  };
  const auto read = [&] {
    for (int i = 0; i < 5000; ++i) {
      const std::shared_lock lock(mutex);
      EXPECT_EQ(a, b);
    }
  };
  together({write, read, write, read, write});
  EXPECT_EQ(a, 15000);
}

TEST(SharedMutex, ReadersShare) {
  SharedMutex mutex;
  std::atomic<int> inside = 0;
  const auto read = [&] {
    const std::shared_lock lock(mutex);
    ++inside;
    while (inside < 3) std::this_thread::yield();  // ends only if all three are inside at once
  };
  together({read, read, read});
  EXPECT_EQ(inside, 3);
}

TEST(SharedMutex, AWaitingWriterGoesBeforeNewReaders) {
  SharedMutex mutex;
  std::atomic<bool> written = false;
  std::atomic<bool> stop = false;
  // Two readers that overlap all the time: without precedence the writer would never get in.
  const auto read = [&] {
    while (!stop) {
      const std::shared_lock lock(mutex);
      std::this_thread::yield();
    }
  };
  const auto write = [&] {
    for (int i = 0; i < 100; ++i) {
      const std::lock_guard lock(mutex);
      written = true;
    }
    stop = true;
  };
  together({read, read, write});
  EXPECT_TRUE(written);
}

TEST(SharedMutex, SleepersAreWoken) {
  SharedMutex mutex;
  int turns = 0;
  // Longer turns than anybody spins.
  const auto work = [&] {
    for (int i = 0; i < 200; ++i) {
      const std::lock_guard lock(mutex);
      for (int j = 0; j < 3; ++j) std::this_thread::yield();
      ++turns;
    }
  };
  const auto look = [&] {
    for (int i = 0; i < 200; ++i) {
      const std::shared_lock lock(mutex);
      for (int j = 0; j < 3; ++j) std::this_thread::yield();
      EXPECT_LE(turns, 400);
    }
  };
  together({work, look, work, look});
  EXPECT_EQ(turns, 400);
}

TEST(SharedMutex, OneThreadMayHoldVeryMany) {
  std::vector<SharedMutex> mutexes(1000);
  std::vector<std::unique_lock<SharedMutex>> locks;
  for (auto& mutex : mutexes) locks.emplace_back(mutex);
  locks.clear();
  for (auto& mutex : mutexes) const std::shared_lock lock(mutex);
}

}  // namespace
}  // namespace keywright::storage
