#include "copy/meter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace keywright::copy {
namespace {

constexpr double kWindow = 10;  // seconds

std::string number_text(double value, const char* format) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

}  // namespace

Reading Meter::read(Instant now, const Progress& progress) {
  if (progress.phase != phase_) samples_.clear();
  phase_ = progress.phase;
  // What earlier runs have done was not done in no time.
  if (samples_.empty()) samples_.push_back({now, progress.resumed_items, progress.resumed_bytes});
  samples_.push_back({now, progress.items, progress.bytes});
  while (samples_.size() > 2 && seconds(now - samples_[1].at) >= kWindow) samples_.pop_front();

  Reading reading;
  const Sample& first = samples_.front();
  const double elapsed = seconds(now - first.at);
  if (elapsed > 0) {
    reading.items_per_second = static_cast<double>(progress.items - first.items) / elapsed;
    reading.bytes_per_second = static_cast<double>(progress.bytes - first.bytes) / elapsed;
  }
  const bool by_bytes = progress.expected_bytes > 0;
  const auto expected =
      static_cast<double>(by_bytes ? progress.expected_bytes : progress.expected_items);
  if (expected <= 0) return reading;
  const auto done = static_cast<double>(by_bytes ? progress.bytes : progress.items);
  const double speed = by_bytes ? reading.bytes_per_second : reading.items_per_second;
  reading.percent = std::min(100.0, 100 * done / expected);
  if (speed > 0 && done < expected) reading.seconds_left = (expected - done) / speed;
  return reading;
}

std::string size_text(double bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  const char* const format = unit == 0 || bytes >= 100 ? "%.0f " : bytes >= 10 ? "%.1f " : "%.2f ";
  return number_text(bytes, format) + std::string(kUnits[unit]);
}

std::string time_text(double duration) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (duration < 1.5 * kMinute) return number_text(std::ceil(duration), "%.0f s");
  if (duration < 1.5 * kHour) return number_text(duration / kMinute, "%.0f min");
  const double hours = std::floor(duration / kHour);
  return number_text(hours, "%.0f h ") +
         number_text(std::floor((duration - hours * kHour) / kMinute), "%.0f min");
}

std::string progress_line(const Progress& progress, const Reading& reading) {
  std::string out = progress.phase == Phase::copying ? "copying: " : "verifying: ";
  out += std::to_string(progress.items) + " items, " +
         size_text(static_cast<double>(progress.bytes)) + ", " +
         number_text(reading.items_per_second, "%.0f items/s, ") +
         size_text(reading.bytes_per_second) + "/s";
  if (reading.percent) out += number_text(*reading.percent, ", %.0f%%");
  if (reading.seconds_left) out += ", " + time_text(*reading.seconds_left) + " left";
  if (progress.throttled > 0) out += ", throttled " + std::to_string(progress.throttled) + " times";
  if (progress.failed > 0) {
    out +=
        ", repeated " + std::to_string(progress.failed) + " calls (" + progress.last_failure + ")";
  }
  return out;
}

}  // namespace keywright::copy
