#pragma once
// What a guard has seen: which access patterns ran, how often, how fast and at what cost, and what
// else was asked for. Plain values, taken at one moment.

#include "guard/violation.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

enum class Mode : std::uint8_t { warn, enforce };
[[nodiscard]] std::string_view to_string(Mode mode);

struct PatternCoverage {
  std::string name;       ///< of a transition, one row per move
  std::string operation;  ///< of the model: "query"
  std::string served_by;
  std::uint64_t requests = 0;
  std::uint64_t items = 0;   ///< keys and items of batches and transactions; else 1 per request
  std::uint64_t errors = 0;  ///< requests that the database refused or failed
  double read_units = 0;
  double write_units = 0;
  std::chrono::nanoseconds p50{};
  std::chrono::nanoseconds p99{};
};

struct ViolationCount {
  ViolationKind kind = ViolationKind::operation;
  std::uint64_t count = 0;
};

struct Report {
  Mode mode = Mode::warn;
  std::uint64_t matched = 0;                   ///< requests
  std::uint64_t violations = 0;                ///< requests that match no pattern
  std::uint64_t refused = 0;                   ///< of them
  std::uint64_t other_tables = 0;              ///< requests to tables that the model does not have
  std::uint64_t malformed = 0;                 ///< requests that the database itself refuses
  std::vector<PatternCoverage> patterns;       ///< all of the model, in its order
  std::vector<ViolationCount> by_kind;         ///< those that occurred
  std::vector<std::string> recent_violations;  ///< messages, the latest last
};

/// A table for people.
[[nodiscard]] std::string to_text(const Report& report);
/// One object; durations in microseconds.
[[nodiscard]] std::string to_json(const Report& report);

}  // namespace keywright::guard
