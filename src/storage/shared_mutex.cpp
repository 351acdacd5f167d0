#include "storage/shared_mutex.hpp"

#include <thread>

namespace keywright::storage {
namespace {

constexpr int kSpins = 64;

}  // namespace

std::uint32_t SharedMutex::pause(std::uint32_t state, int& spins) {
  if (spins++ < kSpins) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  } else if ((state & kWaiting) == 0) {
    // Announced before sleeping; if that fails, the state is another already.
    if (!state_.compare_exchange_strong(state, state | kWaiting, std::memory_order_relaxed)) {
      return state;
    }
    state_.wait(state | kWaiting, std::memory_order_relaxed);
  } else {
    state_.wait(state, std::memory_order_relaxed);
  }
  return state_.load(std::memory_order_relaxed);
}

void SharedMutex::wait_to_lock() {
  std::uint32_t state = state_.load(std::memory_order_relaxed);
  for (int spins = 0;;) {
    if ((state & ~kWaiting) != 0) {
      state = pause(state, spins);
    } else if (state_.compare_exchange_weak(state, state | kHeld, std::memory_order_acquire,
                                            std::memory_order_relaxed)) {
      return;
    }
  }
}

void SharedMutex::wait_to_lock_shared() {
  std::uint32_t state = state_.load(std::memory_order_relaxed);
  for (int spins = 0;;) {
    if ((state & (kHeld | kWaiting)) != 0) {
      state = pause(state, spins);
    } else if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acquire,
                                            std::memory_order_relaxed)) {
      return;
    }
  }
}

}  // namespace keywright::storage
