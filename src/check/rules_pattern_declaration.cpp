// AP008, AP010, AP011 and AP014: what the list of access patterns itself leaves open or
// contradicts. (Two patterns of one name are refused by the reader.)

#include "check/findings.hpp"
#include "check/pattern_types.hpp"
#include "check/text.hpp"
#include "model/word_case.hpp"

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

// AP008. A list by a scan is administration and goes page by page; a collection never does.
void check_bound(const Subject& subject, const plan::PatternPlan& plan, Findings& findings) {
  const auto& pattern = subject.model.access_patterns[plan.pattern];
  if (pattern.is_collection && pattern.page) {
    findings.report(
        {.rule = "AP008",
         .span = pattern.page->span,
         .subject = pattern.name,
         .message = fmt::format("{} gives a page, but a collection is read whole", pattern.name),
         .help = pattern.max_items ? "remove page: max_items bounds it"
                                   : fmt::format("use max_items: {}", **pattern.page)});
    return;
  }
  const bool is_list_by_scan = *pattern.operation == Operation::scan && !pattern.is_collection;
  if (is_list_by_scan || !model::is_read(*pattern.operation)) return;
  if (pattern.page || pattern.max_items) return;
  const auto* read = plan.read();
  if (read == nullptr) {
    // Of a list that has no keys yet.
    const bool has_keys = plan.nearest() != nullptr;
    if (has_keys || *pattern.operation != Operation::query) return;
    findings.report(
        {.rule = "AP008",
         .span = pattern.key,
         .subject = pattern.name,
         .message = fmt::format("{} has no bound: it returns as much as there is", pattern.name),
         .help = pattern.is_collection ? "add max_items: 200, or the number that a caller can use"
                                       : "add page: 50, or the number that a caller can use"});
    return;
  }
  for (const auto& range : read->ranges) {
    const auto& entity = subject.model.entities[range.entity];
    const bool is_bounded = range.single || (entity.per_parent && entity.per_parent->max);
    if (is_bounded) continue;
    findings.report(
        {.rule = "AP008",
         .span = pattern.key,
         .subject = pattern.name,
         .message = fmt::format("{} returns every {} that there is, however many", pattern.name,
                                entity.name),
         .help = pattern.is_collection ? "add max_items: 200, or the number that a caller can use"
                                       : "add page: 50, or the number that a caller can use",
         .notes = {{fmt::format("or bound them: give {} per_parent: {{.., max: ..}}", entity.name),
                    entity.key_span}}});
    return;
  }
}

// Which entities are read and which come into being.
class Uses {
 public:
  explicit Uses(const model::Model& model)
      : read_(model.entities.size()), written_(model.entities.size()) {
    for (const auto& pattern : model.access_patterns) add(pattern);
    for (const auto& entity : model.entities) {
      if (!entity.states) continue;
      for (const auto& move : entity.states->moves) {
        for (const auto& put : move.also_put) mark(written_, put.index);
      }
    }
  }

  [[nodiscard]] bool is_read(std::size_t entity) const { return read_[entity]; }
  [[nodiscard]] bool is_written(std::size_t entity) const { return written_[entity]; }

 private:
  static void mark(std::vector<bool>& marks, std::size_t entity) {
    if (entity < marks.size()) marks[entity] = true;
  }

  void add(const AccessPattern& pattern) {
    const auto operation = *pattern.operation;
    const bool makes = operation == Operation::create || operation == Operation::put ||
                       operation == Operation::upsert || operation == Operation::batch_put;
    for (const auto& returned : pattern.returns) {
      if (model::is_read(operation)) mark(read_, returned.entity.index);
      if (makes) mark(written_, returned.entity.index);
    }
    for (const auto& step : pattern.steps) {
      if (step.own) add(*step.own);
    }
  }

  std::vector<bool> read_;
  std::vector<bool> written_;
};

// The get of an item by its key, as a model would have it.
std::string get_of(const Subject& subject, std::size_t position) {
  const auto& entity = subject.model.entities[position];
  const auto& key = subject.plan.keys[position].table;
  std::vector<std::string> by;
  for (std::size_t i = 0; key && i < entity.fields.size(); ++i) {
    if (key->mentions(i)) by.push_back(entity.fields[i].name);
  }
  return fmt::format("get_{}: {{op: get, entity: {}, by: [{}]}}", model::snake_case(entity.name),
                     entity.name, join(by, ", "));
}

// AP010.
void check_uses(const Subject& subject, Findings& findings) {
  const auto& model = subject.model;
  const Uses uses(model);
  for (std::size_t i = 0; i < model.entities.size(); ++i) {
    const auto& entity = model.entities[i];
    if (uses.is_read(i) && uses.is_written(i)) continue;
    Finding finding{.rule = "AP010", .span = entity.key_span, .subject = entity.name};
    if (uses.is_written(i)) {
      finding.message = fmt::format("{} is never read", entity.name);
      finding.help =
          fmt::format("add a pattern such as {}, or do not store it", get_of(subject, i));
    } else if (uses.is_read(i)) {
      finding.message = fmt::format("{} is read, but no pattern makes one", entity.name);
      finding.help = fmt::format("add a pattern such as put_{}: {{op: put, entity: {}}}",
                                 model::snake_case(entity.name), entity.name);
    } else {
      finding.message = fmt::format("{} is neither read nor written", entity.name);
      finding.help = "remove it, or add the patterns that use it";
    }
    findings.report(std::move(finding));
  }
}

