#include "guard/item_checks.hpp"

#include "core/small_vector.hpp"
#include "guard/changes.hpp"
#include "guard/read_checks.hpp"
#include "guard/unique_checks.hpp"
#include "guard/words.hpp"
#include "model/word_case.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <array>

namespace keywright::guard {

bool fits_key(std::span<const KeyShape> shapes, const Item& item, Captures& captures) {
  return std::all_of(shapes.begin(), shapes.end(), [&](const KeyShape& shape) {
    const auto value = item.find(shape.attribute());
    return value && shape.fits(*value, captures);
  });
}

void consider_key(std::span<const KeyShape> shapes, const Item& item, std::size_t pattern,
                  ViolationKind kind, Nearest& nearest, bool is_tagged) {
  Captures captures;
  const auto begins_alike = [&](const KeyShape& shape) {
    const auto value = item.find(shape.attribute());
    return value && stage_of_misfit(shape, *value) == Stage::key_begins;
  };
  const int in_common = (is_tagged ? 2 : 0) + (begins_alike(shapes.back()) ? 1 : 0);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto value = item.find(shapes[i].attribute());
    if (value && shapes[i].fits(*value, captures)) continue;
    auto stage = i > 0 ? Stage::partition : Stage::none;
    if (i == 0 && value) stage = stage_of_misfit(shapes[i], *value);
    nearest.consider(
        stage, kind, pattern,
        [&] { return value ? shapes[i].misfit(*value) : "the key lacks " + shapes[i].attribute(); },
        in_common);
    return;
  }
}

const EntityRule* entity_of(const TableRules& table, const Item& item) {
  Captures captures;
  return entity_of(table, item, captures);
}

const EntityRule* entity_of(const TableRules& table, const Item& item, Captures& captures) {
  // The keys of all entities have the same attributes: they are looked for once.
  std::array<std::optional<ValueView>, 2> values;
  for (std::size_t i = 0; i < table.keys.size(); ++i) values[i] = item.find(table.keys[i]);
  for (const auto& entity : table.entities) {
    captures.shrink(0);
    bool fits = true;
    for (std::size_t i = 0; fits && i < entity.key.size(); ++i) {
      fits = values[i] && entity.key[i].fits(*values[i], captures);
    }
    if (fits) return &entity;
  }
  return nullptr;
}

namespace {

/// The attributes of an item by their rules.
struct PutAttributes {
  SmallVector<const char*, 24> values;  // encoded; null: the item has none
  std::optional<std::string_view> unknown;

