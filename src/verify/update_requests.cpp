#include "verify/expressions.hpp"
#include "verify/items.hpp"
#include "verify/requests.hpp"

#include <algorithm>
#include <utility>

namespace keywright::verify {
namespace {

class UpdateWriter {
 public:
  UpdateWriter(const Write& write, const Arguments& arguments)
      : write_(write), plan_(write.write), arguments_(arguments) {}

  UpdateItemRequest finish() {
    UpdateItemRequest request;
    request.table_name = write_.table();
    request.key = key_of(write_.context, plan_.key, arguments_);
    if (write_.pattern().operation.value == model::Operation::upsert) {
      set(std::string(kTypeAttribute), AttributeValue(write_.entity().name), false);
    }
    for (std::size_t i = 0; i < plan_.changes.size(); ++i) change(i);
    if (plan_.version) {
      const auto name = placeholders_.name(write_.entity().fields[*plan_.version].name);
      additions_.push_back(name + " " + placeholders_.value(Number(1)));
    }
    for (const auto& index : plan_.indexes) change_index(index);
    std::vector<std::string> clauses;
    const auto clause = [&](const char* word, const std::vector<std::string>& parts) {
      if (!parts.empty()) clauses.push_back(word + joined(parts, ", "));
    };
    clause("SET ", sets_);
    clause("REMOVE ", removals_);
    clause("ADD ", additions_);
    if (!clauses.empty()) request.update_expression = joined(clauses, " ");
    const auto condition = condition_of(write_, arguments_, placeholders_);
    if (!condition.empty()) request.condition_expression = condition;
    std::move(placeholders_).give_to(request);
    return request;
  }

 private:
  void set(const std::string& attribute, const AttributeValue& value, bool if_absent) {
    const auto name = placeholders_.name(attribute);
    const auto placeholder = placeholders_.value(value);
    sets_.push_back(name + " = " +
                    (if_absent ? "if_not_exists(" + name + ", " + placeholder + ")" : placeholder));
  }
  void remove(const std::string& attribute) { removals_.push_back(placeholders_.name(attribute)); }

  [[nodiscard]] std::optional<AttributeValue> value_of_change(std::size_t number) const {
    const auto& change = plan_.changes[number];
    if (change.constant) return AttributeValue(*change.constant);
    if (!change.input || arguments_.choices[number] == Choice::remove) return std::nullopt;
    return arguments_.value(*change.input, change.field);
  }

  void change(std::size_t number) {
    using plan::FieldChangeKind;
    const auto& change = plan_.changes[number];
    if (arguments_.choices[number] == Choice::leave) return;
    const auto& field = write_.entity().fields[change.field].name;
    const auto value = value_of_change(number);
    if (change.kind == FieldChangeKind::remove) {
      remove(field);
    } else if (!value) {
      if (change.kind == FieldChangeKind::set) remove(field);
    } else if (change.kind == FieldChangeKind::add) {
      const auto name = placeholders_.name(field);
      additions_.push_back(name + " " + placeholders_.value(*value));
    } else {
      set(field, *value, change.kind == FieldChangeKind::set_if_absent);
    }
  }

  void change_index(const plan::IndexChange& index) {
    if (!index.changes()) return;
    if (index.only_with) {
      if (arguments_.choices[*index.only_with] == Choice::leave) return;
      if (!value_of_change(*index.only_with)) {
        remove_keys(index);
        return;
      }
    }
    is_member(index) ? set_keys(index) : remove_keys(index);
  }

  // Whether what the keys to be set ask for is given and holds.
  [[nodiscard]] bool is_member(const plan::IndexChange& index) const {
    for (const auto& key : index.keys) {
      if (key.change != plan::KeyChange::set || is_left(key)) continue;
      if (!evaluate_with_choices(key.value)) return false;
    }
    return std::all_of(index.tests.begin(), index.tests.end(), [&](const plan::EntryTest& test) {
      Sample sample;
      sample.entity = plan_.entity;
      sample.values.resize(write_.entity().fields.size());
      const auto field = test.predicate.field.index;
      if (!is_removed(field)) sample.values[field] = arguments_.value(test.input, field);
      return lets_in(test.predicate, sample);
    });
  }

  [[nodiscard]] bool is_left(const plan::IndexKeyChange& key) const {
    return key.only_with && arguments_.choices[*key.only_with] == Choice::leave;
  }
  [[nodiscard]] bool is_removed(std::size_t field) const {
    for (std::size_t i = 0; i < plan_.changes.size(); ++i) {
      if (plan_.changes[i].field == field) return arguments_.choices[i] == Choice::remove;
    }
    return false;
  }

  [[nodiscard]] std::optional<AttributeValue> evaluate_with_choices(
      const plan::KeyExpression& expression) const {
    for (const auto& term : expression.terms) {
      if (term.is_input() && is_removed(term.field)) return std::nullopt;
    }
    return evaluate(write_.context, expression, arguments_);
  }

  void set_keys(const plan::IndexChange& index) {
    const auto& design = *write_.context.plan.keys[plan_.entity].in(index.index);
    for (const auto& key : index.keys) {
      if (key.attribute.is_own_field(write_.entity())) continue;
      if (key.change == plan::KeyChange::remove) remove(key.attribute.name);
      if (key.change != plan::KeyChange::set || is_left(key)) continue;
      auto value = *evaluate_with_choices(key.value);
      const bool is_spread = key.attribute.shards > 1;
      if (is_spread) {
        const auto shard = shard_of(key_of(write_.context, plan_.key, arguments_), design.shards);
        value = AttributeValue(std::string(value.as_string()) + "#" + std::to_string(shard));
      }
      set(key.attribute.name, value, key.if_absent);
    }
  }

  void remove_keys(const plan::IndexChange& index) {
    for (const auto& key : index.keys) {
      if (!key.attribute.is_own_field(write_.entity())) remove(key.attribute.name);
    }
  }

  const Write& write_;
  const plan::WritePlan& plan_;
  const Arguments& arguments_;
  Placeholders placeholders_;
  std::vector<std::string> sets_;
  std::vector<std::string> removals_;
  std::vector<std::string> additions_;
};

}  // namespace

UpdateItemRequest update_request(const Write& write, const Arguments& arguments) {
  return UpdateWriter(write, arguments).finish();
}

}  // namespace keywright::verify
