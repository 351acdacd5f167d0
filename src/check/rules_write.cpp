// What the planner found in the way of a write (AP001, AP002, KEY010, IDX006), and writes that go
// round a state machine (WR001), ask of a batch what it cannot do (WR005), or meet one
// item twice (WR006).

#include "check/findings.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::AccessPattern;
using model::Operation;
using plan::WriteObstacle;
using plan::WriteReason;

// Where the model says that the field changes: of a transition, in its states.
model::Span place_of_change(const AccessPattern& pattern, const model::Entity* entity,
                            const WriteReason& reason) {
  const bool has_states = entity != nullptr && entity->states.has_value();
  if (*pattern.operation == Operation::transition && has_states) {
    const auto& machine = *entity->states;
    if (machine.field.name == reason.fields.front()) return machine.field.span;
    for (const auto& move : machine.moves) {
      for (const auto* changes : {&move.set, &move.remove}) {
        for (const auto& change : *changes) {
          if (change.name == reason.fields.front()) return change.span;
        }
      }
    }
  }
  return reason.span.written() ? reason.span : pattern.key;
}

// IDX006: the index key would have to be written before DynamoDB knows the sum.
void report_add(const AccessPattern& pattern, const model::Entity& entity,
                const WriteReason& reason, const std::string& subject, Findings& findings) {
  const auto& name = reason.fields.front();
  Finding finding{.rule = "IDX006", .span = reason.span, .subject = subject};
  for (const auto& added : pattern.add) {
    if (added.name == name) finding.span = added.span;
  }
  const auto* entry = entity.find_index(reason.index);
  std::string role = "on which the key";
  if (entry != nullptr && entry->when) {
    for (const auto& predicate : entry->when->all_of) {
      if (predicate.field.name != name) continue;
      role = "on which the place";
      finding.notes.push_back({"the condition of the entry stands here", predicate.span});
    }
  }
  if (finding.notes.empty() && entry != nullptr) {
    finding.notes.push_back({"the key is declared here", entry->span});
  }
  finding.message = fmt::format(
      "{} adds to {}, {} of {} in {} depends: the sum is not known when "
      "the index key is written",
      name_of(pattern), name, role, entity.name, reason.index);
  finding.help = fmt::format("use set instead of add for {}", name);
  findings.report(std::move(finding));
}

void report_reason(const model::Model& model, const AccessPattern& pattern,
                   const WriteReason& reason, const std::string& subject, Findings& findings) {
  const auto name = name_of(pattern);
  const auto* entity = pattern.returns.empty() ? nullptr : model.entity(pattern.entity());
  const auto entity_name = entity == nullptr ? std::string("the entity") : entity->name;
  const auto fields = listed(reason.fields);
  const auto* verb = reason.fields.size() == 1 ? "is" : "are";
  Finding finding{.span = reason.span.written() ? reason.span : pattern.key, .subject = subject};
  switch (reason.obstacle) {
    case WriteObstacle::no_key_design:
      finding.rule = "AP001";
      finding.message = fmt::format("no key serves {}: {} has no key", name, entity_name);
      finding.help = fmt::format("give {} a key, as in key: {{pk: .., sk: ..}}", entity_name);
      break;
    case WriteObstacle::key_unbound:
      finding.rule = "AP002";
      finding.message =
          fmt::format("{} writes one {}, but does not bind {}", name, entity_name, fields);
      finding.help = fmt::format("add {} to by", fields);
      break;
    case WriteObstacle::not_in_key:
      finding.rule = "AP002";
      finding.message = fmt::format(
          "{} binds {}, which {} not in the key of {}: a write cannot "
          "search",
          name, fields, verb, entity_name);
      finding.help = fmt::format("remove {} from by, or demand it in a condition", fields);
      break;
    case WriteObstacle::changes_key:
      finding.rule = "KEY010";
      finding.span = place_of_change(pattern, entity, reason);
      finding.message = fmt::format(
          "{} changes {}, of which the key of {} is made: an item cannot "
          "change its key",
          name, fields, entity_name);
      finding.help = fmt::format(
          "leave {} out of the key, or delete the item and create another in "
          "one op: transact",
          fields);
      break;
    case WriteObstacle::adds_to_key:
      report_add(pattern, *entity, reason, subject, findings);
      return;
    case WriteObstacle::no_states:
      finding.rule = "WR002";
      finding.message = fmt::format("{} is a transition, but {} has no states", name, entity_name);
      finding.help =
          fmt::format("give {} states: {{field: .., initial: .., moves: ..}}", entity_name);
      break;
    case WriteObstacle::adds_to_unique:
      finding.rule = "IDX006";
      finding.message = fmt::format(
          "{} adds to {}, which is unique: the sum is not known when its sentinel is written", name,
          fields);
      finding.help = fmt::format("use set instead of add for {}", fields);
      break;
    case WriteObstacle::keeps_unique_open:
      finding.rule = "IDX006";
      finding.message = fmt::format(
          "{} may leave {} as it is stored, and {} is unique: which value its sentinel has is not "
          "known when it is written",
          name, fields, fields);
      finding.help = fmt::format("list {} in set, or use op: create and op: patch", fields);
      break;
    case WriteObstacle::unresolved_state:
      return;  // reported where the state is named
  }
  if (entity != nullptr && entity->key.key.written()) {
    finding.notes.push_back(
        {fmt::format("the key of {} is declared here", entity_name), entity->key.span});
  }
  findings.report(std::move(finding));
}

// The patterns, and those written inside of transactions.
void collect(const AccessPattern& pattern, std::vector<const AccessPattern*>& patterns) {
  patterns.push_back(&pattern);
  for (const auto& step : pattern.steps) {
    if (step.own) collect(*step.own, patterns);
  }
}

