#pragma once
// Chance by a seed: equal seeds throw the same on every machine. For one thread.

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::random_proof {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  /// 0 to limit - 1; the standard distributions differ from library to library.
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
  /// Of a hundred times, so many.
  bool percent(std::size_t chance) { return below(100) < chance; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  /// Each with that chance, in their order.
  template <class T>
  std::vector<T> some(const std::vector<T>& from, std::size_t chance) {
    std::vector<T> taken;
    for (const T& each : from) {
      if (percent(chance)) taken.push_back(each);
    }
    return taken;
  }
  std::uint64_t seed() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace keywright::random_proof
