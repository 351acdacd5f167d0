#pragma once
// What ThrottledDatabase's operations share: asking for the cost of a request that did not ask.

#include "emulation/throughputs.hpp"
#include <keywright/throttled_database.hpp>

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace keywright {

class ThrottledDatabase::Impl {
 public:
  Impl(Database& database, ThrottleOptions options) : throughputs(database, std::move(options)) {}

  emulation::Throughputs throughputs;
};

namespace emulation {

/// Leaves of a cost what was asked for.
inline void strip(ConsumedCapacity& consumed) {
  consumed.table.reset();
  consumed.local_secondary_indexes.clear();
  consumed.global_secondary_indexes.clear();
}
inline void strip(std::optional<ConsumedCapacity>& consumed, ReturnConsumedCapacity asked) {
  if (asked == ReturnConsumedCapacity::none) consumed.reset();
  if (asked == ReturnConsumedCapacity::total && consumed) strip(*consumed);
}
inline void strip(std::vector<ConsumedCapacity>& consumed, ReturnConsumedCapacity asked) {
  if (asked == ReturnConsumedCapacity::none) consumed.clear();
  if (asked == ReturnConsumedCapacity::total) {
    for (auto& one : consumed) strip(one);
  }
}

inline std::span<const ConsumedCapacity> costs(const std::optional<ConsumedCapacity>& consumed) {
  return consumed ? std::span(&*consumed, 1) : std::span<const ConsumedCapacity>();
}
inline std::span<const ConsumedCapacity> costs(const std::vector<ConsumedCapacity>& consumed) {
  return consumed;
}

/// Whether a failed request costs what a successful one does: a condition was evaluated.
[[nodiscard]] bool is_charged(const Error& error);

/// Calls the operation with the arms of the cost asked for, settles the tickets, and answers with
/// what the caller asked for.
template <class Response, class Request>
Result<Response> call_and_settle(Database& inner, Throughputs& throughputs, const Request& request,
                                 std::span<const Ticket> tickets,
                                 Result<Response> (Database::*operation)(const Request&)) {
  const auto asked = request.return_consumed_capacity;
  auto response = [&] {
    if (asked == ReturnConsumedCapacity::indexes) return (inner.*operation)(request);
    Request asking = request;
    asking.return_consumed_capacity = ReturnConsumedCapacity::indexes;
    return (inner.*operation)(asking);
  }();
  if (response) {
    throughputs.settle(tickets, costs(response->consumed_capacity));
    strip(response->consumed_capacity, asked);
  } else if (!is_charged(response.error())) {
    throughputs.refund(tickets);
  }
  return response;
}

}  // namespace emulation
}  // namespace keywright