  /// Both the attributes of items and their rules are sorted by name.
  PutAttributes(const EntityRule& entity, const Item& item) {
    const auto& rules = entity.attributes;
    for (const MemberView member : item) {
      while (values.size() < rules.size() && rules[values.size()].field.name < member.name) {
        values.push_back(nullptr);
      }
      if (values.size() < rules.size() && rules[values.size()].field.name == member.name) {
        values.push_back(member.value.data());
      } else if (!unknown) {
        unknown = member.name;
      }
    }
    while (values.size() < rules.size()) values.push_back(nullptr);
  }
  [[nodiscard]] std::optional<ValueView> at(std::size_t position) const {
    if (values[position] == nullptr) return std::nullopt;
    return ValueView(values[position]);
  }
};

/// NULL is as good as none.
bool is_absent(std::optional<ValueView> value) {
  return !value || value->is(AttributeType::null);
}

/// A field that is stored otherwise than the key says.
std::optional<std::string> disagreement(const Captures& captures, const PutAttributes& item) {
  for (const auto& capture : captures) {
    const auto stored = item.at(capture.piece->position);
    if (!stored || holds(capture, *stored)) continue;
    return "its " + capture.piece->field + " is " + words_of(*stored) + ", and its key says " +
           words_of(capture);
  }
  return std::nullopt;
}

/// Whether the item belongs into the index; nullopt where a default stands for a field it lacks.
std::optional<bool> belongs(const EntryRule& entry, const Item& item) {
  for (const auto& field : entry.components) {
    if (is_absent(item.find(field))) return false;
  }
  std::optional<bool> result = true;
  for (const auto& predicate : entry.when) {
    const auto holds_here = holds(predicate, item.find(predicate.attribute));
    if (holds_here == false) return false;
    if (!holds_here) result = std::nullopt;
  }
  return result;
}

std::optional<std::string> fault_of_entry(const EntryRule& entry, const Item& item,
                                          const PutAttributes& attributes) {
  const auto wanted = belongs(entry, item);
  const bool has_none = std::none_of(entry.keys.begin(), entry.keys.end(), [&](const auto& shape) {
    return attributes.at(shape.position()).has_value();
  });
  if (has_none) {
    if (wanted != true) return std::nullopt;
    return "it lacks " + entry.keys.front().attribute() + ", without which " + entry.index +
           " does not have it";
  }
  if (wanted == false) {
    return "it has " + entry.keys.front().attribute() + ", and does not belong into " + entry.index;
  }
  Captures captures;
  for (const auto& shape : entry.keys) {
    const auto value = attributes.at(shape.position());
    if (!value) {
      return "it lacks " + shape.attribute() + ", and has another key of " + entry.index;
    }
    if (!shape.fits(*value, captures)) return shape.misfit(*value);
  }
  return disagreement(captures, attributes);
}

std::string missing(const EntityRule& entity, const AttributeRule& attribute) {
  if (attribute.role == AttributeRule::Role::tag) {
    return "it lacks " + attribute.field.name + ", by which readers know it as " +
           model::one_of(entity.name);
  }
  return entity.name + "." + attribute.field.name + " is missing";
}

ItemFault unknown(const TableRules& table, const EntityRule& entity, std::string_view attribute) {
  if (const auto* index = table.index_with_key(attribute)) {
    return {ViolationKind::index_keys, "it has " + std::string(attribute) + ", and no " +
                                           entity.name + " is in " + index->index};
  }
  return {ViolationKind::fields,
          model::one_of(entity.name) + " has no field " + std::string(attribute)};
}

/// What does not fit the attribute itself; of keys, others tell.
std::optional<std::string> misfit_of(const EntityRule& entity, const AttributeRule& attribute,
                                     ValueView value) {
  const auto& name = attribute.field.name;
  if (attribute.role == AttributeRule::Role::tag && !value.is(AttributeType::string)) {
    return "its " + name + " is " + words_of(value) + ", and it is " + model::one_of(entity.name);
  }
  if (attribute.role != AttributeRule::Role::field) return std::nullopt;
  const auto misfit = misfit_of(attribute.field, value);
  if (!misfit) return std::nullopt;
  return entity.name + "." + name + misfit->where + " " + misfit->what;
}

std::optional<ItemFault> fault_of_attributes(const TableRules& table, const EntityRule& entity,
                                             const PutAttributes& item) {
  if (item.unknown) return unknown(table, entity, *item.unknown);
  for (std::size_t i = 0; i < entity.attributes.size(); ++i) {
    const auto& known = entity.attributes[i];
    const auto value = item.at(i);
    if (!value && known.field.required) {
      return ItemFault{ViolationKind::fields, missing(entity, known)};
    }
    if (!value) continue;
    if (auto why = misfit_of(entity, known, *value)) {
      return ItemFault{ViolationKind::fields, *std::move(why)};
    }
  }
  return std::nullopt;
}

/// What every item in its state has.
std::optional<std::string> fault_of_state(const EntityRule& entity, const Item& item) {
  if (entity.states.empty()) return std::nullopt;
  const auto state = item.find(entity.state_attribute);
  for (const auto& rule : entity.states) {
    if (!state || !state->is(AttributeType::string) || state->as_string() != rule.state) continue;
    for (const auto& field : rule.fields) {
      if (!is_absent(item.find(field))) continue;
      return entity.name + "." + field + " is missing, and every " + entity.name + " that is " +
             rule.state + " has one";
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ItemFault> fault_of(const TableRules& table, const EntityRule& entity,
                                  const Item& item, const Captures& key) {
  const PutAttributes attributes(entity, item);
  const auto tag = attributes.at(entity.tag);
  if (tag && tag->is(AttributeType::string) && tag->as_string() != entity.name) {
    return ItemFault{ViolationKind::item_key, "it is tagged " + words_of(*tag) +
                                                  ", and its key is that of " +
                                                  model::one_of(entity.name)};
  }
  if (auto why = disagreement(key, attributes)) {
    return ItemFault{ViolationKind::item_key, *std::move(why)};
  }
  if (auto fault = fault_of_attributes(table, entity, attributes)) return fault;
  if (auto why = fault_of_state(entity, item)) {
    return ItemFault{ViolationKind::fields, *std::move(why)};
  }
  for (const auto& entry : entity.entries) {
    if (auto why = fault_of_entry(entry, item, attributes)) {
      return ItemFault{ViolationKind::index_keys, *std::move(why)};
    }
  }
  return std::nullopt;
}

namespace {

std::string condition_words(const TableRules& table, const WriteRule& rule) {
  switch (rule.precondition) {
    case plan::Precondition::absent:
      return "attribute_not_exists(" + table.keys.front() + ")";
    case plan::Precondition::present:
      return "attribute_exists(" + table.keys.front() + ")";
    default:
      break;
  }
  std::string text = rule.state_attribute;
  if (rule.from_states.size() == 1) return text + " = " + rule.from_states.front();
  text += " IN (";
  for (std::size_t i = 0; i < rule.from_states.size(); ++i) {
    text += (i == 0 ? "" : ", ") + rule.from_states[i];
  }
  return text + ")";
}

bool fits_precondition(const TableRules& table, const WriteRule& rule,
                       const expression::Condition& condition) {
  switch (rule.precondition) {
    case plan::Precondition::none:
      return true;
    case plan::Precondition::absent:
      return demands_no_item(condition, table.entities[rule.entity].always_there,
                             {rule.ttl, table.clock});
    case plan::Precondition::present:
      return demands_item(condition);
    case plan::Precondition::in_states:
      return demands_one_of(condition, rule.state_attribute, rule.from_states);
  }
  return false;
}

/// Of a condition that is met when an item will have expired, and not when it has.
std::string future_words(const TableRules& table, const WriteRule& rule,
                         const expression::Condition& condition) {
  if (rule.precondition != plan::Precondition::absent) return "";
  const auto future = future_now(condition, {rule.ttl, table.clock});
  if (!future) return "";
  return "what its condition calls now, " + words_of(*future) +
         ", is yet to come: it would overwrite what is alive";
}

/// Whether an update sets a key that is made of the stored value.
bool makes_keys_of(const WriteRule& rule, const StoredRule& stored, const Write& write) {
  const Changes changes(write);
  return std::any_of(rule.entries.begin(), rule.entries.end(), [&](const EntryChangeRule& entry) {
    return std::any_of(entry.keys.begin(), entry.keys.end(), [&](const EntryChangeRule::Key& key) {
      return changes.sets(key.attribute) && key.value.mentions(stored.attribute);
    });
  });
}

}  // namespace

bool fits_condition(const TableRules& table, const WriteRule& rule, const Write& write,
                    Nearest* nearest) {
  const auto lacks = [&](const auto& what) {
    return miss(nearest, Stage::extras, ViolationKind::condition, rule.pattern,
                [&] { return "it lacks the condition " + what(); });
  };
  const auto* condition = write.condition;
  if (write.batched && !rule.is_unconditional()) {
    return miss(nearest, Stage::extras, ViolationKind::condition, rule.pattern,
                [&] { return std::string("a batch has no conditions"); });
  }
  const bool is_met = rule.precondition == plan::Precondition::none ||
                      (rule.precondition == plan::Precondition::absent && write.inserts) ||
                      (condition != nullptr && fits_precondition(table, rule, *condition));
  if (!is_met) {
    return miss(nearest, Stage::extras, ViolationKind::condition, rule.pattern, [&] {
      auto why = condition == nullptr ? std::string() : future_words(table, rule, *condition);
      return why.empty() ? "it lacks the condition " + condition_words(table, rule) : why;
    });
  }
  // What has expired counts as absent, and does if what is absent does.
  const bool or_expired =
      rule.kind != WriteKind::update &&
      std::all_of(rule.conditions.begin(), rule.conditions.end(),
                  [](const Predicate& each) { return model::holds_of_none(each.comparison); });
  for (const auto& predicate : rule.conditions) {
    const Lifetime lifetime{rule.ttl, table.clock};
    if (condition != nullptr && demands(*condition, predicate, or_expired ? &lifetime : nullptr)) {
      continue;
    }
    return lacks([&] { return predicate.text; });
  }
  for (const auto& stored : rule.stored) {
    if (stored.of_keys_alone && rule.kind == WriteKind::update &&
        !makes_keys_of(rule, stored, write)) {
      continue;
    }
    if (condition != nullptr && stored_value(*condition, stored.attribute).known) continue;
    if (condition != nullptr && rule.kind != WriteKind::update &&
        demands_stored(*condition, stored.attribute, {rule.ttl, table.clock})) {
      continue;
    }
    return lacks(
        [&] { return stored.attribute + " = the value that the index keys were made with"; });
  }
  if (rule.replaces_version()) {
    const auto version = write.item->find(rule.version);
    const bool is_next = version && condition != nullptr &&
                         demands_below(*condition, rule.version, *version, {rule.ttl, table.clock});
    if (!is_next) return lacks([&] { return rule.version + " = the one that was read"; });
  }
  if (!rule.removes_expired) return true;
  if (condition != nullptr && demands_expired(*condition, {rule.ttl, table.clock})) return true;
  return lacks([&] { return rule.ttl.attribute + " < now"; });
}

bool fits_write(const TableRules& table, const WriteRule& rule, const Write& write,
                const EntityRule* entity, Nearest* nearest) {
  if (rule.kind != write.kind) return false;
  if (rule.kind == WriteKind::put) {
    if (entity != &table.entities[rule.entity]) return false;
    if (!rule.initial_state.empty()) {
      const auto state = write.item->find(rule.state_attribute);
      if (state && state->is(AttributeType::string) && state->as_string() != rule.initial_state) {
        return miss(nearest, Stage::changes, ViolationKind::change, rule.pattern, [&] {
          return "its " + rule.state_attribute + " is " + words_of(*state) + ", and it begins as " +
                 rule.initial_state;
        });
      }
    }
    return fits_condition(table, rule, write, nearest) &&
           keeps_unique(table, rule, write, {}, nearest);
  }
  Captures captures;
  if (!fits_key(rule.key, *write.item, captures)) {
    if (nearest != nullptr && !rule.removes_expired) {
      consider_key(rule.key, *write.item, rule.pattern, ViolationKind::item_key, *nearest);
    }
    return false;
  }
  Captures key;  // without what the update says of index keys
  if (!rule.unique.empty()) key = captures;
  if (rule.kind == WriteKind::update && !fits_update(table, rule, write, captures, nearest)) {
    return false;
  }
  // What makes way for an upsert is no pattern to be near to.
  return fits_condition(table, rule, write, rule.removes_expired ? nullptr : nearest) &&
         keeps_unique(table, rule, write, key, nearest);
}

}  // namespace keywright::guard
