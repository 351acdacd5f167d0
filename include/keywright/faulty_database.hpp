#pragma once
// FaultyDatabase: a Database before another one, which outlives it, that fails as a distributed one
// does: by script, or at random by a seed.
//
//   keywright::FaultyDatabase faulty(*engine);
//   faulty.script<UpdateItemRequest>(keywright::Fault::lost_reply);      // the next update
//   keywright::FaultyDatabase random(*engine, {.seed = 7, .throttled = 0.1, .unprocessed = 0.3});
//   SCOPED_TRACE(random.summary());                                      // "seed 7: ..."
//
// Equal seeds give equal faults to equal sequences of calls. It starts no thread and never sleeps
// by itself. May be called from many threads at once, also while the script grows; then only each
// thread's own order is known.

#include <keywright/clock.hpp>
#include <keywright/uniform_database.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace keywright {

enum class Fault : std::uint8_t {
  none,         ///< the request goes through
  throttled,    ///< not made: over the throughput. Of requests for items
  conflict,     ///< not made: another transaction is under way. Of writes and transactions
  unprocessed,  ///< a part of a batch is left, at least one item; a random one. Of batches
  unavailable,  ///< not made: ServiceUnavailable. Of every request
  lost_reply    ///< made, and nobody hears of it: `unavailable`. Of every request
};
inline constexpr std::size_t kFaults = 6;

/// "throttled".
[[nodiscard]] std::string_view to_string(Fault fault);

struct FaultOptions {
  std::uint64_t seed = 0;  ///< 0: taken from the system; see FaultyDatabase::seed()
  // How many of the requests that can fail so do: 0 to 1.
  double throttled = 0;
  double conflict = 0;
  double unprocessed = 0;
  double unavailable = 0;
  double lost_reply = 0;
  /// Each request takes a time between these, by `sleep`; no deadline cuts it. Without a `sleep` it
  /// takes none.
  std::chrono::milliseconds min_latency{0};
  std::chrono::milliseconds max_latency{0};
  std::function<void(std::chrono::milliseconds)> sleep{};
  /// Reads of global secondary indexes do not find items that were written by this FaultyDatabase
  /// less than this before, by `clock`. It finds out the keys of tables by DescribeTable. Items
  /// that were changed or deleted are not found either: to see them as they were, use the engine's
  /// own EngineOptions::index_lag.
  std::chrono::milliseconds index_lag{0};
  Clock clock{};  ///< empty: the system's
};

class FaultyDatabase final : public UniformDatabase<FaultyDatabase> {
 public:
  explicit FaultyDatabase(Database& database, const FaultOptions& options = {});
  ~FaultyDatabase() override;

  /// The next `times` requests that can fail so, do. Requests go by the script while one of its
  /// steps is for them, the first such step first, and by chance afterwards. `none` lets requests
  /// pass: "the third fails" is script(none, 2), script(throttled).
  void script(Fault fault, std::size_t times = 1) { add_step({}, fault, times); }
  /// The same for requests of one kind. If it cannot fail so, the step is never taken.
  template <class Request>
  void script(Fault fault, std::size_t times = 1) {
    add_step(OperationOf<Request>::kName, fault, times);
  }
  /// Whether every step was taken: if not, a test did not test what it says.
  [[nodiscard]] bool script_done() const;

  /// Chances as in the options, from now on.
  void set_rates(const FaultOptions& rates);

  [[nodiscard]] std::uint64_t seed() const;
  /// How many requests met this fault.
  [[nodiscard]] std::size_t count(Fault fault) const;
  /// "seed 7: 12 requests, 2 throttled, 1 lost_reply".
  [[nodiscard]] std::string summary() const;

 private:
  friend UniformDatabase<FaultyDatabase>;
  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request);
  void add_step(std::string_view operation, Fault fault, std::size_t times);

  class Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class UniformDatabase<FaultyDatabase>;

}  // namespace keywright
