#include "verify/cases.hpp"
#include "verify/items.hpp"
#include "verify/sample_values.hpp"
#include "verify/satisfy.hpp"
#include "verify/update_truth.hpp"

#include <algorithm>
#include <utility>

namespace keywright::verify {
namespace {

using model::Operation;
using plan::InputRole;

constexpr std::int64_t kHour = 3600;
constexpr std::size_t kBatch = 5;
constexpr std::int64_t kVersion = 3;  // of what is stored

class WriteCaseMaker {
 public:
  WriteCaseMaker(const Write& write, FreshSamples& fresh)
      : write_(write), plan_(write.write), entity_(write.entity()), fresh_(fresh) {}

  std::vector<WriteCase> make() {
    switch (write_.pattern().operation.value) {
      case Operation::create:
        create();
        break;
      case Operation::put:
        put();
        break;
      case Operation::delete_item:
        remove();
        break;
      case Operation::batch_put:
      case Operation::batch_delete:
        batch();
        break;
      case Operation::upsert:
        upsert();
        break;
      default:
        update();
    }
    for (const auto& unique : plan_.unique) taken(unique);
    for (auto& each : cases_) {
      if (write_.write.move) each.name = plan_.function + ": " + each.name;
    }
    return std::move(cases_);
  }

 private:
  // Samples and arguments -------------------------------------------------------------------------

  // Of which the pattern's condition holds.
  std::optional<Sample> stored(Parameters& parameters) {
    auto sample = fresh_.next(plan_.entity);
    if (sample && plan_.version) sample->values[*plan_.version] = AttributeValue(kVersion);
    if (!sample || !write_.pattern().condition) return sample;
    const auto before = *sample;
    if (!satisfy(entity_, *write_.pattern().condition, *sample, parameters)) return std::nullopt;
    if (!(before == *sample) && key_of(write_.context, before) != key_of(write_.context, *sample) &&
        !fresh_.take(*sample)) {
      return std::nullopt;
    }
    return sample;
  }

  // A sample like `key` in its table key and its version, and otherwise new.
  std::optional<Sample> other_of(const Sample& key) {
    auto sample = fresh_.next(plan_.entity);
    if (!sample) return std::nullopt;
    const auto& design = *write_.context.plan.keys[plan_.entity].table;
    for (std::size_t i = 0; i < sample->values.size(); ++i) {
      if (design.mentions(i) || i == plan_.version) sample->values[i] = key[i];
    }
    return sample;
  }

  // As a caller gives them who knows `before` and wants `wanted`.
  Arguments arguments_of(const Sample& before, const Sample& wanted, const Parameters& parameters) {
    Arguments arguments(write_.plan);
    arguments.choices.resize(plan_.changes.size(), Choice::give);
    for (std::size_t i = 0; i < write_.plan.inputs.size(); ++i) {
      const auto& input = write_.plan.inputs[i];
      auto& value = arguments.values[i];
      switch (input.role) {
        case InputRole::bound:
        case InputRole::current:
          value = before[*input.field];
          break;
        case InputRole::new_value:
          value = wanted[*input.field];
          if (!value) value = any_value(*input.field);
          break;
        case InputRole::added:
          value = sample_addition(entity_.fields[*input.field].type);
          break;
        case InputRole::item:
          arguments.items[i] = wanted;
          break;
        case InputRole::condition:
          if (const auto found = parameters.find(input.parameter); found != parameters.end()) {
            value = found->second;
          } else {
            value = sample_value(entity_.fields[*input.field].type, 1);
          }
          break;
        default:
          break;
      }
    }
    return arguments;
  }

  [[nodiscard]] bool is_unique(std::size_t field) const {
    return std::any_of(entity_.unique.begin(), entity_.unique.end(), [&](const auto& rule) {
      return std::any_of(rule.fields.begin(), rule.fields.end(),
                         [&](const auto& part) { return part.index == field; });
    });
  }

  // One that no other item has, if that matters.
  [[nodiscard]] std::optional<AttributeValue> any_value(std::size_t field) {
    if (is_unique(field)) {
      if (auto value = fresh_.next_value(plan_.entity, field)) return value;
    }
    return sample_value(entity_.fields[field].type, 60);
  }

