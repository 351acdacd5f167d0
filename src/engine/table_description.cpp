#include "engine/table_description.hpp"

namespace keywright::engine {
namespace {

SecondaryIndexDescription describe_index(const Table& table, const Index& index, TimePoint now) {
  SecondaryIndexDescription description;
  description.index_name = index.name;
  description.index_arn = table.arn + "/index/" + index.name;
  description.key_schema = index.key_schema;
  description.projection = index.projection;
  description.item_count = index.size.items;
  description.index_size_bytes = index.size.bytes;
  description.index_status = index.status(now);
  const bool building = description.index_status == IndexStatus::creating;
  description.backfilling = building && now >= index.backfills_from;
  if (table.phase.at(now) == TableStatus::creating) {
    description.index_status = IndexStatus::creating;
  }
  if (index.global) {
    description.provisioned_throughput = index.provisioned_throughput;
    description.on_demand_throughput = index.on_demand_throughput;
    description.warm_throughput = index.warm_throughput;
  }
  return description;
}

}  // namespace

TableDescription describe(const Table& table) {
  TableDescription description = describe_deleted(table);
  const TimePoint now = table.clock();
  description.table_status = table.phase.at(now);
  if (description.table_status == TableStatus::deleting) return description;
  description.creation_date_time = table.created;
  description.key_schema = table.key_schema;
  description.attribute_definitions = table.attribute_definitions;
  for (const auto& index : table.indexes) {
    auto& descriptions =
        index->global ? description.global_secondary_indexes : description.local_secondary_indexes;
    descriptions.push_back(describe_index(table, *index, now));
  }
  for (const auto& index : table.deleting) {
    if (index->phase.is_gone(now)) continue;
    description.global_secondary_indexes.push_back(describe_index(table, *index, now));
  }
  description.warm_throughput = table.warm_throughput;
  description.sse_description = table.encryption;
  if (table.stream) {
    description.stream_specification =
        StreamSpecification{true, table.stream->definition().view_type};
  }
  description.latest_stream_label = table.latest_stream_label;
  description.latest_stream_arn = table.latest_stream_arn;
  return description;
}

TableDescription describe_deleted(const Table& table) {
  TableDescription description;
  description.table_name = table.name;
  description.table_arn = table.arn;
  description.table_id = table.id;
  description.table_status = TableStatus::deleting;
  description.item_count = table.size.items;
  description.table_size_bytes = table.size.bytes;
  description.billing_mode = table.billing_mode;
  description.last_update_to_pay_per_request_date_time = table.last_update_to_pay_per_request;
  description.provisioned_throughput = table.provisioned_throughput;
  description.on_demand_throughput = table.on_demand_throughput;
  description.table_class = table.table_class;
  description.deletion_protection_enabled = table.deletion_protection_enabled;
  return description;
}

}  // namespace keywright::engine
