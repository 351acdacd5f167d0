#include "diff/renames.hpp"

#include "diff/words.hpp"

#include <set>
#include <string_view>

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

Renames::Renames(const model::Entity& before, const model::Entity& after) {
  const auto names_of = [](const model::Entity& entity) {
    std::set<std::string_view> names;
    for (const auto& field : entity.fields) names.insert(field.name);
    return names;
  };
  const auto old_names = names_of(before);
  const auto new_names = names_of(after);
  for (const auto& field : before.fields) {
    if (new_names.count(field.name) == 0) by_shape_[shape_text(field.type)].gone.push_back(&field);
  }
  for (const auto& field : after.fields) {
    if (old_names.count(field.name) == 0) by_shape_[shape_text(field.type)].added.push_back(&field);
  }
}

const model::Field* Renames::old_name_of(const model::Field& field) const {
  const auto found = by_shape_.find(shape_text(field.type));
  if (found == by_shape_.end()) return nullptr;
  const auto& [gone, added] = found->second;
  const bool is_one_of_each = gone.size() == 1 && added.size() == 1 && added.front() == &field;
  if (!is_one_of_each || may_lack(*gone.front()) != may_lack(field)) return nullptr;
  return gone.front();
}

const model::Field* Renames::only_gone_like(const model::Field& field) const {
  const auto found = by_shape_.find(shape_text(field.type));
  if (found == by_shape_.end() || found->second.gone.size() != 1) return nullptr;
  return found->second.gone.front();
}

model::Entity under_new_names(const model::Entity& before, const model::Entity& after) {
  const Renames renames(before, after);
  Names names;
  for (const auto& field : after.fields) {
    if (const auto* old = renames.old_name_of(field)) names.emplace(old->name, field.name);
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