  // Cases -----------------------------------------------------------------------------------------

  WriteCase& add(std::string name, const Arguments& arguments, std::vector<Sample> before,
                 bool succeeds, std::vector<Effect> effects) {
    WriteCase added;
    added.name = std::move(name);
    added.before = std::move(before);
    added.request = write_request(write_, arguments);
    added.sentinels = changed_sentinels(write_, arguments);
    added.succeeds = succeeds;
    added.effects = std::move(effects);
    cases_.push_back(std::move(added));
    return cases_.back();
  }

  [[nodiscard]] bool condition_holds(const Sample* sample, const Parameters& parameters) const {
    const auto& condition = write_.pattern().condition;
    return !condition || holds(*condition, sample, parameters);
  }
  // Of arguments where the parameters were left to us.
  [[nodiscard]] bool condition_holds(const Sample* sample, const Arguments& arguments) const {
    return condition_holds(sample, parameters_of(write_.plan, arguments));
  }

  [[nodiscard]] std::optional<Sample> expired(const std::optional<Sample>& sample) const {
    if (!sample || !entity_.ttl) return std::nullopt;
    auto old = *sample;
    old.values[entity_.ttl->field.index] = AttributeValue(write_.context.now - kHour);
    return old;
  }

  void create() {
    auto sample = fresh_.next(plan_.entity);
    if (!sample) return;
    if (entity_.states) {
      sample->values[entity_.states->field.index] = AttributeValue(entity_.states->initial.name);
    }
    const auto arguments = arguments_of(*sample, *sample, {});
    const bool is_possible = condition_holds(nullptr, arguments);
    add("new", arguments, {}, is_possible,
        {{*sample, is_possible ? next_of(*sample, true) : std::nullopt}});
    if (auto again = other_of(*sample)) {
      if (entity_.states) {
        again->values[entity_.states->field.index] = (*sample)[entity_.states->field.index];
      }
      add("one that is there", arguments_of(*sample, *again, {}), {*sample}, false,
          {{*sample, sample}});
      if (const auto old = expired(sample)) {
        add("one that has expired", arguments_of(*again, *again, {}), {*old},
            condition_holds(&*old, arguments), {{*again, next_of(*again, true)}});
      }
    }
  }

  void put() {
    Parameters parameters;
    const auto before = stored(parameters);
    if (!before) return;
    auto fresh = fresh_.next(plan_.entity);
    if (fresh) {
      if (plan_.version) fresh->values[*plan_.version] = AttributeValue(0);
      const auto arguments = of_new(arguments_of(*fresh, *fresh, parameters));
      const bool succeeds = condition_holds(nullptr, arguments);
      add("new", arguments, {}, succeeds,
          {{*fresh, succeeds ? next_of(*fresh, false) : std::nullopt}});
    }
    if (const auto after = other_of(*before)) {
      add("one that is there", arguments_of(*before, *after, parameters), {*before}, true,
          {{*after, next_of(*after, false)}});
    }
    of_other_version();
    violated();
  }

  void remove() {
    Parameters parameters;
    const auto before = stored(parameters);
    if (!before) return;
    add("one that is there", arguments_of(*before, *before, parameters), {*before}, true,
        {{*before, std::nullopt}});
    const auto arguments = arguments_of(*before, *before, parameters);
    const bool succeeds =
        plan_.precondition == plan::Precondition::none && condition_holds(nullptr, arguments);
    add("one that is not there", arguments, {}, succeeds, {{*before, std::nullopt}});
    of_other_version();
    violated();
  }

  [[nodiscard]] std::optional<Sample> next_of(const Sample& sample, bool is_new) const {
    return counted(write_.context, sample, is_new);
  }

  // A caller who knows that there is no item says so: nothing is what it holds.
  [[nodiscard]] Arguments of_new(Arguments arguments) const {
    for (const auto& guard : plan_.guards) {
      if (!guard.or_absent && write_.plan.inputs[guard.input].role == InputRole::current) {
        arguments.values[guard.input].reset();
      }
    }
    return arguments;
  }

