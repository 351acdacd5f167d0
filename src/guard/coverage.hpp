#pragma once
// Counts what a guard sees. Any thread may count and read at any time; counting takes no lock,
// except where a violation's message is kept.

#include "guard/histogram.hpp"
#include "guard/rules.hpp"
#include <keywright/guard_report.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace keywright::guard {

inline constexpr std::size_t kViolationKinds = static_cast<std::size_t>(ViolationKind::unique) + 1;

/// One request, or the part of it that is one pattern's.
struct Sample {
  std::size_t pattern = 0;
  std::size_t items = 1;
  double read_units = 0;
  double write_units = 0;
  std::chrono::nanoseconds latency{};
  bool failed = false;
};

class Coverage {
 public:
  explicit Coverage(std::size_t patterns)
      : patterns_(std::make_unique<Counters[]>(patterns)), count_(patterns) {}

  void add(const Sample& sample);
  void add_matched() { matched_.fetch_add(1, std::memory_order_relaxed); }
  void add_other_table() { other_tables_.fetch_add(1, std::memory_order_relaxed); }
  void add_malformed() { malformed_.fetch_add(1, std::memory_order_relaxed); }
  void add_violation(const Violation& violation, bool refused);

  [[nodiscard]] CoverageReport report(const Rules& rules, GuardMode mode) const;
  void clear();

 private:
  using Count = std::atomic<std::uint64_t>;
  struct alignas(64) Counters {
    Count requests{};
    Count items{};
    Count errors{};
    Count read_units{};  // in thousandths
    Count write_units{};
    Histogram latency;
  };

  std::unique_ptr<Counters[]> patterns_;
  std::size_t count_;
  Count matched_{};
  Count violations_{};
  Count refused_{};
  Count other_tables_{};
  Count malformed_{};
  std::array<Count, kViolationKinds> by_kind_{};
  mutable std::mutex mutex_;  // of recent_
  std::deque<std::string> recent_;
};

}  // namespace keywright::guard
