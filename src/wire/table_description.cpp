// What the operations on tables answer: mostly a table's description.

#include "wire/operations.hpp"

namespace keywright::wire {

// Responses as written -----------------------------------------------------------------------

namespace {

// What a definition looks like once it is described.

struct DescribedThroughput {
  const ProvisionedThroughput& throughput;
};
void write_members(ObjectWriter& out, const DescribedThroughput& described) {
  write(out, "NumberOfDecreasesToday", std::int64_t{0});
  write_members(out, described.throughput);
}

struct DescribedWarmThroughput {
  const WarmThroughput& throughput;
};
void write_members(ObjectWriter& out, const DescribedWarmThroughput& described) {
  write_members(out, described.throughput);
  write(out, "Status", std::string_view("ACTIVE"));
}

struct SseDescription {
  const SseSpecification& encryption;
};
void write_members(ObjectWriter& out, const SseDescription& described) {
  const bool enabled = described.encryption.enabled.value_or(false);
  write(out, "Status", std::string_view(enabled ? "ENABLED" : "DISABLED"));
  write(out, "SSEType", described.encryption.sse_type);
  write(out, "KMSMasterKeyArn", described.encryption.kms_master_key_id);
}

void write_warm_throughput(ObjectWriter& out, const std::optional<WarmThroughput>& throughput) {
  if (throughput) write(out, "WarmThroughput", DescribedWarmThroughput{*throughput});
}

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
        DescribedThroughput{index.provisioned_throughput.value_or(ProvisionedThroughput{})});
  write(out, "OnDemandThroughput", index.on_demand_throughput);
  write_warm_throughput(out, index.warm_throughput);
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
  // A table that was on demand once says so ever after.
  if (table.billing_mode != BillingMode::pay_per_request &&
      !table.last_update_to_pay_per_request_date_time) {
    return;
  }
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
  write(out, "ProvisionedThroughput", DescribedThroughput{table.provisioned_throughput});
  write_billing(out, table);
  write(out, "OnDemandThroughput", table.on_demand_throughput);
  write_warm_throughput(out, table.warm_throughput);
  write(out, "TableSizeBytes", table.table_size_bytes);
  write(out, "ItemCount", table.item_count);
  write(out, "TableArn", table.table_arn);
  write(out, "TableId", table.table_id);
  write(out, "StreamSpecification", table.stream_specification);
  write(out, "LatestStreamLabel", table.latest_stream_label);
  write(out, "LatestStreamArn", table.latest_stream_arn);
  if (table.sse_description) write(out, "SSEDescription", SseDescription{*table.sse_description});
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

// Responses as read --------------------------------------------------------------------------

namespace {

/// Whether a status says that the thing is there, or will be at once.
bool is_enabled(const std::optional<std::string>& status) {
  return status == "ENABLED" || status == "ENABLING" || status == "UPDATING";
}

struct BillingModeSummary {
  TableDescription& table;
};
void read_members(const Members& in, BillingModeSummary& out) {
  read(in, "BillingMode", out.table.billing_mode);
  read(in, "LastUpdateToPayPerRequestDateTime", out.table.last_update_to_pay_per_request_date_time);
}

struct TableClassSummary {
  std::optional<TableClass>& table_class;
};
void read_members(const Members& in, TableClassSummary& out) {
  read(in, "TableClass", out.table_class);
}

struct SseAnswer {
  SseSpecification encryption{};
};
void read_members(const Members& in, SseAnswer& out) {
  std::optional<std::string> status;
  read(in, "Status", status);
  out.encryption.enabled = is_enabled(status);
  read(in, "SSEType", out.encryption.sse_type);
  read(in, "KMSMasterKeyArn", out.encryption.kms_master_key_id);
}

}  // namespace

void read_members(const Members& in, SecondaryIndexDescription& out) {
  read(in, "IndexName", out.index_name);
  read(in, "IndexArn", out.index_arn);
  read(in, "KeySchema", out.key_schema);
  read(in, "Projection", out.projection);
  read(in, "ItemCount", out.item_count);
  read(in, "IndexSizeBytes", out.index_size_bytes);
  read(in, "IndexStatus", out.index_status);
  read(in, "Backfilling", out.backfilling);
  read(in, "ProvisionedThroughput", out.provisioned_throughput);
  // An index has no throughput of zero: on demand, it has none.
  if (out.provisioned_throughput == ProvisionedThroughput{}) out.provisioned_throughput.reset();
  read(in, "OnDemandThroughput", out.on_demand_throughput);
  read(in, "WarmThroughput", out.warm_throughput);
}

void read_members(const Members& in, TableDescription& out) {
  read(in, "TableName", out.table_name);
  read(in, "TableArn", out.table_arn);
  read(in, "TableId", out.table_id);
  read(in, "TableStatus", out.table_status);
  read(in, "CreationDateTime", out.creation_date_time);
  read(in, "KeySchema", out.key_schema);
  read(in, "AttributeDefinitions", out.attribute_definitions);
  read(in, "GlobalSecondaryIndexes", out.global_secondary_indexes);
  read(in, "LocalSecondaryIndexes", out.local_secondary_indexes);
  read(in, "ItemCount", out.item_count);
  read(in, "TableSizeBytes", out.table_size_bytes);
  BillingModeSummary billing{out};
  read(in, "BillingModeSummary", billing);
  read(in, "ProvisionedThroughput", out.provisioned_throughput);
  read(in, "OnDemandThroughput", out.on_demand_throughput);
  TableClassSummary table_class{out.table_class};
  read(in, "TableClassSummary", table_class);
  read(in, "DeletionProtectionEnabled", out.deletion_protection_enabled);
  read(in, "StreamSpecification", out.stream_specification);
  read(in, "LatestStreamLabel", out.latest_stream_label);
  read(in, "LatestStreamArn", out.latest_stream_arn);
  read(in, "WarmThroughput", out.warm_throughput);
  SseAnswer encryption;
  if (read(in, "SSEDescription", encryption)) out.sse_description = encryption.encryption;
}

void read_members(const Members& in, TableResponse& out) {
  read(in, "TableDescription", out.table);
}

void read_answer(const Members& in, const DescribeTableRequest&, TableResponse& out) {
  read(in, "Table", out.table);
}

void read_members(const Members& in, ListTablesResponse& out) {
  read(in, "TableNames", out.table_names);
  read(in, "LastEvaluatedTableName", out.last_evaluated_table_name);
}

namespace {

struct TimeToLiveSpecification {
  UpdateTimeToLiveResponse& response;
};
void read_members(const Members& in, TimeToLiveSpecification& out) {
  read(in, "AttributeName", out.response.attribute_name);
  read(in, "Enabled", out.response.enabled);
}

struct TimeToLiveDescription {
  DescribeTimeToLiveResponse& response;
};
void read_members(const Members& in, TimeToLiveDescription& out) {
  std::optional<std::string> status;
  read(in, "TimeToLiveStatus", status);
  if (is_enabled(status)) read(in, "AttributeName", out.response.attribute_name);
}

}  // namespace

void read_members(const Members& in, UpdateTimeToLiveResponse& out) {
  TimeToLiveSpecification specification{out};
  read(in, "TimeToLiveSpecification", specification);
}

void read_members(const Members& in, DescribeTimeToLiveResponse& out) {
  TimeToLiveDescription description{out};
  read(in, "TimeToLiveDescription", description);
}

}  // namespace keywright::wire