bool demands(const AccessPattern& pattern, std::size_t field) {
  if (!pattern.condition) return false;
  const auto& predicates = pattern.condition->all_of;
  return std::any_of(predicates.begin(), predicates.end(),
                     [field](const auto& predicate) { return predicate.field.index == field; });
}

// WR001: a patch that sets the state is a transition without from-states; what replaces the item
// sets it as well.
void check_state_change(const model::Model& model, const AccessPattern& pattern,
                        Findings& findings) {
  const auto operation = *pattern.operation;
  const bool replaces = operation == Operation::put || operation == Operation::batch_put;
  const bool is_checked = operation == Operation::put;  // by the version, if there is one
  if (!replaces && operation != Operation::patch && operation != Operation::upsert) return;
  const auto* entity = pattern.returns.empty() ? nullptr : model.entity(pattern.entity());
  if (entity == nullptr || !entity->states || !entity->states->field.resolved()) return;
  if (is_checked && entity->version) return;
  const auto& state = entity->states->field;
  if (demands(pattern, state.index)) return;
  const auto report = [&](const model::Span& span) {
    findings.report(
        {.rule = "WR001",
         .span = span,
         .subject = pattern.name,
         .message = fmt::format("{} changes {}, the state of {}, whatever it was before: two "
                                "callers can both do it",
                                name_of(pattern), state.name, entity->name),
         .help = replaces ? fmt::format("use op: create for new items of {} and op: transition for "
                                        "its moves",
                                        entity->name)
                          : fmt::format("make it op: transition, or add to it condition: \"{} in "
                                        "[..]\"",
                                        state.name),
         .notes = {{"the states are declared here", entity->states->key}}});
  };
  // An upsert that lists no fields writes all of them.
  if (replaces) report(pattern.operation.span);
  if (operation == Operation::upsert && pattern.set.empty() && pattern.add.empty()) {
    report(pattern.operation.span);
  }
  for (const auto* changes : {&pattern.set, &pattern.add, &pattern.remove}) {
    for (const auto& change : *changes) {
      if (change.index == state.index) report(change.span);
    }
  }
}

// WR005: BatchWriteItem puts and deletes, each for itself and whatever was there.
void check_batch(const model::Model& model, const AccessPattern& pattern, Findings& findings) {
  const auto operation = *pattern.operation;
  if (operation != Operation::batch_put && operation != Operation::batch_delete) return;
  const auto report = [&](const model::Span& span, const std::string& what,
                          const model::Span& declared) {
    findings.report(
        {.rule = "WR005",
         .span = span,
         .subject = pattern.name,
         .message = fmt::format("{} writes a batch, which cannot keep {}", name_of(pattern), what),
         .help = "write the items one by one, or in an op: transact",
         .notes = {{"it is declared here", declared}}});
  };
  if (pattern.condition) {
    report(pattern.condition->key, "a condition", pattern.condition->span);
  }
  const auto* entity = pattern.returns.empty() ? nullptr : model.entity(pattern.entity());
  if (entity == nullptr) return;
  for (const auto& rule : entity->unique) {
    report(pattern.operation.span, fmt::format("{} of {} unique", rule.name, entity->name),
           rule.key);
  }
  if (entity->version) {
    report(pattern.operation.span,
           fmt::format("the version {} of {}", entity->version->name, entity->name),
           entity->version->span);
  }
}

// WR006: of a move, which shares its inputs with what it puts beside; of a transaction, in which
// one pattern has one set of inputs.
void check_twice(const model::Model& model, Findings& findings) {
  const auto report = [&](const model::Span& span, std::string subject, std::string message) {
    findings.report({.rule = "WR006",
                     .span = span,
                     .subject = std::move(subject),
                     .message = std::move(message),
                     .help = "remove one of them: a transaction has one operation per item"});
  };
  for (const auto& entity : model.entities) {
    if (!entity.states) continue;
    for (const auto& move : entity.states->moves) {
      std::vector<std::string> names{entity.name};
      for (const auto& put : move.also_put) {
        if (std::find(names.begin(), names.end(), put.name) != names.end()) {
          report(
              put.span, fmt::format("{}.{}", entity.name, move.name),
              fmt::format("move {} of {} writes one {} twice", move.name, entity.name, put.name));
        }
        names.push_back(put.name);
      }
    }
  }
  for (const auto& pattern : model.access_patterns) {
    std::vector<std::string> names;
    for (const auto& step : pattern.steps) {
      if (!step.named) continue;
      if (std::find(names.begin(), names.end(), step.named->name) != names.end()) {
        report(step.span, pattern.name,
               fmt::format("{} runs {} twice", pattern.name, step.named->name));
      }
      names.push_back(step.named->name);
    }
  }
}

}  // namespace

void check_writes(const Subject& subject, Findings& findings) {
  for (const auto& plan : subject.plan.patterns) {
    const auto& pattern = subject.model.access_patterns[plan.pattern];
    for (const auto& reason : plan.write_reasons) {
      report_reason(subject.model, pattern, reason, pattern.name, findings);
    }
    // Steps that are patterns of their own are reported as those.
    for (const auto& step : plan.steps) {
      if (!pattern.steps[*step.step].own) continue;
      for (const auto& reason : step.write_reasons) {
        report_reason(subject.model, plan::declared(subject.model, step), reason, pattern.name,
                      findings);
      }
    }
  }
  check_twice(subject.model, findings);
  std::vector<const AccessPattern*> patterns;
  for (const auto& pattern : subject.model.access_patterns) collect(pattern, patterns);
  for (const auto* pattern : patterns) {
    check_state_change(subject.model, *pattern, findings);
    check_batch(subject.model, *pattern, findings);
  }
}

}  // namespace keywright::check
