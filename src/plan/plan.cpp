#include "plan/plan.hpp"

#include "plan/planner.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace keywright::plan {
namespace {

constexpr double write_units_per_partition = 1000;
constexpr double read_units_per_partition = 3000;
constexpr double shard_utilisation = 0.7;
constexpr double most_shards = 1000;

Input field_input(const model::Model& model, const model::AccessPattern& pattern,
                  const model::FieldRef& field, InputRole role, std::string name) {
  Input input;
  input.name = std::move(name);
  input.role = role;
  for (const auto& returned : pattern.returns) {
    const auto* entity = model.entity(returned.entity);
    if (entity == nullptr) continue;
    if (const auto position = field_index(*entity, field.name)) {
      input.entity = returned.entity.index;
      input.field = position;
      break;
    }
  }
  return input;
}

void add_range_inputs(const model::Model& model, const model::AccessPattern& pattern,
                      std::vector<Input>& inputs) {
  const auto& field = pattern.range->field;
  const auto add = [&](InputRole role, const char* suffix) {
    inputs.push_back(field_input(model, pattern, field, role, field.name + suffix));
  };
  switch (pattern.range->range_operator) {
    case model::RangeOperator::between:
      add(InputRole::range_lower, "_from");
      add(InputRole::range_upper, "_to");
      break;
    case model::RangeOperator::greater_equal:
      add(InputRole::range_value, "_from");
      break;
    case model::RangeOperator::greater:
      add(InputRole::range_value, "_after");
      break;
    case model::RangeOperator::less_equal:
      add(InputRole::range_value, "_to");
      break;
    case model::RangeOperator::less:
      add(InputRole::range_value, "_before");
      break;
    case model::RangeOperator::prefix:
      add(InputRole::range_prefix, "_prefix");
      break;
  }
}

PatternPlan plan_pattern(const Planner& planner, std::size_t position,
                         std::optional<std::size_t> step = std::nullopt) {
  PatternPlan plan;
  plan.pattern = position;
  plan.step = step;
  const auto& pattern = declared(planner.model, plan);
  if (!planner.model.has_entities) return plan;
  const bool many = pattern.operation.value == model::Operation::batch_get ||
                    pattern.operation.value == model::Operation::batch_delete;
  for (const auto& field : pattern.by) {
    auto input = field_input(planner.model, pattern, field, InputRole::bound, field.name);
    input.many = many;
    plan.inputs.push_back(std::move(input));
  }
  if (pattern.range) add_range_inputs(planner.model, pattern, plan.inputs);
  if (model::is_read(pattern.operation.value)) {
    plan_read(planner, pattern, plan);
  } else if (pattern.operation.value != model::Operation::transact) {
    plan_write(planner, pattern, plan);
  } else if (!step) {
    for (std::size_t i = 0; i < pattern.steps.size(); ++i) {
      if (planner.model.pattern_of(pattern.steps[i]) == nullptr) continue;
      plan.steps.push_back(plan_pattern(planner, position, i));
    }
  }
  return plan;
}

// A source that would have to filter by an input is far from serving it.
constexpr int weight_of_filter = 7;

std::vector<PatternPlan> plan_patterns(const model::Model& model,
                                       const std::vector<EntityKeys>& keys) {
  const Planner planner{model, keys};
  std::vector<PatternPlan> patterns;
  for (std::size_t i = 0; i < model.access_patterns.size(); ++i) {
    patterns.push_back(plan_pattern(planner, i));
  }
  return patterns;
}

// The part of what one partition can carry that falls on the index at the peaks, if it is not
// spread.
double load_of(const model::Model& model, const Plan& plan, std::size_t entity,
               const EntityKey& key) {
  double load = 0;
  for (const auto& pattern : plan.patterns) {
    const auto& definition = model.access_patterns[pattern.pattern];
    const double peak = definition.rate.peak ? **definition.rate.peak : 0;
    const auto* read = pattern.read();
    if (read != nullptr && read->index == key.index && definition.entity().index == entity) {
      load += peak * read->cost.units / read_units_per_partition;
    }
    double units = 0;
    for (const auto& write : pattern.writes) {
      if (write.entity != entity) continue;
      for (const auto& index : write.cost.indexes) {
        if (index.index == key.index) units = std::max(units, index.units);
      }
    }
    load += peak * units / write_units_per_partition;
  }
  return load;
}

// `shards: auto`: as many as the peak rates need with room to spare. Whether there are any.
bool count_shards(const model::Model& model, Plan& plan) {
  bool has_any = false;
  for (std::size_t entity = 0; entity < model.entities.size(); ++entity) {
    for (auto& key : plan.keys[entity].indexes) {
      if (!model.entities[entity].indexes[*key.entry].shards.automatic) continue;
      const double load = load_of(model, plan, entity, key) / shard_utilisation;
      key.spread_over(static_cast<std::uint32_t>(std::clamp(std::ceil(load), 1.0, most_shards)));
      has_any = true;
    }
  }
  return has_any;
}

// How far a source is from serving a pattern: the larger, the farther.
int weight(const Reason& reason) {
  switch (reason.obstacle) {
    case Obstacle::partial_source:
      return 1;
    case Obstacle::not_projected:
      return 2;
    case Obstacle::strong_on_global_index:
    case Obstacle::range_not_ordered:
    case Obstacle::prefix_not_text:
    case Obstacle::range_too_wide:
      return 3;
    case Obstacle::order_after_free:
    case Obstacle::order_not_in_key:
      return 4;
    case Obstacle::range_after_free:
      return 5;
    case Obstacle::bound_after_free:
      return 6;
    case Obstacle::bound_not_in_key:
    case Obstacle::condition_not_there:
      return 7;
    case Obstacle::key_unbound:
      return 8;
    case Obstacle::other_partition:
    case Obstacle::sharded_collection:
      return 10;
    case Obstacle::needs_query:
      return 15;
    case Obstacle::partition_unbound:
      return 20 * static_cast<int>(std::max<std::size_t>(1, reason.fields.size()));
    case Obstacle::not_in_source:
    case Obstacle::other_table:
      return 200;
    case Obstacle::not_the_index_meant:
    case Obstacle::unknown_index:
      return 300;
    case Obstacle::no_key_design:
      return 400;
  }
  return 0;
}

}  // namespace

