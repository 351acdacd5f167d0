#include "cost/population.hpp"

#include <algorithm>

namespace keywright::cost {
namespace {

// Items that come into being, per second on average.
double births(const model::Model& model, const plan::Plan& plan,
              const std::vector<Traffic>& traffic, std::size_t entity) {
  double rate = 0;
  for (const auto& each : traffic) {
    const auto* write = write_of(plan, each);
    if (write == nullptr) continue;
    const auto operation = *plan::declared(model, plan_of(plan, each)).operation;
    const bool makes =
        operation == model::Operation::create || operation == model::Operation::put ||
        operation == model::Operation::upsert || operation == model::Operation::batch_put;
    const double writes = each.calls.avg * write->cost.items;
    if (makes && write->entity == entity) rate += writes;
    for (const auto& put : write->also_put) {
      if (put.entity == entity) rate += writes;
    }
  }
  return rate;
}

// The part of the items of which the predicate holds.
double share_of(const model::Entity& entity, const model::Predicate& predicate) {
  constexpr double unknown = 0.5;
  if (!predicate.field.resolved()) return unknown;
  const auto& type = entity.fields[predicate.field.index].type;
  const auto values = static_cast<double>(predicate.values.size());
  const auto all =
      type.kind == model::TypeKind::boolean ? 2.0 : static_cast<double>(type.values.size());
  if (all == 0) return unknown;
  if (predicate.comparison == model::Comparison::equal) return 1 / all;
  if (predicate.comparison == model::Comparison::in) return std::min(1.0, values / all);
  if (predicate.comparison == model::Comparison::not_equal) return 1 - 1 / all;
  return unknown;
}

}  // namespace

std::optional<double> items_of(const model::Model& model, const plan::Plan& plan,
                               const std::vector<Traffic>& traffic, std::size_t entity) {
  // Parents of parents multiply; no table holds more.
  constexpr double most = 1e24;
  double factor = 1;
  auto at = entity;
  // Parents may be circular in a model: no more steps than there are entities.
  for (std::size_t step = 0; step <= model.entities.size(); ++step) {
    const auto& definition = model.entities[at];
    if (definition.count) return factor * static_cast<double>(**definition.count);
    const bool is_child = definition.per_parent && definition.per_parent->parent.resolved() &&
                          (definition.per_parent->avg || definition.per_parent->max);
    if (is_child) {
      const auto& children = *definition.per_parent;
      factor *=
          children.avg ? **children.avg : std::max(1.0, static_cast<double>(**children.max) / 2);
      factor = std::min(factor, most);
      at = children.parent.index;
      continue;
    }
    if (definition.ttl && definition.ttl->after) {
      const auto seconds = static_cast<double>((*definition.ttl->after)->count());
      return factor * births(model, plan, traffic, at) * seconds;
    }
    break;
  }
  return std::nullopt;
}

EntryShare entry_share(const model::Entity& entity, const plan::EntityKey& key) {
  EntryShare result;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) {
      for (const auto field : attribute.components()) {
        if (!entity.fields[field].optional) continue;
        result = {result.share / 2, true};
      }
    }
  }
  if (!key.entry || !entity.indexes[*key.entry].when) return result;
  for (const auto& predicate : entity.indexes[*key.entry].when->all_of) {
    result = {result.share * share_of(entity, predicate), true};
  }
  return result;
}

}  // namespace keywright::cost
