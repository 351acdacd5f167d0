#include <keywright/parallel.hpp>

#include <algorithm>
#include <atomic>
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
    for (std::size_t i = 1; i < std::min(max_threads, count); ++i) threads.emplace_back(drain);
    drain();
  };
}

}  // namespace keywright
