#pragma once
// Time and chance, from outside: so that tests neither wait nor differ.

#include <keywright/random.hpp>

#include <chrono>
#include <functional>
#include <stop_token>

namespace keywright::copy {

using Instant = std::chrono::steady_clock::time_point;
using Duration = std::chrono::nanoseconds;

/// Called from any thread.
struct Timing {
  std::function<Instant()> now;
  /// Waits; false if it was stopped meanwhile.
  std::function<bool(Duration, const std::stop_token&)> pause;
  Random random;
};

[[nodiscard]] Timing system_timing();

[[nodiscard]] inline double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace keywright::copy
