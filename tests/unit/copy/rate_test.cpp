#include "copy/rate.hpp"

#include "copying.hpp"

namespace keywright::copy {
namespace {

class RateTest : public testing::Test {
 protected:
  /// Spends units, waiting as told, for so long. Returns units per second.
  double run(Rate& rate, double units, double duration) {
    const double begin = time_.elapsed();
    double spent = 0;
    while (time_.elapsed() - begin < duration) {
      (void)time_.timing().pause(rate.spend(units), {});
      spent += units;
    }
    return spent / (time_.elapsed() - begin);
  }

  TestTime time_;
};

TEST_F(RateTest, WaitsForNothingUntilItIsThrottled) {
  Rate rate(Rate::kUnlimited, time_.timing().now);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(rate.spend(1000).count(), 0);
  EXPECT_EQ(rate.per_second(), Rate::kUnlimited);
  EXPECT_EQ(rate.spent(), 1e6);
}

TEST_F(RateTest, KeepsToItsCapWhateverACallCosts) {
  for (const double units : {0.5, 7.0, 128.0}) {
    Rate rate(100, time_.timing().now);
    EXPECT_NEAR(run(rate, units, 60), 100, 5) << units;
  }
}

TEST_F(RateTest, PaysLaterForWhatCostMoreThanExpected) {
  Rate rate(10, time_.timing().now);
  EXPECT_EQ(rate.spend(1).count(), 0);
  rate.correct(99);
  EXPECT_NEAR(seconds(rate.spend(1)), 10, 0.2);
  EXPECT_EQ(rate.spent(), 101);
}

TEST_F(RateTest, SlowsDownToLessThanWhatWasThrottledAndGrowsAgain) {
  Rate rate(Rate::kUnlimited, time_.timing().now);
  for (int i = 0; i < 30; ++i) {  // 1000 units per second
    (void)rate.spend(100);
    time_.advance(std::chrono::milliseconds(100));
  }
  rate.throttled();
  EXPECT_NEAR(rate.per_second(), 700, 100);
  const double slow = rate.per_second();
  rate.throttled();  // the same second: other threads met the same limit
  EXPECT_EQ(rate.per_second(), slow);

  time_.advance(std::chrono::seconds(10));
  (void)rate.spend(1);
  EXPECT_NEAR(rate.per_second(), slow * 1.5, slow * 0.01);
  rate.throttled();
  EXPECT_NEAR(rate.per_second(), slow * 1.5 * 0.7, slow * 0.01);
}

TEST_F(RateTest, NeverStandsStillNorExceedsItsCap) {
  Rate rate(20, time_.timing().now);
  for (int i = 0; i < 100; ++i) {
    rate.throttled();
    time_.advance(std::chrono::seconds(1));
  }
  EXPECT_GE(rate.per_second(), 1);
  time_.advance(std::chrono::hours(1));
  (void)rate.spend(1);
  EXPECT_EQ(rate.per_second(), 20);
}

/// A service with a limit: AIMD comes to rest a little below it.
TEST_F(RateTest, FindsTheLimitOfAService) {
  constexpr double kLimit = 500;
  Rate rate(Rate::kUnlimited, time_.timing().now);
  double tokens = kLimit;
  double served = 0;
  double last = time_.elapsed();
  const double begin = last;
  while (time_.elapsed() - begin < 300) {
    (void)time_.timing().pause(rate.spend(25), {});
    time_.advance(std::chrono::milliseconds(2));
    tokens = std::min(kLimit, tokens + (time_.elapsed() - last) * kLimit);
    last = time_.elapsed();
    if (tokens < 25) {
      rate.correct(-25);
      rate.throttled();
    } else {
      tokens -= 25;
      served += 25;
    }
  }
  EXPECT_GT(served / 300, kLimit * 0.75);
  EXPECT_LE(served / 300, kLimit * 1.01);
}

}  // namespace
}  // namespace keywright::copy
