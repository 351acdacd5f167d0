#include "verify/cases.hpp"
#include "verify/items.hpp"
#include "verify/satisfy.hpp"
#include "verify/update_truth.hpp"
#include "verify/write_samples.hpp"

#include <algorithm>
#include <utility>

namespace keywright::verify {
namespace {

using model::Operation;
using plan::InputRole;

constexpr std::size_t kBatch = 5;

class WriteCaseMaker {
 public:
  WriteCaseMaker(const Write& write, FreshSamples& fresh)
      : write_(write), plan_(write.write), entity_(write.entity()), samples_(write, fresh) {}

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

  void create() {
    auto sample = samples_.next();
    if (!sample) return;
    if (entity_.states) {
      sample->values[entity_.states->field.index] = AttributeValue(entity_.states->initial.name);
    }
    const auto arguments = samples_.arguments_of(*sample, *sample, {});
    const bool is_possible = samples_.condition_holds(nullptr, arguments);
    add("new", arguments, {}, is_possible,
        {{*sample, is_possible ? samples_.next_of(*sample, true) : std::nullopt}});
    if (auto again = samples_.other_of(*sample)) {
      if (entity_.states) {
        again->values[entity_.states->field.index] = (*sample)[entity_.states->field.index];
      }
      add("one that is there", samples_.arguments_of(*sample, *again, {}), {*sample}, false,
          {{*sample, sample}});
      if (const auto old = samples_.expired(sample)) {
        add("one that has expired", samples_.arguments_of(*again, *again, {}), {*old},
            samples_.condition_holds(&*old, arguments), {{*again, samples_.next_of(*again, true)}});
      }
    }
  }

  void put() {
    Parameters parameters;
    const auto before = samples_.stored(parameters);
    if (!before) return;
    auto fresh = samples_.next();
    if (fresh) {
      if (plan_.version) fresh->values[*plan_.version] = AttributeValue(0);
      const auto arguments = samples_.of_new(samples_.arguments_of(*fresh, *fresh, parameters));
      const bool succeeds = samples_.condition_holds(nullptr, arguments);
      add("new", arguments, {}, succeeds,
          {{*fresh, succeeds ? samples_.next_of(*fresh, false) : std::nullopt}});
    }
    if (const auto after = samples_.other_of(*before)) {
      add("one that is there", samples_.arguments_of(*before, *after, parameters), {*before}, true,
          {{*after, samples_.next_of(*after, false)}});
    }
    of_other_version();
    violated();
  }

  void remove() {
    Parameters parameters;
    const auto before = samples_.stored(parameters);
    if (!before) return;
    add("one that is there", samples_.arguments_of(*before, *before, parameters), {*before}, true,
        {{*before, std::nullopt}});
    const auto arguments = samples_.arguments_of(*before, *before, parameters);
    const bool succeeds = plan_.precondition == plan::Precondition::none &&
                          samples_.condition_holds(nullptr, arguments);
    add("one that is not there", arguments, {}, succeeds, {{*before, std::nullopt}});
    of_other_version();
    violated();
  }

  // Of a caller who has read the item before it was written last.
  void of_other_version() {
    if (!plan_.version) return;
    const auto input = expected_version(write_);
    const bool is_put = write_.pattern().operation.value == Operation::put;
    if (!input && !is_put) return;
    for (const std::int64_t version : {WriteSamples::kVersion - 1, std::int64_t{0}}) {
      Parameters parameters;
      const auto before = samples_.in_first_state(parameters);
      if (!before) return;
      auto read = *before;
      read.values[*plan_.version] = AttributeValue(version);
      auto arguments = samples_.arguments_of(*before, read, parameters);
      arguments.choices.resize(plan_.changes.size(), Choice::give);
      if (input) arguments.values[*input] = AttributeValue(version);
      if (!samples_.give_also_put(arguments, *before)) return;
      add("version " + std::to_string(version) + " instead of what is stored", arguments, {*before},
          false, {{*before, before}});
    }
  }

