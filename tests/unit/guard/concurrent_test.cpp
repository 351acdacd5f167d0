#include "guarding.hpp"

#include <atomic>
#include <thread>
#include <vector>

// Many threads, one guard: nothing is lost.

namespace {

using namespace keywright;
using keywright::testing::kJob;

TEST(GuardConcurrent, CountsEveryRequest) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kRequests = 500;
  DryRun dry_run;
  std::atomic<std::size_t> reported{0};
  GuardOptions options;
  options.mode = GuardMode::enforce;
  options.on_violation = [&](const Violation&) { ++reported; };
  Guard guard(dry_run, keywright::testing::read_model("research"), options);

  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      GetItemRequest get;
      get.table_name = "app-table";
      get.key = {{"pk", kJob}, {"sk", "METADATA"}};
      get.consistent_read = true;
      ScanRequest scan;
      scan.table_name = "app-table";
      for (std::size_t i = 0; i < kRequests; ++i) {
        EXPECT_TRUE(guard.get_item(get));
        EXPECT_FALSE(guard.scan(scan));
        if (i % 100 == 0) static_cast<void>(guard.report());
      }
    });
  }
  for (auto& thread : threads) thread.join();

  const auto report = guard.report();
  EXPECT_EQ(report.matched, kThreads * kRequests);
  EXPECT_EQ(report.patterns.front().name, "get_job");
  EXPECT_EQ(report.patterns.front().requests, kThreads * kRequests);
  EXPECT_EQ(report.violations, kThreads * kRequests);
  EXPECT_EQ(report.refused, kThreads * kRequests);
  EXPECT_EQ(report.recent_violations.size(), 1U);
  EXPECT_EQ(reported, kThreads * kRequests);
}

}  // namespace
