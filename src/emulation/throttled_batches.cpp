// BatchGetItem and BatchWriteItem: what is throttled is left unprocessed; if that is all of it, the
// request fails.

#include "api/table_name.hpp"
#include "emulation/throttled_impl.hpp"
#include <keywright/throttled_database.hpp>

#include <iterator>
#include <string>
#include <utility>

namespace keywright {

using namespace emulation;

namespace {

/// What becomes of the parts of a batch.
struct Parts {
  std::vector<Ticket> tickets;
  std::vector<Overrun> overruns;  ///< of the first part that is throttled

  /// True if the part goes through.
  bool admit(Throughputs& throughputs, const Demand& demand) {
    auto admission = throughputs.admit(demand);
    if (admission.overruns.empty()) {
      tickets.push_back(std::move(admission.ticket));
      return true;
    }
    if (overruns.empty()) overruns = std::move(admission.overruns);
    return false;
  }
};

/// Unprocessed parts are answered under the table's plain name.
std::string plain(const std::string& table_name) {
  const auto name = api::table_name_of(table_name);
  return name ? std::string(*name) : table_name;
}

KeysAndAttributes without_keys(const KeysAndAttributes& wanted) {
  return {.keys = {},
          .consistent_read = wanted.consistent_read,
          .projection_expression = wanted.projection_expression,
          .expression_attribute_names = wanted.expression_attribute_names,
          .attributes_to_get = wanted.attributes_to_get};
}

}  // namespace

Result<BatchGetItemResponse> ThrottledDatabase::batch_get_item(const BatchGetItemRequest& request) {
  Parts parts;
  BatchGetItemRequest admitted{.request_items = {},
                               .return_consumed_capacity = request.return_consumed_capacity};
  std::map<std::string, KeysAndAttributes> left;
  for (const auto& [name, wanted] : request.request_items) {
    for (const Key& key : wanted.keys) {
      const bool goes =
          parts.admit(impl_->throughputs, demand_of(name, key, wanted.consistent_read));
      auto& into = goes ? admitted.request_items : left;
      into.try_emplace(goes ? name : plain(name), without_keys(wanted))
          .first->second.keys.push_back(key);
    }
  }
  // Nothing throttled, or nothing in it: the request as it is.
  if (left.empty()) {
    return call_and_settle(inner(), impl_->throughputs, request, std::span(parts.tickets),
                           &Database::batch_get_item);
  }
  if (parts.tickets.empty()) return throttled(parts.overruns);
  auto response = call_and_settle(inner(), impl_->throughputs, admitted, std::span(parts.tickets),
                                  &Database::batch_get_item);
  if (!response) return response;
  for (auto& [name, rest] : left) {
    response->responses[name];  // each table has its list, be it empty
    auto& keys =
        response->unprocessed_keys.try_emplace(name, without_keys(rest)).first->second.keys;
    keys.insert(keys.end(), std::make_move_iterator(rest.keys.begin()),
                std::make_move_iterator(rest.keys.end()));
  }
  return response;
}

Result<BatchWriteItemResponse> ThrottledDatabase::batch_write_item(
    const BatchWriteItemRequest& request) {
  Parts parts;
  BatchWriteItemRequest admitted{
      .request_items = {},
      .return_consumed_capacity = request.return_consumed_capacity,
      .return_item_collection_metrics = request.return_item_collection_metrics};
  std::map<std::string, std::vector<WriteRequest>> left;
  for (const auto& [name, writes] : request.request_items) {
    for (const WriteRequest& write : writes) {
      const bool goes = parts.admit(impl_->throughputs, demand_of(name, write));
      (goes ? admitted.request_items[name] : left[plain(name)]).push_back(write);
    }
  }
  if (left.empty()) {
    return call_and_settle(inner(), impl_->throughputs, request, std::span(parts.tickets),
                           &Database::batch_write_item);
  }
  if (parts.tickets.empty()) return throttled(parts.overruns);
  auto response = call_and_settle(inner(), impl_->throughputs, admitted, std::span(parts.tickets),
                                  &Database::batch_write_item);
  if (!response) return response;
  for (auto& [name, writes] : left) {
    auto& unprocessed = response->unprocessed_items[name];
    unprocessed.insert(unprocessed.end(), std::make_move_iterator(writes.begin()),
                       std::make_move_iterator(writes.end()));
  }
  return response;
}

}  // namespace keywright
