#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/table_description.hpp"
#include "engine/table_schema.hpp"
#include "engine/throughput.hpp"
#include "engine/validation.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace keywright {
namespace {

using namespace engine;

using CreateIndex = CreateGlobalSecondaryIndexAction;
using UpdateIndex = UpdateGlobalSecondaryIndexAction;
using DeleteIndex = DeleteGlobalSecondaryIndexAction;

const std::string& index_name(const GlobalSecondaryIndexUpdate& update) {
  struct Name {
    const std::string& operator()(const CreateIndex& a) const { return a.index.index_name; }
    const std::string& operator()(const UpdateIndex& a) const { return a.index_name; }
    const std::string& operator()(const DeleteIndex& a) const { return a.index_name; }
  };
  return std::visit(Name{}, update);
}

/// The one index that is created or deleted by the request, if any.
template <class Action>
const Action* find_action(const UpdateTableRequest& request) {
  for (const auto& update : request.global_secondary_index_updates) {
    if (const auto* action = std::get_if<Action>(&update)) return action;
  }
  return nullptr;
}

Result<void> check_model(const UpdateTableRequest& request) {
  api::Constraints constraints;
  constrain_throughput(constraints, request.provisioned_throughput, "provisionedThroughput");
  const auto& updates = request.global_secondary_index_updates;
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const std::string at = "globalSecondaryIndexUpdates." + std::to_string(i + 1) + ".member.";
    if (const auto* create = std::get_if<CreateIndex>(&updates[i])) {
      constraints.resource_name(create->index.index_name, at + "create.indexName");
      if (create->index.key_schema.empty()) constraints.missing(at + "create.keySchema");
      constrain_throughput(constraints, create->index.provisioned_throughput,
                           at + "create.provisionedThroughput");
    } else if (const auto* update = std::get_if<UpdateIndex>(&updates[i])) {
      constraints.resource_name(update->index_name, at + "update.indexName");
      constrain_throughput(constraints, update->provisioned_throughput,
                           at + "update.provisionedThroughput");
    } else {
      constraints.resource_name(index_name(updates[i]), at + "delete.indexName");
    }
  }
  return constraints.result();
}

/// Which kinds of change a request asks for.
struct Asked {
  explicit Asked(const UpdateTableRequest& request)
      : capacity(request.provisioned_throughput || request.billing_mode),
        on_demand(request.on_demand_throughput),
        table_class(request.table_class),
        protection(request.deletion_protection_enabled),
        stream(request.stream_specification),
        indexes(!request.global_secondary_index_updates.empty()) {}

  [[nodiscard]] int count() const {
    return capacity + on_demand + table_class + protection + stream + indexes;
  }

  bool capacity, on_demand, table_class, protection, stream, indexes;
};

