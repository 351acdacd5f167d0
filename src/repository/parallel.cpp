#include <keywright/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace keywright {

Parallel parallel_threads(std::size_t max_threads) {
  return [max_threads](std::size_t count, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto drain = [&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 1; i < std::min(max_threads, count); ++i) threads.emplace_back(drain);
    } catch (const std::system_error&) {
      // The system gives no more threads: those that there are do the work.
    }
    drain();
  };
}

}  // namespace keywright
