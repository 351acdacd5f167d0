#include <keywright/random.hpp>

#include <memory>
#include <mutex>
#include <random>

namespace keywright {

Random system_random() {
  return [] {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
  };
}

Random seeded_random(std::uint64_t seed) {
  struct Sequence {
    std::mutex mutex;
    std::mt19937_64 engine;
  };
  auto sequence = std::make_shared<Sequence>();
  sequence->engine.seed(seed);
  return [sequence] {
    const std::lock_guard lock(sequence->mutex);
    return sequence->engine();
  };
}

}  // namespace keywright
