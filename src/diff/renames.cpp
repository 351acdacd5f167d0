#include "diff/renames.hpp"

#include "diff/words.hpp"

#include <map>

namespace keywright::diff {
namespace {

using Names = std::map<std::string, std::string>;  // new by old

void rename(std::string& name, const Names& names) {
  if (const auto found = names.find(name); found != names.end()) name = found->second;
}

void rename(std::vector<model::FieldRef>& references, const Names& names) {
  for (auto& reference : references) rename(reference.name, names);
}

void rename(model::StateMachine& machine, const Names& names) {
  rename(machine.field.name, names);
  for (auto& row : machine.required) rename(row.fields, names);
  for (auto& move : machine.moves) {
    rename(move.set, names);
    rename(move.remove, names);
  }
}

}  // namespace

std::vector<const model::Field*> only_in(const model::Entity& entity, const model::Entity& other,
                                         const std::string& shape) {
  std::vector<const model::Field*> found;
  for (const auto& field : entity.fields) {
    if (other.find_field(field.name) != nullptr || shape_text(field.type) != shape) continue;
    found.push_back(&field);
  }
  return found;
}

const model::Field* old_name_of(const model::Entity& before, const model::Entity& after,
                                const model::Field& field) {
  if (before.find_field(field.name) != nullptr) return nullptr;
  const auto shape = shape_text(field.type);
  const auto gone = only_in(before, after, shape);
  if (gone.size() != 1 || only_in(after, before, shape).size() != 1) return nullptr;
  return may_lack(*gone.front()) == may_lack(field) ? gone.front() : nullptr;
}

model::Entity under_new_names(const model::Entity& before, const model::Entity& after) {
  Names names;
  for (const auto& field : after.fields) {
    if (const auto* old = old_name_of(before, after, field)) names.emplace(old->name, field.name);
  }
  auto renamed = before;
  if (names.empty()) return renamed;
  for (auto& field : renamed.fields) rename(field.name, names);
  for (auto& rule : renamed.unique) rename(rule.fields, names);
  if (renamed.states) rename(*renamed.states, names);
  for (auto& entry : renamed.indexes) {
    if (!entry.when) continue;
    for (auto& predicate : entry.when->all_of) rename(predicate.field.name, names);
  }
  return renamed;
}

}  // namespace keywright::diff
