#include "plan/update_planner.hpp"

#include <algorithm>
#include <string>
#include <utility>

// What an update changes: by move, patch and upsert. Its index keys are in update_keys.cpp.

namespace keywright::plan {
namespace {

bool names(const std::vector<model::FieldRef>& fields, std::string_view name) {
  return std::any_of(fields.begin(), fields.end(),
                     [name](const auto& field) { return field.name == name; });
}

// Whether every item in the state that the move leads to has the field.
bool is_required(const model::StateMachine& states, const model::Move& move,
                 const model::FieldRef& field) {
  return std::any_of(states.required.begin(), states.required.end(), [&](const auto& required) {
    return required.state.name == move.to.name && names(required.fields, field.name);
  });
}

bool is_own_key_attribute(const EntityKey& key, const model::Field& field) {
  const auto is_it = [&](const KeyAttribute& attribute) {
    return attribute.native && attribute.name == field.name;
  };
  return std::any_of(key.partition.begin(), key.partition.end(), is_it) ||
         std::any_of(key.sort.begin(), key.sort.end(), is_it);
}

}  // namespace

UpdatePlanner::UpdatePlanner(const Planner& planner, const model::AccessPattern& pattern,
                             PatternPlan& plan, std::size_t entity, std::vector<KeyExpression> key)
    : planner_(planner), pattern_(pattern), plan_(plan) {
  write_.request = WriteRequest::update_item;
  write_.entity = entity;
  write_.function = pattern.name;
  write_.key = std::move(key);
}

void UpdatePlanner::take_inputs(std::size_t begin, std::size_t end) {
  for (auto input = begin; input < end; ++input) write_.inputs.push_back(input);
}

std::optional<std::size_t> UpdatePlanner::change_of(std::size_t field) const {
  for (std::size_t i = 0; i < write_.changes.size(); ++i) {
    if (write_.changes[i].field == field) return i;
  }
  return std::nullopt;
}

bool UpdatePlanner::is_bound(std::size_t field) const {
  return find_input(plan_, InputRole::bound, entity().fields[field].name, planner_.model)
      .has_value();
}

std::size_t UpdatePlanner::add_input(InputRole role, std::size_t field, std::string name,
                                     bool optional) {
  Input input;
  input.name = std::move(name);
  input.role = role;
  input.entity = write_.entity;
  input.field = field;
  input.optional = optional;
  plan_.inputs.push_back(std::move(input));
  write_.inputs.push_back(plan_.inputs.size() - 1);
  return plan_.inputs.size() - 1;
}

void UpdatePlanner::refuse(WriteObstacle obstacle, std::size_t field, model::Span span,
                           std::string index) {
  refused_ = true;
  plan_.write_reasons.push_back({obstacle, {entity().fields[field].name}, span, std::move(index)});
}

void UpdatePlanner::plan_move(std::size_t move) {
  const auto& states = *entity().states;
  move_ = &states.moves[move];
  write_.move = move;
  write_.function = move_->name;
  write_.precondition = Precondition::in_states;
  for (const auto& from : move_->from) write_.from_states.push_back(from.name);
  write_.to_state = move_->to.name;

  FieldChange state;
  state.field = states.field.index;
  state.constant = move_->to.name;
  write_.changes.push_back(std::move(state));
  for (const auto& field : move_->set) {
    FieldChange change;
    change.field = field.index;
    change.may_be_removed = entity().field(field).optional && !is_required(states, *move_, field);
    change.input = add_input(InputRole::new_value, field.index, field.name, change.may_be_removed);
    write_.changes.push_back(std::move(change));
  }
  for (const auto& field : move_->remove) {
    FieldChange change;
    change.field = field.index;
    change.kind = FieldChangeKind::remove;
    write_.changes.push_back(std::move(change));
  }
  refuse_key_changes();
  plan_indexes();

  for (const auto& other : move_->also_put) {
    if (!other.resolved()) continue;
    write_.request = WriteRequest::transact_write_items;
    const auto& put = planner_.entity(other.index);
    AlsoPut also;
    also.entity = other.index;
    Input input;
    input.name = put.name;
    input.role = InputRole::also_put;
    input.entity = other.index;
    plan_.inputs.push_back(std::move(input));
    also.input = plan_.inputs.size() - 1;
    write_.inputs.push_back(also.input);
    if (const auto& key = planner_.keys[other.index].table) {
      for (std::size_t field = 0; field < put.fields.size(); ++field) {
        if (!key->mentions(field)) continue;
        const auto& name = put.fields[field].name;
        if (const auto bound = find_input(plan_, InputRole::bound, name, planner_.model)) {
          also.shared.push_back({field, *bound});
        }
      }
    }
    write_.also_put.push_back(std::move(also));
  }
}

// `set` fields may each be left out of a call, unless a key needs them beside another change; a
// field that is only in `remove` is always removed.
void UpdatePlanner::plan_patch() {
  write_.precondition = Precondition::present;
  for (const auto& field : pattern_.set) {
    FieldChange change;
    change.field = field.index;
    change.may_be_removed = names(pattern_.remove, field.name);
    write_.changes.push_back(std::move(change));
  }
  for (const auto& field : pattern_.remove) {
    if (names(pattern_.set, field.name)) continue;
    FieldChange change;
    change.field = field.index;
    change.kind = FieldChangeKind::remove;
    write_.changes.push_back(std::move(change));
  }
  for (const auto& field : pattern_.add) {
    FieldChange change;
    change.field = field.index;
    change.kind = FieldChangeKind::add;
    write_.changes.push_back(std::move(change));
  }
  const bool is_only_one = write_.changes.size() == 1;
  for (auto& change : write_.changes) {
    const auto& name = entity().fields[change.field].name;
    if (change.kind == FieldChangeKind::add) {
      change.may_be_left_out = !is_only_one;
      change.input =
          add_input(InputRole::added, change.field, "add_" + name, change.may_be_left_out);
    } else if (change.kind == FieldChangeKind::set) {
      change.may_be_left_out =
          !is_only_one && (!must_be_given(change.field) || entries_follow(change.field));
      change.input = add_input(InputRole::new_value, change.field, name,
                               change.may_be_left_out || change.may_be_removed);
    }
  }
  refuse_key_changes();
  plan_indexes();
}

// The whole entity is given, as the item may not exist. Of an existing one, immutable fields stay
// as they are; so do those that the pattern does not list, if it lists any.
void UpdatePlanner::plan_upsert(std::size_t item) {
  item_ = item;
  const auto& table_key = *keys().table;
  const bool lists_fields =
      !pattern_.set.empty() || !pattern_.add.empty() || !pattern_.remove.empty();
  for (std::size_t i = 0; i < entity().fields.size(); ++i) {
    const auto& field = entity().fields[i];
    if (is_own_key_attribute(table_key, field)) continue;
    if (entity().version && entity().version->name == field.name) continue;  // counted
    FieldChange change;
    change.field = i;
    change.input = item;
    change.may_be_removed = field.optional;
    const bool is_key = table_key.mentions(i);
    // A lifetime begins anew with every write.
    const bool is_lifetime = entity().ttl && entity().ttl->after &&
                             entity().ttl->field.name == field.name && !field.immutable;
    if (names(pattern_.set, field.name)) {
      change.kind = FieldChangeKind::set;  // in `remove` too: an absent value removes it
    } else if (names(pattern_.remove, field.name)) {
      change.kind = FieldChangeKind::remove;
      change.input = std::nullopt;
    } else if (names(pattern_.add, field.name)) {
      change.kind = FieldChangeKind::add;
    } else if (!is_key && !is_lifetime && (field.immutable || lists_fields)) {
      change.kind = FieldChangeKind::set_if_absent;
    }
    write_.changes.push_back(std::move(change));
  }
  const auto item_term = [&](const KeyAttribute& attribute) {
    KeyExpression expression;
    expression.attribute = attribute.name;
    expression.type = attribute.type;
    expression.native = attribute.native;
    for (const auto& part : attribute.parts) {
      KeyTerm term;
      term.literal = part.literal;
      if (part.field) {
        term.input = item;
        term.entity = write_.entity;
        term.field = *part.field;
      }
      expression.terms.push_back(std::move(term));
    }
    return expression;
  };
  for (const auto* attributes : {&table_key.partition, &table_key.sort}) {
    for (const auto& attribute : *attributes) write_.key.push_back(item_term(attribute));
  }
  plan_indexes();
}

// KEY010: what the item is found by cannot change.
void UpdatePlanner::refuse_key_changes() {
  for (const auto& change : write_.changes) {
    if (!keys().table->mentions(change.field)) continue;
    auto span = pattern_.key;
    if (move_ != nullptr) {
      span = move_->span;
    } else {
      for (const auto* fields : {&pattern_.set, &pattern_.add, &pattern_.remove}) {
        for (const auto& field : *fields) {
          if (field.index == change.field) span = field.span;
        }
      }
    }
    refuse(WriteObstacle::changes_key, change.field, span);
  }
}

std::optional<WritePlan> UpdatePlanner::finish() && {
  if (refused_) return std::nullopt;
  estimate_cost();
  return std::move(write_);
}

void UpdatePlanner::estimate_cost() {
  const auto size = item_size(planner_.model, entity());
  auto& cost = write_.cost;
  cost.bytes = size.avg;
  cost.estimated = size.estimated;
  cost.table_units = write_units(size.avg);
  cost.item_units = cost.table_units;
  for (const auto& change : write_.indexes) {
    if (stays_out(planner_, pattern_, write_, change.index)) continue;
    IndexWrite index;
    index.table = entity().table.index;
    index.index = change.index;
    index.entity = write_.entity;
    index.entry_writes = change.entry_writes;
    index.entry_bytes = entry_size(planner_.model, entity(), change.index).avg;
    index.units = change.entry_writes * write_units(index.entry_bytes);
    cost.index_units += index.units;
    cost.indexes.push_back(index);
  }
  for (const auto& also : write_.also_put) {
    const auto& put = planner_.entity(also.entity);
    cost.table_units += write_units(item_size(planner_.model, put).avg);
    for (const auto& key : planner_.keys[also.entity].indexes) {
      IndexWrite index;
      index.table = put.table.index;
      index.index = *key.index;
      index.entity = also.entity;
      index.entry_writes = 1;
      index.entry_bytes = entry_size(planner_.model, put, *key.index).avg;
      index.units = write_units(index.entry_bytes);
      cost.index_units += index.units;
      cost.indexes.push_back(index);
    }
  }
  cost.transactional = write_.request == WriteRequest::transact_write_items;
  if (!cost.transactional) return;
  cost.table_units *= 2;
  cost.item_units *= 2;
}

}  // namespace keywright::plan
