// WR007 to WR009: writes that cost twice, are made twice, or leave copies behind.

#include "check/findings.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::AccessPattern;
using model::Operation;
using model::TypeKind;

// WR007.
void check_single_step(const model::Model& model, const AccessPattern& pattern,
                       Findings& findings) {
  if (*pattern.operation != Operation::transact || pattern.steps.size() != 1) return;
  const auto* step = model.pattern_of(pattern.steps.front());
  if (step != nullptr && step->is_many()) return;
  findings.report(
      {.rule = "WR007",
       .span = pattern.steps_span,
       .subject = pattern.name,
       .message = fmt::format("{} is a transaction of one step: it costs twice what the step costs "
                              "alone, and does the same",
                              name_of(pattern)),
       .help = "run the step by itself: one request to one item is atomic anyway"});
}

// An id that is this entity's own: others have no such field.
bool is_own_id(const model::Model& model, std::size_t entity, const model::Field& field) {
  if (field.type.kind != TypeKind::ulid && field.type.kind != TypeKind::uuid) return false;
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    if (i != entity && model.entities[i].find_field(field.name) != nullptr) return false;
  }
  return true;
}

// WR008: what a retry after an answer that was lost would write anew.
void check_batch_ids(const Subject& subject, const AccessPattern& pattern, Findings& findings) {
  if (*pattern.operation != Operation::batch_put || !pattern.entity().resolved()) return;
  const auto position = pattern.entity().index;
  const auto& entity = subject.model.entities[position];
  const auto& key = subject.plan.keys[position].table;
  if (!key) return;
  std::vector<std::size_t> components;
  for (const auto* attributes : {&key->partition, &key->sort}) {
    for (const auto& attribute : *attributes) {
      for (const auto component : attribute.components()) components.push_back(component);
    }
  }
  if (components.empty()) return;
  const auto& field = entity.fields[components.back()];
  if (!is_own_id(subject.model, position, field)) return;
  findings.report(
      {.rule = "WR008",
       .span = pattern.operation.span,
       .subject = pattern.name,
       .message = fmt::format("{} writes batches of {} under a random {}: a batch that is sent "
                              "again is stored twice",
                              pattern.name, entity.name, field.name),
       .help = fmt::format("derive it from the item, as in {}: {{type: string, charset: "
                           "\"[0-9a-f]\", length: 16}}",
                           field.name),
       .notes = {{"the field is declared here", field.key}}});
}

bool is_in_key(const Subject& subject, std::size_t entity, const std::string& field) {
  const auto& key = subject.plan.keys[entity].table;
  const auto& fields = subject.model.entities[entity].fields;
  for (std::size_t i = 0; key && i < fields.size(); ++i) {
    if (fields[i].name == field) return key->mentions(i);
  }
  return false;
}

// A pattern on the entity that sets the field, if there is one.
const AccessPattern* change_of(const Subject& subject, std::size_t entity,
                               const std::string& field) {
  for (const auto& pattern : subject.model.access_patterns) {
    if (*pattern.operation != Operation::patch || pattern.entity().index != entity) continue;
    const bool sets = std::any_of(pattern.set.begin(), pattern.set.end(),
                                  [&](const auto& set) { return set.name == field; });
    if (sets) return &pattern;
  }
  return nullptr;
}

bool is_replaced(const Subject& subject, std::size_t entity) {
  return std::any_of(
      subject.model.access_patterns.begin(), subject.model.access_patterns.end(),
      [&](const auto& pattern) {
        const auto operation = *pattern.operation;
        const bool replaces = operation == Operation::put || operation == Operation::batch_put ||
                              operation == Operation::upsert;
        return replaces && !pattern.returns.empty() && pattern.entity().index == entity;
      });
}

// WR009: a field of the parent that its children have too.
void check_copies(const Subject& subject, std::size_t position, Findings& findings) {
  const auto& child = subject.model.entities[position];
  const auto* parent = child.per_parent ? subject.model.entity(child.per_parent->parent) : nullptr;
  if (parent == nullptr || is_replaced(subject, position)) return;
  const auto parent_position = child.per_parent->parent.index;
  for (const auto& field : child.fields) {
    const auto* original = parent->find_field(field.name);
    const bool is_copy = original != nullptr && original->type.kind == field.type.kind &&
                         field.type.kind == TypeKind::string &&
                         !is_in_key(subject, position, field.name) &&
                         !is_in_key(subject, parent_position, field.name);
    if (!is_copy) continue;
    const auto* by = change_of(subject, parent_position, field.name);
    if (by == nullptr || change_of(subject, position, field.name) != nullptr) continue;
    const auto& children = *child.per_parent;
    const auto count = children.avg   ? fmt::format(": {} of them", number_text(**children.avg))
                       : children.max ? fmt::format(": up to {} of them", **children.max)
                                      : std::string();
    findings.report(
        {.rule = "WR009",
         .span = field.key,
         .subject = fmt::format("{}.{}", child.name, field.name),
         .message = fmt::format("{} changes {} of {}, and no pattern changes the copies in {}{}",
                                by->name, field.name, parent->name, child.name, count),
         .help = fmt::format("add a pattern that sets {0} of {1}, or read it from {2}", field.name,
                             child.name, parent->name),
         .notes = {{fmt::format("{} is changed here", field.name), by->key}}});
  }
}

}  // namespace

void check_write_waste(const Subject& subject, Findings& findings) {
  for (const auto& pattern : subject.model.access_patterns) {
    check_single_step(subject.model, pattern, findings);
    check_batch_ids(subject, pattern, findings);
  }
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i)
    check_copies(subject, i, findings);
}

}  // namespace keywright::check
