#pragma once
// What a copy's progress means to who waits for it. Pure: it is told the time.

#include "copy/job.hpp"

#include <deque>
#include <optional>
#include <string>

namespace keywright::copy {

struct Reading {
  double items_per_second = 0;  ///< of the last ten seconds
  double bytes_per_second = 0;
  std::optional<double> percent{};       ///< nullopt: it is not known how much there is
  std::optional<double> seconds_left{};  ///< the same, or nothing moves
};

class Meter {
 public:
  /// Progress that comes later in time; another phase begins anew.
  Reading read(Instant now, const Progress& progress);

 private:
  struct Sample {
    Instant at;
    std::int64_t items;
    std::int64_t bytes;
  };
  std::deque<Sample> samples_;
  Phase phase_ = Phase::copying;
};

/// "copying: 1200 items, 3.40 MB, 410 items/s, 1.20 MB/s, 45%, 2 min left, throttled 3 times"
[[nodiscard]] std::string progress_line(const Progress& progress, const Reading& reading);

/// "3.4 MB": powers of 1000, three digits at least.
[[nodiscard]] std::string size_text(double bytes);
/// "12 s", "3 min", "2 h 5 min".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace keywright::copy
