#include "server/timer_wheel.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TimerWheel, ExpiresAtTheDeadlineAndNotBefore) {
  TimerWheel wheel;
  TimerWheel::Entry entry;
  EXPECT_FALSE(wheel.next());
  EXPECT_TRUE(wheel.schedule(entry, 5));
  EXPECT_EQ(wheel.next(), 5U);
  EXPECT_THAT(wheel.advance(4), IsEmpty());
  EXPECT_TRUE(entry.is_scheduled());
  EXPECT_THAT(wheel.advance(5), ElementsAre(&entry));
  EXPECT_FALSE(entry.is_scheduled());
  EXPECT_FALSE(wheel.next());
}

TEST(TimerWheel, EntriesAndWheelsMayEndInAnyOrder) {
  TimerWheel::Entry outlives;
  {
    TimerWheel wheel;
    {
      TimerWheel::Entry entry;
      wheel.schedule(entry, 5);
    }
    EXPECT_FALSE(wheel.next());
    wheel.schedule(outlives, 7);
  }
  EXPECT_FALSE(outlives.is_scheduled());
}

TEST(TimerWheel, ADeadlineThatMovesAwayIsOneStore) {
  TimerWheel wheel;
  TimerWheel::Entry entry;
  wheel.schedule(entry, 5);
  EXPECT_FALSE(wheel.schedule(entry, 50));
  EXPECT_EQ(wheel.next(), 5U);  // it is looked at then, and put where it belongs
  EXPECT_THAT(wheel.advance(49), IsEmpty());
  EXPECT_EQ(wheel.next(), 50U);
  EXPECT_TRUE(wheel.schedule(entry, 49));  // now or earlier: as soon as possible
  EXPECT_EQ(wheel.next(), 50U);
  EXPECT_THAT(wheel.advance(50), ElementsAre(&entry));
}

TEST(TimerWheel, KnowsDeadlinesFurtherAwayThanItsTurn) {
  TimerWheel wheel;
  TimerWheel::Entry near, far;
  wheel.schedule(far, 10'000);
  wheel.schedule(near, 9'999);
  EXPECT_THAT(wheel.advance(9'998), IsEmpty());
  EXPECT_THAT(wheel.advance(9'999), ElementsAre(&near));
  EXPECT_THAT(wheel.advance(20'000), ElementsAre(&far));
}

// Against a map that does the obvious.
TEST(TimerWheel, AgreesWithAMapOfDeadlines) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned n) {
      return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
    };
    TimerWheel wheel;
    std::vector<std::unique_ptr<TimerWheel::Entry>> entries;
    for (int i = 0; i < 30; ++i) entries.push_back(std::make_unique<TimerWheel::Entry>());
    std::map<TimerWheel::Entry*, TimerWheel::Tick> naive;
    TimerWheel::Tick now = 0;
    for (int step = 0; step < 3000; ++step) {
      auto* entry = entries[below(30)].get();
      switch (below(4)) {
        case 0:
        case 1: {
          const auto deadline = now + below(below(2) == 0 ? 20 : 2000);
          wheel.schedule(*entry, deadline);
          naive[entry] = std::max(deadline, now + 1);
          break;
        }
        case 2:
          wheel.cancel(*entry);
          naive.erase(entry);
          break;
        default: {
          now += below(below(10) == 0 ? 1000 : 5);
          const auto expired = wheel.advance(now);
          std::set<TimerWheel::Entry*> expected;
          for (const auto& [each, deadline] : naive) {
            if (deadline <= now) expected.insert(each);
          }
          ASSERT_EQ(std::set<TimerWheel::Entry*>(expired.begin(), expired.end()), expected);
          for (auto* each : expected) naive.erase(each);
          const auto next = wheel.next();
          ASSERT_EQ(next.has_value(), !naive.empty());
          for (const auto& [each, deadline] : naive) ASSERT_LE(*next, deadline);
        }
      }
    }
    for (auto& entry : entries) wheel.cancel(*entry);
  }
}

}  // namespace
}  // namespace keywright::server