  // Of a caller who has read the item before it was written last.
  void of_other_version() {
    if (!plan_.version) return;
    const auto input = expected_version(write_);
    const bool is_put = write_.pattern().operation.value == Operation::put;
    if (!input && !is_put) return;
    for (const std::int64_t version : {kVersion - 1, std::int64_t{0}}) {
      Parameters parameters;
      const auto before = in_state(
          plan_.from_states.empty() ? std::nullopt : std::optional(plan_.from_states.front()),
          parameters);
      if (!before) return;
      auto read = *before;
      read.values[*plan_.version] = AttributeValue(version);
      auto arguments = arguments_of(*before, read, parameters);
      arguments.choices.resize(plan_.changes.size(), Choice::give);
      if (input) arguments.values[*input] = AttributeValue(version);
      if (!give_also_put(arguments, *before)) return;
      add("version " + std::to_string(version) + " instead of what is stored", arguments, {*before},
          false, {{*before, before}});
    }
  }

  // Of a condition that the stored item does not fulfil.
  void violated() {
    if (!write_.pattern().condition) return;
    Parameters parameters;
    auto sample = stored(parameters);
    if (!sample) return;
    if (!violate(entity_, *write_.pattern().condition, *sample, parameters)) return;
    const auto wanted = other_of(*sample);
    if (!wanted) return;
    auto arguments = arguments_of(*sample, *wanted, parameters);
    if (!give_also_put(arguments, *sample)) return;
    add("its condition does not hold", arguments, {*sample}, false, {{*sample, sample}});
  }

  void batch() {
    const auto& most = write_.pattern().items.max;
    const auto count = most ? std::min<std::size_t>(kBatch, **most) : kBatch;
    const bool is_deletion = write_.pattern().operation.value == Operation::batch_delete;
    BatchWriteItemRequest request;
    auto& writes = request.request_items[write_.table()];
    WriteCase added;
    for (std::size_t i = 0; i < count; ++i) {
      const auto sample = fresh_.next(plan_.entity);
      if (!sample) break;
      if (is_deletion) {
        added.before.push_back(*sample);
        const auto arguments = arguments_of(*sample, *sample, {});
        writes.emplace_back(DeleteRequest{key_of(write_.context, plan_.key, arguments)});
        added.effects.push_back({*sample, std::nullopt});
      } else {
        writes.emplace_back(PutRequest{item_of(write_.context, *sample)});
        added.effects.push_back({*sample, sample});
      }
    }
    if (writes.empty()) return;
    added.name = std::to_string(writes.size()) + " items";
    added.request = std::move(request);
    cases_.push_back(std::move(added));
  }

  void upsert() {
    const auto fresh = fresh_.next(plan_.entity);
    if (!fresh) return;
    auto arguments = of_new(arguments_of(*fresh, *fresh, {}));
    const bool succeeds = condition_holds(nullptr, arguments);
    std::optional<Sample> after;
    if (succeeds) after = after_update(write_, nullptr, arguments);
    add("new", arguments, {}, succeeds, {{*fresh, after}});
    for (int parity = 0; parity < 2; ++parity) {
      Parameters parameters;
      const auto before = stored(parameters);
      if (!before) return;
      auto wanted = other_of(*before);
      if (!wanted) return;
      for (const auto& guard : plan_.guards) {
        const bool is_told = write_.plan.inputs[guard.input].role == InputRole::current;
        if (!is_told) wanted->values[guard.field] = (*before)[guard.field];
      }
      arguments = arguments_of(*before, *wanted, parameters);
      add("one that is there", arguments, {*before}, true,
          {{*before, after_update(write_, &*before, arguments)}});
    }
    violated();
  }

  // Uniqueness ------------------------------------------------------------------------------------

