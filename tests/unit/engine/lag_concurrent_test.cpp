// Late entries under writers and readers at once.

#include "lag_fixture.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace keywright {
namespace {

TEST_F(LagTest, WritersAndReadersTogetherEndInTheSameState) {
  start({.index_lag = milliseconds(3), .read_lag = milliseconds(5)});
  constexpr int kRounds = 300;
  std::atomic<bool> done = false;
  std::vector<std::thread> writers;
  for (int w = 0; w < 3; ++w) {
    writers.emplace_back([&, w] {
      for (int i = 0; i < kRounds; ++i) {
        const auto n = std::to_string(i % 7);
        put_item(n, "G" + std::to_string((i + w) % 3), std::to_string(w));
        clock_.advance(milliseconds(1));
      }
    });
  }
  std::thread reader([&] {
    while (!done) {
      (void)of_global("G1");
      (void)of_table(false, "local");
    }
  });
  for (auto& writer : writers) writer.join();
  done = true;
  reader.join();
  clock_.advance(milliseconds(5));
  EXPECT_EQ(of_table(false), of_table(true));
  EXPECT_EQ(of_table(false, "local"), of_table(true, "local"));
  Strings indexed;
  for (const auto* g : {"G0", "G1", "G2"}) {
    for (auto& entry : of_global(g)) indexed.push_back(std::move(entry));
  }
  std::sort(indexed.begin(), indexed.end());
  EXPECT_EQ(indexed, of_table(true));
}

}  // namespace
}  // namespace keywright
