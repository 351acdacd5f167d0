#include "plan/planner.hpp"
#include "plan/update_planner.hpp"

#include <algorithm>
#include <utility>

// Writes: what is common to all of them, whole items, deletions and batches. Updates are planned by
// UpdatePlanner.

namespace keywright::plan {
namespace {

using model::Operation;

constexpr double guessed_batch = 25;

std::size_t add_input(PatternPlan& plan, Input input) {
  plan.inputs.push_back(std::move(input));
  return plan.inputs.size() - 1;
}

std::size_t add_item_input(const Planner& planner, PatternPlan& plan, std::size_t entity,
                           InputRole role, bool many) {
  Input input;
  input.name = planner.entity(entity).name;
  input.role = role;
  input.entity = entity;
  input.many = many;
  return add_input(plan, std::move(input));
}

double batch_items(const model::AccessPattern& pattern, bool& estimated) {
  if (pattern.items.avg) return **pattern.items.avg;
  estimated = true;
  if (pattern.items.max) return static_cast<double>(**pattern.items.max) / 2;
  return guessed_batch;
}

// Of writes that put or delete items: one entry each in every index.
WriteCost whole_item_cost(const Planner& planner, std::size_t entity, double items) {
  const auto size = item_size(planner.model, planner.entity(entity));
  WriteCost cost;
  cost.items = items;
  cost.bytes = size.avg;
  cost.estimated = size.estimated;
  cost.table_units = items * write_units(size.avg);
  cost.item_units = cost.table_units;
  for (const auto& key : planner.keys[entity].indexes) {
    IndexWrite write;
    write.table = planner.entity(entity).table.index;
    write.index = *key.index;
    write.entity = entity;
    write.entry_writes = 1;
    write.entry_bytes = entry_size(planner.model, planner.entity(entity), *key.index).avg;
    write.units = items * write_units(write.entry_bytes);
    cost.index_units += write.units;
    cost.indexes.push_back(write);
  }
  return cost;
}

void multiply(WriteCost& cost, double items) {
  for (auto* part : {&cost.items, &cost.table_units, &cost.item_units, &cost.index_units}) {
    *part *= items;
  }
  for (auto& index : cost.indexes) index.units *= items;
}

std::optional<std::size_t> version_of(const Planner& planner, std::size_t entity) {
  const auto& version = planner.entity(entity).version;
  if (!version || !version->resolved()) return std::nullopt;
  return version->index;
}

// The last argument: which version the caller has read.
void expect_version(const Planner& planner, PatternPlan& plan, WritePlan& write) {
  const auto version = version_of(planner, write.entity);
  if (!version) return;
  Input input;
  input.name = "expected_" + planner.entity(write.entity).fields[*version].name;
  input.role = InputRole::expected_version;
  input.entity = write.entity;
  input.field = version;
  input.optional = true;
  write.version = version;
  write.inputs.push_back(add_input(plan, std::move(input)));
}

WritePlan whole_item(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                     std::size_t entity) {
  const bool many = model::is_batch(pattern.operation.value);
  WritePlan write;
  write.entity = entity;
  write.function = pattern.name;
  write.request = many ? WriteRequest::batch_write_item : WriteRequest::put_item;
  if (pattern.operation.value == Operation::create) write.precondition = Precondition::absent;
  if (!many) write.version = version_of(planner, entity);
  write.inputs.push_back(add_item_input(planner, plan, entity, InputRole::item, many));
  bool estimated = false;
  const double items = many ? batch_items(pattern, estimated) : 1;
  write.cost = whole_item_cost(planner, entity, items);
  write.cost.estimated = write.cost.estimated || estimated;
  std::erase_if(write.cost.indexes, [&](const IndexWrite& index) {
    const bool is_out = stays_out(planner, pattern, write, index.index);
    if (is_out) write.cost.index_units -= index.units;
    return is_out;
  });
  return write;
}

WritePlan deletion(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                   std::size_t entity, std::vector<KeyExpression> key) {
  const bool many = model::is_batch(pattern.operation.value);
  WritePlan write;
  write.entity = entity;
  write.function = pattern.name;
  write.request = many ? WriteRequest::batch_write_item : WriteRequest::delete_item;
  write.key = std::move(key);
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) write.inputs.push_back(i);
  bool estimated = false;
  const double items = many ? batch_items(pattern, estimated) : 1;
  write.cost = whole_item_cost(planner, entity, items);
  write.cost.estimated = write.cost.estimated || estimated;
  return write;
}

// The key of the item from the fields of `by`; what is missing or foreign becomes a reason.
std::vector<KeyExpression> item_key(const Planner& planner, const model::AccessPattern& pattern,
                                    PatternPlan& plan, std::size_t entity) {
  const auto& key = *planner.keys[entity].table;
  const auto& definition = planner.entity(entity);
  const Bindings bindings(planner, pattern, plan, entity);
  std::vector<KeyExpression> expressions;
  WriteReason missing{WriteObstacle::key_unbound, {}, {}, {}};
  const auto note = [&](std::size_t field) {
    const auto& name = definition.fields[field].name;
    auto& names = missing.fields;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) {
      auto bound = bind(attribute, entity, bindings);
      if (bound.free) note(*bound.free);
      for (const auto later : bound.later) {
        if (!bindings.input_of(later)) note(later);
      }
      expressions.push_back(std::move(bound.prefix));
    }
  }
  const auto span = pattern.by_span.written() ? pattern.by_span : pattern.key;
  missing.span = span;
  if (!missing.fields.empty()) plan.write_reasons.push_back(std::move(missing));
  WriteReason foreign{WriteObstacle::not_in_key, {}, span, {}};
  for (std::size_t field = 0; field < definition.fields.size(); ++field) {
    if (bindings.input_of(field) && !key.mentions(field)) {
      foreign.fields.push_back(definition.fields[field].name);
    }
  }
  if (!foreign.fields.empty()) plan.write_reasons.push_back(std::move(foreign));
  return expressions;
}

