#include "verify/samples.hpp"

#include "verify/sample_values.hpp"

#include <algorithm>

namespace keywright::verify {
namespace {

constexpr std::uint32_t kGroup = 3;
constexpr std::uint32_t kRangedGroup = 2;

std::optional<std::size_t> position_of(const model::Entity& entity, std::string_view name) {
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    if (entity.fields[i].name == name) return i;
  }
  return std::nullopt;
}

std::vector<std::size_t> key_fields(const plan::EntityKey& key) {
  std::vector<std::size_t> fields;
  for (const auto* half : {&key.partition, &key.sort}) {
    for (const auto& attribute : *half) {
      for (const auto field : attribute.components()) fields.push_back(field);
    }
  }
  return fields;
}

// Few enough values that samples repeat them anyway.
bool is_narrow(const model::FieldType& type) {
  if (type.kind == model::TypeKind::enumeration || type.kind == model::TypeKind::boolean)
    return true;
  return type.kind == model::TypeKind::integer && type.min && type.max &&
         **type.max - **type.min < 100;
}

}  // namespace

const AttributeValue* value_of(const Context& context, const Sample& sample,
                               std::string_view field) {
  const auto position = position_of(context.entity(sample.entity), field);
  return position && sample.values[*position] ? &*sample.values[*position] : nullptr;
}

SampleMaker::SampleMaker(const Context& context)
    : context_(context), shared_(context.model.entities.size()) {
  for (const auto& pattern : context.model.access_patterns) {
    const auto operation = pattern.operation.value;
    if (operation != model::Operation::query && operation != model::Operation::scan) continue;
    for (const auto& returned : pattern.returns) {
      if (!returned.entity.resolved()) continue;
      for (const auto& field : pattern.by) {
        const auto position = position_of(context.entity(returned.entity.index), field.name);
        if (position) shared_[returned.entity.index].try_emplace(*position, kGroup);
      }
    }
  }
  for (const auto& pattern : context.model.access_patterns) {
    if (!pattern.range) continue;
    for (const auto& returned : pattern.returns) {
      if (!returned.entity.resolved()) continue;
      auto& shared = shared_[returned.entity.index];
      const auto position =
          position_of(context.entity(returned.entity.index), pattern.range->field.name);
      if (position && shared.contains(*position)) shared[*position] = kRangedGroup;
    }
  }
  // Items differ in their keys all the same: in the last field that can.
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    const auto& key = context.plan.keys[i].table;
    if (!key) continue;
    const auto fields = key_fields(*key);
    const auto is_apart = [&](std::size_t field) {
      return !shared_[i].contains(field) && !is_narrow(context.entity(i).fields[field].type);
    };
    if (std::any_of(fields.begin(), fields.end(), is_apart)) continue;
    const auto last = std::find_if(fields.rbegin(), fields.rend(), [&](std::size_t field) {
      return !is_narrow(context.entity(i).fields[field].type);
    });
    if (last != fields.rend()) {
      shared_[i].erase(*last);
    } else if (!fields.empty()) {
      shared_[i].erase(fields.back());
    }
  }
}

Sample SampleMaker::make(std::size_t entity, std::uint32_t number) const {
  const auto& definition = context_.entity(entity);
  Sample sample;
  sample.entity = entity;
  for (std::size_t i = 0; i < definition.fields.size(); ++i) {
    const auto& field = definition.fields[i];
    const auto shared = shared_[entity].find(i);
    const auto own = shared == shared_[entity].end() ? number : number / shared->second;
    const bool is_lifetime = definition.ttl && definition.ttl->field.name == field.name;
    if (field.optional && number % 2 == 1 && !is_lifetime) {
      sample.values.emplace_back();
    } else {
      sample.values.emplace_back(is_lifetime ? sample_lifetime(context_.now, own)
                                             : sample_value(field.type, own));
    }
  }
  return sample;
}

}  // namespace keywright::verify
