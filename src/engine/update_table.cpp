#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/encryption.hpp"
#include "engine/engine_impl.hpp"
#include "engine/table_constraints.hpp"
#include "engine/table_description.hpp"
#include "engine/table_schema.hpp"
#include "engine/table_update.hpp"
#include "engine/throughput.hpp"
#include "engine/validation.hpp"

#include <algorithm>
#include <set>
#include <shared_mutex>
#include <utility>

namespace keywright {
namespace {

using namespace engine;

const std::string& index_name(const GlobalSecondaryIndexUpdate& update) {
  struct Name {
    const std::string& operator()(const CreateIndex& a) const { return a.index.index_name; }
    const std::string& operator()(const UpdateIndex& a) const { return a.index_name; }
    const std::string& operator()(const DeleteIndex& a) const { return a.index_name; }
  };
  return std::visit(Name{}, update);
}

Result<void> check_model(const UpdateTableRequest& request) {
  api::Constraints constraints;
  constrain_definitions(constraints, request.attribute_definitions);
  constrain_throughput(constraints, request.provisioned_throughput, "provisionedThroughput");
  constrain_warm(constraints, request.warm_throughput, "warmThroughput");
  const auto& updates = request.global_secondary_index_updates;
  for (std::size_t i = 0; i < updates.size(); ++i) {
    const std::string at = "globalSecondaryIndexUpdates." + std::to_string(i + 1) + ".member.";
    if (const auto* create = std::get_if<CreateIndex>(&updates[i])) {
      constraints.resource_name(create->index.index_name, at + "create.indexName");
      constrain_keys(constraints, create->index.key_schema, at + "create.keySchema");
      constrain_projection(constraints, create->index.projection, at + "create.projection");
      constrain_throughput(constraints, create->index.provisioned_throughput,
                           at + "create.provisionedThroughput");
      constrain_warm(constraints, create->index.warm_throughput, at + "create.warmThroughput");
    } else if (const auto* update = std::get_if<UpdateIndex>(&updates[i])) {
      constraints.resource_name(update->index_name, at + "update.indexName");
      constrain_throughput(constraints, update->provisioned_throughput,
                           at + "update.provisionedThroughput");
      constrain_warm(constraints, update->warm_throughput, at + "update.warmThroughput");
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
        encryption(request.sse_specification),
        warm(request.warm_throughput),
        indexes(!request.global_secondary_index_updates.empty()) {}

  [[nodiscard]] int count() const {
    return capacity + on_demand + table_class + protection + stream + encryption + warm + indexes;
  }

  bool capacity, on_demand, table_class, protection, stream, encryption, warm, indexes;
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
  if (built > 1) return one_online_index();
  if (built == 1 && asked.capacity) {
    return invalid_parameter("You cannot create or delete index while updating table IOPS");
  }
  return {};
}

Result<void> check_bounds_of_all(const UpdateTableRequest& request) {
  if (auto ok = check_bounds(request.provisioned_throughput, ""); !ok) return ok;
  for (const auto& update : request.global_secondary_index_updates) {
    std::optional<ProvisionedThroughput> asked;
    if (const auto* create = std::get_if<CreateIndex>(&update)) {
      asked = create->index.provisioned_throughput;
    } else if (const auto* change = std::get_if<UpdateIndex>(&update)) {
      asked = change->provisioned_throughput;
    }
    if (auto ok = check_bounds(asked, "index " + index_name(update)); !ok) return ok;
  }
  return {};
}

Result<void> check(const UpdateTableRequest& request) {
  if (auto ok = check_model(request); !ok) return ok;
  if (auto ok = check_bounds_of_all(request); !ok) return ok;
  if (auto ok = check_combination(request); !ok) return ok;
  if (auto ok = check_stream(request.stream_specification, false); !ok) return ok;
  return check_encryption(request.sse_specification);
}

}  // namespace

Result<TableResponse> Engine::Impl::update_table(const UpdateTableRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  if (auto ok = check(request); !ok) return std::move(ok).error();

  const std::shared_lock builds(index_builds_);
  const TimePoint time = now();
  std::shared_ptr<Table> table;
  std::optional<TableUpdate> update;
  std::shared_ptr<Index> created;
  std::shared_ptr<storage::Tree> removed;
  TableResponse response;
  {
    auto writer = catalogue_.write();
    const auto found = writer.require_table(*name);
    if (!found) return found.error();
    table = *found;
    if (auto idle = check_table_is_idle(*table); !idle) return std::move(idle).error();
    const TimePoint begun = table->clock();
    update.emplace(*table, request,
                   TableUpdate::Context{begun, begun + options_.control_plane_delay,
                                        options_.region, options_.account});
    if (auto ok = update->check(); !ok) return std::move(ok).error();
    update->apply_settings();
    update->apply_stream(streams_, time, time + options_.control_plane_delay);
    if (const auto* action = find_action<CreateIndex>(request)) {
      created = update->add_index(action->index, new_tree());
      set_lag(*created);
    }
    if (const auto* action = find_action<DeleteIndex>(request)) {
      removed = update->remove_index(action->index_name);
    }
    response.table = describe(*table);
  }
  if (removed) store_->drop_tree(removed->id());
  if (!created) return response;
  // While the table is UPDATING nobody deletes or alters it; its items may be read and written.
  backfill(*table, *created);
  const auto writer = catalogue_.write();
  update->finish_index(*created);
  return TableResponse{describe(*table)};
}

}  // namespace keywright
