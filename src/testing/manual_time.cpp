#include <keywright/manual_time.hpp>

#include <mutex>

namespace keywright {

struct ManualTime::State {
  mutable std::mutex mutex;
  TimePoint start;
  std::chrono::milliseconds moved{0};
  std::vector<std::chrono::milliseconds> pauses{};

  [[nodiscard]] std::chrono::milliseconds elapsed() const {
    const std::lock_guard lock(mutex);
    return moved;
  }
};

ManualTime::ManualTime(TimePoint start) : state_(std::make_shared<State>()) {
  state_->start = start;
}

TimePoint ManualTime::now() const {
  return state_->start + state_->elapsed();
}

void ManualTime::advance(std::chrono::milliseconds by) const {
  const std::lock_guard lock(state_->mutex);
  state_->moved += by;
}

ManualTime::operator Clock() const {
  return [time = *this] { return time.now(); };
}

std::function<void(std::chrono::milliseconds)> ManualTime::sleep() const {
  return [state = state_](std::chrono::milliseconds pause) {
    const std::lock_guard lock(state->mutex);
    state->moved += pause;
    state->pauses.push_back(pause);
  };
}

std::function<std::chrono::nanoseconds()> ManualTime::monotonic_clock() const {
  return [state = state_] { return std::chrono::nanoseconds(state->elapsed()); };
}

std::vector<std::chrono::milliseconds> ManualTime::pauses() const {
  const std::lock_guard lock(state_->mutex);
  return state_->pauses;
}

RepositoryOptions ManualTime::options(std::uint64_t seed) const {
  RepositoryOptions options;
  options.clock = *this;
  options.sleep = sleep();
  options.monotonic_clock = monotonic_clock();
  options.random = seeded_random(seed);
  return options;
}

}  // namespace keywright
