#pragma once
// What all calls of a repository share, and one call with its attempts and its report.
//
// A Runtime is immutable and shared by the copies of a Repository; a Call belongs to one call (the
// workers of a batch keep each their own and add them up).

#include "repository/errors.hpp"
#include <keywright/database.hpp>
#include <keywright/repository_options.hpp>
#include <keywright/table_schema.hpp>
#include <keywright/timestamp.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::repository {

/// When a call has had its time.
struct Deadline {
  std::string_view pattern;                                     // for the message
  std::optional<std::chrono::nanoseconds> tick = std::nullopt;  // nullopt: never
  CallControl control = {};                                     // the same, for the database
};

class Runtime {
 public:
  Runtime(Database& database, const TableSchema& table, RepositoryOptions options);

  [[nodiscard]] Database& database() const { return database_; }
  [[nodiscard]] const std::string& table_name() const { return options_.table_name; }
  [[nodiscard]] std::string_view partition_key() const { return table_.partition_key; }
  [[nodiscard]] std::string_view sort_key() const { return table_.sort_key; }  // empty: none
  [[nodiscard]] const RepositoryOptions& options() const { return options_; }
  [[nodiscard]] Timestamp now() const { return options_.clock(); }
  [[nodiscard]] std::int64_t now_seconds() const;
  [[nodiscard]] std::chrono::nanoseconds ticks() const { return options_.monotonic_clock(); }
  /// The tick so long from now; centuries ahead at the most, as a tick is a number of 64 bits.
  [[nodiscard]] std::chrono::nanoseconds ticks_in(std::chrono::milliseconds pause) const;
  /// Of a call that begins now and has so long; nullopt: as long as it takes.
  [[nodiscard]] Deadline deadline(std::string_view pattern,
                                  std::optional<std::chrono::milliseconds> time) const;
  [[nodiscard]] Deadline deadline(std::string_view pattern) const {
    return deadline(pattern, options_.deadline);
  }
  [[nodiscard]] bool is_past(const Deadline& deadline) const {
    return deadline.tick && ticks() >= *deadline.tick;
  }
  [[nodiscard]] ReturnConsumedCapacity capacity() const {
    return options_.observer ? ReturnConsumedCapacity::total : ReturnConsumedCapacity::none;
  }

  /// Whether the item's time-to-live has passed. Without an attribute nothing expires.
  [[nodiscard]] bool is_expired(const Item& item, std::string_view ttl_attribute) const;
  /// A random part of the pause before that attempt.
  [[nodiscard]] std::chrono::milliseconds pause_before(std::size_t attempt) const;
  /// The attributes that identify an item in the table, as bytes to compare.
  [[nodiscard]] std::string key_bytes(const Item& item) const;
  /// The values of the key for messages: JOB#1/METADATA.
  [[nodiscard]] std::string key_text(const Item& item) const;

 private:
  Database& database_;
  TableSchema table_;
  RepositoryOptions options_;
};

/// Which failures a request may be repeated after.
enum class Repeat : std::uint8_t {
  if_not_done,  // only where it is certain that nothing was done: throttled, or in conflict
  always        // also where no answer came: reads, and writes that may as well be made twice
};

[[nodiscard]] bool may_repeat(const Error& error, Repeat repeat);

/// What requests were sent and what they cost.
struct Tally {
  std::size_t requests = 0;
  std::size_t retries = 0;
  double read_units = 0;
  double write_units = 0;

  Tally& operator+=(const Tally& other);
  void add_reads(const std::optional<ConsumedCapacity>& capacity);
  void add_reads(const std::vector<ConsumedCapacity>& capacities);
  void add_writes(const std::optional<ConsumedCapacity>& capacity);
  void add_writes(const std::vector<ConsumedCapacity>& capacities);
};

/// The error of a call whose time is over before a request, or before that is sent once more.
[[nodiscard]] Error out_of_time(std::string_view pattern);
[[nodiscard]] Error out_of_time(std::string_view pattern, std::size_t attempts, const Error& last);

/// Sends a request until it succeeds, fails for good, or has had its attempts or its time. No pause
/// goes on past the deadline: if the next one would, the call ends at once.
template <class Send>
auto send(const Runtime& runtime, Tally& tally, const Deadline& deadline, Repeat repeat,
          const Send& request) -> decltype(request()) {
  if (runtime.is_past(deadline)) return out_of_time(deadline.pattern);
  for (std::size_t attempt = 1;; ++attempt) {
    ++tally.requests;
    auto result = request();
    if (result || attempt >= runtime.options().retry.max_attempts ||
        !may_repeat(result.error(), repeat)) {
      return result;
    }
    const auto pause = runtime.pause_before(attempt + 1);
    if (deadline.tick && runtime.ticks_in(pause) >= *deadline.tick) {
      return out_of_time(deadline.pattern, attempt, result.error());
    }
    ++tally.retries;
    runtime.options().sleep(pause);
  }
}

/// One call of a repository, from its begin to its report.
class Call {
 public:
  Call(const Runtime& runtime, std::string_view pattern, std::string_view operation,
       std::string_view index_name = {});
  ~Call();  // reports
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  [[nodiscard]] Tally& tally() { return tally_; }
  [[nodiscard]] const Deadline& deadline() const { return deadline_; }
  void add_items(std::size_t count) { report_.items += count; }
  void add_unreadable(std::size_t count) { report_.unreadable += count; }
  /// Notes the error that the call ends with, and hands it on.
  [[nodiscard]] Error fail(Error error);

 private:
  const Runtime& runtime_;
  CallReport report_;
  Tally tally_;
  std::chrono::nanoseconds begin_{};
  Deadline deadline_;
};

}  // namespace keywright::repository
