#pragma once
// One copy from its beginning, or from where it was interrupted, to its verification.

#include "copy/checksum.hpp"
#include "copy/timing.hpp"
#include <keywright/clock.hpp>
#include <keywright/database.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace keywright::copy {

/// A table of a database, or a folder of files.
struct Place {
  std::string url{};             ///< as the user gave it; it tells copies apart
  Database* database = nullptr;  ///< null: `folder`
  std::filesystem::path folder{};
  std::string table{};  ///< of the database
};

enum class Verify : std::uint8_t {
  none,
  copied,  ///< what the target has against what was read while copying
  both     ///< both sides are read again
};

struct JobOptions {
  Place from{};
  Place to{};
  std::size_t threads = 4;
  std::size_t segments = 0;                                          ///< of a table; 0: by its size
  double max_read_units = std::numeric_limits<double>::infinity();   ///< per second, of either side
  double max_write_units = std::numeric_limits<double>::infinity();  ///< per second
  bool consistent_read = false;                                      ///< of the source
  std::filesystem::path state{};                                     ///< empty: none is kept
  bool create = false;
  bool into_existing = false;
  bool verify_only = false;  ///< nothing is copied
  Verify verify = Verify::copied;
  std::size_t part_size = 64 * 1024 * 1024;
  std::stop_token stop{};
  Timing timing = system_timing();
  Clock clock = system_clock();
  std::chrono::milliseconds tick{200};
};

enum class Phase : std::uint8_t { copying, verifying };

struct Progress {
  Phase phase = Phase::copying;
  std::int64_t items = 0;
  std::int64_t bytes = 0;
  std::int64_t resumed_items = 0;  ///< of them, those of earlier runs
  std::int64_t resumed_bytes = 0;
  std::int64_t expected_items = 0;  ///< 0: not known
  std::int64_t expected_bytes = 0;  ///< 0: not known
  double read_units = 0;
  double write_units = 0;
  std::int64_t throttled = 0;
  std::int64_t failed = 0;  ///< attempts that were repeated for other reasons
  std::string last_failure{};
};

struct JobReport {
  bool is_copied = false;    ///< all of it; else it was stopped before
  bool is_complete = false;  ///< copied, and verified if asked for; else it was stopped
  bool is_resumed = false;
  std::vector<std::string> notes{};  ///< what could not be done as well as it should
  Tally copied{};
  bool is_verified = false;  ///< it was looked at; whether it is equal say the next members
  Tally source{};
  Tally target{};
  // With into_existing, where items of before are in the target as well:
  std::int64_t differences = 0;
  std::vector<std::string> examples{};
  double read_units = 0;
  double write_units = 0;
  std::int64_t throttled = 0;
  std::int64_t failed = 0;

  [[nodiscard]] bool is_equal() const { return differences == 0 && source == target; }
};

/// Calls `observe` on the thread that calls it, every `tick`. Refusals (before anything was
/// written) are `validation` errors without an exception; after any other error, and when it was
/// stopped, the state says where to go on.
[[nodiscard]] Result<JobReport> run(const JobOptions& options,
                                    const std::function<void(const Progress&)>& observe);

}  // namespace keywright::copy