  // An item that wants what another has.
  void taken(const plan::UniqueChange& unique) {
    if (unique.after.empty()) return;
    Parameters parameters;
    const auto other = with_values(unique);
    auto mine = in_state(
        plan_.from_states.empty() ? std::nullopt : std::optional(plan_.from_states.front()),
        parameters);
    if (!other || !mine) return;
    const bool is_update = !is_whole_item();
    auto wanted = is_update ? other_of(*mine) : mine;
    if (!wanted) return;
    bool may_change = !is_update;
    for (const auto& field : entity_.unique[unique.rule].fields) {
      wanted->values[field.index] = (*other)[field.index];
      if (is_update && changes(field.index)) {
        may_change = true;
      } else {
        mine->values[field.index] = (*other)[field.index];
      }
    }
    if (!may_change) return;
    if (key_of(write_.context, *wanted) == key_of(write_.context, *other)) return;
    const bool is_create = write_.pattern().operation.value == Operation::create;
    if (is_create && entity_.states) {
      wanted->values[entity_.states->field.index] = AttributeValue(entity_.states->initial.name);
    }
    if (!is_update && plan_.version) wanted->values[*plan_.version] = AttributeValue(0);
    auto arguments = arguments_of(is_update ? *mine : *wanted, *wanted, parameters);
    if (!is_update) arguments = of_new(std::move(arguments));
    if (!is_update && !condition_holds(nullptr, arguments)) return;
    if (!give_also_put(arguments, is_update ? *mine : *wanted)) return;
    const auto& rule = entity_.unique[unique.rule].name;
    std::vector<Sample> before{*other};
    if (is_update) before.push_back(*mine);
    add("the " + rule + " of another", arguments, std::move(before), false,
        {{*other, other}, {*wanted, is_update ? mine : std::nullopt}});
    if (!is_create) return;
    if (const auto old = expired(other)) {
      add("the " + rule + " of one that has expired", arguments, {*old}, true,
          {{*old, old}, {*wanted, next_of(*wanted, true)}});
    }
  }

  [[nodiscard]] bool changes(std::size_t field) const {
    return std::any_of(plan_.changes.begin(), plan_.changes.end(),
                       [&](const auto& change) { return change.field == field; });
  }

  [[nodiscard]] bool is_whole_item() const {
    switch (write_.pattern().operation.value) {
      case Operation::create:
      case Operation::put:
      case Operation::upsert:
        return true;
      default:
        return false;
    }
  }

  // One that has all values of the rule.
  std::optional<Sample> with_values(const plan::UniqueChange& unique) {
    const auto& fields = entity_.unique[unique.rule].fields;
    for (;;) {
      auto sample = fresh_.next(plan_.entity);
      const bool has_all =
          !sample || std::all_of(fields.begin(), fields.end(), [&](const auto& field) {
            return (*sample)[field.index].has_value();
          });
      if (has_all) return sample;
    }
  }

  // Patches and moves -----------------------------------------------------------------------------

  // One choice of the changes per variant, with what it is called.
  std::vector<std::pair<std::string, std::vector<Choice>>> variants() const {
    const auto& changes = plan_.changes;
    std::vector<std::pair<std::string, std::vector<Choice>>> found;
    found.emplace_back("", std::vector(changes.size(), Choice::give));
    for (std::size_t i = 0; i < changes.size(); ++i) {
      const auto& name = entity_.fields[changes[i].field].name;
      if (changes[i].may_be_left_out && changes.size() > 1) {
        auto choices = found.front().second;
        for (std::size_t j = 0; j < changes.size(); ++j) {
          if (j != i && changes[j].may_be_left_out) choices[j] = Choice::leave;
        }
        found.emplace_back("only " + name, std::move(choices));
      }
      if (changes[i].may_be_removed) {
        auto choices = found.front().second;
        choices[i] = Choice::remove;
        found.emplace_back("without " + name, std::move(choices));
      }
    }
    return found;
  }

  void update() {
    if (plan_.from_states.empty()) {
      from_state(std::nullopt);
    } else {
      for (const auto& state : plan_.from_states) from_state(state);
      from_wrong_states();
    }
    on_nothing();
    with_wrong_current();
    of_other_version();
    violated();
  }

  [[nodiscard]] std::optional<Sample> in_state(const std::optional<std::string>& state,
                                               Parameters& parameters) {
    auto sample = stored(parameters);
    if (sample && state) {
      sample->values[entity_.states->field.index] = AttributeValue(*state);
      if (!condition_holds(&*sample, parameters)) return std::nullopt;
    }
    return sample;
  }

