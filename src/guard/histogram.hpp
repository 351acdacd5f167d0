#pragma once
// Durations counted in buckets that grow by a quarter: quantiles of any number of them, within 12%,
// in a fixed space and without a lock. Any thread may add and read at any time.

#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace keywright::guard {

class Histogram {
 public:
  void add(std::chrono::nanoseconds duration) {
    const auto nanoseconds = duration.count() < 0 ? 0 : duration.count();
    counts_[bucket_of(static_cast<std::uint64_t>(nanoseconds))].fetch_add(
        1, std::memory_order_relaxed);
  }

  /// The duration that the share `part` (0 to 1) of all do not exceed; 0 if there are none.
  [[nodiscard]] std::chrono::nanoseconds quantile(double part) const {
    std::array<std::uint64_t, kBuckets> counts{};
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      counts[i] = counts_[i].load(std::memory_order_relaxed);
      total += counts[i];
    }
    if (total == 0) return {};
    const double wanted = part * static_cast<double>(total);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
      seen += counts[i];
      if (counts[i] > 0 && static_cast<double>(seen) >= wanted) return middle_of(i);
    }
    return middle_of(kBuckets - 1);
  }

  void clear() {
    for (auto& count : counts_) count.store(0, std::memory_order_relaxed);
  }

 private:
  // Four per power of two, up to 2^40 ns (18 minutes).
  static constexpr std::size_t kPerOctave = 4;
  static constexpr std::size_t kBuckets = 40 * kPerOctave;

  static std::size_t bucket_of(std::uint64_t value) {
    if (value < kPerOctave) return value;
    const auto octave = static_cast<std::size_t>(std::bit_width(value)) - 1;
    const auto quarter = static_cast<std::size_t>(value >> (octave - 2)) - kPerOctave;
    const auto bucket = (octave - 1) * kPerOctave + quarter;
    return bucket < kBuckets ? bucket : kBuckets - 1;
  }
  static std::chrono::nanoseconds middle_of(std::size_t bucket) {
    if (bucket < kPerOctave) return std::chrono::nanoseconds(bucket);
    const auto octave = bucket / kPerOctave + 1;
    const auto step = std::int64_t{1} << (octave - 2);
    const auto low = step * static_cast<std::int64_t>(kPerOctave + bucket % kPerOctave);
    return std::chrono::nanoseconds(low + step / 2);
  }

  std::array<std::atomic<std::uint64_t>, kBuckets> counts_{};
};

}  // namespace keywright::guard
