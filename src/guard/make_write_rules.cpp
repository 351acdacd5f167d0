#include "guard/make_rules.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {
namespace {

using plan::FieldChangeKind;

/// `state`: that the update leads to; empty if it leads to none.
ChangeRule change_rule(const model::Entity& entity, const plan::FieldChange& change,
                       const std::string& state) {
  const auto& field = entity.fields[change.field];
  const bool is_set_type = field.type.kind == model::TypeKind::set;
  const auto is_field = [&](const model::FieldRef& each) { return each.name == field.name; };
  ChangeRule rule;
  rule.attribute = field.name;
  rule.kind = change.kind;
  rule.constant = change.constant;
  // An empty set cannot be stored: it is removed, or not added.
  rule.may_be_removed = change.may_be_removed || field.optional || is_set_type;
  if (entity.states && !state.empty()) {
    for (const auto& required : entity.states->required) {
      if (required.state.name != state) continue;
      const auto& fields = required.fields;
      rule.must_stay = rule.must_stay || std::any_of(fields.begin(), fields.end(), is_field);
    }
  }
  if (rule.must_stay) rule.may_be_removed = false;
  const bool may_add_nothing =
      change.kind == FieldChangeKind::add || change.kind == FieldChangeKind::set_if_absent;
  // A move may leave an optional field as it is, too.
  const bool may_stay = may_add_nothing || (!state.empty() && change.kind == FieldChangeKind::set);
  rule.required = !change.may_be_left_out && !(may_stay && rule.may_be_removed);
  return rule;
}

/// Whether a value that the caller gives decides if the keys are set or go.
bool may_leave(const model::Entity& entity, const plan::PatternPlan& planned,
               const plan::WritePlan& write, const plan::IndexChange& change) {
  if (!change.tests.empty()) return true;
  if (change.only_with && write.changes[*change.only_with].may_be_removed) return true;
  for (const auto& key : change.keys) {
    for (const auto& term : key.value.terms) {
      if (!term.is_input()) continue;
      const auto& input = planned.inputs[*term.input];
      if (input.optional || entity.fields[term.field].optional) return true;
    }
  }
  return false;
}

EntryChangeRule entry_change(const RuleMaker& maker, const plan::PatternPlan& planned,
                             const plan::WritePlan& write, const plan::IndexChange& change) {
  const auto& entity = maker.model.entities[write.entity];
  const auto name_of = [&](std::size_t position) {
    return entity.fields[write.changes[position].field].name;
  };
  EntryChangeRule rule;
  rule.index = entity.indexes[change.entry].index.name;
  if (change.only_with) rule.only_with = name_of(*change.only_with);
  rule.may_leave = may_leave(entity, planned, write, change);
  for (const auto& test : change.tests) {
    rule.tests.push_back(predicate_of(entity, test.predicate));
  }
  for (const auto& key : change.keys) {
    for (const auto field : key.attribute.components()) {
      rule.components.push_back(entity.fields[field].name);
    }
    if (key.attribute.is_own_field(entity)) continue;
    EntryChangeRule::Key made;
    made.attribute = key.attribute.name;
    made.change = key.change;
    made.if_absent = key.if_absent;
    made.value = key.change == plan::KeyChange::keep
                     ? KeyShape::of(maker.model, write.entity, key.attribute)
                     : KeyShape::of(maker.model, key.value, key.attribute.shards);
    if (key.only_with) made.only_with = name_of(*key.only_with);
    rule.keys.push_back(std::move(made));
  }
  return rule;
}

/// Every pattern says what must hold besides; of a move, it holds for each.
std::vector<Predicate> conditions_of(const model::Entity& entity,
                                     const model::AccessPattern& pattern) {
  std::vector<Predicate> conditions;
  if (!pattern.condition) return conditions;
  for (const auto& predicate : pattern.condition->all_of) {
    conditions.push_back(predicate_of(entity, predicate));
  }
  return conditions;
}

WriteKind kind_of(const model::AccessPattern& pattern, const plan::WritePlan& write) {
  switch (write.request) {
    case plan::WriteRequest::put_item:
      return WriteKind::put;
    case plan::WriteRequest::delete_item:
      return WriteKind::remove;
    case plan::WriteRequest::batch_write_item:
      return *pattern.operation == model::Operation::batch_put ? WriteKind::put : WriteKind::remove;
    default:
      return WriteKind::update;
  }
}

UniqueRule unique_rule(const RuleMaker& maker, std::size_t entity,
                       const plan::UniqueChange& change) {
  const auto& sentinels = maker.rules.tables[maker.table_of(entity)].sentinels;
  const auto found = std::find_if(sentinels.begin(), sentinels.end(), [&](const auto& each) {
    return each.entity == entity && each.rule == change.rule;
  });
  UniqueRule rule;
  rule.sentinel = static_cast<std::size_t>(found - sentinels.begin());
  for (const auto& field : maker.model.entities[entity].unique[change.rule].fields) {
    rule.fields.push_back(field.name);
  }
  rule.takes = !change.after.empty();
  rule.gives_back = !change.before.empty();
  return rule;
}

/// Whether the value is asked for to make index keys of, and for nothing else.
bool is_of_keys_alone(const plan::WritePlan& write, const plan::Guard& guard) {
  const auto is_given = [&](const auto& known) { return known.input == guard.input; };
  const bool is_tested =
      std::any_of(write.indexes.begin(), write.indexes.end(), [&](const plan::IndexChange& change) {
        return std::any_of(change.tests.begin(), change.tests.end(), is_given);
      });
  return !is_tested && write.unique.empty();
}

WriteRule write_rule(const RuleMaker& maker, const plan::PatternPlan& planned,
                     const plan::WritePlan& write) {
  const auto& pattern = maker.pattern(planned);
  const auto& entity = maker.model.entities[write.entity];
  WriteRule rule;
  rule.kind = kind_of(pattern, write);
  rule.entity = maker.entity_rule(write.entity);
  rule.batched = write.request == plan::WriteRequest::batch_write_item;
  for (const auto& expression : write.key) {
    rule.key.push_back(KeyShape::of(maker.model, expression, 1));
  }
  rule.precondition = write.precondition;
  rule.from_states = write.from_states;
  rule.ttl = ttl_of(entity);
  if (entity.states) {
    rule.state_attribute = entity.states->field.name;
    if (*pattern.operation == model::Operation::create) {
      rule.initial_state = entity.states->initial.name;
    }
  }
  rule.conditions = conditions_of(entity, pattern);
  if (write.version) rule.version = entity.fields[*write.version].name;
  for (const auto& unique : write.unique) {
    rule.unique.push_back(unique_rule(maker, write.entity, unique));
  }
  for (const auto& change : write.changes) {
    rule.changes.push_back(change_rule(entity, change, write.to_state));
  }
  for (const auto& change : write.indexes) {
    if (!change.changes()) continue;
    auto entry = entry_change(maker, planned, write, change);
    if (!entry.keys.empty()) rule.entries.push_back(std::move(entry));
  }
  for (const auto& guard : write.guards) {
    rule.stored.push_back({entity.fields[guard.field].name, is_of_keys_alone(write, guard)});
  }
  return rule;
}

/// What makes way for an upsert where the item has expired.
WriteRule removal_of_expired(const WriteRule& upsert) {
  WriteRule rule;
  rule.pattern = upsert.pattern;
  rule.kind = WriteKind::remove;
  rule.entity = upsert.entity;
  rule.key = upsert.key;
  rule.ttl = upsert.ttl;
  rule.removes_expired = true;
  return rule;
}

/// An item that a move puts beside its update.
MadeRules beside(const RuleMaker& maker, std::size_t entity, std::size_t pattern) {
  MadeRules made{maker.table_of(entity), {}};
  auto& table = maker.rules.tables[made.table];
  WriteRule rule;
  rule.pattern = pattern;
  rule.kind = WriteKind::put;
  rule.entity = maker.entity_rule(entity);
  rule.ttl = ttl_of(maker.model.entities[entity]);
  if (const auto& version = maker.model.entities[entity].version) rule.version = version->name;
  rule.alone = false;
  made.positions.push_back(table.writes.size());
  table.writes.push_back(std::move(rule));
  return made;
}

}  // namespace

