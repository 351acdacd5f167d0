#include "call_maker.hpp"

#include "random_values.hpp"

#include <algorithm>
#include <utility>

namespace keywright::random_proof {

using model::Operation;
using plan::InputRole;

Call CallMaker::make(const plan::PatternPlan& plan, const State& state, std::int64_t now) {
  state_ = &state;
  now_ = now;
  Call call(plan);
  for (const auto& step : plan.steps) {
    const bool is_each = plan::declared(context_.model, step).each;
    for (std::size_t i = is_each ? dice_.below(4) : 1; i > 0; --i) call.steps.push_back(fill(step));
  }
  return plan.steps.empty() ? fill(plan) : call;
}

Call CallMaker::fill(const plan::PatternPlan& plan) {
  Call call(plan);
  if (!plan.writes.empty()) call.function = dice_.below(plan.writes.size());
  static const std::vector<std::size_t> kLimits = {0, 1, 2, 3, 10, 100};
  call.limit = dice_.pick(kLimits);
  if (model::is_batch(*pattern(call).operation)) {
    many(call);
    return call;
  }
  bind(call, call.arguments);
  order_range(call);
  if (plan.writes.empty()) return call;
  call.arguments.choices.assign(call.write().changes.size(), verify::Choice::give);
  for (const auto position : call.write().inputs) {
    const auto& input = plan.inputs[position];
    if (input.role != InputRole::item) continue;
    give_item(call.arguments, position, input.entity,
              *pattern(call).operation == Operation::create);
  }
  know(call);
  choose(call);
  put_beside(call);
  return call;
}

// One of those that are there; null: there is none.
const Sample* CallMaker::stored_like(std::size_t entity) {
  std::vector<const Sample*> all;
  for (const auto& each : *state_) {
    if (each.entity == entity) all.push_back(&each);
  }
  return all.empty() ? nullptr : dice_.pick(all);
}

Sample CallMaker::thing(std::size_t entity) {
  const auto& definition = context_.entity(entity);
  Sample sample;
  sample.entity = entity;
  for (std::size_t i = 0; i < definition.fields.size(); ++i) {
    const auto& field = definition.fields[i];
    const bool is_time = definition.ttl && definition.ttl->field.index == i;
    if (is_time) {
      sample.values.emplace_back(random_time(now_, dice_));
      if (definition.ttl->after && dice_.percent(60)) sample.values.back().reset();
    } else if (definition.version && definition.version->index == i) {
      sample.values.emplace_back(0);
    } else if (field.optional && dice_.percent(40)) {
      sample.values.emplace_back();
    } else {
      sample.values.emplace_back(random_value(field.type, dice_));
    }
  }
  return sample;
}

std::optional<AttributeValue> CallMaker::value_of(std::size_t entity, std::size_t field) {
  const auto* stored = stored_like(entity);
  if (stored != nullptr && (*stored)[field] && dice_.percent(70)) return (*stored)[field];
  return random_value(context_.entity(entity).fields[field].type, dice_);
}

// What is equal: all of one thing, mostly, so that something is found.
void CallMaker::bind(Call& call, verify::Arguments& arguments) {
  std::optional<std::size_t> entity;
  for (const auto& input : call.plan->inputs) {
    if (input.role == InputRole::bound && !entity) entity = input.entity;
  }
  const auto* stored = entity ? stored_like(*entity) : nullptr;
  if (stored != nullptr && dice_.percent(25)) stored = nullptr;
  for (std::size_t i = 0; i < call.plan->inputs.size(); ++i) {
    const auto& input = call.plan->inputs[i];
    if (input.role == InputRole::bound) {
      const bool is_known =
          stored != nullptr && input.entity == *entity && (*stored)[*input.field].has_value();
      arguments.values[i] =
          is_known ? (*stored)[*input.field]
                   : random_value(context_.entity(input.entity).fields[*input.field].type, dice_);
    } else if (input.role == InputRole::range_prefix) {
      const auto whole = value_of(input.entity, *input.field);
      arguments.values[i] = AttributeValue(
          whole->as_string().substr(0, dice_.percent(50) ? 1 : whole->as_string().size()));
    } else if (input.field && input.role != InputRole::item && input.role != InputRole::also_put) {
      arguments.values[i] = value_of(input.entity, *input.field);
    }
  }
}

void CallMaker::order_range(Call& call) {
  AttributeValue* lower = nullptr;
  for (std::size_t i = 0; i < call.plan->inputs.size(); ++i) {
    auto& value = call.arguments.values[i];
    if (call.plan->inputs[i].role == InputRole::range_lower) lower = &*value;
    if (call.plan->inputs[i].role != InputRole::range_upper || lower == nullptr) continue;
    const auto order = compare_scalars(lower->view(), value->view());
    if (order && *order > 0) std::swap(*lower, *value);
  }
}

void CallMaker::give_item(verify::Arguments& arguments, std::size_t input, std::size_t entity,
                          bool creates) {
  auto sample = thing(entity);
  const auto& definition = context_.entity(entity);
  if (const auto* stored = stored_like(entity); stored != nullptr && dice_.percent(60)) {
    for (const auto field : oracle_.identity(entity)) sample.values[field] = (*stored)[field];
    // What is as it was costs nothing, or is left alone.
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
      const bool is_time = definition.ttl && definition.ttl->field.index == i;
      if (!is_time && dice_.percent(30)) sample.values[i] = (*stored)[i];
    }
  }
  const auto* stored = oracle_.find(*state_, sample);
  if (definition.version) {
    const bool is_right = dice_.percent(80);
    const auto field = definition.version->index;
    const bool knows = is_right && stored != nullptr;
    sample.values[field] = knows ? (*stored)[field] : AttributeValue(is_right ? 0 : 3);
  }
  if (creates && definition.states && dice_.percent(90)) {
    sample.values[definition.states->field.index] = AttributeValue(definition.states->initial.name);
  }
  arguments.items[input] = std::move(sample);
}

