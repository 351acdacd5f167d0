#include "model/name_index.hpp"
#include "model/resolve_sections.hpp"
#include "model/spelling.hpp"

#include <algorithm>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

class PatternResolver {
 public:
  PatternResolver(Findings& findings, NameIndex& names, const Model& model)
      : findings_(findings), names_(names), model_(model) {}

  void run(AccessPattern& pattern) {
    bool all_known = true;
    std::vector<std::size_t> entities;
    for (Returned& returned : pattern.returns) {
      names_.resolve(returned.entity);
      all_known = all_known && returned.entity.resolved();
      if (returned.entity.resolved()) entities.push_back(returned.entity.index);
    }
    // The fields of an unknown entity are unknown too: one finding is enough.
    if (all_known && !entities.empty()) resolve_fields(pattern, entities);
    resolve_steps(pattern);
  }

 private:
  void resolve_fields(AccessPattern& pattern, const std::vector<std::size_t>& entities) {
    names_.resolve(pattern.by, entities);
    if (pattern.range) names_.resolve(pattern.range->field, entities);
    if (pattern.order) names_.resolve(pattern.order->field, entities);
    names_.resolve(pattern.fields, entities);
    names_.resolve(pattern.set, entities);
    names_.resolve(pattern.add, entities);
    check_added(pattern, model_.entities[entities.front()]);
    names_.resolve(pattern.remove, entities);
    check_version(pattern, model_.entities[entities.front()]);
    if (pattern.move) check_move(*pattern.move, model_.entities[entities.front()]);
    if (pattern.condition) names_.resolve(*pattern.condition, entities.front());
    if (pattern.use_index) resolve_index(*pattern.use_index, model_.entities[entities.front()]);
  }

  // DynamoDB: ADD is for numbers and sets.
  void check_added(const AccessPattern& pattern, const Entity& entity) {
    for (const FieldRef& added : pattern.add) {
      if (!added.resolved()) continue;
      const TypeKind kind = entity.field(added).type.kind;
      const bool can_be_added = kind == TypeKind::integer || kind == TypeKind::number ||
                                kind == TypeKind::floating || kind == TypeKind::set;
      if (can_be_added) continue;
      findings_.add(Rule::bad_value, added.span,
                    added.name + " is of type " + std::string(to_text(kind)) +
                        ", and add works on numbers and sets",
                    "use set for " + added.name);
    }
  }

  void check_move(const Located<std::string>& move, const Entity& entity) {
    std::vector<std::string_view> known;
    if (entity.states) {
      for (const Move& each : entity.states->moves) known.push_back(each.name);
    }
    if (std::find(known.begin(), known.end(), move.value) != known.end()) return;
    findings_.add(Rule::unknown_word, move.span,
                  "entity " + quoted(entity.name) + " has no move " + quoted(move.value),
                  suggest(move.value, known));
  }

  void check_version(const AccessPattern& pattern, const Entity& entity) {
    if (!entity.version || !entity.version->resolved()) return;
    if (entity.field(*entity.version).type.kind != TypeKind::integer) return;
    for (const auto* changes : {&pattern.set, &pattern.add, &pattern.remove}) {
      for (const FieldRef& change : *changes) {
        if (change.name == entity.version->name) report_version_change(findings_, change);
      }
    }
  }

  // An unknown one stays unresolved: IDX003 reports it.
  void resolve_index(IndexRef& reference, const Entity& entity) {
    const Table* table = model_.table_of(entity);
    const TableIndex* index = table == nullptr ? nullptr : table->find_index(reference.name);
    if (index != nullptr) {
      reference.index = static_cast<std::size_t>(index - table->indexes.data());
    }
  }

  void resolve_steps(AccessPattern& pattern) {
    const TransactStep* first = nullptr;
    for (TransactStep& step : pattern.steps) {
      if (step.named) names_.resolve(*step.named);
      if (step.own) run(*step.own);
      const AccessPattern* what = model_.pattern_of(step);
      if (what == nullptr || !what->operation.written()) continue;
      if (!check_step(step, what->operation.value)) continue;
      if (first == nullptr) first = &step;
      const Operation begun_with = model_.pattern_of(*first)->operation.value;
      if (is_read(begun_with) == is_read(what->operation.value)) continue;
      auto& finding =
          findings_.add(Rule::bad_value, step.span, "a transaction reads or writes, not both",
                        "make two patterns of it");
      finding.notes.push_back({"the first step is here", first->span});
    }
  }

  bool check_step(const TransactStep& step, Operation operation) {
    const bool one_by_key = operation == Operation::get || operation == Operation::batch_get;
    const bool fits = operation != Operation::transact && (one_by_key || !is_read(operation));
    if (!fits) {
      findings_.add(Rule::bad_value, step.span,
                    quoted(to_text(operation)) + " cannot be a step of a transaction",
                    "a step is a get, batch_get, or a write");
    }
    return fits;
  }

  Findings& findings_;
  NameIndex& names_;
  const Model& model_;
};

}  // namespace

void report_version_change(Findings& findings, const FieldRef& change) {
  findings.add(Rule::bad_value, change.span,
               quoted(change.name) + " is the version, which every write counts by itself",
               "leave it out");
}

void resolve_access_patterns(Findings& findings, NameIndex& names, Model& model) {
  PatternResolver resolver(findings, names, model);
  for (AccessPattern& pattern : model.access_patterns) {
    findings.set_subject(pattern.name);
    resolver.run(pattern);
  }
  findings.set_subject({});
}

}  // namespace keywright::model
