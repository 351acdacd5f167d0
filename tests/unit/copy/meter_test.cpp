#include "copy/meter.hpp"

#include <gtest/gtest.h>

namespace keywright::copy {
namespace {

Instant at(double seconds) {
  return Instant(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)));
}

Progress done(std::int64_t items, std::int64_t bytes) {
  Progress progress;
  progress.items = items;
  progress.bytes = bytes;
  progress.expected_items = 1000;
  progress.expected_bytes = 100'000;
  return progress;
}

TEST(Meter, TellsSpeedShareAndTimeLeft) {
  Meter meter;
  (void)meter.read(at(0), done(0, 0));
  const Reading reading = meter.read(at(2), done(100, 20'000));
  EXPECT_DOUBLE_EQ(reading.items_per_second, 50);
  EXPECT_DOUBLE_EQ(reading.bytes_per_second, 10'000);
  EXPECT_DOUBLE_EQ(*reading.percent, 20);
  EXPECT_DOUBLE_EQ(*reading.seconds_left, 8);
}

TEST(Meter, GoesByTheLastTenSeconds) {
  Meter meter;
  for (int i = 0; i <= 20; ++i) (void)meter.read(at(i), done(i, i * 10));
  Reading reading;
  for (int i = 21; i <= 40; ++i) reading = meter.read(at(i), done(i * 10, i * 100));
  EXPECT_NEAR(reading.items_per_second, 10, 0.01);
}

TEST(Meter, CountsWhatEarlierRunsDidAsDoneAndNotAsSpeed) {
  Meter meter;
  auto progress = done(500, 50'000);
  progress.resumed_items = 500;
  progress.resumed_bytes = 50'000;
  Reading reading = meter.read(at(0), progress);
  EXPECT_EQ(reading.items_per_second, 0);
  EXPECT_DOUBLE_EQ(*reading.percent, 50);
  EXPECT_FALSE(reading.seconds_left);
  progress.items = 510;
  progress.bytes = 51'000;
  reading = meter.read(at(1), progress);
  EXPECT_DOUBLE_EQ(reading.items_per_second, 10);
  EXPECT_DOUBLE_EQ(*reading.seconds_left, 49);
}

TEST(Meter, KnowsNoShareOfAnUnknownWholeAndNoneAboveAll) {
  Meter meter;
  Progress progress;
  progress.items = 10;
  EXPECT_FALSE(meter.read(at(1), progress).percent);
  const Reading reading = meter.read(at(2), done(2000, 200'000));
  EXPECT_DOUBLE_EQ(*reading.percent, 100);
  EXPECT_FALSE(reading.seconds_left);
}

TEST(Meter, WritesALine) {
  auto progress = done(1234, 1'234'567);
  Reading reading;
  reading.items_per_second = 410.4;
  reading.bytes_per_second = 45'600;
  EXPECT_EQ(progress_line(progress, reading),
            "copying: 1234 items, 1.23 MB, 410 items/s, 45.6 kB/s");
  reading.percent = 45.4;
  reading.seconds_left = 130;
  progress.phase = Phase::verifying;
  progress.throttled = 3;
  EXPECT_EQ(progress_line(progress, reading),
            "verifying: 1234 items, 1.23 MB, 410 items/s, 45.6 kB/s, 45%, 2 min left, throttled 3 "
            "times");
  progress.throttled = 0;
  progress.failed = 2;
  progress.last_failure = "connection refused";
  reading = {};
  EXPECT_EQ(
      progress_line(progress, reading),
      "verifying: 1234 items, 1.23 MB, 0 items/s, 0 B/s, repeated 2 calls (connection refused)");
}

TEST(Meter, WritesSizesAndTimes) {
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(12'345), "12.3 kB");
  EXPECT_EQ(size_text(123'456'789), "123 MB");
  EXPECT_EQ(size_text(5e15), "5000 TB");
  EXPECT_EQ(time_text(0.2), "1 s");
  EXPECT_EQ(time_text(89), "89 s");
  EXPECT_EQ(time_text(600), "10 min");
  EXPECT_EQ(time_text(7500), "2 h 5 min");
}

}  // namespace
}  // namespace keywright::copy
