// PutItem, UpdateItem and DeleteItem: the common way of write.hpp, and what each returns.

#include "engine/engine_impl.hpp"
#include "engine/write.hpp"

#include <mutex>
#include <utility>

namespace keywright {
namespace {

using namespace engine;

std::optional<Item> touched(const WritePlan& plan, const std::optional<Item>& item) {
  return item && plan.update ? plan.update->touched(*item) : std::nullopt;
}

std::optional<Item> returned_attributes(ReturnValues asked, const WritePlan& plan,
                                        WriteOutcome& outcome) {
  switch (asked) {
    case ReturnValues::none:
      return std::nullopt;
    case ReturnValues::all_old:
      return std::move(outcome.before);
    case ReturnValues::all_new:
      return std::move(outcome.after);
    case ReturnValues::updated_old:
      return touched(plan, outcome.before);
    case ReturnValues::updated_new:
      return touched(plan, outcome.after);
  }
  return std::nullopt;
}

/// What follows once a request is planned; the three requests share their members' names.
template <class Request>
Result<WriteItemResponse> write_item(const Request& request, const Result<WritePlan>& plan,
                                     const Catalogue& catalogue, storage::Store& store,
                                     const Clock& clock) {
  if (!plan) return plan.error();
  const auto reader = catalogue.read();
  const auto found = reader.require(plan->table_name);
  if (!found) return found.error();
  Table& table = **found;

  CapacityMeter meter(table);
  WriteItemResponse response;
  auto attributes = write_alone({table, store, clock, meter}, *plan, request.return_values);
  if (!attributes) return std::move(attributes).error();
  response.attributes = *std::move(attributes);
  response.consumed_capacity = meter.report(request.return_consumed_capacity);
  response.item_collection_metrics =
      item_collection_metrics(table, *plan->item, request.return_item_collection_metrics);
  return response;
}

}  // namespace

Result<std::optional<Item>> engine::write_alone(const WriteTarget& target, const WritePlan& plan,
                                                ReturnValues asked, UpdateSizing sizing) {
  Table& table = target.table;
  const auto key = locate(table, plan);
  if (!key) return key.error();
  const std::lock_guard lock(table.stripe(Table::stripe_of(key->hash)));
  auto outcome = evaluate(table, plan, table.tree->get(key->position()), sizing);
  if (!outcome) return std::move(outcome).error();
  Changes changes;
  stage(table, *key, *outcome, changes, target.meter);
  changes.apply(target.store, target.clock);
  return returned_attributes(asked, plan, *outcome);
}

Result<PutItemResponse> Engine::Impl::put_item(const PutItemRequest& request) {
  return write_item(request, plan_write(request, options_.validation_envelope), catalogue_, *store_,
                    options_.clock);
}

Result<UpdateItemResponse> Engine::Impl::update_item(const UpdateItemRequest& request) {
  return write_item(request, plan_write(request, options_.validation_envelope), catalogue_, *store_,
                    options_.clock);
}

Result<DeleteItemResponse> Engine::Impl::delete_item(const DeleteItemRequest& request) {
  return write_item(request, plan_write(request, options_.validation_envelope), catalogue_, *store_,
                    options_.clock);
}

}  // namespace keywright
