#include "whole_item.hpp"

#include "plan_run.hpp"
#include "verify/items.hpp"
#include "verify/truth.hpp"
#include <keywright/item_writer.hpp>

#include <utility>

namespace keywright::random_proof {
namespace {

std::vector<KeyValue> key_parts(const verify::Context& context, const Sample& sample) {
  std::vector<KeyValue> parts;
  const auto& design = *context.plan.keys[sample.entity].table;
  for (const auto* half : {&design.partition, &design.sort}) {
    for (const auto& attribute : *half) {
      parts.push_back(to_key(attribute.name, *verify::key_value(context, attribute, sample)));
    }
  }
  return parts;
}

void add_index_keys(const verify::Context& context, const Sample& sample,
                    const plan::EntityKey& key, const std::vector<KeyValue>& table_key,
                    ItemBuilder& item) {
  const auto& entity = context.entity(sample.entity);
  const auto& table = *context.plan.keys[sample.entity].table;
  for (const auto* half : {&key.partition, &key.sort}) {
    for (const auto& attribute : *half) {
      if (!verify::key_value(context, attribute, sample)) return;
    }
  }
  if (const auto& when = entity.indexes[*key.entry].when) {
    for (const auto& predicate : when->all_of) {
      if (!verify::lets_in(predicate, sample)) return;
    }
  }
  for (const auto* half : {&key.partition, &key.sort}) {
    const bool is_partition = half == &key.partition;
    if (is_partition && key.local) continue;
    for (const auto& attribute : *half) {
      if (attribute.is_own_field(entity) || table.has(attribute.name)) continue;
      auto value = to_key(attribute.name, *verify::key_value(context, attribute, sample));
      if (is_partition && key.shards > 1) {
        append_shard(value, shard_of_item(table_key, key.shards));
      }
      value.write_to(item);
    }
  }
}

}  // namespace

bool has_lifetime(const model::Entity& entity, const model::Field& field) {
  return entity.ttl && entity.ttl->after && entity.ttl->field.name == field.name;
}

AttributeValue expiry_of(const model::Entity& entity, Timestamp now) {
  return expiry(now, **entity.ttl->after).time_since_epoch().count();
}

Item whole_item(const verify::Context& context, Sample sample, Timestamp now) {
  const auto& entity = context.entity(sample.entity);
  const auto& keys = context.plan.keys[sample.entity];
  ItemBuilder item;
  const auto table_key = key_parts(context, sample);
  for (const auto& part : table_key) part.write_to(item);
  for (const auto& key : keys.indexes) add_index_keys(context, sample, key, table_key, item);
  item.set_string(verify::kTypeAttribute, entity.name);
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    if (has_lifetime(entity, entity.fields[i]) && !sample.values[i]) {
      sample.values[i] = expiry_of(entity, now);
    }
    if (sample[i]) item.set(entity.fields[i].name, *sample[i]);
  }
  return item.build();
}

}  // namespace keywright::random_proof
