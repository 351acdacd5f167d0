#pragma once
// What one call of a repository did: for metrics, logs and the curious.

#include <keywright/error.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace keywright {

struct CallReport {
  std::string_view pattern;    ///< "list_jobs_by_status"
  std::string_view operation;  ///< AWS's name: "Query"
  std::string_view table_name;
  std::string_view index_name;  ///< empty: the table
  std::size_t requests = 0;     ///< sent, with repetitions: pages, chunks, attempts
  std::size_t retries = 0;      ///< of them, those that repeated one that failed
  std::size_t items = 0;        ///< read or written
  std::size_t unreadable = 0;   ///< left out, with UnreadableItems::count
  double read_units = 0;        ///< consumed
  double write_units = 0;
  std::chrono::nanoseconds latency{};  ///< of the whole call, pauses between attempts included
  std::optional<ErrorCode> error;      ///< nullopt: it succeeded
};

/// Called at the end of each call, on its thread. The views are valid until it returns.
using Observer = std::function<void(const CallReport&)>;

}  // namespace keywright