  // Of a condition that the stored item does not fulfil.
  void violated() {
    if (!write_.pattern().condition) return;
    Parameters parameters;
    auto sample = samples_.stored(parameters);
    if (!sample) return;
    if (!violate(entity_, *write_.pattern().condition, *sample, parameters)) return;
    const auto wanted = samples_.other_of(*sample);
    if (!wanted) return;
    auto arguments = samples_.arguments_of(*sample, *wanted, parameters);
    if (!samples_.give_also_put(arguments, *sample)) return;
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
      const auto sample = samples_.next();
      if (!sample) break;
      if (is_deletion) {
        added.before.push_back(*sample);
        const auto arguments = samples_.arguments_of(*sample, *sample, {});
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
    const auto fresh = samples_.next();
    if (!fresh) return;
    auto arguments = samples_.of_new(samples_.arguments_of(*fresh, *fresh, {}));
    const bool succeeds = samples_.condition_holds(nullptr, arguments);
    std::optional<Sample> after;
    if (succeeds) after = after_update(write_, nullptr, arguments);
    add("new", arguments, {}, succeeds, {{*fresh, after}});
    for (int parity = 0; parity < 2; ++parity) {
      Parameters parameters;
      const auto before = samples_.stored(parameters);
      if (!before) return;
      auto wanted = samples_.other_of(*before);
      if (!wanted) return;
      for (const auto& guard : plan_.guards) {
        const bool is_told = write_.plan.inputs[guard.input].role == InputRole::current;
        if (!is_told) wanted->values[guard.field] = (*before)[guard.field];
      }
      arguments = samples_.arguments_of(*before, *wanted, parameters);
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
    const auto other = samples_.with_values(unique);
    auto mine = samples_.in_first_state(parameters);
    if (!other || !mine) return;
    const bool is_update = !is_whole_item();
    auto wanted = is_update ? samples_.other_of(*mine) : mine;
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
    auto arguments = samples_.arguments_of(is_update ? *mine : *wanted, *wanted, parameters);
    if (!is_update) arguments = samples_.of_new(std::move(arguments));
    if (!is_update && !samples_.condition_holds(nullptr, arguments)) return;
    if (!samples_.give_also_put(arguments, is_update ? *mine : *wanted)) return;
    const auto& rule = entity_.unique[unique.rule].name;
    std::vector<Sample> before{*other};
    if (is_update) before.push_back(*mine);
    add("the " + rule + " of another", arguments, std::move(before), false,
        {{*other, other}, {*wanted, is_update ? mine : std::nullopt}});
    if (!is_create) return;
    if (const auto old = samples_.expired(other)) {
      add("the " + rule + " of one that has expired", arguments, {*old}, true,
          {{*old, old}, {*wanted, samples_.next_of(*wanted, true)}});
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

  // Items with and without their optional fields.
  void from_state(const std::optional<std::string>& state) {
    for (const auto& [variant, choices] : variants()) {
      for (int parity = 0; parity < 2; ++parity) {
        Parameters parameters;
        const auto before = samples_.in_state(state, parameters);
        if (!before) continue;
        const auto wanted = samples_.other_of(*before);
        if (!wanted) return;
        auto arguments = samples_.arguments_of(*before, *wanted, parameters);
        arguments.choices = choices;
        std::vector<Effect> effects{{*before, after_update(write_, &*before, arguments)}};
        if (!samples_.give_also_put(arguments, *before, &effects)) return;
        auto name = state ? "from " + *state : std::string("one that is there");
        if (!variant.empty()) name += ", " + variant;
        add(std::move(name), arguments, {*before}, true, std::move(effects));
      }
    }
    if (state && state != plan_.from_states.front()) return;
    Parameters parameters;
    if (const auto old = samples_.expired(samples_.in_state(state, parameters))) {
      auto arguments = samples_.arguments_of(*old, *old, parameters);
      if (!samples_.give_also_put(arguments, *old)) return;
      add("one that has expired", arguments, {*old}, false, {{*old, old}});
    }
  }

  void from_wrong_states() {
    const auto& field = entity_.field(entity_.states->field);
    for (const auto& state : field.type.values) {
      const auto& from = plan_.from_states;
      if (std::find(from.begin(), from.end(), *state) != from.end()) continue;
      Parameters parameters;
      const auto before = samples_.in_state(*state, parameters);
      if (!before) continue;
      auto arguments = samples_.arguments_of(*before, *before, parameters);
      if (!samples_.give_also_put(arguments, *before)) return;
      add("from " + *state, arguments, {*before}, false, {{*before, before}});
    }
  }

  void on_nothing() {
    const auto sample = samples_.next();
    if (!sample) return;
    auto arguments = samples_.arguments_of(*sample, *sample, {});
    if (!samples_.give_also_put(arguments, *sample)) return;
    add("one that is not there", arguments, {}, false, {{*sample, std::nullopt}});
  }

  // A caller who does not know what is stored.
  void with_wrong_current() {
    for (const auto& guard : plan_.guards) {
      if (guard.or_absent) continue;
      Parameters parameters;
      const auto before = samples_.in_first_state(parameters);
      if (!before) return;
      auto arguments = samples_.arguments_of(*before, *before, parameters);
      samples_.give_wrong_current(arguments, guard);
      if (!samples_.give_also_put(arguments, *before)) return;
      add("another " + entity_.fields[guard.field].name + " than is stored", arguments, {*before},
          false, {{*before, before}});
    }
  }

  const Write& write_;
  const plan::WritePlan& plan_;
  const model::Entity& entity_;
  WriteSamples samples_;
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
