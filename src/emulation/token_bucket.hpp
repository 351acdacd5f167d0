#pragma once
// Units that are saved up and spent: so many per second, and no more than fit.

#include <keywright/clock.hpp>

#include <algorithm>
#include <chrono>

namespace keywright::emulation {

/// How fast a bucket fills, and what it holds.
struct Fill {
  double per_second = 0;
  double capacity = 0;
};

/// Not thread-safe.
class TokenBucket {
 public:
  TokenBucket(double level, TimePoint now) : level_(level), filled_at_(now) {}

  /// What is left. Below zero: a debt, for somebody took more than there was.
  [[nodiscard]] double level(const Fill& fill, TimePoint now) {
    // A clock that is set back gives nothing, and takes nothing.
    const std::chrono::duration<double> passed = now - filled_at_;
    const double gained = std::max(passed.count(), 0.0) * fill.per_second;
    level_ = std::min(level_ + gained, fill.capacity);
    filled_at_ = now;
    return level_;
  }
  /// Negative: gives back.
  void take(double units) { level_ -= units; }

 private:
  double level_;
  TimePoint filled_at_;
};

}  // namespace keywright::emulation
