#include "plan/planner.hpp"

#include <algorithm>

// How many items a read meets, from the counts that the model gives.

namespace keywright::plan {
namespace {

constexpr double guessed_children = 10;
constexpr double guessed_items = 1000;

bool is_child_of_partition(const Planner& planner, std::size_t entity, const EntityKey& key) {
  const auto& definition = planner.entity(entity);
  if (!definition.per_parent || !definition.per_parent->parent.resolved()) return false;
  // Under the parent's key: every component of the partition is a field that the parent has too.
  const auto& parent = planner.entity(definition.per_parent->parent.index);
  for (const auto& attribute : key.partition) {
    for (const auto field : attribute.components()) {
      if (parent.find_field(definition.fields[field].name) == nullptr) return false;
    }
  }
  return true;
}

Expected per_parent(const model::PerParent& per_parent) {
  if (per_parent.avg) return {**per_parent.avg, false};
  if (per_parent.max) {
    const auto most = static_cast<double>(**per_parent.max);
    return {std::max(1.0, most / 2), most > 1};
  }
  return {guessed_children, true};
}

// The number of different partitions, if the components' types tell.
double partitions(const model::Entity& entity, const EntityKey& key) {
  double count = 1;
  for (const auto& attribute : key.partition) {
    for (const auto field : attribute.components()) {
      const auto& type = entity.fields[field].type;
      if (type.cardinality) {
        count *= static_cast<double>(**type.cardinality);
      } else if (type.kind == model::TypeKind::enumeration) {
        count *= static_cast<double>(std::max<std::size_t>(1, type.values.size()));
      } else if (type.kind == model::TypeKind::boolean) {
        count *= 2;
      } else {
        return 0;
      }
    }
  }
  return count;
}

// Every component of the sort key is one of the partition key's too: one item per partition.
bool is_single(const EntityKey& key) {
  for (const auto& attribute : key.sort) {
    for (const auto field : attribute.components()) {
      const bool in_partition =
          std::any_of(key.partition.begin(), key.partition.end(),
                      [field](const KeyAttribute& other) { return other.mentions(field); });
      if (!in_partition) return false;
    }
  }
  return !key.index;
}

}  // namespace

Expected items_per_partition(const Planner& planner, std::size_t entity, const EntityKey& key) {
  if (is_single(key)) return {1, false};
  const auto& definition = planner.entity(entity);
  if (is_child_of_partition(planner, entity, key)) return per_parent(*definition.per_parent);
  const double count = partitions(definition, key);
  if (count <= 0) return {guessed_children, true};
  const auto all = items_in_table(planner, entity);
  return {std::max(1.0, all.items / count), all.estimated};
}

Expected items_in_table(const Planner& planner, std::size_t entity) {
  double factor = 1;
  bool estimated = false;
  // Up the chain of parents; a model may be circular there, so that no more steps are taken than
  // there are entities.
  for (std::size_t step = 0; step <= planner.model.entities.size(); ++step) {
    const auto& definition = planner.entity(entity);
    if (definition.count) return {factor * static_cast<double>(**definition.count), estimated};
    if (!definition.per_parent || !definition.per_parent->parent.resolved()) break;
    const auto children = per_parent(*definition.per_parent);
    factor *= children.items;
    estimated = estimated || children.estimated;
    entity = definition.per_parent->parent.index;
  }
  return {factor * guessed_items, true};
}

}  // namespace keywright::plan
