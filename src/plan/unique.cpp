#include "plan/planner.hpp"

#include <algorithm>
#include <utility>

// Uniqueness: what a write gives back and what it takes, and what the caller must say for that.
// Values that the item holds now are inputs, guarded by conditions, as those of index keys are.

namespace keywright::plan {
namespace {

using model::Operation;

class UniquePlanner {
 public:
  UniquePlanner(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                WritePlan& write)
      : planner_(planner),
        operation_(*pattern.operation),
        plan_(plan),
        write_(write),
        entity_(planner.entity(write.entity)) {}

  void run() {
    for (std::size_t rule = 0; rule < entity_.unique.size(); ++rule) {
      const auto& fields = entity_.unique[rule].fields;
      const bool is_resolved = std::all_of(fields.begin(), fields.end(),
                                           [](const auto& field) { return field.resolved(); });
      if (is_resolved) plan_rule(rule, fields);
    }
    if (write_.unique.empty()) return;
    auto& cost = write_.cost;
    if (!cost.transactional) {
      cost.table_units *= 2;
      cost.item_units *= 2;
    }
    cost.transactional = true;
    // A sentinel has less than 1 KB. Where a value changes, one goes and another comes.
    for (const auto& change : write_.unique) {
      cost.table_units += change.before.empty() || change.after.empty() ? 2 : 4;
    }
  }