// What the caller says of the item as it stands.
void CallMaker::know(Call& call) {
  const auto& given = call.arguments.items.empty() ? std::nullopt : call.arguments.items.front();
  const auto like = given ? *given : oracle_.addressed(call, call.arguments);
  const auto* stored = oracle_.find(*state_, like);
  for (const auto position : call.write().inputs) {
    const auto& input = call.plan->inputs[position];
    auto& value = call.arguments.values[position];
    if (input.role == InputRole::current || input.role == InputRole::condition) {
      const auto is = stored == nullptr ? std::nullopt : (*stored)[*input.field];
      if (input.role == InputRole::condition) {
        if (is && dice_.percent(50)) value = is;
      } else if (dice_.percent(88) && (is || input.optional)) {
        value = is;
      } else if (input.optional && dice_.percent(30)) {
        value.reset();
      }
    } else if (input.role == InputRole::expected_version) {
      value.reset();
      if (dice_.percent(50)) continue;
      const auto is = stored == nullptr ? AttributeValue(0) : *(*stored)[*input.field];
      value = dice_.percent(75) ? is : AttributeValue(static_cast<std::int64_t>(dice_.below(4)));
    }
  }
}

void CallMaker::choose(Call& call) {
  const auto& definition = context_.entity(call.write().entity);
  for (std::size_t i = 0; i < call.write().changes.size(); ++i) {
    const auto& change = call.write().changes[i];
    if (!change.input) continue;
    const auto& input = call.plan->inputs[*change.input];
    if (input.role == InputRole::item) continue;
    auto& value = call.arguments.values[*change.input];
    const bool is_time = definition.ttl && definition.ttl->field.index == change.field;
    if (input.role == InputRole::added) {
      value = random_addition(definition.fields[change.field].type, dice_);
    } else if (is_time) {
      value = random_time(now_, dice_);
    } else if (dice_.percent(80)) {
      value = random_value(definition.fields[change.field].type, dice_);
    }
    auto& choice = call.arguments.choices[i];
    if (change.may_be_left_out && dice_.percent(35)) {
      choice = verify::Choice::leave;
    } else if (change.may_be_removed && dice_.percent(35)) {
      choice = verify::Choice::remove;
    }
  }
}

void CallMaker::put_beside(Call& call) {
  for (const auto& also : call.write().also_put) {
    give_item(call.arguments, also.input, also.entity, false);
    auto& sample = *call.arguments.items[also.input];
    if (dice_.percent(5)) continue;
    for (const auto& shared : also.shared) {
      sample.values[shared.field] = call.arguments.values[shared.input];
    }
    const auto& version = context_.entity(also.entity).version;
    if (!version) continue;
    const auto* stored = oracle_.find(*state_, sample);
    sample.values[version->index] =
        stored != nullptr ? (*stored)[version->index] : AttributeValue(0);
  }
}

void CallMaker::many(Call& call) {
  const bool puts = *pattern(call).operation == Operation::batch_put;
  const bool reads = call.plan->writes.empty();
  const auto count = 1 + dice_.below(dice_.percent(15) ? 40 : 6);
  std::vector<Sample> taken;
  for (std::size_t i = 0; i < count; ++i) {
    verify::Arguments one(*call.plan);
    if (puts) {
      give_item(one, 0, call.plan->inputs.front().entity, false);
    } else {
      bind(call, one);
    }
    const auto like = puts ? *one.items.front() : oracle_.addressed(call, one);
    const bool is_there = std::any_of(taken.begin(), taken.end(), [&](const Sample& other) {
      return oracle_.same_item(other, like);
    });
    if (is_there && !reads && !dice_.percent(2)) continue;
    taken.push_back(like);
    call.many.push_back(std::move(one));
  }
}

}  // namespace keywright::random_proof
