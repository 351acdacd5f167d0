#pragma once
// Calls of a Database, repeated while what stopped them may pass.

#include "copy/rate.hpp"
#include "copy/timing.hpp"
#include <keywright/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
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

/// The pauses between the attempts of one piece of work. It gives up when nothing has moved for
/// `kPatience`, however it was throttled meanwhile.
class Attempts {
 public:
  static constexpr std::chrono::minutes kPatience{5};

  explicit Attempts(const Timing& timing) : timing_(timing), moved_(timing.now()) {}

  /// Pauses before another attempt; false if it was stopped, or has given up.
  [[nodiscard]] bool pause(const std::stop_token& stop);
  /// Some of the work is done.
  void move() {
    count_ = 0;
    moved_ = timing_.now();
  }

 private:
  const Timing& timing_;
  Instant moved_;
  std::size_t count_ = 0;
};

/// Counts of what was refused or failed, and tried again.
struct Repetitions {
  std::atomic<std::int64_t> throttled{0};
  std::atomic<std::int64_t> failed{0};
  void count(const Error& error) { ++(error.code == ErrorCode::throttled ? throttled : failed); }
};

/// Calls `call` until it answers with something else than an error that may pass. Throttling slows
/// down `rate`, if there is one.
template <class Call>
auto repeat(const Timing& timing, Repetitions& repetitions, Rate* rate, const std::stop_token& stop,
            Call&& call) -> decltype(call()) {
  Attempts attempts(timing);
  for (;;) {
    auto result = call();
    if (result || !may_pass(result.error())) return result;
    repetitions.count(result.error());
    if (rate != nullptr && result.error().code == ErrorCode::throttled) rate->throttled();
    if (!attempts.pause(stop)) return stop.stop_requested() ? stopped() : std::move(result).error();
  }
}

}  // namespace keywright::copy
