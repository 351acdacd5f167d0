#include "guard/make_rules.hpp"

#include "api/table_name.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {
namespace {

/// The attributes of an index's key that are its own: neither fields of the entity nor of the
/// table's key.
std::vector<KeyShape> own_keys(const model::Model& model, std::size_t entity,
                               const plan::EntityKey& key, const plan::EntityKey& table) {
  std::vector<KeyShape> shapes;
  for (const auto* half : {&key.partition, &key.sort}) {
    for (const auto& attribute : *half) {
      if (table.has(attribute.name) || attribute.is_own_field(model.entities[entity])) continue;
      shapes.push_back(KeyShape::of(model, entity, attribute));
      shapes.back().accept_any_day();
    }
  }
  return shapes;
}

std::optional<EntryRule> entry_rule(const model::Model& model, std::size_t position,
                                    const plan::EntityKey& key, const plan::EntityKey& table) {
  const auto& entity = model.entities[position];
  EntryRule rule;
  rule.keys = own_keys(model, position, key, table);
  if (rule.keys.empty()) return std::nullopt;
  const auto& entry = entity.indexes[*key.entry];
  rule.index = entry.index.name;
  if (entry.when) {
    for (const auto& predicate : entry.when->all_of) {
      rule.when.push_back(predicate_of(entity, predicate));
    }
  }
  for (std::size_t field = 0; field < entity.fields.size(); ++field) {
    const auto& component = entity.fields[field];
    const bool may_lack = component.optional || component.default_value;
    if (key.mentions(field) && may_lack) rule.components.push_back(component.name);
  }
  return rule;
}

/// Every attribute of its items, a key that is a field itself as that.
std::vector<AttributeRule> attribute_rules(const model::Entity& entity, const EntityRule& rule) {
  using Role = AttributeRule::Role;
  std::vector<AttributeRule> attributes;
  for (const auto& field : entity.fields) {
    const bool is_ttl = entity.ttl && entity.ttl->field.name == field.name;
    attributes.push_back({Role::field, is_ttl ? ttl_rule(field) : field_rule(field)});
  }
  const auto add = [&](Role role, std::string_view name, bool required) {
    const auto is_known = [&](const auto& each) { return each.field.name == name; };
    if (std::any_of(attributes.begin(), attributes.end(), is_known)) return;
    AttributeRule made{role, {}};
    made.field.name = name;
    made.field.required = required;
    attributes.push_back(std::move(made));
  };
  add(Role::tag, plan::type_attribute, true);
  for (const auto& shape : rule.key) add(Role::table_key, shape.attribute(), true);
  for (const auto& entry : rule.entries) {
    for (const auto& shape : entry.keys) add(Role::index_key, shape.attribute(), false);
  }
  std::sort(attributes.begin(), attributes.end(),
            [](const auto& a, const auto& b) { return a.field.name < b.field.name; });
  return attributes;
}

EntityRule entity_rule(const model::Model& model, const plan::Plan& plan, std::size_t position) {
  const auto& entity = model.entities[position];
  EntityRule rule;
  rule.entity = position;
  rule.name = entity.name;
  const auto& table = *plan.keys[position].table;
  for (const auto* attributes : {&table.partition, &table.sort}) {
    for (const auto& attribute : *attributes) {
      rule.key.push_back(KeyShape::of(model, position, attribute));
    }
  }
  for (const auto& shape : rule.key) rule.always_there.push_back(shape.attribute());
  for (std::size_t field = 0; field < entity.fields.size(); ++field) {
    if (table.mentions(field)) rule.always_there.push_back(entity.fields[field].name);
  }
  rule.always_there.emplace_back(plan::type_attribute);
  for (const auto& key : plan.keys[position].indexes) {
    if (auto entry = entry_rule(model, position, key, table))
      rule.entries.push_back(std::move(*entry));
  }
  if (entity.version) rule.always_written.push_back(entity.version->name);
  if (entity.states) {
    rule.state_attribute = entity.states->field.name;
    for (const auto& required : entity.states->required) {
      StateRule made{required.state.name, {}};
      for (const auto& field : required.fields) made.fields.push_back(field.name);
      rule.states.push_back(std::move(made));
    }
  }
  rule.attributes = attribute_rules(entity, rule);
  const auto position_of = [&](std::string_view name) {
    const auto found = std::find_if(rule.attributes.begin(), rule.attributes.end(),
                                    [&](const auto& each) { return each.field.name == name; });
    return static_cast<std::size_t>(found - rule.attributes.begin());
  };
  rule.tag = position_of(plan::type_attribute);
  for (auto& shape : rule.key) shape.find_fields(position_of);
  for (auto& entry : rule.entries) {
    for (auto& shape : entry.keys) shape.find_fields(position_of);
  }
  return rule;
}

SentinelRule sentinel(const model::Model& model, std::size_t entity, std::size_t position,
                      const model::Table& table) {
  const auto& rule = model.entities[entity].unique[position];
  SentinelRule made;
  made.entity = entity;
  made.rule = position;
  made.name = model.entities[entity].name + "." + rule.name;
  made.key.push_back(KeyShape::of_sentinel(model, entity, rule, table.partition.name));
  if (table.sort) made.key.push_back(KeyShape::literal(table.sort->name, "UNIQUE"));
  made.ttl = ttl_of(model.entities[entity]);
  return made;
}

AttributeType type_of(const model::Model& model, const plan::Plan& plan, std::size_t table,
                      const model::KeyAttribute& attribute) {
  return stored_type(plan::key_attribute_type(model, plan, table, attribute));
}

class TableMaker {
 public:
  TableMaker(const model::Model& model, const plan::Plan& plan, std::size_t position)
      : model_(model), plan_(plan), position_(position), table_(model.tables[position]) {}

