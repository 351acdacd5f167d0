#include "verify/write_samples.hpp"

#include "verify/items.hpp"
#include "verify/sample_values.hpp"
#include "verify/satisfy.hpp"
#include "verify/update_truth.hpp"

#include <algorithm>
#include <utility>

namespace keywright::verify {
namespace {

using plan::InputRole;

constexpr std::int64_t kHour = 3600;

}  // namespace

std::optional<Sample> WriteSamples::stored(Parameters& parameters) {
  auto sample = next();
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

std::optional<Sample> WriteSamples::in_state(const std::optional<std::string>& state,
                                             Parameters& parameters) {
  auto sample = stored(parameters);
  if (sample && state) {
    sample->values[entity_.states->field.index] = AttributeValue(*state);
    if (!condition_holds(&*sample, parameters)) return std::nullopt;
  }
  return sample;
}

std::optional<Sample> WriteSamples::in_first_state(Parameters& parameters) {
  const auto& states = plan_.from_states;
  return in_state(states.empty() ? std::nullopt : std::optional(states.front()), parameters);
}

std::optional<Sample> WriteSamples::other_of(const Sample& key) {
  auto sample = next();
  if (!sample) return std::nullopt;
  const auto& design = *write_.context.plan.keys[plan_.entity].table;
  for (std::size_t i = 0; i < sample->values.size(); ++i) {
    if (design.mentions(i) || i == plan_.version) sample->values[i] = key[i];
  }
  return sample;
}

std::optional<Sample> WriteSamples::expired(const std::optional<Sample>& sample) const {
  if (!sample || !entity_.ttl) return std::nullopt;
  auto old = *sample;
  old.values[entity_.ttl->field.index] = AttributeValue(write_.context.now - kHour);
  return old;
}

std::optional<Sample> WriteSamples::with_values(const plan::UniqueChange& unique) {
  const auto& fields = entity_.unique[unique.rule].fields;
  for (;;) {
    auto sample = next();
    const bool has_all =
        !sample || std::all_of(fields.begin(), fields.end(), [&](const auto& field) {
          return (*sample)[field.index].has_value();
        });
    if (has_all) return sample;
  }
}

bool WriteSamples::condition_holds(const Sample* sample, const Parameters& parameters) const {
  const auto& condition = write_.pattern().condition;
  return !condition || holds(*condition, sample, parameters);
}

bool WriteSamples::condition_holds(const Sample* sample, const Arguments& arguments) const {
  return condition_holds(sample, parameters_of(write_.plan, arguments));
}

Arguments WriteSamples::arguments_of(const Sample& before, const Sample& wanted,
                                     const Parameters& parameters) {
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

Arguments WriteSamples::of_new(Arguments arguments) const {
  for (const auto& guard : plan_.guards) {
    if (!guard.or_absent && write_.plan.inputs[guard.input].role == InputRole::current) {
      arguments.values[guard.input].reset();
    }
  }
  return arguments;
}

void WriteSamples::give_wrong_current(Arguments& arguments, const plan::Guard& guard) {
  auto& current = arguments.values[guard.input];
  const auto& type = entity_.fields[guard.field].type;
  if (is_unique(guard.field)) {
    current = any_value(guard.field);
  } else {
    current = current ? other_value(type, *current) : sample_value(type, 1);
  }
}

bool WriteSamples::give_also_put(Arguments& arguments, const Sample& before,
                                 std::vector<Effect>* effects) {
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

bool WriteSamples::is_unique(std::size_t field) const {
  return std::any_of(entity_.unique.begin(), entity_.unique.end(), [&](const auto& rule) {
    return std::any_of(rule.fields.begin(), rule.fields.end(),
                       [&](const auto& part) { return part.index == field; });
  });
}

std::optional<AttributeValue> WriteSamples::any_value(std::size_t field) {
  if (is_unique(field)) {
    if (auto value = fresh_.next_value(plan_.entity, field)) return value;
  }
  return sample_value(entity_.fields[field].type, 60);
}

}  // namespace keywright::verify
