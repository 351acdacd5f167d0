#include "plan/planner.hpp"

#include <algorithm>
#include <string>
#include <utility>

// Entities whose items share a partition key belong to one repository.

namespace keywright::plan {
namespace {

// The partition key as text in which only what decides equality is left.
std::string partition_of(const model::Entity& entity, const EntityKeys& keys) {
  if (!keys.table) return "entity " + entity.name;
  std::string text = "table " + std::to_string(entity.table.index);
  for (const auto& attribute : keys.table->partition) {
    text += attribute.native ? " native " : " text ";
    for (const auto& part : attribute.parts) {
      text += part.field ? "{" + entity.fields[*part.field].name + "}" : part.literal;
    }
  }
  return text;
}

bool is_child(const model::Entity& entity) {
  return entity.per_parent.has_value();
}

}  // namespace

std::vector<Aggregate> find_aggregates(const model::Model& model,
                                       const std::vector<EntityKeys>& keys) {
  std::vector<Aggregate> aggregates;
  std::vector<std::string> partitions;
  std::vector<std::size_t> aggregate_of(model.entities.size());
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    auto partition = partition_of(model.entities[i], keys[i]);
    const auto found = std::find(partitions.begin(), partitions.end(), partition);
    const auto position = static_cast<std::size_t>(found - partitions.begin());
    aggregate_of[i] = position;
    if (found == partitions.end()) {
      partitions.push_back(std::move(partition));
      aggregates.emplace_back().root = i;
    }
    auto& aggregate = aggregates[position];
    aggregate.entities.push_back(i);
    if (is_child(model.entities[aggregate.root]) && !is_child(model.entities[i])) {
      aggregate.root = i;
    }
  }
  for (auto& aggregate : aggregates) aggregate.name = model.entities[aggregate.root].name;
  for (std::size_t i = 0; i < model.access_patterns.size(); ++i) {
    const auto& pattern = model.access_patterns[i];
    // A transaction is where its first step is.
    const auto* first = pattern.steps.empty() ? &pattern : model.pattern_of(pattern.steps.front());
    if (first == nullptr || first->returns.empty()) continue;
    if (!first->returns.front().entity.resolved()) continue;
    auto& aggregate = aggregates[aggregate_of[first->returns.front().entity.index]];
    const bool is_admin = pattern.kind.value == model::PatternKind::admin;
    (is_admin ? aggregate.admin_patterns : aggregate.patterns).push_back(i);
  }
  return aggregates;
}

}  // namespace keywright::plan