  TableRules make() {
    TableRules rules;
    rules.name = table_.name;
    rules.keys.push_back(table_.partition.name);
    if (table_.sort) rules.keys.push_back(table_.sort->name);
    rules.sources.push_back(source(table_.name, "", {table_.partition}, sort_of_table()));
    for (const auto& index : table_.indexes) {
      auto made = source(table_.name + "." + index.name, index.name,
                         index.local ? std::vector{table_.partition} : index.partition, index.sort);
      made.projects_all = index.projection.kind == model::ProjectionKind::all;
      for (const auto& name : index.projection.include) made.projected.push_back(*name);
      rules.sources.push_back(std::move(made));
    }
    for (std::size_t i = 0; i < model_.entities.size(); ++i) {
      const auto& entity = model_.entities[i];
      if (entity.table.index != position_ || !plan_.keys[i].table) continue;
      rules.entities.push_back(entity_rule(model_, plan_, i));
      for (std::size_t rule = 0; rule < entity.unique.size(); ++rule) {
        rules.sentinels.push_back(sentinel(model_, i, rule, table_));
      }
    }
    return rules;
  }

 private:
  [[nodiscard]] std::vector<model::KeyAttribute> sort_of_table() const {
    if (!table_.sort) return {};
    return {*table_.sort};
  }

  SourceRules source(std::string name, std::string index,
                     const std::vector<model::KeyAttribute>& partition,
                     const std::vector<model::KeyAttribute>& sort) const {
    SourceRules rules;
    rules.name = std::move(name);
    rules.index = std::move(index);
    for (const auto& key : partition) {
      rules.hash_names.emplace_back(key.name, type_of(model_, plan_, position_, key));
    }
    for (const auto& key : sort) {
      rules.range_names.emplace_back(key.name, type_of(model_, plan_, position_, key));
    }
    for (const auto& [key, type] : rules.hash_names) rules.hash.push_back({key, type});
    for (const auto& [key, type] : rules.range_names) rules.range.push_back({key, type});
    return rules;
  }

  const model::Model& model_;
  const plan::Plan& plan_;
  std::size_t position_;
  const model::Table& table_;
};

/// The steps that a transaction states itself are planned as patterns are: here they become some.
model::Model with_steps(const model::Model& model) {
  auto copy = model;
  for (const auto& pattern : model.access_patterns) {
    std::size_t number = 0;
    for (const auto& step : pattern.steps) {
      ++number;
      if (!step.own) continue;
      copy.access_patterns.push_back(*step.own);
      copy.access_patterns.back().name = pattern.name + "." + std::to_string(number);
    }
  }
  return copy;
}

class PatternMaker {
 public:
  PatternMaker(const RuleMaker& maker, std::size_t declared) : maker_(maker), declared_(declared) {}

