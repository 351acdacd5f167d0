// Tables: their definition as read, their description as written.

#include "wire/operations.hpp"

namespace keywright::wire {

// Definitions --------------------------------------------------------------------------------

void read_members(const Members& in, KeySchemaElement& out) {
  require(in, "AttributeName", out.attribute_name);
  require(in, "KeyType", out.key_type);
}

void read_members(const Members& in, AttributeDefinition& out) {
  constexpr std::string_view kType = "AttributeType";
  require(in, "AttributeName", out.attribute_name);
  std::string text;
  require(in, kType, text);
  const auto type = type_from_descriptor(text);
  if (type && *type <= AttributeType::binary) {
    out.attribute_type = *type;
  } else if (in.has(kType)) {
    in.faults.violated(text, Place{Place::Kind::member, &in.place, kType}.text(),
                       "Member must satisfy enum value set: [B, N, S]");
  }
}

void read_members(const Members& in, Projection& out) {
  read(in, "ProjectionType", out.projection_type);
  read_some(in, "NonKeyAttributes", out.non_key_attributes);
}

void read_members(const Members& in, ProvisionedThroughput& out) {
  require(in, "ReadCapacityUnits", out.read_capacity_units);
  require(in, "WriteCapacityUnits", out.write_capacity_units);
}

void read_members(const Members& in, OnDemandThroughput& out) {
  read(in, "MaxReadRequestUnits", out.max_read_request_units);
  read(in, "MaxWriteRequestUnits", out.max_write_request_units);
}

void read_members(const Members& in, WarmThroughput& out) {
  read(in, "ReadUnitsPerSecond", out.read_units_per_second);
  read(in, "WriteUnitsPerSecond", out.write_units_per_second);
}

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

void read_members(const Members& in, StreamSpecification& out) {
  require(in, "StreamEnabled", out.stream_enabled);
  read(in, "StreamViewType", out.stream_view_type);
}

void read_members(const Members& in, SseSpecification& out) {
  read(in, "Enabled", out.enabled);
  read(in, "SSEType", out.sse_type);
  read(in, "KMSMasterKeyId", out.kms_master_key_id);
}

void read_members(const Members& in, Tag& out) {
  require(in, "Key", out.key);
  require(in, "Value", out.value);
}

// Requests -----------------------------------------------------------------------------------

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

// Descriptions -------------------------------------------------------------------------------

void write_members(ObjectWriter& out, const KeySchemaElement& element) {
  write(out, "AttributeName", element.attribute_name);
  write(out, "KeyType", element.key_type);
}

void write_members(ObjectWriter& out, const AttributeDefinition& definition) {
  write(out, "AttributeName", definition.attribute_name);
  write(out, "AttributeType", type_descriptor(definition.attribute_type));
}

void write_members(ObjectWriter& out, const Projection& projection) {
  write(out, "ProjectionType", projection.projection_type);
  write_unless_empty(out, "NonKeyAttributes", projection.non_key_attributes);
}

void write_members(ObjectWriter& out, const ProvisionedThroughput& throughput) {
  write(out, "NumberOfDecreasesToday", std::int64_t{0});
  write(out, "ReadCapacityUnits", throughput.read_capacity_units);
  write(out, "WriteCapacityUnits", throughput.write_capacity_units);
}

void write_members(ObjectWriter& out, const OnDemandThroughput& throughput) {
  write(out, "MaxReadRequestUnits", throughput.max_read_request_units);
  write(out, "MaxWriteRequestUnits", throughput.max_write_request_units);
}

void write_members(ObjectWriter& out, const WarmThroughput& throughput) {
  write(out, "ReadUnitsPerSecond", throughput.read_units_per_second);
  write(out, "WriteUnitsPerSecond", throughput.write_units_per_second);
  write(out, "Status", std::string_view("ACTIVE"));
}

void write_members(ObjectWriter& out, const StreamSpecification& specification) {
  write(out, "StreamEnabled", specification.stream_enabled);
  write(out, "StreamViewType", specification.stream_view_type);
}

void write_members(ObjectWriter& out, const SseSpecification& encryption) {
  const bool enabled = encryption.enabled.value_or(false);
  write(out, "Status", std::string_view(enabled ? "ENABLED" : "DISABLED"));
  write(out, "SSEType", encryption.sse_type);
  write(out, "KMSMasterKeyArn", encryption.kms_master_key_id);
}

void write_members(ObjectWriter& out, const Tag& tag) {
  write(out, "Key", tag.key);
  write(out, "Value", tag.value);
}

namespace {

/// What both kinds of indexes have.
void write_index(ObjectWriter& out, const SecondaryIndexDescription& index) {
  write(out, "IndexName", index.index_name);
  write(out, "KeySchema", index.key_schema);
  write(out, "Projection", index.projection);
  write(out, "IndexSizeBytes", index.index_size_bytes);
  write(out, "ItemCount", index.item_count);
  write(out, "IndexArn", index.index_arn);
}

void write_global_index(ObjectWriter& out, const SecondaryIndexDescription& index) {
  write_index(out, index);
  write(out, "IndexStatus", index.index_status);
  if (index.backfilling) write(out, "Backfilling", true);
  write(out, "ProvisionedThroughput",
        index.provisioned_throughput.value_or(ProvisionedThroughput{}));
  write(out, "OnDemandThroughput", index.on_demand_throughput);
  write(out, "WarmThroughput", index.warm_throughput);
}

void write_indexes(ObjectWriter& out, std::string_view name,
                   const std::vector<SecondaryIndexDescription>& indexes,
                   void (*write_one)(ObjectWriter&, const SecondaryIndexDescription&)) {
  if (indexes.empty()) return;
  std::string& text = out.begin(name);
  text.push_back('[');
  for (const SecondaryIndexDescription& index : indexes) {
    if (text.back() != '[') text.push_back(',');
    ObjectWriter object(text);
    write_one(object, index);
  }
  text.push_back(']');
}

void write_billing(ObjectWriter& out, const TableDescription& table) {
  if (table.billing_mode != BillingMode::pay_per_request) return;
  // The same under two names, of which the models of the SDKs have the first.
  const auto write_summary = [&](std::string_view name, std::string_view mode) {
    ObjectWriter summary(out.begin(name));
    write(summary, mode, table.billing_mode);
    write(summary, "LastUpdateToPayPerRequestDateTime",
          table.last_update_to_pay_per_request_date_time);
  };
  write_summary("BillingModeSummary", "BillingMode");
  write_summary("TableThroughputModeSummary", "TableThroughputMode");
}

}  // namespace

void write_members(ObjectWriter& out, const TableDescription& table) {
  write(out, "TableName", table.table_name);
  write(out, "TableStatus", table.table_status);
  if (table.creation_date_time != TimePoint{}) {  // absent from what DeleteTable answers
    write(out, "CreationDateTime", table.creation_date_time);
  }
  write_unless_empty(out, "AttributeDefinitions", table.attribute_definitions);
  write_unless_empty(out, "KeySchema", table.key_schema);
  write_indexes(out, "LocalSecondaryIndexes", table.local_secondary_indexes, write_index);
  write_indexes(out, "GlobalSecondaryIndexes", table.global_secondary_indexes, write_global_index);
  write(out, "ProvisionedThroughput", table.provisioned_throughput);
  write_billing(out, table);
  write(out, "OnDemandThroughput", table.on_demand_throughput);
  write(out, "WarmThroughput", table.warm_throughput);
  write(out, "TableSizeBytes", table.table_size_bytes);
  write(out, "ItemCount", table.item_count);
  write(out, "TableArn", table.table_arn);
  write(out, "TableId", table.table_id);
  write(out, "StreamSpecification", table.stream_specification);
  write(out, "LatestStreamLabel", table.latest_stream_label);
  write(out, "LatestStreamArn", table.latest_stream_arn);
  write(out, "SSEDescription", table.sse_description);
  if (table.table_class) {
    ObjectWriter summary(out.begin("TableClassSummary"));
    write(summary, "TableClass", *table.table_class);
  }
  write(out, "DeletionProtectionEnabled", table.deletion_protection_enabled);
}

void write_members(ObjectWriter& out, const TableResponse& response) {
  write(out, "TableDescription", response.table);
}

void write_answer(ObjectWriter& out, const DescribeTableRequest&, const TableResponse& response) {
  write(out, "Table", response.table);
}

void write_members(ObjectWriter& out, const ListTablesResponse& response) {
  write(out, "TableNames", response.table_names);
  write(out, "LastEvaluatedTableName", response.last_evaluated_table_name);
}

void write_members(ObjectWriter& out, const UpdateTimeToLiveResponse& response) {
  ObjectWriter specification(out.begin("TimeToLiveSpecification"));
  write(specification, "AttributeName", response.attribute_name);
  write(specification, "Enabled", response.enabled);
}

void write_members(ObjectWriter& out, const DescribeTimeToLiveResponse& response) {
  ObjectWriter description(out.begin("TimeToLiveDescription"));
  const bool enabled = response.attribute_name.has_value();
  write(description, "TimeToLiveStatus", std::string_view(enabled ? "ENABLED" : "DISABLED"));
  write(description, "AttributeName", response.attribute_name);
}

}  // namespace keywright::wire
