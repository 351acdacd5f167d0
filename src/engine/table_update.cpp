#include "engine/table_update.hpp"

#include "core/errors.hpp"
#include "engine/encryption.hpp"
#include "engine/table_schema.hpp"
#include "engine/throughput.hpp"

#include <algorithm>
#include <utility>

namespace keywright::engine {
namespace {

std::string same_throughput(const std::string& what, const std::string& of,
                            const ProvisionedThroughput& units) {
  const std::string read = std::to_string(units.read_capacity_units);
  const std::string write = std::to_string(units.write_capacity_units);
  return "The provisioned throughput for the " + what +
         " will not change. The requested value equals the current value. Current "
         "ReadCapacityUnits provisioned for " +
         of + ": " + read + ". Requested ReadCapacityUnits: " + read +
         ". Current WriteCapacityUnits provisioned for " + of + ": " + write +
         ". Requested WriteCapacityUnits: " + write +
         ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
         "higher limits.";
}

}  // namespace

Error one_online_index() {
  return errors::limit_exceeded(
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
      "per table");
}

TableUpdate::TableUpdate(Table& table, const UpdateTableRequest& request, Context context)
    : table_(table),
      request_(request),
      context_(context),
      mode_(request.billing_mode.value_or(table.billing_mode)) {}

Result<void> TableUpdate::check() const {
  if (auto ok = check_throughput(); !ok) return ok;
  if (auto ok = check_on_demand(request_.on_demand_throughput, mode_, "table"); !ok) return ok;
  if (auto ok = check_warmer(request_.warm_throughput, table_.warm_throughput, "table"); !ok) {
    return ok;
  }
  if (auto ok = check_stream_state(); !ok) return ok;
  if (auto ok = check_encryption(); !ok) return ok;
  for (const auto& update : request_.global_secondary_index_updates) {
    auto ok = std::visit([this](const auto& action) { return check_action(action); }, update);
    if (!ok) return ok;
  }
  return {};
}

void TableUpdate::apply_settings() {
  if (mode_ != table_.billing_mode) switch_mode();
  if (request_.provisioned_throughput) {
    table_.provisioned_throughput = *request_.provisioned_throughput;
  }
  table_.on_demand_throughput =
      merge_on_demand(table_.on_demand_throughput, request_.on_demand_throughput);
  if (request_.table_class) table_.table_class = request_.table_class;
  if (request_.deletion_protection_enabled) {
    table_.deletion_protection_enabled = *request_.deletion_protection_enabled;
  }
  if (request_.sse_specification) table_.encryption = next_encryption();
  for (const auto& update : request_.global_secondary_index_updates) {
    if (const auto* action = std::get_if<UpdateIndex>(&update)) apply_action(*action);
  }
  keep_warm();
  begin_update(false);
}

void TableUpdate::apply_stream(StreamRegistry& streams, TimePoint now, TimePoint ready_at) {
  const auto& asked = request_.stream_specification;
  if (!asked) return;
  if (asked->stream_enabled) {
    streams.enable(table_, *asked->stream_view_type, now, ready_at);
  } else {
    StreamRegistry::disable(table_, now, ready_at);
  }
}

std::shared_ptr<Index> TableUpdate::add_index(const GlobalSecondaryIndex& definition,
                                              std::shared_ptr<storage::Tree> tree) {
  const auto definitions = merged_definitions();
  auto index = make_index(definition, table_.keys, definitions);
  index->tree = std::move(tree);
  index->backfilling = true;
  index->warm_throughput =
      warmest(index->warm_throughput, baseline(mode_, index->provisioned_throughput));
  table_.indexes.push_back(index);
  table_.attribute_definitions = definitions;
  prune_definitions();
  table_.phase = {TableStatus::updating, TimePoint::max()};
  return index;
}

void TableUpdate::finish_index(Index& index) {
  if (context_.ready_at > context_.now) {
    index.phase = {IndexStatus::creating, context_.ready_at};
    index.backfills_from = half_time();
  }
  begin_update(true);
}

std::shared_ptr<storage::Tree> TableUpdate::remove_index(const std::string& name) {
  const auto place = std::find_if(table_.indexes.begin(), table_.indexes.end(),
                                  [&name](const auto& index) { return index->name == name; });
  const auto index = *place;
  auto tree = std::move(index->tree);
  index->late.reset();
  table_.indexes.erase(place);
  prune_definitions();
  std::erase_if(table_.deleting,
                [this](const auto& gone) { return gone->phase.is_gone(context_.now); });
  if (context_.ready_at > context_.now) {
    index->phase = {IndexStatus::deleting, context_.ready_at};
    table_.deleting.push_back(index);
  }
  begin_update(true);
  return tree;
}

Result<void> TableUpdate::check_throughput() const {
  const auto& asked = request_.provisioned_throughput;
  if (mode_ == BillingMode::pay_per_request) {
    if (!asked) return {};
    return invalid_parameter(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
        "PAY_PER_REQUEST");
  }
  if (mode_ != table_.billing_mode) {
    if (!asked) {
      return invalid_parameter(
          "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    }
    return check_indexes_get_throughput();
  }
  if (!asked || *asked != table_.provisioned_throughput ||
      !request_.global_secondary_index_updates.empty()) {
    return {};
  }
  return errors::validation(same_throughput("table", "the table", *asked));
}

/// A table that becomes provisioned needs units for each of its global indexes.
Result<void> TableUpdate::check_indexes_get_throughput() const {
  for (const auto& index : table_.indexes) {
    if (!index->global) continue;
    const auto& updates = request_.global_secondary_index_updates;
    const bool given = std::any_of(updates.begin(), updates.end(), [&](const auto& update) {
      const auto* action = std::get_if<UpdateIndex>(&update);
      return action != nullptr && action->index_name == index->name &&
             action->provisioned_throughput;
    });
    if (!given) {
      return invalid_parameter("ProvisionedThroughput must be specified for index: " + index->name);
    }
  }
  return {};
}

Result<void> TableUpdate::check_encryption() const {
  if (!request_.sse_specification) return {};
  return check_encryption_changes(table_.encryption, next_encryption());
}

std::optional<SseSpecification> TableUpdate::next_encryption() const {
  return describe_encryption(*request_.sse_specification, context_.region, context_.account);
}

Result<void> TableUpdate::check_stream_state() const {
  const auto& asked = request_.stream_specification;
  if (!asked || asked->stream_enabled != (table_.stream != nullptr)) return {};
  return errors::validation((asked->stream_enabled
                                 ? "Table already has an enabled stream: TableName: "
                                 : "Table has no stream to disable: TableName: ") +
                            table_.name);
}

Result<void> TableUpdate::check_action(const CreateIndex& action) const {
  const GlobalSecondaryIndex& index = action.index;
  if (table_.busy_index({}, context_.now) != nullptr) return one_online_index();
  if (table_.find_index(index.index_name) != nullptr) {
    return errors::validation("Attempting to create an index which already exists");
  }
  if (auto ok = check_global_index(index, request_.attribute_definitions); !ok) return ok;
  const bool provisioned = mode_ == BillingMode::provisioned;
  if (provisioned && !index.provisioned_throughput) {
    return invalid_parameter("ProvisionedThroughput must be specified for index: " +
                             index.index_name);
  }
  if (!provisioned && index.provisioned_throughput) {
    return invalid_parameter(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: " +
        index.index_name + " when BillingMode is PAY_PER_REQUEST");
  }
  std::size_t global = 1;
  std::size_t projected = index.projection.non_key_attributes.size();
  for (const auto& other : table_.indexes) {
    global += other->global ? 1 : 0;
    projected += other->projection.non_key_attributes.size();
  }
  if (global > kMaxGlobalIndexes) {
    return errors::limit_exceeded("GlobalSecondaryIndex count exceeds the per-table limit of " +
                                  std::to_string(kMaxGlobalIndexes));
  }
  if (auto ok = check_projected_attributes(projected); !ok) return ok;
  const std::string where = "index : " + index.index_name;
  if (auto ok = check_on_demand(index.on_demand_throughput, mode_, where); !ok) return ok;
  return check_warm(index.warm_throughput, baseline(mode_, index.provisioned_throughput), where);
}

Result<void> TableUpdate::check_action(const UpdateIndex& action) const {
  const Index* index = table_.find_index(action.index_name);
  if (index == nullptr) return index_not_found(action.index_name);
  if (!index->global) {
    return errors::validation("Cannot update an index that is not a GlobalSecondaryIndex: " +
                              action.index_name);
  }
  if (mode_ == BillingMode::pay_per_request && action.provisioned_throughput) {
    return invalid_parameter("The only Updates for index: " + action.index_name +
                             " when TableThroughputMode is PAY_PER_REQUEST can be to "
                             "OnDemandThroughput, WarmThroughput");
  }
  if (action.provisioned_throughput &&
      action.provisioned_throughput == index->provisioned_throughput) {
    return errors::validation(
        same_throughput("index " + index->name, "the index", *action.provisioned_throughput));
  }
  const std::string where = "index : " + action.index_name;
  if (auto ok = check_on_demand(action.on_demand_throughput, mode_, where); !ok) return ok;
  return check_warmer(action.warm_throughput, index->warm_throughput, where);
}

Result<void> TableUpdate::check_action(const DeleteIndex& action) const {
  const Index* index = table_.find_index(action.index_name);
  if (index == nullptr) return index_not_found(action.index_name);
  if (table_.busy_index(index->name, context_.now) != nullptr) return one_online_index();
  if (index->global) return {};
  return errors::validation("Cannot delete an index that is not a GlobalSecondaryIndex: " +
                            action.index_name);
}

Error TableUpdate::index_not_found(const std::string& name) const {
  return errors::not_found("Requested resource not found: Table: " + table_.name +
                           ", Index: " + name + " not found");
}

void TableUpdate::switch_mode() {
  table_.billing_mode = mode_;
  if (mode_ == BillingMode::provisioned) {
    table_.on_demand_throughput.reset();
    for (const auto& index : table_.indexes) index->on_demand_throughput.reset();
    return;
  }
  table_.last_update_to_pay_per_request = context_.now;
  table_.provisioned_throughput = {};
  for (const auto& index : table_.indexes) index->provisioned_throughput.reset();
}

/// The table's definitions and, of other attributes, the request's.
AttributeDefinitions TableUpdate::merged_definitions() const {
  AttributeDefinitions merged = table_.attribute_definitions;
  for (const auto& definition : request_.attribute_definitions) {
    if (find_definition(merged, definition.attribute_name) == nullptr) {
      merged.push_back(definition);
    }
  }
  return merged;
}

void TableUpdate::prune_definitions() {
  std::erase_if(table_.attribute_definitions, [this](const AttributeDefinition& definition) {
    const auto& name = definition.attribute_name;
    return !table_.keys.contains(name) &&
           std::none_of(table_.indexes.begin(), table_.indexes.end(),
                        [&name](const auto& index) { return index->keys.contains(name); });
  });
}

void TableUpdate::apply_action(const UpdateIndex& action) {
  Index& index = *table_.find_index(action.index_name);
  if (action.provisioned_throughput) index.provisioned_throughput = action.provisioned_throughput;
  index.on_demand_throughput =
      merge_on_demand(index.on_demand_throughput, action.on_demand_throughput);
  index.warm_throughput = warmest(index.warm_throughput, action.warm_throughput);
  if (context_.ready_at > context_.now) index.phase = {IndexStatus::updating, context_.ready_at};
}

void TableUpdate::keep_warm() {
  table_.warm_throughput = warmest(table_.warm_throughput, request_.warm_throughput);
  table_.warm_throughput =
      warmest(table_.warm_throughput, baseline(mode_, table_.provisioned_throughput));
  for (const auto& index : table_.indexes) {
    if (!index->global) continue;
    index->warm_throughput =
        warmest(index->warm_throughput, baseline(mode_, index->provisioned_throughput));
  }
}

void TableUpdate::begin_update(bool half) {
  table_.phase = {};
  if (context_.ready_at > context_.now) {
    table_.phase = {TableStatus::updating, half ? half_time() : context_.ready_at};
  }
}

TimePoint TableUpdate::half_time() const {
  return context_.now + (context_.ready_at - context_.now) / 2;
}

}  // namespace keywright::engine