  void make() {
    made_.resize(maker_.plan.patterns.size());
    for (std::size_t i = 0; i < declared_; ++i) declare(i);
    std::size_t next_own = declared_;
    for (std::size_t i = 0; i < declared_; ++i) {
      if (*maker_.model.access_patterns[i].operation == model::Operation::transact) {
        transaction(i, next_own);
      }
    }
  }

 private:
  void declare(std::size_t position) {
    const auto& planned = maker_.plan.patterns[position];
    const auto& pattern = maker_.model.access_patterns[position];
    const auto first = maker_.rules.patterns.size();
    if (*pattern.operation == model::Operation::transact) {
      add_pattern(pattern, pattern.name, "");
      return;
    }
    for (auto& design : plan::designs_of(maker_.model, planned)) {
      add_pattern(pattern, std::move(design.pattern), std::move(design.text));
    }
    if (planned.read() != nullptr) {
      made_[position] = {make_read_rule(maker_, planned, first, true)};
    } else {
      made_[position] = make_write_rules(maker_, planned, first, true);
    }
  }

  void add_pattern(const model::AccessPattern& pattern, std::string name, std::string served_by) {
    PatternRule rule;
    rule.name = std::move(name);
    rule.operation = model::to_text(*pattern.operation);
    rule.served_by = std::move(served_by);
    rule.is_read = model::is_read(*pattern.operation);
    rule.reads_pages = *pattern.operation == model::Operation::query ||
                       *pattern.operation == model::Operation::scan;
    for (const auto& returned : pattern.returns) {
      const auto* entity = maker_.model.entity(returned.entity);
      if (entity == nullptr) continue;
      rule.entities.push_back(returned.entity.index);
      if (const auto* table = maker_.model.table_of(*entity)) rule.table = table->name;
    }
    for (const auto& field : pattern.by) rule.fields.push_back(field.name);
    if (pattern.range) rule.fields.push_back(pattern.range->field.name);
    maker_.rules.patterns.push_back(std::move(rule));
  }

  void transaction(std::size_t position, std::size_t& next_own) {
    const auto& pattern = maker_.model.access_patterns[position];
    const auto counted = pattern_named(pattern.name);
    auto& rule = maker_.rules.patterns[counted];
    TransactionRule transaction;
    transaction.pattern = counted;
    for (const auto& step : pattern.steps) {
      const auto* run = maker_.model.pattern_of(step);
      if (run == nullptr && !step.own) continue;
      if (step.own) {
        const auto own = next_own++;
        const auto& planned = maker_.plan.patterns[own];
        run = &maker_.model.access_patterns[own];
        made_[own] = planned.read() != nullptr
                         ? std::vector{make_read_rule(maker_, planned, counted, false)}
                         : make_write_rules(maker_, planned, counted, false);
        add_step(transaction, *run, made_[own]);
      } else {
        add_step(transaction, *run,
                 made_[static_cast<std::size_t>(run - maker_.model.access_patterns.data())]);
      }
      rule.served_by += rule.served_by.empty() ? "" : "; ";
      rule.served_by +=
          step.own ? plan::describe(maker_.model, maker_.plan.patterns[next_own - 1]) : run->name;
      for (const auto& returned : run->returns) rule.entities.push_back(returned.entity.index);
      if (!run->returns.empty() && rule.table.empty()) {
        rule.table = maker_.model.table_of(maker_.model.entities[run->entity().index])->name;
      }
    }
    rule.is_read = transaction.is_read;
    rule.served_by = std::string(transaction.is_read ? "TransactGetItems" : "TransactWriteItems") +
                     " of: " + rule.served_by;
    if (!transaction.steps.empty()) maker_.rules.transactions.push_back(std::move(transaction));
  }

  static void add_step(TransactionRule& transaction, const model::AccessPattern& run,
                       const std::vector<MadeRules>& made) {
    if (made.empty()) return;
    TransactionRule::Step step;
    step.table = made.front().table;
    step.many = run.is_many();
    for (const auto& rules : made) {
      step.rules.insert(step.rules.end(), rules.positions.begin(), rules.positions.end());
    }
    transaction.is_read = model::is_read(*run.operation);
    transaction.steps.push_back(std::move(step));
  }

