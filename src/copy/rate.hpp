#pragma once
// How fast to go, in capacity units per second: as fast as it may, until it is throttled; then by
// additive increase and multiplicative decrease (AIMD).
//
// Thread-safe. Each call spends what it will probably cost, waits as long as it is told, and says
// afterwards what it did cost.

#include "copy/timing.hpp"

#include <limits>
#include <mutex>

namespace keywright::copy {

class Rate {
 public:
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

  /// Never more than `cap` units per second.
  Rate(double cap, std::function<Instant()> now);

  /// Spends so many units and returns how long to wait before that: until what was spent before is
  /// paid for.
  [[nodiscard]] Duration spend(double units);
  /// A call cost so many units more, or less, than it had spent.
  void correct(double units);
  /// The service refused some of the work. What is refused within a second counts once.
  void throttled();

  /// kUnlimited: as fast as it goes.
  [[nodiscard]] double per_second() const;
  [[nodiscard]] double spent() const;

 private:
  void advance();

  const double cap_;
  const std::function<Instant()> now_;
  mutable std::mutex mutex_;
  double rate_;
  double growth_ = 0;   // of the rate, per second
  double balance_ = 0;  // units that may be spent at once; a debt, if negative
  double spent_ = 0;
  Instant advanced_;
  Instant decreased_;  // when it was last slowed down
  bool was_throttled_ = false;
  // What is spent in a second while nothing limits it.
  Instant window_begin_;
  double window_spent_ = 0;
  double measured_ = 0;
};

}  // namespace keywright::copy