  // Items with and without their optional fields.
  void from_state(const std::optional<std::string>& state) {
    for (const auto& [variant, choices] : variants()) {
      for (int parity = 0; parity < 2; ++parity) {
        Parameters parameters;
        const auto before = in_state(state, parameters);
        if (!before) continue;
        const auto wanted = other_of(*before);
        if (!wanted) return;
        auto arguments = arguments_of(*before, *wanted, parameters);
        arguments.choices = choices;
        std::vector<Effect> effects{{*before, after_update(write_, &*before, arguments)}};
        if (!give_also_put(arguments, *before, &effects)) return;
        auto name = state ? "from " + *state : std::string("one that is there");
        if (!variant.empty()) name += ", " + variant;
        add(std::move(name), arguments, {*before}, true, std::move(effects));
      }
    }
    if (state && state != plan_.from_states.front()) return;
    Parameters parameters;
    if (const auto old = expired(in_state(state, parameters))) {
      auto arguments = arguments_of(*old, *old, parameters);
      if (!give_also_put(arguments, *old)) return;
      add("one that has expired", arguments, {*old}, false, {{*old, old}});
    }
  }

  void from_wrong_states() {
    const auto& field = entity_.field(entity_.states->field);
    for (const auto& state : field.type.values) {
      const auto& from = plan_.from_states;
      if (std::find(from.begin(), from.end(), *state) != from.end()) continue;
      Parameters parameters;
      const auto before = in_state(*state, parameters);
      if (!before) continue;
      auto arguments = arguments_of(*before, *before, parameters);
      if (!give_also_put(arguments, *before)) return;
      add("from " + *state, arguments, {*before}, false, {{*before, before}});
    }
  }

  void on_nothing() {
    const auto sample = fresh_.next(plan_.entity);
    if (!sample) return;
    auto arguments = arguments_of(*sample, *sample, {});
    if (!give_also_put(arguments, *sample)) return;
    add("one that is not there", arguments, {}, false, {{*sample, std::nullopt}});
  }

  // A caller who does not know what is stored.
  void with_wrong_current() {
    for (const auto& guard : plan_.guards) {
      if (guard.or_absent) continue;
      Parameters parameters;
      const auto before = in_state(
          plan_.from_states.empty() ? std::nullopt : std::optional(plan_.from_states.front()),
          parameters);
      if (!before) return;
      auto arguments = arguments_of(*before, *before, parameters);
      auto& current = arguments.values[guard.input];
      if (is_unique(guard.field)) {
        current = any_value(guard.field);
      } else {
        current = current ? other_value(entity_.fields[guard.field].type, *current)
                          : sample_value(entity_.fields[guard.field].type, 1);
      }
      if (!give_also_put(arguments, *before)) return;
      add("another " + entity_.fields[guard.field].name + " than is stored", arguments, {*before},
          false, {{*before, before}});
    }
  }

  // The items beside the update; false if there are none to be had.
  bool give_also_put(Arguments& arguments, const Sample& before,
                     std::vector<Effect>* effects = nullptr) {
    for (const auto& also : plan_.also_put) {
      auto sample = fresh_.next(also.entity);
      if (!sample) return false;
      for (const auto& shared : also.shared) {
        sample->values[shared.field] = arguments.value(shared.input, shared.field);
      }
      // What both have by the same name in the keys is the same.
      const auto& fields = write_.context.entity(also.entity).fields;
      const auto& design = *write_.context.plan.keys[also.entity].table;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto* value = value_of(write_.context, before, fields[i].name);
        if (design.mentions(i) && value != nullptr) sample->values[i] = *value;
      }
      if (const auto& version = write_.context.entity(also.entity).version) {
        sample->values[version->index] = AttributeValue(0);  // it is new
      }
      arguments.items[also.input] = sample;
      if (effects != nullptr) effects->push_back({*sample, next_of(*sample, false)});
    }
    return true;
  }

  const Write& write_;
  const plan::WritePlan& plan_;
  const model::Entity& entity_;
  FreshSamples& fresh_;
  std::vector<WriteCase> cases_;
};

}  // namespace

std::vector<WriteCase> write_cases(const Context& context, const TableNames& tables,
                                   const plan::PatternPlan& plan, FreshSamples& fresh) {
  std::vector<WriteCase> cases;
  for (const auto& write : plan.writes) {
    const Write one{context, tables, plan, write};
    for (auto& each : WriteCaseMaker(one, fresh).make()) cases.push_back(std::move(each));
  }
  return cases;
}

}  // namespace keywright::verify