std::optional<std::size_t> field_index(const model::Entity& entity, std::string_view name) {
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    if (entity.fields[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> find_input(const PatternPlan& plan, InputRole role,
                                      std::string_view field_name, const model::Model& model) {
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    const auto& input = plan.inputs[i];
    if (input.role != role || !input.field) continue;
    if (model.entities[input.entity].fields[*input.field].name == field_name) return i;
  }
  return std::nullopt;
}

bool PatternPlan::served() const {
  if (chosen.has_value() || !writes.empty()) return true;
  return !steps.empty() && std::all_of(steps.begin(), steps.end(),
                                       [](const PatternPlan& each) { return each.served(); });
}

const model::AccessPattern& declared(const model::Model& model, const PatternPlan& plan) {
  const auto& pattern = model.access_patterns[plan.pattern];
  return plan.step ? *model.pattern_of(pattern.steps[*plan.step]) : pattern;
}

const Candidate* PatternPlan::nearest() const {
  if (chosen || candidates.empty()) return nullptr;
  const auto total = [](const Candidate& candidate) {
    int sum = weight_of_filter * static_cast<int>(candidate.filters);
    for (const auto& reason : candidate.reasons) sum += weight(reason);
    return sum;
  };
  return &*std::min_element(
      candidates.begin(), candidates.end(),
      [&](const Candidate& a, const Candidate& b) { return total(a) < total(b); });
}

const PatternPlan* Plan::find(const model::Model& model, std::string_view pattern) const {
  for (const auto& plan : patterns) {
    if (model.access_patterns[plan.pattern].name == pattern) return &plan;
  }
  return nullptr;
}

model::AttributeType key_attribute_type(const model::Model& model, const Plan& plan,
                                        std::size_t table, const model::KeyAttribute& attribute) {
  if (attribute.type) return **attribute.type;
  for (std::size_t entity = 0; entity < model.entities.size(); ++entity) {
    if (model.entities[entity].table.index != table) continue;
    const auto& keys = plan.keys[entity];
    std::vector<const EntityKey*> all;
    if (keys.table) all.push_back(&*keys.table);
    for (const auto& key : keys.indexes) all.push_back(&key);
    for (const auto* key : all) {
      for (const auto* attributes : {&key->partition, &key->sort}) {
        for (const auto& used : *attributes) {
          if (used.name == attribute.name) return used.type;
        }
      }
    }
  }
  return model::AttributeType::string;
}

Plan make_plan(const model::Model& model) {
  Plan plan;
  for (const auto& entity : model.entities) {
    plan.keys.push_back(keys_of(model, entity));
    plan.item_sizes.push_back(item_size(model, entity));
  }
  plan.patterns = plan_patterns(model, plan.keys);
  if (count_shards(model, plan)) plan.patterns = plan_patterns(model, plan.keys);
  plan.aggregates = find_aggregates(model, plan.keys);
  return plan;
}

}  // namespace keywright::plan
