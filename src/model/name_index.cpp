#include "model/name_index.hpp"

#include "model/literal_check.hpp"
#include "model/spelling.hpp"

#include <algorithm>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

// More names than these are no help, and comparing them all would be slow.
constexpr std::size_t most_candidates = 300;

template <typename T>
std::vector<std::string_view> names_of(const std::vector<T>& all) {
  std::vector<std::string_view> names;
  for (const T& one : all) {
    if (names.size() == most_candidates) break;
    names.push_back(one.name);
  }
  return names;
}

}  // namespace

NameIndex::NameIndex(Findings& findings, const Model& model) : findings_(findings), model_(model) {
  for (std::size_t i = 0; i < model.tables.size(); ++i) tables_.emplace(model.tables[i].label, i);
  for (std::size_t i = 0; i < model.access_patterns.size(); ++i) {
    patterns_.emplace(model.access_patterns[i].name, i);
  }
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    const Entity& entity = model.entities[i];
    entities_.emplace(entity.name, i);
    Names& fields = fields_.emplace_back();
    for (std::size_t j = 0; j < entity.fields.size(); ++j) fields.emplace(entity.fields[j].name, j);
  }
}

void NameIndex::resolve(EntityRef& reference) {
  if (!model_.has_entities || reference.name.empty()) return;
  const auto found = entities_.find(reference.name);
  if (found != entities_.end()) {
    reference.index = found->second;
  } else if (!findings_.full()) {
    findings_.add(Rule::unknown_entity, reference.span,
                  "there is no entity " + quoted(reference.name),
                  suggest(reference.name, names_of(model_.entities)));
  }
}

void NameIndex::resolve(TableRef& reference) {
  if (!model_.has_tables || reference.name.empty()) return;
  const auto found = tables_.find(reference.name);
  if (found != tables_.end()) {
    reference.index = found->second;
    return;
  }
  std::vector<std::string_view> labels;
  for (const Table& table : model_.tables) labels.push_back(table.label);
  labels.resize(std::min(labels.size(), most_candidates));
  findings_.add(Rule::unknown_table, reference.span, "there is no table " + quoted(reference.name),
                suggest(reference.name, labels));
}

void NameIndex::resolve(PatternRef& reference) {
  const auto found = patterns_.find(reference.name);
  if (found != patterns_.end()) {
    reference.index = found->second;
  } else if (!findings_.full()) {
    findings_.add(Rule::unknown_pattern, reference.span,
                  "there is no access pattern " + quoted(reference.name),
                  suggest(reference.name, names_of(model_.access_patterns)));
  }
}

void NameIndex::resolve(FieldRef& reference, std::size_t entity) {
  if (reference.name.empty()) return;
  const auto found = fields_[entity].find(reference.name);
  if (found != fields_[entity].end()) {
    reference.index = found->second;
  } else if (!findings_.full()) {
    const Entity& owner = model_.entities[entity];
    findings_.add(Rule::unknown_field, reference.span,
                  "entity " + quoted(owner.name) + " has no field " + quoted(reference.name),
                  suggest(reference.name, names_of(owner.fields)));
  }
}

void NameIndex::resolve(std::vector<FieldRef>& references, std::size_t entity) {
  for (FieldRef& reference : references) resolve(reference, entity);
}

void NameIndex::resolve(FieldRef& reference, const std::vector<std::size_t>& entities) {
  if (entities.empty() || reference.name.empty()) return;
  for (const std::size_t entity : entities) {
    if (has_field(entity, reference.name)) return resolve(reference, entity);
  }
  if (entities.size() == 1) return resolve(reference, entities.front());
  if (findings_.full()) return;
  std::vector<std::string_view> names;
  for (const std::size_t entity : entities) {
    for (const std::string_view name : names_of(model_.entities[entity].fields)) {
      const bool known = std::find(names.begin(), names.end(), name) != names.end();
      if (!known && names.size() < most_candidates) names.push_back(name);
    }
  }
  findings_.add(Rule::unknown_field, reference.span,
                "none of the entities has a field " + quoted(reference.name),
                suggest(reference.name, names));
}

void NameIndex::resolve(std::vector<FieldRef>& references,
                        const std::vector<std::size_t>& entities) {
  for (FieldRef& reference : references) resolve(reference, entities);
}

void NameIndex::resolve(Condition& condition, std::size_t entity) {
  for (Predicate& predicate : condition.all_of) {
    resolve(predicate.field, entity);
    if (!predicate.field.resolved()) continue;
    const FieldType& type = model_.entities[entity].field(predicate.field).type;
    for (Literal& literal : predicate.values) check_literal(findings_, type, literal);
  }
}

bool NameIndex::has_field(std::size_t entity, const std::string& name) const {
  return fields_[entity].contains(name);
}

}  // namespace keywright::model
