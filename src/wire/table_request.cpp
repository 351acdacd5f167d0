// The requests about tables.

#include "wire/operations.hpp"

#include <array>

namespace keywright::wire {

// Requests as read ---------------------------------------------------------------------------

void read_members(const Members& in, GlobalSecondaryIndex& out) {
  require(in, "IndexName", out.index_name);
  require_some(in, "KeySchema", out.key_schema);
  require(in, "Projection", out.projection);
  read(in, "ProvisionedThroughput", out.provisioned_throughput);
  read(in, "OnDemandThroughput", out.on_demand_throughput);
  read(in, "WarmThroughput", out.warm_throughput);
}

void read_members(const Members& in, LocalSecondaryIndex& out) {
  require(in, "IndexName", out.index_name);
  require_some(in, "KeySchema", out.key_schema);
  require(in, "Projection", out.projection);
}

namespace {

/// What CreateTable and UpdateTable have in common.
template <class Request>
void read_table_options(const Members& in, Request& out) {
  read(in, "BillingMode", out.billing_mode);
  read(in, "ProvisionedThroughput", out.provisioned_throughput);
  read(in, "OnDemandThroughput", out.on_demand_throughput);
  read(in, "TableClass", out.table_class);
  read(in, "DeletionProtectionEnabled", out.deletion_protection_enabled);
  read(in, "StreamSpecification", out.stream_specification);
  read(in, "WarmThroughput", out.warm_throughput);
  read(in, "SSESpecification", out.sse_specification);
}

template <class Index>
void read_indexes(const Members& in, std::string_view name, std::vector<Index>& out) {
  if (read(in, name, out) && out.empty()) {
    in.faults.value("One or more parameter values were invalid: List of " + std::string(name) +
                    " is empty");
  }
}

}  // namespace

void read_members(const Members& in, CreateTableRequest& out) {
  in.faults.new_table_name(out.table_name);
  if (!read(in, "TableName", out.table_name)) in.faults.table_name_missing();
  require_some(in, "KeySchema", out.key_schema);
  require(in, "AttributeDefinitions", out.attribute_definitions);
  read_indexes(in, "LocalSecondaryIndexes", out.local_secondary_indexes);
  read_indexes(in, "GlobalSecondaryIndexes", out.global_secondary_indexes);
  read_table_options(in, out);
  read(in, "Tags", out.tags);
  read(in, "ResourcePolicy", out.resource_policy);
  refuse(in, {"VectorIndexes", "GlobalTableSourceArn", "GlobalTableSettingsReplicationMode"});
}

void read_members(const Members& in, CreateGlobalSecondaryIndexAction& out) {
  read_members(in, out.index);
}

void read_members(const Members& in, UpdateGlobalSecondaryIndexAction& out) {
  require(in, "IndexName", out.index_name);
  read(in, "ProvisionedThroughput", out.provisioned_throughput);
  read(in, "OnDemandThroughput", out.on_demand_throughput);
  read(in, "WarmThroughput", out.warm_throughput);
}

void read_members(const Members& in, DeleteGlobalSecondaryIndexAction& out) {
  require(in, "IndexName", out.index_name);
}

void read_members(const Members& in, GlobalSecondaryIndexUpdate& out) {
  if (int{in.has("Create")} + int{in.has("Update")} + int{in.has("Delete")} != 1) {
    in.faults.value(
        "One or more parameter values were invalid: Each of GlobalSecondaryIndexUpdates must have "
        "exactly one of Create, Update and Delete");
    return;
  }
  (void)(read(in, "Create", out.emplace<CreateGlobalSecondaryIndexAction>()) ||
         read(in, "Update", out.emplace<UpdateGlobalSecondaryIndexAction>()) ||
         read(in, "Delete", out.emplace<DeleteGlobalSecondaryIndexAction>()));
}

void read_members(const Members& in, UpdateTableRequest& out) {
  read_table_name(in, out.table_name);
  read(in, "AttributeDefinitions", out.attribute_definitions);
  read(in, "GlobalSecondaryIndexUpdates", out.global_secondary_index_updates);
  read_table_options(in, out);
  refuse(in, {"ReplicaUpdates", "VectorIndexUpdates", "MultiRegionConsistency",
              "GlobalTableWitnessUpdates", "GlobalTableSettingsReplicationMode"});
}

void read_members(const Members& in, DescribeTableRequest& out) {
  read_table_name(in, out.table_name);
}

void read_members(const Members& in, DeleteTableRequest& out) {
  read_table_name(in, out.table_name);
}

void read_members(const Members& in, ListTablesRequest& out) {
  read(in, "ExclusiveStartTableName", out.exclusive_start_table_name);
  read(in, "Limit", out.limit);
}

namespace {

/// The specification is an object of its own in the request, though not in the struct.
struct TimeToLiveSpecification {
  UpdateTimeToLiveRequest& request;
};

void read_members(const Members& in, TimeToLiveSpecification& out) {
  require(in, "AttributeName", out.request.attribute_name);
  require(in, "Enabled", out.request.enabled);
}

}  // namespace

void read_members(const Members& in, UpdateTimeToLiveRequest& out) {
  read_table_name(in, out.table_name);
  TimeToLiveSpecification specification{out};
  require(in, "TimeToLiveSpecification", specification);
}

void read_members(const Members& in, DescribeTimeToLiveRequest& out) {
  read_table_name(in, out.table_name);
}

// Requests as written ------------------------------------------------------------------------

namespace {

/// What CreateTable and UpdateTable have in common.
template <class Request>
void write_table_options(ObjectWriter& out, const Request& request) {
  write(out, "BillingMode", request.billing_mode);
  write(out, "ProvisionedThroughput", request.provisioned_throughput);
  write(out, "OnDemandThroughput", request.on_demand_throughput);
  write(out, "TableClass", request.table_class);
  write(out, "StreamSpecification", request.stream_specification);
  write(out, "WarmThroughput", request.warm_throughput);
  write(out, "SSESpecification", request.sse_specification);
}

/// What an index and its update have in common.
template <class Index>
void write_throughput(ObjectWriter& out, const Index& index) {
  write(out, "ProvisionedThroughput", index.provisioned_throughput);
  write(out, "OnDemandThroughput", index.on_demand_throughput);
  write(out, "WarmThroughput", index.warm_throughput);
}

template <class Index>
void write_index(ObjectWriter& out, const Index& index) {
  write(out, "IndexName", index.index_name);
  write(out, "KeySchema", index.key_schema);
  write(out, "Projection", index.projection);
}

}  // namespace

void write_members(ObjectWriter& out, const GlobalSecondaryIndex& index) {
  write_index(out, index);
  write_throughput(out, index);
}

void write_members(ObjectWriter& out, const LocalSecondaryIndex& index) {
  write_index(out, index);
}

void write_members(ObjectWriter& out, const CreateTableRequest& request) {
  write(out, "TableName", request.table_name);
  write(out, "KeySchema", request.key_schema);
  write(out, "AttributeDefinitions", request.attribute_definitions);
  write_unless_empty(out, "LocalSecondaryIndexes", request.local_secondary_indexes);
  write_unless_empty(out, "GlobalSecondaryIndexes", request.global_secondary_indexes);
  write_table_options(out, request);
  write_option(out, "DeletionProtectionEnabled", request.deletion_protection_enabled);
  write_unless_empty(out, "Tags", request.tags);
  write(out, "ResourcePolicy", request.resource_policy);
}

void write_members(ObjectWriter& out, const CreateGlobalSecondaryIndexAction& action) {
  write_members(out, action.index);
}

void write_members(ObjectWriter& out, const UpdateGlobalSecondaryIndexAction& action) {
  write(out, "IndexName", action.index_name);
  write_throughput(out, action);
}

void write_members(ObjectWriter& out, const DeleteGlobalSecondaryIndexAction& action) {
  write(out, "IndexName", action.index_name);
}

void write_members(ObjectWriter& out, const GlobalSecondaryIndexUpdate& update) {
  constexpr std::array<std::string_view, 3> kActions{"Create", "Update", "Delete"};
  static_assert(std::variant_size_v<GlobalSecondaryIndexUpdate> == kActions.size());
  std::visit([&](const auto& action) { write(out, kActions[update.index()], action); }, update);
}

void write_members(ObjectWriter& out, const UpdateTableRequest& request) {
  write(out, "TableName", request.table_name);
  write_unless_empty(out, "AttributeDefinitions", request.attribute_definitions);
  write_unless_empty(out, "GlobalSecondaryIndexUpdates", request.global_secondary_index_updates);
  write_table_options(out, request);
  write(out, "DeletionProtectionEnabled", request.deletion_protection_enabled);
}

void write_members(ObjectWriter& out, const DescribeTableRequest& request) {
  write(out, "TableName", request.table_name);
}

void write_members(ObjectWriter& out, const DeleteTableRequest& request) {
  write(out, "TableName", request.table_name);
}

void write_members(ObjectWriter& out, const ListTablesRequest& request) {
  write(out, "ExclusiveStartTableName", request.exclusive_start_table_name);
  write(out, "Limit", request.limit);
}

void write_members(ObjectWriter& out, const UpdateTimeToLiveRequest& request) {
  write(out, "TableName", request.table_name);
  ObjectWriter specification(out.begin("TimeToLiveSpecification"));
  write(specification, "AttributeName", request.attribute_name);
  write(specification, "Enabled", request.enabled);
}

void write_members(ObjectWriter& out, const DescribeTimeToLiveRequest& request) {
  write(out, "TableName", request.table_name);
}

}  // namespace keywright::wire
