#pragma once
// What the makers of rules share: the model with the steps of its transactions as patterns of their
// own, its plan, and the rules so far. Internal to this layer.

#include "guard/rules.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <string>
#include <utility>
#include <vector>

namespace keywright::guard {

struct RuleMaker {
  const model::Model& model;
  const plan::Plan& plan;
  Rules& rules;

  [[nodiscard]] const model::AccessPattern& pattern(const plan::PatternPlan& planned) const {
    return model.access_patterns[planned.pattern];
  }
  /// Into Rules::tables, which are those of the model.
  [[nodiscard]] std::size_t table_of(std::size_t entity) const {
    return model.entities[entity].table.index;
  }
  /// Into TableRules::entities.
  [[nodiscard]] std::size_t entity_rule(std::size_t entity) const;
};

/// The attribute by which its expired items are told.
[[nodiscard]] Ttl ttl_of(const model::Entity& entity);

/// Where the rules of a pattern stand: its table, and their positions in TableRules::gets or
/// writes.
struct MadeRules {
  std::size_t table = 0;
  std::vector<std::size_t> positions;
};

// `pattern` is what requests that match are counted for; `alone` says whether they may stand alone.
MadeRules make_read_rule(const RuleMaker& maker, const plan::PatternPlan& planned,
                         std::size_t pattern, bool alone);
/// One per write of the plan, counted for first_pattern and those that follow it.
std::vector<MadeRules> make_write_rules(const RuleMaker& maker, const plan::PatternPlan& planned,
                                        std::size_t first_pattern, bool alone);

}  // namespace keywright::guard
