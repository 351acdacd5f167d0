#include "guard/guard.hpp"

#include "core/errors.hpp"
#include "guard/coverage.hpp"

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

struct Guard::Shared {
  Shared(const model::Model& model, GuardOptions given)
      : options(std::move(given)), rules(make_rules(model)), coverage(rules.patterns.size()) {}

  GuardOptions options;
  Rules rules;
  Coverage coverage;
};

Guard::Guard(Database& database, const model::Model& model, GuardOptions options)
    : database_(database), shared_(std::make_shared<Shared>(model, std::move(options))) {}

Report Guard::report() const {
  return shared_->coverage.report(shared_->rules, shared_->options.mode);
}

void Guard::reset() {
  shared_->coverage.clear();
}

void Guard::note_statement() {
  shared_->coverage.add_statement();
}

std::chrono::nanoseconds Guard::now() const {
  if (shared_->options.monotonic_clock) return shared_->options.monotonic_clock();
  return std::chrono::steady_clock::now().time_since_epoch();
}

template <class Response, class Request>
Result<Response> Guard::pass(const Request& request,
                             Result<Response> (Database::*operation)(const Request&)) {
  auto& [options, rules, coverage] = *shared_;
  const auto verdict = match(rules, request);
  switch (verdict.outcome) {
    case Verdict::Outcome::matched:
      return measure(request, verdict.shares, operation);
    case Verdict::Outcome::violated: {
      const bool refused = options.mode == Mode::enforce;
      coverage.add_violation(*verdict.violation, refused);
      if (options.on_violation) options.on_violation(*verdict.violation);
      if (refused) return errors::validation(verdict.violation->message);
      break;
    }
    case Verdict::Outcome::other_table:
      coverage.add_other_table();
      break;
    case Verdict::Outcome::malformed:
      coverage.add_malformed();
      break;
  }
  return (database_.*operation)(request);
}

template <class Response, class Request>
Result<Response> Guard::measure(const Request& request, const std::vector<Share>& shares,
                                Result<Response> (Database::*operation)(const Request&)) {
  auto& [options, rules, coverage] = *shared_;
  coverage.add_matched();
  if (options.on_match) {
    for (const auto& share : shares) options.on_match(rules.patterns[share.pattern]);
  }
  const bool asks =
      options.measures_capacity && request.return_consumed_capacity == ReturnConsumedCapacity::none;
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
    coverage.add(
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
