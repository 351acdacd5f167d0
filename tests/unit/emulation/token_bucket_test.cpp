#include "emulation/token_bucket.hpp"

#include <gtest/gtest.h>

namespace keywright::emulation {
namespace {

constexpr TimePoint kNow{std::chrono::seconds(1000)};
constexpr Fill kFill{.per_second = 10, .capacity = 25};

TEST(TokenBucket, FillsWithTimeUpToItsCapacity) {
  TokenBucket bucket(10, kNow);
  EXPECT_EQ(bucket.level(kFill, kNow), 10);
  EXPECT_EQ(bucket.level(kFill, kNow + std::chrono::milliseconds(500)), 15);
  EXPECT_EQ(bucket.level(kFill, kNow + std::chrono::hours(1)), 25);
}

TEST(TokenBucket, GoesIntoDebtAndPaysItBack) {
  TokenBucket bucket(10, kNow);
  bucket.take(40);
  EXPECT_EQ(bucket.level(kFill, kNow), -30);
  EXPECT_EQ(bucket.level(kFill, kNow + std::chrono::seconds(3)), 0);
}

TEST(TokenBucket, TakesWhatNoLongerFits) {
  TokenBucket bucket(25, kNow);
  EXPECT_EQ(bucket.level({.per_second = 1, .capacity = 5}, kNow), 5);
}

TEST(TokenBucket, GivesNothingForATimeThatWentBack) {
  TokenBucket bucket(10, kNow);
  EXPECT_EQ(bucket.level(kFill, kNow - std::chrono::seconds(5)), 10);
  EXPECT_EQ(bucket.level(kFill, kNow - std::chrono::seconds(4)), 20);
}

}  // namespace
}  // namespace keywright::emulation
