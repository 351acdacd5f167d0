#include "plan/update_planner.hpp"

#include <algorithm>
#include <string>
#include <utility>

// The index keys of an update. A key attribute is rewritten if a component changes, with what the
// caller has to say of the others; an item enters an index by all of its keys, and leaves it by
// all.

namespace keywright::plan {
namespace {

// The attributes of an index's key that are its own. Those of the table's key stay as they are.
std::vector<const KeyAttribute*> own_attributes(const EntityKey& key, const EntityKey& table) {
  std::vector<const KeyAttribute*> attributes;
  for (const auto* half : {&key.partition, &key.sort}) {
    for (const auto& attribute : *half) {
      if (!table.has(attribute.name)) attributes.push_back(&attribute);
    }
  }
  return attributes;
}

bool mentions(const model::Condition& condition, std::size_t field) {
  return std::any_of(condition.all_of.begin(), condition.all_of.end(),
                     [field](const auto& predicate) { return predicate.field.index == field; });
}

}  // namespace

bool compares_to(const model::Predicate& predicate, std::string_view value) {
  const auto is_value = [value](const model::Literal& literal) { return literal.text == value; };
  const bool is_listed = std::any_of(predicate.values.begin(), predicate.values.end(), is_value);
  switch (predicate.comparison) {
    case model::Comparison::equal:
    case model::Comparison::in:
      return is_listed;
    case model::Comparison::not_equal:
      return !is_listed;
    case model::Comparison::exists:
      return true;
    case model::Comparison::not_exists:
      return false;
    case model::Comparison::less:
      return value < predicate.values.front().text;
    case model::Comparison::less_equal:
      return value <= predicate.values.front().text;
    case model::Comparison::greater:
      return value > predicate.values.front().text;
    case model::Comparison::greater_equal:
      return value >= predicate.values.front().text;
  }
  return false;
}

bool stays_out(const Planner& planner, const model::AccessPattern& pattern, const WritePlan& write,
               std::size_t index) {
  const auto& entity = planner.entity(write.entity);
  const auto& keys = planner.keys[write.entity].indexes;
  const auto key =
      std::find_if(keys.begin(), keys.end(), [&](const auto& each) { return each.index == index; });
  if (key == keys.end() || !entity.indexes[*key->entry].when) return false;
  // What the field is, as far as that is certain.
  const auto known = [&](std::size_t field) -> std::optional<std::string> {
    const bool is_changed =
        std::any_of(write.changes.begin(), write.changes.end(),
                    [field](const auto& change) { return change.field == field; });
    if (is_changed || entity.fields[field].type.kind != model::TypeKind::enumeration) return {};
    const bool is_new = *pattern.operation == model::Operation::create;
    if (is_new && entity.states && entity.states->field.index == field) {
      return entity.states->initial.name;
    }
    if (!pattern.condition) return {};
    for (const auto& predicate : pattern.condition->all_of) {
      const bool is_value = predicate.comparison == model::Comparison::equal &&
                            predicate.values.front().kind != model::LiteralKind::parameter;
      if (is_value && predicate.field.index == field) return predicate.values.front().text;
    }
    return {};
  };
  const auto& tests = entity.indexes[*key->entry].when->all_of;
  return std::any_of(tests.begin(), tests.end(), [&](const auto& test) {
    const auto value = known(test.field.index);
    return value && !compares_to(test, *value);
  });
}

// A change may be left out of a patch only if each key it touches is known from it and from the
// item's own key.
bool UpdatePlanner::must_be_given(std::size_t field) const {
  for (const auto& key : keys().indexes) {
    const auto& entry = entity().indexes[*key.entry];
    const auto attributes = own_attributes(key, *keys().table);
    const bool writes_itself =
        std::all_of(attributes.begin(), attributes.end(),
                    [&](const auto* attribute) { return attribute->is_own_field(entity()); });
    if (writes_itself) continue;
    if (entry.when && mentions(*entry.when, field)) return true;
    if (!key.mentions(field)) continue;
    if (entry.when) return true;
    bool enters = false;
    for (const auto& change : write_.changes) {
      enters = enters || (key.mentions(change.field) && entity().fields[change.field].optional);
    }
    if (enters) return true;
    for (const auto* attribute : attributes) {
      if (!attribute->mentions(field) || attribute->is_own_field(entity())) continue;
      for (const auto other : attribute->components()) {
        if (other != field && !is_bound(other)) return true;
      }
    }
  }
  return false;
}

// Whether each index entry that the field has a part in depends on no other change: then a call
// decides by this one whether the keys stay, are set or go.
bool UpdatePlanner::entries_follow(std::size_t field) const {
  for (const auto& key : keys().indexes) {
    const auto& entry = entity().indexes[*key.entry];
    if (entry.when && mentions(*entry.when, field)) return false;
    if (!key.mentions(field)) continue;
    for (const auto* change : changes_touching(key)) {
      if (change->field != field) return false;
    }
  }
  return true;
}

// The stored value of a field that the write does not change, as the caller knows it.
std::size_t UpdatePlanner::current_input(std::size_t field) {
  for (const auto input : write_.inputs) {
    const auto& known = plan_.inputs[input];
    if (known.role == InputRole::current && known.field == field) return input;
  }
  const auto& definition = entity().fields[field];
  const auto input =
      add_input(InputRole::current, field, "current_" + definition.name, definition.optional);
  write_.guards.push_back({field, input, false});
  return input;
}

UpdatePlanner::Known UpdatePlanner::before(const model::Predicate& predicate) const {
  const auto field = predicate.field.index;
  if (move_ != nullptr && field == entity().states->field.index) {
    const auto holds =
        std::count_if(move_->from.begin(), move_->from.end(),
                      [&](const auto& state) { return compares_to(predicate, state.name); });
    if (holds == 0) return Known::no;
    return holds == std::ssize(move_->from) ? Known::yes : Known::open;
  }
  // An unchanged field says the same before and after: it neither lets the item in nor out.
  return change_of(field) ? Known::open : Known::yes;
}

UpdatePlanner::Known UpdatePlanner::after(const model::Predicate& predicate) const {
  const auto found = change_of(predicate.field.index);
  if (!found) return Known::open;
  const auto& change = write_.changes[*found];
  if (change.constant) return compares_to(predicate, *change.constant) ? Known::yes : Known::no;
  if (change.kind == FieldChangeKind::remove) {
    return predicate.comparison == model::Comparison::not_exists ? Known::yes : Known::no;
  }
  if (change.may_be_removed) return Known::open;
  if (predicate.comparison == model::Comparison::exists) return Known::yes;
  if (predicate.comparison == model::Comparison::not_exists) return Known::no;
  return Known::open;
}

// By `when` alone; optional components are looked at where keys are set.
UpdatePlanner::Membership UpdatePlanner::membership(const model::IndexEntry& entry) {
  Membership result;
  result.before = item_ ? Known::open : Known::yes;
  if (!entry.when) return result;
  for (const auto& predicate : entry.when->all_of) {
    const auto was = before(predicate);
    if (was == Known::no || result.before == Known::no) {
      result.before = Known::no;
    } else if (was == Known::open) {
      result.before = Known::open;
    }
    const auto becomes = after(predicate);
    if (becomes == Known::no) result.after = Known::no;
  }
  if (result.after == Known::no) return result;
  for (const auto& predicate : entry.when->all_of) {
    if (after(predicate) == Known::yes) continue;
    EntryTest test;
    test.predicate = predicate;
    test.position = static_cast<std::size_t>(&predicate - entry.when->all_of.data());
    const auto field = predicate.field.index;
    if (const auto change = change_of(field)) {
      test.input = *write_.changes[*change].input;
      if (write_.changes[*change].kind == FieldChangeKind::set_if_absent) {
        const bool is_guarded =
            std::any_of(write_.guards.begin(), write_.guards.end(),
                        [field](const Guard& guard) { return guard.field == field; });
        if (!is_guarded) write_.guards.push_back({field, test.input, true});
      }
    } else if (const auto bound = find_input(plan_, InputRole::bound, entity().fields[field].name,
                                             planner_.model)) {
      test.input = *bound;
    } else {
      test.input = current_input(field);
    }
    result.tests.push_back(std::move(test));
  }
  return result;
}

void UpdatePlanner::plan_indexes() {
  for (const auto& key : keys().indexes) write_.indexes.push_back(plan_index(key));
}

IndexChange UpdatePlanner::plan_index(const EntityKey& key) {
  const auto& entry = entity().indexes[*key.entry];
  IndexChange result;
  result.entry = *key.entry;
  result.index = *key.index;
  for (const auto* attribute : own_attributes(key, *keys().table)) {
    IndexKeyChange change;
    change.attribute = *attribute;
    result.keys.push_back(std::move(change));
  }
  result.entry_writes = touches_projection(*key.index) ? 1 : 0;

  const auto touching = changes_touching(key);
  for (const auto* change : touching) {
    if (change->kind != FieldChangeKind::add) continue;
    refuse(WriteObstacle::adds_to_key, change->field, pattern_.key, entry.index.name);
    return result;
  }
  // An upsert may make the item, with its place in every index.
  if (touching.empty() && !item_) return result;
  const bool writes_itself = std::all_of(
      result.keys.begin(), result.keys.end(),
      [&](const IndexKeyChange& change) { return change.attribute.is_own_field(entity()); });
  if (writes_itself) {
    result.entry_writes = item_ ? 1 : 2;
    return result;
  }

  auto known = membership(entry);
  const auto any_component = [&](auto&& is_it) {
    return std::any_of(touching.begin(), touching.end(), [&](const FieldChange* change) {
      return key.mentions(change->field) && is_it(*change);
    });
  };
  const auto is_lost = [](const auto& change) { return change.kind == FieldChangeKind::remove; };
  if (known.after == Known::no || any_component(is_lost)) {
    if (known.before == Known::no) return result;
    for (auto& change : result.keys) change.change = KeyChange::remove;
    result.entry_writes = 1;
    return result;
  }
  const bool gains_component = any_component(
      [&](const FieldChange& change) { return entity().fields[change.field].optional; });
  if (!set_keys(key, known.before != Known::yes || gains_component, result)) return result;
  result.tests = std::move(known.tests);
  const bool follows_one = touching.size() == 1 && may_lack_component(result);
  if (gains_component || entry.when || follows_one) follow_change(key, result);
  result.entry_writes = known.before == Known::no || item_ ? 1 : 2;
  return result;
}

// An item is in an index by all of its keys or by none: where a key is set, so are all if the item
// `enters` with it, and else those that need not be stored, of whose components the caller says
// whether they are. False: no key changes.
bool UpdatePlanner::set_keys(const EntityKey& key, bool enters, IndexChange& index) {
  const auto is_changed = [&](const IndexKeyChange& change) {
    if (change.attribute.is_own_field(entity())) return false;
    return enters ||
           std::any_of(write_.changes.begin(), write_.changes.end(),
                       [&](const auto& field) { return change.attribute.mentions(field.field); });
  };
  if (std::none_of(index.keys.begin(), index.keys.end(), is_changed)) return false;
  for (auto& change : index.keys) {
    if (!is_changed(change) && !may_lack(change.attribute)) continue;
    const bool keeps = item_ && !change.attribute.is_own_field(entity());
    keeps ? set_upsert_key(key, change) : set_key(change);
  }
  return true;
}

// The changes of what decides on the item's place in the index.
std::vector<const FieldChange*> UpdatePlanner::changes_touching(const EntityKey& key) const {
  const auto& entry = entity().indexes[*key.entry];
  std::vector<const FieldChange*> found;
  for (const auto& change : write_.changes) {
    const bool is_tested = entry.when && mentions(*entry.when, change.field);
    if (is_tested || key.mentions(change.field)) found.push_back(&change);
  }
  return found;
}

// Whether the item need not have what the attribute is made of.
bool UpdatePlanner::may_lack(const KeyAttribute& attribute) const {
  const auto components = attribute.components();
  return std::any_of(components.begin(), components.end(),
                     [&](std::size_t field) { return entity().fields[field].optional; });
}

// Whether a key to be set has a component that the item need not have.
bool UpdatePlanner::may_lack_component(const IndexChange& index) const {
  return std::any_of(index.keys.begin(), index.keys.end(), [&](const IndexKeyChange& key) {
    return key.change == KeyChange::set && may_lack(key.attribute);
  });
}

// A whole entry enters or leaves with the change that may be left out.
void UpdatePlanner::follow_change(const EntityKey& key, IndexChange& index) {
  for (const auto* change : changes_touching(key)) {
    if (change->may_be_left_out) index.only_with = change - write_.changes.data();
  }
  if (!index.only_with) return;
  for (auto& change : index.keys) change.only_with.reset();
}

KeyTerm UpdatePlanner::component(std::size_t field) {
  KeyTerm term;
  term.entity = write_.entity;
  term.field = field;
  if (const auto change = change_of(field)) {
    term.input = write_.changes[*change].input;
    term.constant = write_.changes[*change].constant;
  } else if (item_) {
    term.input = item_;
  } else if (const auto bound =
                 find_input(plan_, InputRole::bound, entity().fields[field].name, planner_.model)) {
    term.input = bound;
  } else {
    term.input = current_input(field);
  }
  return term;
}

void UpdatePlanner::set_key(IndexKeyChange& change) {
  change.change = KeyChange::set;
  change.value.attribute = change.attribute.name;
  change.value.type = change.attribute.type;
  change.value.native = change.attribute.native;
  for (const auto& part : change.attribute.parts) {
    if (part.field) {
      change.value.terms.push_back(component(*part.field));
      const auto cause = change_of(*part.field);
      if (cause && write_.changes[*cause].may_be_left_out) change.only_with = cause;
    } else {
      KeyTerm term;
      term.literal = part.literal;
      change.value.terms.push_back(std::move(term));
    }
  }
}

// A key of fields that an upsert leaves alone where they are stored is left alone with them. Where
// it mixes both, or the stored item may lack it for not being in the index, the stored ones must be
// as given.
void UpdatePlanner::set_upsert_key(const EntityKey& key, IndexKeyChange& change) {
  set_key(change);
  std::vector<std::size_t> kept;
  bool has_changed = false;
  for (const auto field : change.attribute.components()) {
    const auto cause = change_of(field);
    if (!cause || keys().table->mentions(field)) continue;
    if (write_.changes[*cause].kind == FieldChangeKind::set_if_absent) {
      kept.push_back(field);
    } else {
      has_changed = true;
    }
  }
  change.if_absent = !kept.empty() && !has_changed && is_always_in(key);
  if (kept.empty() || change.if_absent) return;
  for (const auto field : kept) {
    const bool is_guarded =
        std::any_of(write_.guards.begin(), write_.guards.end(),
                    [field](const Guard& guard) { return guard.field == field; });
    if (!is_guarded) write_.guards.push_back({field, *item_, true});
  }
}

// Whether every item of the entity has an entry in the index.
bool UpdatePlanner::is_always_in(const EntityKey& key) const {
  if (entity().indexes[*key.entry].when) return false;
  for (std::size_t field = 0; field < entity().fields.size(); ++field) {
    if (key.mentions(field) && entity().fields[field].optional) return false;
  }
  return true;
}

bool UpdatePlanner::touches_projection(std::size_t index) const {
  const auto& table = *planner_.model.table_of(entity());
  return std::any_of(write_.changes.begin(), write_.changes.end(), [&](const auto& change) {
    return is_projected(table, keys(), index, entity().fields[change.field]);
  });
}

}  // namespace keywright::plan
