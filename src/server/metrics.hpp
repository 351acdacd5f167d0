#pragma once
// What a server counts. Each loop has its own counters, which it alone writes and anyone reads.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace keywright::server {

/// A number with one writer.
class Counter {
 public:
  void add(std::uint64_t count) {
    value_.store(value_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

class LoopMetrics {
 public:
  /// Upper bounds of the histogram's buckets in seconds; one more has what is above.
  static constexpr std::array<double, 18> kBounds{0.00001, 0.00002, 0.00005, 0.0001, 0.0002, 0.0005,
                                                  0.001,   0.002,   0.005,   0.01,   0.02,   0.05,
                                                  0.1,     0.2,     0.5,     1,      2,      5};
  static constexpr std::array<unsigned, 10> kStatuses{200, 400, 403, 404, 405,
                                                      408, 413, 417, 500, 503};

  struct Operation {
    std::string_view name{};
    std::array<Counter, kStatuses.size()> by_status{};
    std::array<Counter, kBounds.size() + 1> by_latency{};
    Counter nanoseconds{};
  };

  /// `operation` has static storage; empty for requests that named none.
  void count_request(std::string_view operation, unsigned status, std::chrono::nanoseconds latency);

  [[nodiscard]] std::span<const Operation> operations() const {
    return std::span(operations_).first(used_.load(std::memory_order_acquire));
  }

  Counter bytes_received;
  Counter bytes_sent;
  Counter connections_opened;
  Counter connections_closed;
  Counter items_expired;

 private:
  static constexpr std::size_t kMostOperations = 80;  // DynamoDB and its streams have 66

  Operation& operation(std::string_view name);

  std::array<Operation, kMostOperations> operations_;
  std::atomic<std::size_t> used_{0};
};

/// The sum of all loops in Prometheus' text format.
[[nodiscard]] std::string render_metrics(std::span<const LoopMetrics* const> loops);

}  // namespace keywright::server