void plan_moves(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                std::size_t entity, const std::vector<KeyExpression>& key) {
  const auto& definition = planner.entity(entity);
  if (!definition.states || !definition.states->field.resolved()) {
    plan.write_reasons.push_back({WriteObstacle::no_states, {}, pattern.returns_span, {}});
    return;
  }
  const auto bound = plan.inputs.size();
  for (std::size_t i = 0; i < definition.states->moves.size(); ++i) {
    const auto& move = definition.states->moves[i];
    if (pattern.move && pattern.move->value != move.name) continue;
    const bool is_resolved =
        move.to.resolved() && std::all_of(move.from.begin(), move.from.end(),
                                          [](const auto& state) { return state.resolved(); });
    if (!is_resolved) {
      plan.write_reasons.push_back({WriteObstacle::unresolved_state, {move.name}, move.span, {}});
      continue;
    }
    UpdatePlanner planner_of(planner, pattern, plan, entity, key);
    planner_of.take_inputs(0, bound);
    planner_of.plan_move(i);
    if (auto write = std::move(planner_of).finish()) {
      plan_unique(planner, pattern, plan, *write);
      expect_version(planner, plan, *write);
      plan.writes.push_back(std::move(*write));
    }
  }
}

void add_condition_inputs(const model::AccessPattern& pattern, PatternPlan& plan,
                          std::size_t entity) {
  if (!pattern.condition) return;
  for (const auto& predicate : pattern.condition->all_of) {
    for (const auto& value : predicate.values) {
      if (value.kind != model::LiteralKind::parameter || !predicate.field.resolved()) continue;
      const bool is_there =
          std::any_of(plan.inputs.begin(), plan.inputs.end(), [&](const Input& input) {
            return input.role == InputRole::condition && input.parameter == value.text;
          });
      if (is_there) continue;
      Input input;
      input.name = value.text;
      input.parameter = value.text;
      input.role = InputRole::condition;
      input.entity = entity;
      input.field = predicate.field.index;
      add_input(plan, std::move(input));
    }
  }
}

