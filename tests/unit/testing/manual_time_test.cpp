#include <keywright/manual_time.hpp>

#include <chrono>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

TEST(ManualTime, MovesWhenToldTo) {
  const ManualTime time;
  EXPECT_EQ(time.now(), TimePoint(std::chrono::sys_days(std::chrono::year(2026) / 1 / 1)));
  const Clock clock = time;
  time.advance(1500ms);
  EXPECT_EQ(clock(), ManualTime::kStart + 1500ms);
  EXPECT_EQ(time.monotonic_clock()(), 1500ms);
}

TEST(ManualTime, APauseIsTimeThatPasses) {
  const ManualTime time(TimePoint(7ms));
  const auto options = time.options();
  options.sleep(25ms);
  options.sleep(3ms);
  EXPECT_EQ(options.clock(), TimePoint(35ms));
  EXPECT_EQ(options.monotonic_clock(), 28ms);
  EXPECT_THAT(time.pauses(), ElementsAre(25ms, 3ms));
}

TEST(ManualTime, OptionsAreRepeatable) {
  EXPECT_EQ(ManualTime().options(7).random(), ManualTime().options(7).random());
  EXPECT_NE(ManualTime().options(7).random(), ManualTime().options(8).random());
}

TEST(ManualTime, OptionsOutliveIt) {
  const auto options = ManualTime().options();
  options.sleep(5ms);
  EXPECT_EQ(options.clock(), ManualTime::kStart + 5ms);
}

}  // namespace
}  // namespace keywright
