#include "apply/model_table.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace keywright::apply {
namespace {

std::int64_t units(const std::optional<model::Located<std::uint64_t>>& capacity) {
  return capacity ? static_cast<std::int64_t>(**capacity) : 1;
}

std::optional<std::int64_t> maximum(const std::optional<model::Located<std::uint64_t>>& capacity) {
  if (!capacity) return std::nullopt;
  return static_cast<std::int64_t>(**capacity);
}

AttributeType api_type(model::AttributeType type) {
  switch (type) {
    case model::AttributeType::number:
      return AttributeType::number;
    case model::AttributeType::binary:
      return AttributeType::binary;
    default:
      return AttributeType::string;
  }
}

StreamViewType view_type(model::StreamView view) {
  switch (view) {
    case model::StreamView::keys_only:
      return StreamViewType::keys_only;
    case model::StreamView::new_image:
      return StreamViewType::new_image;
    case model::StreamView::old_image:
      return StreamViewType::old_image;
    case model::StreamView::new_and_old_images:
      break;
  }
  return StreamViewType::new_and_old_images;
}

class TableBuilder {
 public:
  TableBuilder(const model::Model& model, const plan::Plan& plan, std::size_t position)
      : model_(model), plan_(plan), position_(position), table_(model.tables[position]) {}

  ModelTable build() {
    auto& request = out_.definition;
    out_.label = table_.label;
    request.table_name = table_.name;
    add_key(request.key_schema, table_.partition, KeyType::hash);
    if (table_.sort) add_key(request.key_schema, *table_.sort, KeyType::range);
    for (const auto& index : table_.indexes) add_index(index);
    add_billing();
    add_settings();
    request.deletion_protection_enabled = *table_.deletion_protection;
    out_.stated.deletion_protection = table_.deletion_protection.written();
    if (table_.ttl) out_.ttl_attribute = **table_.ttl;
    const auto& recovery = table_.point_in_time_recovery;
    if (recovery.enabled) out_.recovery_days = *recovery.days;
    return std::move(out_);
  }

 private:
  void add_key(std::vector<KeySchemaElement>& schema, const model::KeyAttribute& attribute,
               KeyType key_type) {
    schema.push_back({attribute.name, key_type});
    auto& definitions = out_.definition.attribute_definitions;
    const bool is_known = std::any_of(
        definitions.begin(), definitions.end(),
        [&](const AttributeDefinition& each) { return each.attribute_name == attribute.name; });
    if (is_known) return;
    definitions.push_back(
        {attribute.name, api_type(plan::key_attribute_type(model_, plan_, position_, attribute))});
  }

  void add_index(const model::TableIndex& index) {
    std::vector<KeySchemaElement> schema;
    if (index.local) add_key(schema, table_.partition, KeyType::hash);
    for (const auto& attribute : index.partition) add_key(schema, attribute, KeyType::hash);
    for (const auto& attribute : index.sort) add_key(schema, attribute, KeyType::range);
    auto& request = out_.definition;
    if (index.local) {
      request.local_secondary_indexes.push_back({index.name, schema, projection_of(index)});
      return;
    }
    auto& added = request.global_secondary_indexes.emplace_back();
    added.index_name = index.name;
    added.key_schema = std::move(schema);
    added.projection = projection_of(index);
    if (*table_.billing.mode == model::BillingMode::provisioned) {
      added.provisioned_throughput = throughput();
    }
  }

  [[nodiscard]] static Projection projection_of(const model::TableIndex& index) {
    Projection projection;
    switch (index.projection.kind) {
      case model::ProjectionKind::all:
        projection.projection_type = ProjectionType::all;
        break;
      case model::ProjectionKind::keys_only:
        projection.projection_type = ProjectionType::keys_only;
        break;
      case model::ProjectionKind::include:
        projection.projection_type = ProjectionType::include;
        for (const auto& name : index.projection.include) {
          projection.non_key_attributes.push_back(*name);
        }
        break;
    }
    return projection;
  }

  [[nodiscard]] ProvisionedThroughput throughput() const {
    return {units(table_.billing.read), units(table_.billing.write)};
  }

  void add_billing() {
    auto& request = out_.definition;
    const auto& billing = table_.billing;
    out_.stated.billing = billing.span.written();
    if (*billing.mode == model::BillingMode::provisioned) {
      request.billing_mode = BillingMode::provisioned;
      request.provisioned_throughput = throughput();
      if (billing.autoscale) {
        out_.autoscale =
            Autoscale{maximum(billing.autoscale->max_read).value_or(units(billing.read)),
                      maximum(billing.autoscale->max_write).value_or(units(billing.write))};
        if (billing.autoscale->target) out_.autoscale->target = **billing.autoscale->target;
      }
    } else {
      request.billing_mode = BillingMode::pay_per_request;
      if (billing.max_read || billing.max_write) {
        request.on_demand_throughput =
            OnDemandThroughput{maximum(billing.max_read), maximum(billing.max_write)};
      }
    }
  }

  void add_settings() {
    auto& request = out_.definition;
    out_.stated.table_class = table_.table_class.written();
    if (*table_.table_class == model::TableClass::infrequent_access) {
      request.table_class = TableClass::standard_infrequent_access;
    }
    out_.stated.encryption = table_.encryption.written();
    out_.wants_customer_key = *table_.encryption == model::Encryption::customer_managed;
    if (*table_.encryption == model::Encryption::aws_managed) {
      request.sse_specification = SseSpecification{true, "KMS", std::nullopt};
    }
    if (table_.stream) {
      request.stream_specification = StreamSpecification{true, view_type(**table_.stream)};
    }
    if (table_.warm_throughput) {
      request.warm_throughput = WarmThroughput{maximum(table_.warm_throughput->read),
                                               maximum(table_.warm_throughput->write)};
    }
  }

  const model::Model& model_;
  const plan::Plan& plan_;
  std::size_t position_;
  const model::Table& table_;
  ModelTable out_;
};

}  // namespace

std::vector<ModelTable> tables_of(const model::Model& model, const plan::Plan& plan) {
  std::vector<ModelTable> tables;
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    tables.push_back(TableBuilder(model, plan, i).build());
  }
  return tables;
}

Result<void> create_tables(Database& database, const std::vector<ModelTable>& tables) {
  for (const auto& table : tables) {
    if (auto created = database.create_table(table.definition); !created) {
      return std::move(created).error();
    }
  }
  return {};
}

Result<void> set_time_to_live(Database& database, const std::vector<ModelTable>& tables) {
  for (const auto& table : tables) {
    if (!table.ttl_attribute) continue;
    UpdateTimeToLiveRequest request;
    request.table_name = table.definition.table_name;
    request.attribute_name = *table.ttl_attribute;
    if (auto updated = database.update_time_to_live(request); !updated) {
      return std::move(updated).error();
    }
  }
  return {};
}

}  // namespace keywright::apply