// "JobNote" and "job_note" are one name in code.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c != '_') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return plain;
}

// A parameter of the condition that is called as another input is, gets a name of its own.
void tell_condition_inputs_apart(PatternPlan& plan) {
  const auto is_taken = [&](const Input& named) {
    return std::any_of(plan.inputs.begin(), plan.inputs.end(), [&](const Input& other) {
      return &other != &named && plain_name(other.name) == plain_name(named.name);
    });
  };
  for (auto& input : plan.inputs) {
    if (input.role != InputRole::condition) continue;
    while (is_taken(input)) input.name += "_condition";
  }
}

void plan_write_of(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                   std::size_t entity);

}  // namespace

bool IndexChange::changes() const {
  return std::any_of(keys.begin(), keys.end(),
                     [](const IndexKeyChange& key) { return key.change != KeyChange::keep; });
}

void plan_write(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan) {
  if (pattern.returns.empty() || !pattern.returns.front().entity.resolved()) return;
  plan_write_of(planner, pattern, plan, pattern.returns.front().entity.index);
  for (auto& write : plan.writes) {
    if (pattern.each) multiply(write.cost, batch_items(pattern, write.cost.estimated));
  }
  tell_condition_inputs_apart(plan);
}

namespace {

void plan_write_of(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                   std::size_t entity) {
  if (!planner.keys[entity].table) {
    plan.write_reasons.push_back({WriteObstacle::no_key_design, {}, pattern.returns_span, {}});
    return;
  }
  const auto operation = pattern.operation.value;
  const bool takes_item = operation == Operation::create || operation == Operation::put ||
                          operation == Operation::batch_put;
  if (takes_item) {
    plan.inputs.clear();  // the item says what `by` would
    plan.writes.push_back(whole_item(planner, pattern, plan, entity));
    add_condition_inputs(pattern, plan, entity);
    for (std::size_t i = 1; i < plan.inputs.size(); ++i) plan.writes.back().inputs.push_back(i);
    plan_unique(planner, pattern, plan, plan.writes.back());
    return;
  }
  if (operation == Operation::upsert) {
    plan.inputs.clear();
    const auto item = add_item_input(planner, plan, entity, InputRole::item, false);
    add_condition_inputs(pattern, plan, entity);
    UpdatePlanner planner_of(planner, pattern, plan, entity, {});
    planner_of.take_inputs(0, plan.inputs.size());
    planner_of.plan_upsert(item);
    if (auto write = std::move(planner_of).finish()) {
      write->version = version_of(planner, entity);
      plan_unique(planner, pattern, plan, *write);
      plan.writes.push_back(std::move(*write));
    }
    if (!plan.write_reasons.empty()) plan.writes.clear();
    return;
  }
  auto key = item_key(planner, pattern, plan, entity);
  if (!plan.write_reasons.empty()) return;
  add_condition_inputs(pattern, plan, entity);
  if (operation == Operation::transition) {
    plan_moves(planner, pattern, plan, entity, key);
  } else if (operation == Operation::patch) {
    UpdatePlanner planner_of(planner, pattern, plan, entity, std::move(key));
    planner_of.take_inputs(0, plan.inputs.size());
    planner_of.plan_patch();
    if (auto write = std::move(planner_of).finish()) {
      plan_unique(planner, pattern, plan, *write);
      expect_version(planner, plan, *write);
      plan.writes.push_back(std::move(*write));
    }
  } else {
    plan.writes.push_back(deletion(planner, pattern, plan, entity, std::move(key)));
    plan_unique(planner, pattern, plan, plan.writes.back());
    if (!model::is_batch(operation)) expect_version(planner, plan, plan.writes.back());
  }
  if (!plan.write_reasons.empty()) plan.writes.clear();
}

}  // namespace
}  // namespace keywright::plan