/// What may go together in one request.
Result<void> check_combination(const UpdateTableRequest& request) {
  const Asked asked(request);
  if (asked.count() == 0) {
    return errors::validation(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
        "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
        "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
        "OnDemandThroughput, WarmThroughput or TableClass is required");
  }
  if (asked.table_class && asked.count() > 1) {
    return invalid_parameter("TableClass modification must be the only operation in the request");
  }
  if (asked.protection && asked.count() > 1) {
    return invalid_parameter(
        "DeletionProtection modification must be the only operation in the request");
  }
  if (asked.on_demand && (asked.indexes || request.provisioned_throughput)) {
    return invalid_parameter(
        "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
  }
  std::set<std::string_view> names;
  int built = 0;
  for (const auto& update : request.global_secondary_index_updates) {
    if (!std::holds_alternative<UpdateIndex>(update)) ++built;
    if (!names.insert(index_name(update)).second) {
      return invalid_parameter(
          "Only one global secondary index update per index is allowed simultaneously. Index: " +
          index_name(update));
    }
  }
  if (built > 1) {
    return errors::limit_exceeded(
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
        "per table");
  }
  if (built == 1 && asked.capacity) {
    return invalid_parameter("You cannot create or delete index while updating table IOPS");
  }
  return {};
}

/// A request against the table it changes: first all checks, then all changes. The caller holds
/// the catalogue's Writer.
class TableUpdate {
 public:
  TableUpdate(Table& table, const UpdateTableRequest& request)
      : table_(table),
        request_(request),
        mode_(request.billing_mode.value_or(table.billing_mode)) {}

  [[nodiscard]] Result<void> check() const {
    if (auto ok = check_throughput(); !ok) return ok;
    if (auto ok = check_on_demand(request_.on_demand_throughput, mode_, "table"); !ok) return ok;
    if (auto ok = check_stream_state(); !ok) return ok;
    for (const auto& update : request_.global_secondary_index_updates) {
      auto ok = std::visit([this](const auto& action) { return check_action(action); }, update);
      if (!ok) return ok;
    }
    return {};
  }

  void apply_settings(TimePoint now) {
    if (mode_ != table_.billing_mode) switch_mode(now);
    if (request_.provisioned_throughput) {
      table_.provisioned_throughput = *request_.provisioned_throughput;
    }
    table_.on_demand_throughput =
        merge_on_demand(table_.on_demand_throughput, request_.on_demand_throughput);
    if (request_.table_class) table_.table_class = request_.table_class;
    if (request_.deletion_protection_enabled) {
      table_.deletion_protection_enabled = *request_.deletion_protection_enabled;
    }
    for (const auto& update : request_.global_secondary_index_updates) {
      const auto* action = std::get_if<UpdateIndex>(&update);
      if (action == nullptr) continue;
      Index& index = *table_.find_index(action->index_name);
      if (action->provisioned_throughput) {
        index.provisioned_throughput = action->provisioned_throughput;
      }
      index.on_demand_throughput =
          merge_on_demand(index.on_demand_throughput, action->on_demand_throughput);
    }
  }

  void apply_stream(StreamRegistry& streams, TimePoint now) {
    const auto& asked = request_.stream_specification;
    if (!asked) return;
    if (asked->stream_enabled) {
      streams.enable(table_, *asked->stream_view_type, now, now);
    } else {
      StreamRegistry::disable(table_, now, now);
    }
  }

  /// Begins the life of a new index; its tree is to be filled.
  std::shared_ptr<Index> add_index(const GlobalSecondaryIndex& definition,
                                   std::shared_ptr<storage::Tree> tree) {
    const auto definitions = merged_definitions();
    auto index = make_index(definition, table_.keys, definitions);
    index->tree = std::move(tree);
    index->backfilling = true;
    table_.indexes.push_back(index);
    table_.attribute_definitions = definitions;
    prune_definitions();
    table_.status = TableStatus::updating;
    return index;
  }

  std::shared_ptr<Index> remove_index(const std::string& name) {
    const auto place = std::find_if(table_.indexes.begin(), table_.indexes.end(),
                                    [&name](const auto& index) { return index->name == name; });
    auto index = *place;
    table_.indexes.erase(place);
    prune_definitions();
    return index;
  }

 private:
  [[nodiscard]] Result<void> check_throughput() const {
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
  [[nodiscard]] Result<void> check_indexes_get_throughput() const {
    for (const auto& index : table_.indexes) {
      if (!index->global) continue;
      const auto& updates = request_.global_secondary_index_updates;
      const bool given = std::any_of(updates.begin(), updates.end(), [&](const auto& update) {
        const auto* action = std::get_if<UpdateIndex>(&update);
        return action != nullptr && action->index_name == index->name &&
               action->provisioned_throughput;
      });
      if (!given) {
        return invalid_parameter("ProvisionedThroughput must be specified for index: " +
                                 index->name);
      }
    }
    return {};
  }

  [[nodiscard]] Result<void> check_stream_state() const {
    const auto& asked = request_.stream_specification;
    if (!asked || asked->stream_enabled != (table_.stream != nullptr)) return {};
    return errors::validation((asked->stream_enabled
                                   ? "Table already has an enabled stream: TableName: "
                                   : "Table has no stream to disable: TableName: ") +
                              table_.name);
  }

  static std::string same_throughput(const std::string& what, const std::string& of,
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

  [[nodiscard]] Result<void> check_action(const CreateIndex& action) const {
    const GlobalSecondaryIndex& index = action.index;
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
    return check_on_demand(index.on_demand_throughput, mode_, "index : " + index.index_name);
  }

  [[nodiscard]] Result<void> check_action(const UpdateIndex& action) const {
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
    return check_on_demand(action.on_demand_throughput, mode_, "index : " + action.index_name);
  }

  [[nodiscard]] Result<void> check_action(const DeleteIndex& action) const {
    const Index* index = table_.find_index(action.index_name);
    if (index == nullptr) return index_not_found(action.index_name);
    if (index->global) return {};
    return errors::validation("Cannot delete an index that is not a GlobalSecondaryIndex: " +
                              action.index_name);
  }

  [[nodiscard]] Error index_not_found(const std::string& name) const {
    return errors::not_found("Requested resource not found: Table: " + table_.name +
                             ", Index: " + name + " not found");
  }

  void switch_mode(TimePoint now) {
    table_.billing_mode = mode_;
    if (mode_ == BillingMode::provisioned) {
      table_.on_demand_throughput.reset();
      for (const auto& index : table_.indexes) index->on_demand_throughput.reset();
      return;
    }
    table_.last_update_to_pay_per_request = now;
    table_.provisioned_throughput = {};
    for (const auto& index : table_.indexes) index->provisioned_throughput.reset();
  }

  /// The table's definitions and, of other attributes, the request's.
  [[nodiscard]] AttributeDefinitions merged_definitions() const {
    AttributeDefinitions merged = table_.attribute_definitions;
    for (const auto& definition : request_.attribute_definitions) {
      if (find_definition(merged, definition.attribute_name) == nullptr) {
        merged.push_back(definition);
      }
    }
    return merged;
  }

  void prune_definitions() {
    std::erase_if(table_.attribute_definitions, [this](const AttributeDefinition& definition) {
      const auto& name = definition.attribute_name;
      return !table_.keys.contains(name) &&
             std::none_of(table_.indexes.begin(), table_.indexes.end(),
                          [&name](const auto& index) { return index->keys.contains(name); });
    });
  }

  Table& table_;
  const UpdateTableRequest& request_;
  BillingMode mode_;
};

}  // namespace

Result<TableResponse> Engine::Impl::update_table(const UpdateTableRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  if (auto ok = check_model(request); !ok) return std::move(ok).error();
  if (auto ok = check_combination(request); !ok) return std::move(ok).error();
  if (auto ok = check_stream(request.stream_specification, false); !ok) {
    return std::move(ok).error();
  }

  std::shared_ptr<Table> table;
  std::shared_ptr<Index> created;
  std::shared_ptr<Index> removed;
  TableResponse response;
  {
    auto writer = catalogue_.write();
    const auto found = writer.tables().find(*name);
    if (found == writer.tables().end()) return table_not_found(*name);
    table = found->second;
    if (auto idle = check_table_is_idle(*table); !idle) return std::move(idle).error();
    TableUpdate update(*table, request);
    if (auto ok = update.check(); !ok) return std::move(ok).error();
    update.apply_settings(now());
    update.apply_stream(streams_, now());
    if (const auto* action = find_action<CreateIndex>(request)) {
      created = update.add_index(action->index, new_tree());
    }
    if (const auto* action = find_action<DeleteIndex>(request)) {
      removed = update.remove_index(action->index_name);
    }
    response.table = describe(*table);
  }
  if (removed) store_->drop_tree(removed->tree->id());
  if (!created) return response;
  // While the table is UPDATING nobody deletes or alters it; its items may be read and written.
  backfill(*table, *created);
  auto writer = catalogue_.write();
  table->status = TableStatus::active;
  return TableResponse{describe(*table)};
}

}  // namespace keywright
