#pragma once
// What a Guard has seen: which access patterns ran, how often, how fast and at what cost, and what
// else was asked for. Plain values, taken at one moment; nothing here fails.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright {

enum class GuardMode : std::uint8_t {
  warn,    ///< requests that are no access pattern are counted, reported, and go through
  enforce  ///< they are refused
};
[[nodiscard]] std::string_view to_string(GuardMode mode);

enum class ViolationKind : std::uint8_t {
  operation,      ///< no pattern does such a thing to such an item or source
  scan,           ///< a Scan, and no pattern scans here
  key_condition,  ///< a Query by other keys, or another range of them
  direction,      ///< a Query in the other order
  filter,         ///< a filter that no pattern has: it reads and pays for what it drops
  consistency,    ///< strong where the pattern is eventual, or the reverse
  projection,     ///< asks for what the pattern does not
  item_key,       ///< the key of an item fits no entity
  fields,         ///< attributes that are missing, unknown, or of values that their fields forbid
  index_keys,     ///< keys of an index that are missing, stale or wrong
  condition,      ///< a write without the condition that its pattern has
  change,         ///< an update of other attributes
  statement,      ///< PartiQL that matches no pattern
  unique,         ///< a value that no two items may have, without its sentinel
};
/// "key_condition", ...
[[nodiscard]] std::string_view to_string(ViolationKind kind);

/// A request that no access pattern makes: what is wrong with it, and the pattern that it comes
/// nearest to.
struct Violation {
  ViolationKind kind = ViolationKind::operation;
  std::string operation;  ///< "Query"
  std::string source;     ///< "app-table.gsi1"
  std::string nearest;    ///< the pattern's name; empty if there is none
  std::string message;    ///< the whole of it, as a client reads it
};

struct PatternCoverage {
  std::string name;       ///< of a transition, one row per move
  std::string operation;  ///< of the model: "query"
  std::string served_by;
  std::uint64_t requests = 0;
  std::uint64_t items = 0;   ///< that pages have; of batches and transactions, keys; else 1
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

struct CoverageReport {
  GuardMode mode = GuardMode::warn;
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
[[nodiscard]] std::string to_text(const CoverageReport& report);
/// One object; durations in microseconds.
[[nodiscard]] std::string to_json(const CoverageReport& report);
/// Counters as Prometheus reads them: of all requests by their outcome, of each pattern, and of
/// each kind of violation.
[[nodiscard]] std::string to_metrics(const CoverageReport& report);

}  // namespace keywright