std::vector<MadeRules> make_write_rules(const RuleMaker& maker, const plan::PatternPlan& planned,
                                        std::size_t first_pattern, bool alone) {
  std::vector<MadeRules> made;
  auto pattern = first_pattern;
  for (const auto& write : planned.writes) {
    MadeRules of_write{maker.table_of(write.entity), {}};
    auto& table = maker.rules.tables[of_write.table];
    auto rule = write_rule(maker, planned, write);
    rule.pattern = pattern;
    rule.alone = alone && write.also_put.empty();
    const bool is_upsert = rule.kind == WriteKind::update &&
                           rule.precondition == plan::Precondition::none &&
                           !rule.ttl.attribute.empty();
    if (alone && is_upsert) table.writes.push_back(removal_of_expired(rule));
    of_write.positions.push_back(table.writes.size());
    table.writes.push_back(std::move(rule));
    if (!write.also_put.empty()) {
      TransactionRule transaction;
      transaction.pattern = pattern;
      transaction.steps.push_back({of_write.table, of_write.positions, false});
      for (const auto& also : write.also_put) {
        const auto put = beside(maker, also.entity, pattern);
        for (const auto& shared : also.shared) {
          const auto& field = maker.model.entities[also.entity].fields[shared.field];
          transaction.agreements.push_back({0, transaction.steps.size(), field.name});
        }
        transaction.steps.push_back({put.table, put.positions, false});
      }
      maker.rules.transactions.push_back(std::move(transaction));
    }
    made.push_back(std::move(of_write));
    // A pattern made only in a transaction counts for that, whatever its moves.
    if (alone) ++pattern;
  }
  return made;
}

}  // namespace keywright::guard
