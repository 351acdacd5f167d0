#pragma once

// What the parts of the planner share: the model, the keys of its entities, and the plan of the
// pattern at hand. Internal to this layer.

#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace keywright::plan {

struct Planner {
  const model::Model& model;
  const std::vector<EntityKeys>& keys;

  [[nodiscard]] const model::Entity& entity(std::size_t position) const {
    return model.entities[position];
  }
};

[[nodiscard]] std::optional<std::size_t> field_index(const model::Entity& entity,
                                                     std::string_view name);

// The input of that role for a field of this name; nullopt if the pattern has none.
[[nodiscard]] std::optional<std::size_t> find_input(const PatternPlan& plan, InputRole role,
                                                    std::string_view field_name,
                                                    const model::Model& model);

// Whether a field with that value satisfies the predicate.
[[nodiscard]] bool compares_to(const model::Predicate& predicate, std::string_view value);

// Whether the item has no entry in that index, neither before nor after the write: a state with
// which it begins, or the pattern's own condition, excludes what `when` asks for.
[[nodiscard]] bool stays_out(const Planner& planner, const model::AccessPattern& pattern,
                             const WritePlan& write, std::size_t index);

// How many items of the entity lie under one value of this key's partition, and whether that is a
// guess.
struct Expected {
  double items = 1;
  bool estimated = false;
};
[[nodiscard]] Expected items_per_partition(const Planner& planner, std::size_t entity,
                                           const EntityKey& key);
[[nodiscard]] Expected items_in_table(const Planner& planner, std::size_t entity);

// Fill the plan of one pattern, whose inputs of `by` and `range` are there.
void plan_read(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan);
// The sentinels of a planned write of an entity with uniqueness rules, with the inputs they need.
void plan_unique(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                 WritePlan& write);
void plan_write(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan);

[[nodiscard]] std::vector<Aggregate> find_aggregates(const model::Model& model,
                                                     const std::vector<EntityKeys>& keys);

}  // namespace keywright::plan
