#include "infrastructure/table_members.hpp"

#include "api/enum_names.hpp"
#include <keywright/attribute_value.hpp>

#include <utility>

namespace keywright::infrastructure {
namespace {

Node key_schema(const std::vector<KeySchemaElement>& schema) {
  auto list = Node::list();
  for (const auto& element : schema) {
    list.append(Node::object(
        {{"AttributeName", element.attribute_name}, {"KeyType", api::name(element.key_type)}}));
  }
  return list;
}

Node projection_of(const Projection& projection) {
  auto node = Node::object({{"ProjectionType", api::name(*projection.projection_type)}});
  if (projection.non_key_attributes.empty()) return node;
  auto names = Node::list();
  for (const auto& name : projection.non_key_attributes) names.append(name);
  node.add("NonKeyAttributes", std::move(names));
  return node;
}

Node throughput_of(const ProvisionedThroughput& units) {
  return Node::object({{"ReadCapacityUnits", Node::number(units.read_capacity_units)},
                       {"WriteCapacityUnits", Node::number(units.write_capacity_units)}});
}

// Two numbers, each of which may be left out.
template <class Value>
Node pair_of(const char* read_name, const Value& read, const char* write_name, const Value& write) {
  auto node = Node::object();
  if (read) node.add(read_name, Node::number(*read));
  if (write) node.add(write_name, Node::number(*write));
  return node;
}

Node on_demand_of(const OnDemandThroughput& most) {
  return pair_of("MaxReadRequestUnits", most.max_read_request_units, "MaxWriteRequestUnits",
                 most.max_write_request_units);
}
Node warm_of(const WarmThroughput& warm) {
  return pair_of("ReadUnitsPerSecond", warm.read_units_per_second, "WriteUnitsPerSecond",
                 warm.write_units_per_second);
}

void add_insights(std::string_view mode, Node& out) {
  if (mode.empty()) return;
  out.add("ContributorInsightsSpecification",
          Node::object({{"Enabled", Node::boolean(true)}, {"Mode", std::string(mode)}}));
}

void add_indexes(const CreateTableRequest& definition, std::string_view insights_mode, Node& out) {
  auto global = Node::list();
  for (const auto& index : definition.global_secondary_indexes) {
    auto node = Node::object({{"IndexName", index.index_name},
                              {"KeySchema", key_schema(index.key_schema)},
                              {"Projection", projection_of(index.projection)}});
    if (index.provisioned_throughput) {
      node.add("ProvisionedThroughput", throughput_of(*index.provisioned_throughput));
    }
    if (index.on_demand_throughput) {
      node.add("OnDemandThroughput", on_demand_of(*index.on_demand_throughput));
    }
    if (index.warm_throughput) node.add("WarmThroughput", warm_of(*index.warm_throughput));
    add_insights(insights_mode, node);
    global.append(std::move(node));
  }
  if (!global.is_empty()) out.add("GlobalSecondaryIndexes", std::move(global));
  auto local = Node::list();
  for (const auto& index : definition.local_secondary_indexes) {
    local.append(Node::object({{"IndexName", index.index_name},
                               {"KeySchema", key_schema(index.key_schema)},
                               {"Projection", projection_of(index.projection)}}));
  }
  if (!local.is_empty()) out.add("LocalSecondaryIndexes", std::move(local));
}

void add_capacity(const CreateTableRequest& definition, Node& out) {
  out.add("BillingMode", api::name(*definition.billing_mode));
  if (definition.provisioned_throughput) {
    out.add("ProvisionedThroughput", throughput_of(*definition.provisioned_throughput));
  }
  if (definition.on_demand_throughput) {
    out.add("OnDemandThroughput", on_demand_of(*definition.on_demand_throughput));
  }
  if (definition.warm_throughput) {
    out.add("WarmThroughput", warm_of(*definition.warm_throughput));
  }
}

}  // namespace

Node table_members(const CreateTableRequest& definition, std::string_view insights_mode) {
  auto out = Node::object(
      {{"TableName", definition.table_name}, {"KeySchema", key_schema(definition.key_schema)}});
  auto attributes = Node::list();
  for (const auto& each : definition.attribute_definitions) {
    attributes.append(Node::object({{"AttributeName", each.attribute_name},
                                    {"AttributeType", type_descriptor(each.attribute_type)}}));
  }
  out.add("AttributeDefinitions", std::move(attributes));
  add_indexes(definition, insights_mode, out);
  add_capacity(definition, out);
  if (definition.table_class) out.add("TableClass", api::name(*definition.table_class));
  out.add("DeletionProtectionEnabled", Node::boolean(definition.deletion_protection_enabled));
  add_insights(insights_mode, out);
  return out;
}

}  // namespace keywright::infrastructure
