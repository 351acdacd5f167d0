#include "guard/guard.hpp"

#include "core/errors.hpp"

#include <concepts>
#include <utility>

namespace keywright::guard {
namespace {

struct Units {
  double read = 0;
  double write = 0;
};

template <class Request>
constexpr bool kReads =
    std::same_as<Request, GetItemRequest> || std::same_as<Request, QueryRequest> ||
    std::same_as<Request, ScanRequest> || std::same_as<Request, BatchGetItemRequest> ||
    std::same_as<Request, TransactGetItemsRequest>;

template <class Request>
void add_units(Units& units, const ConsumedCapacity& consumed) {
  (kReads<Request> ? units.read : units.write) += consumed.capacity_units;
}

/// Of a single item or page.
template <class Request, class Response>
  requires requires(Response response) { response.consumed_capacity.has_value(); }
Units units_of(const Response& response) {
  Units units;
  if (response.consumed_capacity) add_units<Request>(units, *response.consumed_capacity);
  return units;
}

/// Of batches and transactions: per table.
template <class Request, class Response>
  requires requires(Response response) { response.consumed_capacity.size(); }
Units units_of(const Response& response) {
  Units units;
  for (const auto& consumed : response.consumed_capacity) add_units<Request>(units, consumed);
  return units;
}

}  // namespace

Guard::Guard(Database& database, const model::Model& model, GuardOptions options)
    : database_(database),
      options_(std::move(options)),
      rules_(make_rules(model)),
      coverage_(rules_.patterns.size()) {}

std::chrono::nanoseconds Guard::now() const {
  if (options_.monotonic_clock) return options_.monotonic_clock();
  return std::chrono::steady_clock::now().time_since_epoch();
}

template <class Response, class Request>
Result<Response> Guard::pass(const Request& request,
                             Result<Response> (Database::*operation)(const Request&)) {
  const auto verdict = match(rules_, request);
  switch (verdict.outcome) {
    case Verdict::Outcome::matched:
      return measure(request, verdict.shares, operation);
    case Verdict::Outcome::violated: {
      const bool refused = options_.mode == Mode::enforce;
      coverage_.add_violation(*verdict.violation, refused);
      if (options_.on_violation) options_.on_violation(*verdict.violation);
      if (refused) return errors::validation(verdict.violation->message);
      break;
    }
    case Verdict::Outcome::other_table:
      coverage_.add_other_table();
      break;
    case Verdict::Outcome::malformed:
      coverage_.add_malformed();
      break;
  }
  return (database_.*operation)(request);
}

template <class Response, class Request>
Result<Response> Guard::measure(const Request& request, const std::vector<Share>& shares,
                                Result<Response> (Database::*operation)(const Request&)) {
  coverage_.add_matched();
  if (options_.on_match) {
    for (const auto& share : shares) options_.on_match(rules_.patterns[share.pattern]);
  }
  const bool asks = options_.measures_capacity &&
                    request.return_consumed_capacity == ReturnConsumedCapacity::none;
  const auto start = now();
  auto response = [&] {
    if (!asks) return (database_.*operation)(request);
    auto asking = request;
    asking.return_consumed_capacity = ReturnConsumedCapacity::total;
    return (database_.*operation)(asking);
  }();
  const auto latency = now() - start;

  const auto units = response ? units_of<Request>(*response) : Units();
  if (asks && response) response->consumed_capacity = {};
  std::size_t items = 0;
  for (const auto& share : shares) items += share.items;
  for (const auto& share : shares) {
    const double part = static_cast<double>(share.items) / static_cast<double>(items);
    coverage_.add(
        {share.pattern, share.items, units.read * part, units.write * part, latency, !response});
  }
  return response;
}

// Items ------------------------------------------------------------------------------------------

Result<GetItemResponse> Guard::get_item(const GetItemRequest& request) {
  return pass(request, &Database::get_item);
}
Result<PutItemResponse> Guard::put_item(const PutItemRequest& request) {
  return pass(request, &Database::put_item);
}
Result<UpdateItemResponse> Guard::update_item(const UpdateItemRequest& request) {
  return pass(request, &Database::update_item);
}
Result<DeleteItemResponse> Guard::delete_item(const DeleteItemRequest& request) {
  return pass(request, &Database::delete_item);
}
Result<QueryResponse> Guard::query(const QueryRequest& request) {
  return pass(request, &Database::query);
}
Result<ScanResponse> Guard::scan(const ScanRequest& request) {
  return pass(request, &Database::scan);
}
Result<BatchGetItemResponse> Guard::batch_get_item(const BatchGetItemRequest& request) {
  return pass(request, &Database::batch_get_item);
}
Result<BatchWriteItemResponse> Guard::batch_write_item(const BatchWriteItemRequest& request) {
  return pass(request, &Database::batch_write_item);
}
Result<TransactGetItemsResponse> Guard::transact_get_items(const TransactGetItemsRequest& request) {
  return pass(request, &Database::transact_get_items);
}
Result<TransactWriteItemsResponse> Guard::transact_write_items(
    const TransactWriteItemsRequest& request) {
  return pass(request, &Database::transact_write_items);
}

}  // namespace keywright::guard
