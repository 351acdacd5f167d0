#pragma once
// Calls of a Database, repeated while what stopped them may pass.

#include "copy/rate.hpp"
#include "copy/timing.hpp"
#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace keywright::copy {

/// An error of this layer's own: what was asked for cannot be.
[[nodiscard]] Error refusal(std::string message);
/// An error of this layer's own: what was tried did not work.
[[nodiscard]] Error failure(std::string message);
/// What ends because it was told to.
[[nodiscard]] Error stopped();

/// Whether the same call may go through later.
[[nodiscard]] bool may_pass(const Error& error);

/// How long to try when nothing moves, however often it was throttled meanwhile.
inline constexpr std::chrono::minutes kPatience{5};
/// The same of the first calls, before anything is copied: that there is no server shows soon.
inline constexpr std::chrono::seconds kFirstPatience{5};

/// The pauses between the attempts of one piece of work.
class Attempts {
 public:
  explicit Attempts(const Timing& timing, Duration patience = kPatience)
      : timing_(timing), patience_(patience), moved_(timing.now()) {}

  /// Pauses before another attempt; false if it was stopped, or has given up.
  [[nodiscard]] bool pause(const std::stop_token& stop);
  /// Some of the work is done.
  void move() {
    count_ = 0;
    moved_ = timing_.now();
  }

 private:
  const Timing& timing_;
  const Duration patience_;
  Instant moved_;
  std::size_t count_ = 0;
};

/// What was refused or failed, and is tried again. Thread-safe.
class Repetitions {
 public:
  void count(const Error& error) {
    if (error.code == ErrorCode::throttled) return count_throttled();
    const std::lock_guard lock(mutex_);
    ++failed_;
    last_failure_ = error.message;
  }
  void count_throttled() {
    const std::lock_guard lock(mutex_);
    ++throttled_;
  }
  [[nodiscard]] std::int64_t throttled() const {
    const std::lock_guard lock(mutex_);
    return throttled_;
  }
  [[nodiscard]] std::int64_t failed() const {
    const std::lock_guard lock(mutex_);
    return failed_;
  }
  [[nodiscard]] std::string last_failure() const {
    const std::lock_guard lock(mutex_);
    return last_failure_;
  }

 private:
  mutable std::mutex mutex_;
  std::int64_t throttled_ = 0;
  std::int64_t failed_ = 0;
  std::string last_failure_;
};

/// Calls `call` until it answers with something else than an error that may pass. Throttling slows
/// down `rate`, if there is one.
template <class Call>
auto repeat(const Timing& timing, Repetitions& repetitions, Rate* rate, const std::stop_token& stop,
            Call&& call, Duration patience = kPatience) -> decltype(call()) {
  Attempts attempts(timing, patience);
  for (;;) {
    auto result = call();
    if (result || !may_pass(result.error())) return result;
    repetitions.count(result.error());
    if (rate != nullptr && result.error().code == ErrorCode::throttled) rate->throttled();
    if (!attempts.pause(stop)) return stop.stop_requested() ? stopped() : std::move(result).error();
  }
}

}  // namespace keywright::copy