  [[nodiscard]] std::size_t pattern_named(const std::string& name) const {
    const auto& patterns = maker_.rules.patterns;
    return static_cast<std::size_t>(
        std::find_if(patterns.begin(), patterns.end(),
                     [&](const PatternRule& rule) { return rule.name == name; }) -
        patterns.begin());
  }

  const RuleMaker& maker_;
  std::size_t declared_;
  std::vector<std::vector<MadeRules>> made_;  // by pattern
};

/// First those that ask most of a request, and then those that allow least.
void order_writes(TableRules& table) {
  for (std::size_t i = 0; i < table.writes.size(); ++i) {
    if (table.writes[i].alone) table.write_order.push_back(i);
  }
  const auto demands = [&](std::size_t i) {
    const auto& rule = table.writes[i];
    const bool has_precondition = rule.precondition != plan::Precondition::none;
    return rule.conditions.size() + rule.stored.size() + (has_precondition ? 1 : 0) +
           (rule.removes_expired ? 1 : 0);
  };
  std::stable_sort(table.write_order.begin(), table.write_order.end(),
                   [&](std::size_t a, std::size_t b) {
                     if (demands(a) != demands(b)) return demands(a) > demands(b);
                     return table.writes[a].changes.size() < table.writes[b].changes.size();
                   });
}

}  // namespace

std::size_t RuleMaker::entity_rule(std::size_t entity) const {
  const auto& entities = rules.tables[table_of(entity)].entities;
  return static_cast<std::size_t>(
      std::find_if(entities.begin(), entities.end(),
                   [&](const EntityRule& rule) { return rule.entity == entity; }) -
      entities.begin());
}

Ttl ttl_of(const model::Entity& entity) {
  if (!entity.ttl) return {};
  return {entity.ttl->field.name, is_always_there(entity.field(entity.ttl->field))};
}

const SourceRules* TableRules::source(const std::optional<std::string>& index) const {
  if (!index) return &sources.front();
  const auto found = std::find_if(sources.begin() + 1, sources.end(),
                                  [&](const auto& each) { return each.index == *index; });
  return found == sources.end() ? nullptr : &*found;
}

const SourceRules* TableRules::index_with_key(std::string_view attribute) const {
  const auto is_key = [&](const auto& key) { return key.first == attribute; };
  const auto found = std::find_if(sources.begin() + 1, sources.end(), [&](const auto& each) {
    return std::any_of(each.hash_names.begin(), each.hash_names.end(), is_key) ||
           std::any_of(each.range_names.begin(), each.range_names.end(), is_key);
  });
  return found == sources.end() ? nullptr : &*found;
}

const FieldRule* EntityRule::field(std::string_view attribute) const {
  const auto found = std::lower_bound(
      attributes.begin(), attributes.end(), attribute,
      [](const auto& each, std::string_view wanted) { return each.field.name < wanted; });
  const bool is_field = found != attributes.end() && found->field.name == attribute &&
                        found->role == AttributeRule::Role::field;
  return is_field ? &found->field : nullptr;
}

const TableRules* Rules::table(std::string_view name) const {
  const auto plain = api::table_name_of(name);
  if (!plain) return nullptr;
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const TableRules& each) { return each.name == *plain; });
  return found == tables.end() ? nullptr : &*found;
}

Rules make_rules(const model::Model& declared, const Clock& clock) {
  const auto model = with_steps(declared);
  const auto plan = plan::make_plan(model);
  Rules rules;
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    rules.tables.push_back(TableMaker(model, plan, i).make());
    rules.tables.back().clock = clock;
  }
  const RuleMaker maker{model, plan, rules};
  PatternMaker(maker, declared.access_patterns.size()).make();
  for (auto& table : rules.tables) {
    order_writes(table);
    // The fewer fields a read asks for, the better it fits those that ask for few.
    const auto by_names = [](const ReadRule& a, const ReadRule& b) {
      if (a.lists_fields != b.lists_fields) return a.lists_fields;
      return a.names.size() < b.names.size();
    };
    for (auto& source : table.sources) {
      std::stable_sort(source.queries.begin(), source.queries.end(), by_names);
      std::stable_sort(source.scans.begin(), source.scans.end(), by_names);
    }
  }
  return rules;
}

}  // namespace keywright::guard
