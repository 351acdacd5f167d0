#pragma once
// ManualTime: the time of a test. The clock that items expire by, the one that deadlines count by
// and the pauses between attempts are one, and it moves only when told to, or when somebody sleeps.
//
//   keywright::ManualTime time;
//   research::JobRepository jobs(*database, time.options());
//   time.advance(8 * 24h);
//
// Copies share the time. May be used from many threads at once: a thread that sleeps moves the time
// for all.

#include <keywright/clock.hpp>
#include <keywright/repository_options.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace keywright {

class ManualTime {
 public:
  /// 2026-01-01T00:00:00Z.
  static constexpr TimePoint kStart{std::chrono::milliseconds(1'767'225'600'000)};

  explicit ManualTime(TimePoint start = kStart);

  [[nodiscard]] TimePoint now() const;
  void advance(std::chrono::milliseconds by) const;

  operator Clock() const;  // NOLINT: a ManualTime is a Clock
  /// Moves the time and remembers the pause.
  [[nodiscard]] std::function<void(std::chrono::milliseconds)> sleep() const;
  /// How far the time was moved.
  [[nodiscard]] std::function<std::chrono::nanoseconds()> monotonic_clock() const;
  /// What was slept, in order.
  [[nodiscard]] std::vector<std::chrono::milliseconds> pauses() const;

  /// Of a repository that lives in this time, with repeatable randomness.
  [[nodiscard]] RepositoryOptions options(std::uint64_t seed = 1) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace keywright
