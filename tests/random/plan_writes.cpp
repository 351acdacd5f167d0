#include "plan_writes.hpp"

#include "plan_run.hpp"
#include "verify/items.hpp"
#include "verify/truth.hpp"
#include "whole_item.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <string_view>
#include <utility>

namespace keywright::random_proof {
namespace {

using plan::InputRole;
using plan::KeyChange;
using Value = std::optional<AttributeValue>;

// The states of random models.
enum class State { s0, s1, s2, s3 };
[[maybe_unused]] std::span<const std::string_view> names_of(State) {
  static constexpr std::array<std::string_view, 4> kNames = {"s0", "s1", "s2", "s3"};
  return kNames;
}

class WriteRun : PlanRun {
 public:
  using PlanRun::PlanRun;

  Answer run() {
    for (const auto& step : call_.steps) {
      if (auto error = wrong_beginning(step)) return {.error = std::move(error)};
    }
    if (!call_.steps.empty()) return transaction();
    if (auto error = wrong_beginning(call_)) return {.error = std::move(error)};
    return write(call_);
  }

 private:
  static bool is_in(const model::Predicate& predicate, const Value& value) {
    Sample sample;
    sample.values.resize(predicate.field.index + 1);
    sample.values[predicate.field.index] = value;
    return verify::lets_in(predicate, sample);
  }

  [[nodiscard]] const model::Entity& entity(const Call& call) const {
    return context_.entity(call.write().entity);
  }
  [[nodiscard]] static const plan::Input& input(const Call& call, std::size_t position) {
    return call.plan->inputs[position];
  }

  [[nodiscard]] static const plan::FieldChange* change_by(const Call& call, std::size_t position) {
    for (const auto& change : call.write().changes) {
      if (change.input == position) return &change;
    }
    return nullptr;
  }
  [[nodiscard]] static verify::Choice choice_of(const Call& call, std::size_t position) {
    const auto* change = change_by(call, position);
    if (change == nullptr || input(call, position).role == InputRole::item) {
      return verify::Choice::give;
    }
    return call.arguments.choices[static_cast<std::size_t>(change - call.write().changes.data())];
  }
  // What the function is given at that place for the field; nullopt: nothing.
  [[nodiscard]] static Value given(const Call& call, std::size_t position, std::size_t field) {
    if (choice_of(call, position) != verify::Choice::give) return std::nullopt;
    return call.arguments.value(position, field);
  }
  [[nodiscard]] static Value value_of(const Call& call, const plan::KeyTerm& term) {
    if (term.constant) return AttributeValue(*term.constant);
    return given(call, *term.input, term.field);
  }
  [[nodiscard]] Value evaluate(const Call& call, const plan::KeyExpression& expression) const {
    for (const auto& term : expression.terms) {
      if (term.is_component() && !value_of(call, term)) return std::nullopt;
    }
    return verify::evaluate(context_, expression, call.arguments);
  }
  [[nodiscard]] std::vector<KeyValue> key_parts(const Call& call) const {
    std::vector<KeyValue> parts;
    for (const auto& expression : call.write().key) {
      parts.push_back(to_key(expression.attribute, *evaluate(call, expression)));
    }
    return parts;
  }

  const WritePattern& write_pattern(const Call& call) {
    const auto& write = call.write();
    WritePattern made;
    made.name = keep(name_of(call));
    if (write.precondition == plan::Precondition::absent) made.precondition = Precondition::absent;
    if (write.precondition == plan::Precondition::present) {
      made.precondition = Precondition::present;
    }
    if (entity(call).ttl) made.ttl_attribute = entity(call).ttl->field.name;
    return patterns_.emplace_back(made);
  }

  // Of an item that is put beside: it expires by its own time.
  const WritePattern& pattern_of_put(const Call& call, std::size_t entity) {
    WritePattern made;
    made.name = keep(name_of(call));
    const auto& ttl = context_.entity(entity).ttl;
    if (ttl) made.ttl_attribute = ttl->field.name;
    return patterns_.emplace_back(made);
  }

