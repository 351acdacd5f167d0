#pragma once
// Time as a dependency: whatever needs "now" takes a Clock, so tests never sleep.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace keywright {

using TimePoint = std::chrono::sys_time<std::chrono::milliseconds>;

/// Called from any thread.
using Clock = std::function<TimePoint()>;

/// The system's UTC clock.
[[nodiscard]] inline Clock system_clock() {
  return [] {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now());
  };
}

/// A clock that moves only when told to. Copies share the time. Thread-safe.
class ManualClock {
 public:
  explicit ManualClock(TimePoint start)
      : now_(std::make_shared<std::atomic<std::int64_t>>(start.time_since_epoch().count())) {}

  void advance(std::chrono::milliseconds by) { now_->fetch_add(by.count()); }
  void set(TimePoint now) { now_->store(now.time_since_epoch().count()); }
  [[nodiscard]] TimePoint now() const { return TimePoint(std::chrono::milliseconds(now_->load())); }
  operator Clock() const {  // NOLINT: a ManualClock is a Clock
    return [now = now_] { return TimePoint(std::chrono::milliseconds(now->load())); };
  }

 private:
  std::shared_ptr<std::atomic<std::int64_t>> now_;
};

}  // namespace keywright
