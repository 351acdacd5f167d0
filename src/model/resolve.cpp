#include "model/resolve.hpp"

#include "model/name_index.hpp"
#include "model/resolve_sections.hpp"
#include "model/spelling.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

// What an index can include: fields of the entities in the table, the attribute that tells entities
// apart, and key attributes, which IDX002 reports.
std::unordered_set<std::string> attributes_of(const Model& model, std::size_t table_index) {
  std::unordered_set<std::string> names;
  for (const Entity& entity : model.entities) {
    if (entity.table.index != table_index) continue;
    for (const Field& field : entity.fields) names.insert(field.name);
  }
  const Table& table = model.tables[table_index];
  names.insert(table.partition.name);
  names.insert("_type");  // the tag of the entity
  if (table.sort) names.insert(table.sort->name);
  for (const TableIndex& index : table.indexes) {
    for (const KeyAttribute& attribute : index.partition) names.insert(attribute.name);
    for (const KeyAttribute& attribute : index.sort) names.insert(attribute.name);
  }
  return names;
}

void check_projection(Findings& findings, const TableIndex& index,
                      const std::unordered_set<std::string>& known) {
  std::vector<std::string_view> candidates;
  for (const Located<std::string>& name : index.projection.include) {
    if (known.contains(*name) || findings.full()) continue;
    // Sorted, so that the same file gives the same help.
    if (candidates.empty()) {
      candidates.assign(known.begin(), known.end());
      std::sort(candidates.begin(), candidates.end());
      candidates.resize(std::min<std::size_t>(candidates.size(), 300));
    }
    findings.add(Rule::unknown_field, name.span,
                 "no entity of the table has a field " + quoted(*name), suggest(*name, candidates));
  }
}

void check_table_names(Findings& findings, const Model& model) {
  std::unordered_map<std::string, const Table*> seen;
  for (const Table& table : model.tables) {
    const auto [first, fresh] = seen.emplace(table.name, &table);
    if (fresh || table.name.empty()) continue;
    auto& finding = findings.add(Rule::bad_value, table.name_span,
                                 "two tables have the name " + quoted(table.name));
    finding.notes.push_back({"the first one is here", first->second->name_span});
  }
}

void check_tenant(Findings& findings, const NameIndex& names, const Model& model) {
  if (!model.tenant || !model.has_entities) return;
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    if (names.has_field(i, model.tenant->value)) return;
  }
  findings.add(Rule::unknown_field, model.tenant->span,
               "no entity has a field " + quoted(model.tenant->value),
               "`tenant` names the field that tells tenants apart");
}

}  // namespace

void resolve_tables(Findings& findings, NameIndex& names, Model& model) {
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    const auto known = attributes_of(model, i);
    for (TableIndex& index : model.tables[i].indexes) {
      findings.set_subject(index.name);
      if (index.sparse) {
        for (EntityRef& entity : *index.sparse) names.resolve(entity);
      }
      if (model.has_entities) check_projection(findings, index, known);
    }
    findings.set_subject(model.tables[i].name);
    for (StreamConsumer& consumer : model.tables[i].consumers) {
      for (EntityRef& entity : consumer.entities) names.resolve(entity);
    }
  }
  findings.set_subject({});
  check_table_names(findings, model);
}

void resolve_names(Findings& findings, Model& model) {
  NameIndex names(findings, model);
  resolve_entities(findings, names, model);
  resolve_access_patterns(findings, names, model);
  resolve_tables(findings, names, model);
  check_tenant(findings, names, model);
}

}  // namespace keywright::model
