#include "core/errors.hpp"
#include <keywright/clock.hpp>
#include <keywright/result.hpp>

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace keywright {
namespace {

Result<int> half(int value) {
  if (value % 2 != 0) return errors::validation("odd");
  return value / 2;
}

Result<void> require(bool condition) {
  if (!condition) return errors::not_found();
  return {};
}

TEST(Result, IsAValueOrAnError) {
  EXPECT_TRUE(half(4).has_value());
  EXPECT_EQ(*half(4), 2);
  EXPECT_EQ(half(4).value(), 2);
  ASSERT_FALSE(half(3));
  EXPECT_EQ(half(3).error().message, "odd");
}

TEST(Result, ThrowsFromValueAlone) {
  try {
    (void)half(3).value();
    FAIL();
  } catch (const ResultError& thrown) {
    EXPECT_STREQ(thrown.what(), "validation: odd");
    EXPECT_EQ(thrown.error().code, ErrorCode::validation);
  }
  EXPECT_THROW(require(false).value(), ResultError);
  EXPECT_NO_THROW(require(true).value());
}

TEST(Result, HoldsWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, ConvertsToTheValueType) {
  const Result<std::string> text = "literal";
  EXPECT_EQ(*text, "literal");
  EXPECT_EQ(text->size(), 7u);
  const Result<std::optional<Item>> none = std::optional<Item>();
  EXPECT_EQ(*none, std::nullopt);
}

TEST(ManualClock, MovesOnlyWhenTold) {
  using std::chrono::milliseconds;
  ManualClock manual{TimePoint(milliseconds(1000))};
  const Clock clock = manual;
  EXPECT_EQ(clock(), TimePoint(milliseconds(1000)));
  manual.advance(milliseconds(500));
  EXPECT_EQ(clock(), TimePoint(milliseconds(1500)));
  manual.set(TimePoint(milliseconds(0)));
  EXPECT_EQ(clock(), manual.now());
  EXPECT_GT(system_clock()(), TimePoint(milliseconds(1'600'000'000'000)));
}

}  // namespace
}  // namespace keywright