// What a list holds is small beside how much it holds: elements may leave their size open.
bool has_unknown_size(const model::FieldType& type) {
  switch (type.kind) {
    case TypeKind::string:
    case TypeKind::binary:
    case TypeKind::json:
      return !type.avg && !type.max && !type.length;
    case TypeKind::list:
    case TypeKind::map:
    case TypeKind::set:
      return !type.avg && !type.max;
    case TypeKind::object:
      return std::any_of(type.fields.begin(), type.fields.end(),
                         [](const auto& field) { return has_unknown_size(field.type); });
    default:
      return false;
  }
}

// AP011: numbers without which cost and hot keys cannot be judged.
void check_numbers(const Subject& subject, Findings& findings) {
  const auto& model = subject.model;
  for (const auto& pattern : model.access_patterns) {
    if (pattern.rate.peak) continue;
    findings.report({.rule = "AP011",
                     .span = pattern.key,
                     .subject = pattern.name,
                     .message = fmt::format("{} has no peak rate, so hot keys and cost cannot be "
                                            "judged",
                                            pattern.name),
                     .help = "add rate: {peak: ..}, in calls per second"});
  }
  for (const auto& pattern : model.access_patterns) {
    if (!model::is_batch(*pattern.operation) || pattern.items.avg || pattern.items.max) continue;
    findings.report({.rule = "AP011",
                     .span = pattern.key,
                     .subject = pattern.name,
                     .message = fmt::format("{} does not say how many items a batch has, so its "
                                            "cost cannot be judged",
                                            pattern.name),
                     .help = "add items: {avg: .., max: ..}"});
  }
  for (const auto& entity : model.entities) {
    for (const auto& field : entity.fields) {
      if (!has_unknown_size(field.type)) continue;
      findings.report(
          {.rule = "AP011",
           .span = field.key,
           .subject = entity.name + "." + field.name,
           .message = fmt::format("{} of {} has neither avg nor max, so the size of a {} "
                                  "cannot be judged",
                                  field.name, entity.name, entity.name),
           .help = fmt::format("add avg or max to {}", field.name)});
    }
  }
}

// AP011 of entities that are listed: how many there are decides what a list reads.
void check_counts(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    const auto& entity = subject.model.entities[i];
    if (entity.count || entity.per_parent) continue;
    const auto lists_it = [&](const plan::PatternPlan& plan) {
      const auto* read = plan.read();
      if (read == nullptr) return false;
      return std::any_of(read->ranges.begin(), read->ranges.end(),
                         [i](const auto& range) { return range.entity == i && !range.single; });
    };
    const auto found =
        std::find_if(subject.plan.patterns.begin(), subject.plan.patterns.end(), lists_it);
    if (found == subject.plan.patterns.end()) continue;
    const auto& pattern = subject.model.access_patterns[found->pattern];
    findings.report(
        {.rule = "AP011",
         .span = entity.key_span,
         .subject = entity.name,
         .message = fmt::format("nobody says how many {} there are, so the cost of {} "
                                "cannot be judged",
                                entity.name, pattern.name),
         .help = fmt::format("give {} a count, or per_parent: {{of: .., avg: ..}}", entity.name),
         .notes = {{fmt::format("{} lists them", pattern.name), pattern.key}}});
  }
}

// AP014.
void check_types(const model::Model& model, Findings& findings) {
  for (const auto& pattern : model.access_patterns) {
    for (const auto& conflict : type_conflicts(model, pattern)) {
      const auto first = model::to_text(conflict.first_field->type.kind);
      const auto second = model::to_text(conflict.second_field->type.kind);
      findings.report(
          {.rule = "AP014",
           .span = conflict.input.span,
           .subject = pattern.name,
           .message = fmt::format("{} of {} has two types: {} in {}, {}{} in {}",
                                  conflict.input.name, pattern.name, first, conflict.first->name,
                                  first == second ? "another " : "", second, conflict.second->name),
           .help = fmt::format("declare {} alike in both", conflict.input.name),
           .notes = {{fmt::format("{} declares it here", conflict.first->name),
                      conflict.first_field->type.span},
                     {fmt::format("{} declares it here", conflict.second->name),
                      conflict.second_field->type.span}}});
    }
  }
}

}  // namespace

void check_pattern_declarations(const Subject& subject, Findings& findings) {
  for (const auto& plan : subject.plan.patterns) check_bound(subject, plan, findings);
  check_types(subject.model, findings);
  check_numbers(subject, findings);
  if (!subject.model.has_entities) return;
  check_uses(subject, findings);
  check_counts(subject, findings);
}

}  // namespace keywright::check