  std::optional<Condition> condition_of(const Call& call) {
    const auto& declared = pattern(call);
    if (!declared.condition) return std::nullopt;
    const auto parameters = verify::parameters_of(*call.plan, call.arguments);
    std::vector<std::pair<std::string_view, AttributeValue>> bindings;
    std::string text;
    const auto& of = context_.entity(declared.entity().index);
    for (const auto& predicate : declared.condition->all_of) {
      const auto& field = of.field(predicate.field);
      std::string values;
      for (const auto& literal : predicate.values) {
        const auto placeholder = keep(":c" + std::to_string(bindings.size()));
        bindings.emplace_back(placeholder, literal.kind == model::LiteralKind::parameter
                                               ? parameters.at(literal.text)
                                               : verify::literal_value(field.type, literal));
        values += (values.empty() ? "" : ", ") + std::string(placeholder);
      }
      if (!text.empty()) text += " AND ";
      const auto name = "#" + field.name;
      switch (predicate.comparison) {
        case model::Comparison::exists:
          text += "attribute_exists(" + name + ")";
          break;
        case model::Comparison::not_exists:
          text += "attribute_not_exists(" + name + ")";
          break;
        case model::Comparison::in:
          text += name + " IN (" + values + ")";
          break;
        default:
          text += name + " " + std::string(model::to_text(predicate.comparison)) + " " + values;
      }
    }
    Condition condition(keep(std::move(text)));
    for (const auto& [placeholder, value] : bindings) condition.bind(placeholder, value);
    const auto& tests = declared.condition->all_of;
    if (std::all_of(tests.begin(), tests.end(),
                    [](const auto& test) { return model::holds_of_none(test.comparison); })) {
      condition.accept_absent();
    }
    return condition;
  }

  template <class Write>
  void require(const Call& call, Write& write) {
    for (const auto& guard : call.write().guards) {
      const auto& field = entity(call).fields[guard.field];
      const auto value = call.arguments.value(guard.input, guard.field);
      guard.or_absent ? write.require_equal_or_absent(field.name, value)
                      : write.require_equal(field.name, value);
    }
    if (const auto condition = condition_of(call)) write.require(*condition);
  }

  [[nodiscard]] static std::optional<std::int64_t> expected_version(const Call& call) {
    for (const auto position : call.write().inputs) {
      if (input(call, position).role != InputRole::expected_version) continue;
      const auto& value = call.arguments.values[position];
      if (value) return value->as_number().to_int64();
    }
    return std::nullopt;
  }

  // What is created begins in its initial state.
  std::optional<Error> wrong_beginning(const Call& call) {
    const auto& states = entity(call).states;
    const bool creates = call.write().precondition == plan::Precondition::absent;
    if (!creates || !states || !states->initial.resolved()) return std::nullopt;
    const auto& state = (*call.arguments.items.front())[states->field.index]->as_string();
    if (state == states->initial.name) return std::nullopt;
    return not_initial(write_pattern(call), states->field.name, state, states->initial.name);
  }

  // The put of a whole entity; a version is counted.
  Put make_put(const WritePattern& by, Sample sample, bool creates) {
    const auto& of = context_.entity(sample.entity);
    if (!of.version) return Put(by, item_of(sample));
    auto& version = sample.values[of.version->index];
    const auto read = version ? version->as_number().to_int64().value_or(0) : 0;
    version = AttributeValue(creates ? 1 : read + 1);
    Put put(by, item_of(sample));
    if (!creates) put.require_version(of.fields[of.version->index].name, read);
    return put;
  }
  Put put_of(const Call& call) {
    const auto& sample = *call.arguments.items.front();
    auto put = make_put(write_pattern(call), sample,
                        call.write().precondition == plan::Precondition::absent);
    require(call, put);
    return put;
  }

  Delete delete_of(const Call& call) {
    Delete remove(write_pattern(call), to_item_key(key_parts(call)));
    if (call.write().version) {
      remove.require_version(entity(call).fields[*call.write().version].name,
                             expected_version(call));
    }
    require(call, remove);
    return remove;
  }

  // Updates --------------------------------------------------------------------------------------

  Update update_of(const Call& call) {
    const auto& write = call.write();
    const auto& of = entity(call);
    Update update(write_pattern(call), to_item_key(key_parts(call)));
    if (*pattern(call).operation == model::Operation::upsert) update.tag(of.name);
    if (write.version) {
      update.count_version(of.fields[*write.version].name, expected_version(call));
    }
    add_states(call, update);
    require(call, update);
    for (const auto& change : write.changes) change_field(call, change, update);
    for (const auto& index : write.indexes) change_index(call, index, update);
    return update;
  }

  void add_states(const Call& call, Update& update) {
    if (call.write().from_states.empty()) return;
    const auto& field = entity(call).field(entity(call).states->field).name;
    std::vector<State> states;
    for (const auto& name : call.write().from_states) states.push_back(*from_name<State>(name));
    if (states.size() == 1) update.from_states(field, {states[0]});
    if (states.size() == 2) update.from_states(field, {states[0], states[1]});
  }

