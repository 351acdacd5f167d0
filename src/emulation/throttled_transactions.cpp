// TransactGetItems and TransactWriteItems: cancelled if one of their items is throttled.

#include "core/errors.hpp"
#include "emulation/throttled_impl.hpp"
#include <keywright/throttled_database.hpp>

#include <utility>

namespace keywright {

using namespace emulation;

namespace {

template <class Response, class Request>
Result<Response> throttle_all(Database& inner, Throughputs& throughputs, const Request& request,
                              Result<Response> (Database::*operation)(const Request&)) {
  std::vector<Ticket> tickets;
  std::vector<CancellationReason> reasons(request.transact_items.size(), {"None", {}, {}});
  bool cancelled = false;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    auto admission = throughputs.admit(demand_of(request.transact_items[i]));
    if (admission.overruns.empty()) {
      tickets.push_back(std::move(admission.ticket));
    } else {
      reasons[i] = cancellation_reason(admission.overruns);
      cancelled = true;
    }
  }
  if (!cancelled) {
    return call_and_settle(inner, throughputs, request, std::span<const Ticket>(tickets),
                           operation);
  }
  throughputs.refund(tickets);
  return errors::transaction_cancelled(std::move(reasons));
}

}  // namespace

Result<TransactGetItemsResponse> ThrottledDatabase::transact_get_items(
    const TransactGetItemsRequest& request) {
  return throttle_all(inner(), impl_->throughputs, request, &Database::transact_get_items);
}

Result<TransactWriteItemsResponse> ThrottledDatabase::transact_write_items(
    const TransactWriteItemsRequest& request) {
  return throttle_all(inner(), impl_->throughputs, request, &Database::transact_write_items);
}

}  // namespace keywright
