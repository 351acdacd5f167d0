#pragma once

// A device's readings as one series, although each day is a partition of its own.

#include "fleet/reading_repository.hpp"

#include <chrono>
#include <string>
#include <utility>

/// Calls `visit` with each reading from `from` to `to`, oldest first: page after page of a day, day
/// after day. There is never more than a page in memory.
template <class Visit>
keywright::Result<void> visit_readings(const fleet::ReadingRepository& readings,
                                       const std::string& device_id, keywright::Timestamp from,
                                       keywright::Timestamp to, Visit&& visit) {
  using std::chrono::days;
  using std::chrono::floor;
  for (auto day = floor<days>(from); day <= floor<days>(to); day += days(1)) {
    for (const auto& reading : readings.each_reading_between(device_id, day, from, to)) {
      if (!reading) return reading.error();
      visit(*reading);
    }
  }
  return {};
}