  void change_field(const Call& call, const plan::FieldChange& change, Update& update) {
    using plan::FieldChangeKind;
    const auto& field = entity(call).fields[change.field];
    if (change.kind == FieldChangeKind::remove) return update.remove(field.name);
    if (change.constant) return update.set(field.name, AttributeValue(*change.constant));
    if (choice_of(call, *change.input) == verify::Choice::leave) return;
    auto value = given(call, *change.input, change.field);
    if (!value && input(call, *change.input).role == InputRole::item &&
        has_lifetime(entity(call), field)) {
      value = expiry_of(entity(call), repository_.now());
    }
    if (change.kind == FieldChangeKind::add) {
      if (value) update.add(field.name, *value);
    } else if (change.kind == FieldChangeKind::set) {
      update.set(field.name, value);
    } else {
      update.set_if_absent(field.name, value);
    }
  }

  void change_index(const Call& call, const plan::IndexChange& index, Update& update) {
    if (!index.changes()) return;
    if (index.only_with) {
      const auto position = *call.write().changes[*index.only_with].input;
      if (choice_of(call, position) == verify::Choice::leave) return;
      if (choice_of(call, position) == verify::Choice::remove) {
        return remove_keys(call, index, update);
      }
    }
    if (!enters(call, index)) return remove_keys(call, index, update);
    for (const auto& key : index.keys) change_key(call, index, key, update);
  }

  // Whether all that the keys to be set ask for is given, and holds.
  [[nodiscard]] bool enters(const Call& call, const plan::IndexChange& index) const {
    for (const auto& key : index.keys) {
      if (key.change != KeyChange::set || key.only_with) continue;
      if (!evaluate(call, key.value)) return false;
    }
    return std::all_of(index.tests.begin(), index.tests.end(), [&](const plan::EntryTest& test) {
      return is_in(test.predicate, given(call, test.input, test.predicate.field.index));
    });
  }

  void change_key(const Call& call, const plan::IndexChange& index,
                  const plan::IndexKeyChange& change, Update& update) {
    if (change.change == KeyChange::keep) return;
    if (change.attribute.is_own_field(entity(call))) return;
    if (change.change == KeyChange::remove) return update.remove_key(change.attribute.name);
    if (change.only_with && !given(call, *call.write().changes[*change.only_with].input,
                                   call.write().changes[*change.only_with].field)) {
      return;
    }
    const auto& key = *context_.plan.keys[call.write().entity].in(index.index);
    auto value = to_key(change.attribute.name, *evaluate(call, change.value));
    const auto is_it = [&](const auto& attribute) {
      return attribute.name == change.attribute.name;
    };
    const bool is_partition = std::any_of(key.partition.begin(), key.partition.end(), is_it);
    if (key.shards > 1 && is_partition && !key.local) {
      append_shard(value, shard_of_item(key_parts(call), key.shards));
    }
    change.if_absent ? update.set_key_if_absent(value) : update.set_key(value);
  }

  void remove_keys(const Call& call, const plan::IndexChange& index, Update& update) const {
    for (const auto& key : index.keys) {
      if (!key.attribute.is_own_field(entity(call))) update.remove_key(key.attribute.name);
    }
  }

  // Uniqueness -----------------------------------------------------------------------------------

  [[nodiscard]] Value unique_value(const Call& call, const plan::UniqueChange& unique,
                                   const plan::KeyTerm& term) const {
    if (term.constant) return AttributeValue(*term.constant);
    const auto& known = input(call, *term.input);
    if (known.role != InputRole::new_value ||
        choice_of(call, *term.input) != verify::Choice::leave) {
      return given(call, *term.input, term.field);
    }
    for (const auto& before : unique.before) {  // left out, the value stays
      if (before.field == term.field && before.input) {
        return call.arguments.value(*before.input, term.field);
      }
    }
    return std::nullopt;
  }

  std::optional<KeyValue> sentinel_of(const Call& call, const plan::UniqueChange& unique,
                                      const std::vector<plan::KeyTerm>& terms) {
    if (terms.empty()) return std::nullopt;
    auto text = "UNIQUE#" + entity(call).name + "#" + entity(call).unique[unique.rule].name;
    for (const auto& term : terms) {
      const auto value = unique_value(call, unique, term);
      if (!value) return std::nullopt;
      const auto& type = context_.entity(term.entity).fields[term.field].type;
      text += "#" + verify::key_component(type, *value);
    }
    const auto& table = context_.model.tables[entity(call).table.index];
    return to_key(table.partition.name, AttributeValue(text));
  }

  void keep_unique(const Call& call, WriteTransaction& transaction) {
    for (const auto& unique : call.write().unique) {
      const auto& rule = entity(call).unique[unique.rule].name;
      if (auto key = sentinel_of(call, unique, unique.before)) transaction.release(rule, *key);
      if (auto key = sentinel_of(call, unique, unique.after)) transaction.claim(rule, *key);
    }
  }

