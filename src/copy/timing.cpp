#include "copy/timing.hpp"

#include <condition_variable>
#include <mutex>

namespace keywright::copy {
namespace {

bool wait(Duration duration, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, duration, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

Timing system_timing() {
  return {[] { return std::chrono::steady_clock::now(); }, wait, system_random()};
}

}  // namespace keywright::copy