 private:
  [[nodiscard]] bool is_update() const {
    return operation_ == Operation::patch || operation_ == Operation::transition;
  }
  [[nodiscard]] std::optional<std::size_t> item() const {
    for (const auto input : write_.inputs) {
      if (plan_.inputs[input].role == InputRole::item) return input;
    }
    return std::nullopt;
  }
  [[nodiscard]] const FieldChange* change_of(std::size_t field) const {
    const auto found = std::find_if(write_.changes.begin(), write_.changes.end(),
                                    [&](const auto& change) { return change.field == field; });
    return found == write_.changes.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool is_in_key(std::size_t field) const {
    return planner_.keys[write_.entity].table->mentions(field);
  }

  void plan_rule(std::size_t rule, const std::vector<model::FieldRef>& fields) {
    UniqueChange unique;
    unique.rule = rule;
    if (is_update() && !is_concerned(fields)) return;
    if (operation_ == Operation::upsert && !knows_all(fields)) return;
    for (const auto& field : fields) {
      if (operation_ != Operation::create) unique.before.push_back(before(field.index));
      if (operation_ != Operation::delete_item) unique.after.push_back(after(field.index));
    }
    if (is_update()) keep_lifetime();
    if (operation_ == Operation::upsert) guard_lifetime();
    const bool goes = std::any_of(fields.begin(), fields.end(), [&](const auto& field) {
      const auto* change = change_of(field.index);
      return change != nullptr && change->kind == FieldChangeKind::remove;
    });
    if (goes) unique.after.clear();
    write_.unique.push_back(std::move(unique));
  }

  // Whether the update may change the value, or the time at which the item expires.
  bool is_concerned(const std::vector<model::FieldRef>& fields) {
    const bool has_time = entity_.ttl && entity_.ttl->field.resolved();
    bool is_concerned = has_time && change_of(entity_.ttl->field.index) != nullptr;
    for (const auto& field : fields) {
      const auto* change = change_of(field.index);
      if (change == nullptr) continue;
      is_concerned = true;
      if (change->kind == FieldChangeKind::add) refuse(WriteObstacle::adds_to_unique, field);
    }
    return is_concerned;
  }

  bool knows_all(const std::vector<model::FieldRef>& fields) {
    for (const auto& field : fields) {
      const auto* change = change_of(field.index);
      if (change == nullptr || is_in_key(field.index)) continue;
      if (change->kind == FieldChangeKind::set || change->kind == FieldChangeKind::remove) continue;
      refuse(change->kind == FieldChangeKind::add ? WriteObstacle::adds_to_unique
                                                  : WriteObstacle::keeps_unique_open,
             field);
      return false;
    }
    return true;
  }

  void refuse(WriteObstacle obstacle, const model::FieldRef& field) {
    plan_.write_reasons.push_back({obstacle, {field.name}, field.span, {}});
  }

  [[nodiscard]] KeyTerm term(std::size_t field, std::size_t input) const {
    KeyTerm made;
    made.entity = write_.entity;
    made.field = field;
    made.input = input;
    return made;
  }

  [[nodiscard]] std::optional<std::size_t> bound(std::size_t field) const {
    return find_input(plan_, InputRole::bound, entity_.fields[field].name, planner_.model);
  }

  KeyTerm before(std::size_t field) {
    if (const auto known = bound(field)) return term(field, *known);
    if (const auto whole = item(); whole && is_in_key(field)) return term(field, *whole);
    return term(field, current(field));
  }

  KeyTerm after(std::size_t field) {
    if (const auto whole = item()) return term(field, *whole);
    const auto* change = change_of(field);
    if (change == nullptr || change->kind == FieldChangeKind::remove) return before(field);
    auto made = term(field, change->input.value_or(0));
    made.input = change->input;
    made.constant = change->constant;
    return made;
  }

  // The item whose value changes keeps its time, which the new sentinel needs too.
  void keep_lifetime() {
    if (!entity_.ttl || !entity_.ttl->field.resolved()) return;
    const auto field = entity_.ttl->field.index;
    const auto* change = change_of(field);
    if (change == nullptr || change->may_be_left_out) static_cast<void>(current(field));
  }

  // What keeps a value expires with the item: a time that stays as it is stored must be as given.
  void guard_lifetime() {
    if (!entity_.ttl || !entity_.ttl->field.resolved()) return;
    const auto field = entity_.ttl->field.index;
    const auto* change = change_of(field);
    if (change == nullptr || change->kind != FieldChangeKind::set_if_absent) return;
    const bool is_guarded = std::any_of(write_.guards.begin(), write_.guards.end(),
                                        [&](const Guard& guard) { return guard.field == field; });
    if (!is_guarded) write_.guards.push_back({field, *change->input, true});
  }

  // What is stored, as the caller knows it. Where the item need not be there, it may be nothing.
  std::size_t current(std::size_t field) {
    for (const auto input : write_.inputs) {
      const auto& known = plan_.inputs[input];
      if (known.role == InputRole::current && known.field == field) return input;
    }
    const auto& definition = entity_.fields[field];
    Input input;
    input.name = "current_" + definition.name;
    input.role = InputRole::current;
    input.entity = write_.entity;
    input.field = field;
    input.optional = definition.optional || item().has_value();
    plan_.inputs.push_back(std::move(input));
    write_.inputs.push_back(plan_.inputs.size() - 1);
    write_.guards.push_back({field, plan_.inputs.size() - 1, operation_ == Operation::delete_item});
    return plan_.inputs.size() - 1;
  }

  const Planner& planner_;
  Operation operation_;
  PatternPlan& plan_;
  WritePlan& write_;
  const model::Entity& entity_;
};

}  // namespace

KeyAttribute sentinel_key(const model::Table& table, const model::Entity& entity,
                          const model::UniqueRule& rule) {
  KeyAttribute key;
  key.name = table.partition.name;
  key.span = rule.key;
  std::string literal = "UNIQUE#" + entity.name + "#" + rule.name;
  for (const auto& field : rule.fields) {
    if (!field.resolved()) continue;
    key.parts.push_back({literal + "#", std::nullopt, rule.span});
    key.parts.push_back({"", field.index, rule.span});
    literal.clear();
  }
  return key;
}

void plan_unique(const Planner& planner, const model::AccessPattern& pattern, PatternPlan& plan,
                 WritePlan& write) {
  if (model::is_batch(*pattern.operation)) return;
  UniquePlanner(planner, pattern, plan, write).run();
}

}  // namespace keywright::plan