  // One write, alone or as a step ----------------------------------------------------------------

  Answer write(const Call& call) {
    const auto& plan = call.write();
    switch (plan.request) {
      case plan::WriteRequest::batch_write_item:
        return batch_write(call);
      case plan::WriteRequest::put_item: {
        const auto put = put_of(call);
        if (!plan.unique.empty()) return alone(call);
        Answer answer = answer_of(repository_.put(put));
        if (!answer.error && entity(call).version) answer.items = {put.item()};
        return answer;
      }
      case plan::WriteRequest::delete_item:
        return plan.unique.empty() ? answer_of(repository_.remove(delete_of(call))) : alone(call);
      default: {
        if (!plan.unique.empty() || !plan.also_put.empty()) return alone(call);
        auto item = repository_.update_item(update_of(call));
        if (!item) return {.error = item.error()};
        return {.items = {*std::move(item)}};
      }
    }
  }

  Answer alone(const Call& call) {
    WriteTransaction transaction(write_pattern(call));
    add_write(call, transaction, false);
    return answer_of(repository_.transact(transaction));
  }

  void add_write(const Call& call, WriteTransaction& transaction, bool is_step) {
    switch (call.write().request) {
      case plan::WriteRequest::batch_write_item:
        for (const auto& arguments : call.many) add_of_batch(call, arguments, transaction);
        return;
      case plan::WriteRequest::put_item:
        transaction.put(put_of(call));
        keep_unique(call, transaction);
        return;
      case plan::WriteRequest::delete_item:
        transaction.remove(delete_of(call));
        keep_unique(call, transaction);
        return;
      default:
        add_update(call, transaction, is_step);
    }
  }

  void add_of_batch(const Call& call, const verify::Arguments& arguments,
                    WriteTransaction& transaction) {
    auto one = call;
    one.arguments = arguments;
    if (*pattern(call).operation == model::Operation::batch_put) {
      transaction.put(write_pattern(call), item_of(*arguments.items.front()));
    } else {
      transaction.remove(Delete(write_pattern(call), to_item_key(key_parts(one))));
    }
  }

  void add_update(const Call& call, WriteTransaction& transaction, bool is_step) {
    for (const auto& also : call.write().also_put) {
      const auto& sample = *call.arguments.items[also.input];
      for (const auto& shared : also.shared) {
        transaction.require_same(keep(context_.entity(also.entity).fields[shared.field].name),
                                 sample[shared.field], keep(input(call, shared.input).name),
                                 call.arguments.values[shared.input]);
      }
    }
    const bool leads = !is_step && !call.write().also_put.empty();
    leads ? transaction.transition(update_of(call)) : transaction.update(update_of(call));
    keep_unique(call, transaction);
    for (const auto& also : call.write().also_put) {
      const auto& sample = *call.arguments.items[also.input];
      if (context_.entity(also.entity).version) {
        transaction.put(make_put(pattern_of_put(call, also.entity), sample, false));
      } else {
        transaction.put(item_of(sample));
      }
    }
  }

  static Answer answer_of(const Result<void>& done) {
    return done ? Answer() : Answer{.error = done.error()};
  }

  Answer batch_write(const Call& call) {
    const auto& by = write_pattern(call);
    Result<BatchReport> report = BatchReport();
    if (*pattern(call).operation == model::Operation::batch_put) {
      std::vector<Result<Item>> items;
      for (const auto& each : call.many) {
        items.push_back(item_of(*each.items.front()));
      }
      report = repository_.batch_put_items(by, std::move(items));
    } else {
      std::vector<Result<Key>> keys;
      for (const auto& each : call.many) {
        auto one = call;
        one.arguments = each;
        keys.push_back(to_item_key(key_parts(one)));
      }
      report = repository_.batch_remove(by, std::move(keys));
    }
    if (!report) return {.error = report.error()};
    return {.left = report->unwritten};
  }

  Answer transaction() {
    WritePattern by;
    by.name = keep(name_of(call_));
    WriteTransaction transaction(patterns_.emplace_back(by));
    transaction.of_steps();
    for (const auto& step : call_.steps) add_write(step, transaction, true);
    return answer_of(repository_.transact(transaction));
  }

  [[nodiscard]] Item item_of(const Sample& sample) const {
    return whole_item(context_, sample, repository_.now());
  }

  std::deque<WritePattern> patterns_;
};

}  // namespace

Answer make_write(const verify::Context& context, const Repository& repository, const Call& call) {
  return WriteRun(context, repository, call).run();
}

}  // namespace keywright::random_proof
