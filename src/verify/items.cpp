#include "verify/items.hpp"

#include "verify/truth.hpp"

#include <algorithm>

namespace keywright::verify {
namespace {

constexpr unsigned char kLastEscaped = 0x25;

std::string escaped(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > kLastEscaped) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 0xF];
    }
  }
  return out;
}

std::string padded(const model::FieldType& type, std::int64_t value) {
  const auto padding = plan::padding_of(type);
  const auto offset = padding.min < 0 ? 0 - static_cast<std::uint64_t>(padding.min) : 0;
  auto digits = std::to_string(static_cast<std::uint64_t>(value) + offset);
  const auto width = static_cast<std::size_t>(padding.digits);
  return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

void set_keys(const Context& context, const Sample& sample, const plan::EntityKey& key,
              std::uint32_t shard, ItemBuilder& item) {
  const auto& entity = context.entity(sample.entity);
  const auto set = [&](const plan::KeyAttribute& attribute, bool is_partition) {
    if (attribute.is_own_field(entity)) return;
    auto value = *key_value(context, attribute, sample);
    if (is_partition && key.shards > 1) {
      value = AttributeValue(std::string(value.as_string()) + "#" + std::to_string(shard));
    }
    item.set(attribute.name, value);
  };
  if (!key.local) {
    for (const auto& attribute : key.partition) set(attribute, true);
  }
  for (const auto& attribute : key.sort) set(attribute, false);
}

}  // namespace

std::string key_component(const model::FieldType& type, const AttributeValue& value) {
  switch (value.type()) {
    case keywright::AttributeType::number:
      return padded(type, value.as_number().to_int64().value_or(0));
    case keywright::AttributeType::boolean:
      return value.as_bool() ? "true" : "false";
    case keywright::AttributeType::binary:
      return escaped(value.as_binary());
    default:
      return escaped(value.as_string());
  }
}

std::optional<AttributeValue> key_value(const Context& context, const plan::KeyAttribute& attribute,
                                        const Sample& sample) {
  if (attribute.native) return sample[*attribute.parts.front().field];
  std::string text;
  for (const auto& part : attribute.parts) {
    if (!part.field) {
      text += part.literal;
      continue;
    }
    const auto& value = sample[*part.field];
    if (!value) return std::nullopt;
    text += key_component(context.entity(sample.entity).fields[*part.field].type, *value);
  }
  return AttributeValue(text);
}

Key key_of(const Context& context, const Sample& sample) {
  ItemBuilder key;
  const auto& design = *context.plan.keys[sample.entity].table;
  for (const auto* half : {&design.partition, &design.sort}) {
    for (const auto& attribute : *half) {
      key.set(attribute.name, *key_value(context, attribute, sample));
    }
  }
  return key.build();
}

Item item_of(const Context& context, const Sample& sample) {
  const auto& entity = context.entity(sample.entity);
  const auto& keys = context.plan.keys[sample.entity];
  ItemBuilder item;
  item.set_string(kTypeAttribute, entity.name);
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    if (sample[i]) item.set(entity.fields[i].name, *sample[i]);
  }
  const auto key = key_of(context, sample);
  for (const auto& index : keys.indexes) {
    if (!enters(context, sample, *index.entry)) continue;
    set_keys(context, sample, index, shard_of(key, index.shards), item);
  }
  // Last: an index may have the table's own attributes.
  for (const auto& member : key) item.set(member.name, member.value);
  return item.build();
}

std::uint32_t shard_of(const Key& key, std::uint32_t shards) {
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char c : key.encoded()) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return hash % std::max(shards, 1U);
}

}  // namespace keywright::verify
