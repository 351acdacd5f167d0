// Many threads at once: no more goes through than there are units for, and nothing is lost.

#include "throttling.hpp"

#include <atomic>
#include <thread>

namespace keywright {
namespace {

TEST_F(ThrottlingTest, ThreadsShareTheUnits) {
  auto request = table(1000, 100);
  add_index(request, ProvisionedThroughput{1000, 1000});
  create(std::move(request));
  std::atomic<int> written = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        if (put_indexed(std::to_string(t) + "-" + std::to_string(i), "G")) ++written;
        if (i % 50 == 0) {
          (void)db_->update_table(
              {.table_name = "Tab", .provisioned_throughput = {{1000 + t * 1000 + i, 100}}});
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(written, 100);
  EXPECT_EQ(engine_->scan({.table_name = "Tab"})->count, 100);
  clock_.advance(seconds(1));
  EXPECT_EQ(puts_that_pass(1000), 100);
}

}  // namespace
}  // namespace keywright
