// Items handed from thread to thread, as an engine does with the records it stores.

#include <keywright/item.hpp>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

TEST(ItemSharing, ManyThreadsCopyReadAndDropOneItem) {
  Item shared{{"pk", "a"}, {"n", 42}};
  std::atomic<int> read = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([copy = shared, &read] {
      for (int i = 0; i < 2000; ++i) {
        const Item again = copy;
        const Item built = ItemBuilder(again).set_number("n", i).build();
        if (again.find("n")->as_number() == Number(42) && built.count() == 2) ++read;
      }
    });
  }
  shared = Item();  // the last copy frees the record, in whichever thread that is
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(read, 8000);
}

TEST(ItemSharing, AReaderKeepsTheRecordThatAWriterReplaces) {
  std::mutex mutex;
  Item current{{"version", 0}, {"copy", 0}};
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 1; i <= 2000; ++i) {
      const Item next = ItemBuilder(current).set_number("version", i).set_number("copy", i).build();
      const std::lock_guard lock(mutex);
      current = next;
    }
    done = true;
  });
  int torn = 0;
  while (!done) {
    Item seen;
    {
      const std::lock_guard lock(mutex);
      seen = current;
    }
    if (seen.find("version")->as_number() != seen.find("copy")->as_number()) ++torn;
  }
  writer.join();
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(current.find("version")->as_number(), Number(2000));
}

}  // namespace
}  // namespace keywright
