#include "oracle.hpp"

#include <algorithm>
#include <set>

namespace keywright::random_proof {

using model::Operation;
using plan::InputRole;

struct Oracle::Effect {
  bool fails = false;
  ErrorCode code = ErrorCode::condition_failed;
  std::optional<Sample> stored;
  std::string taken;
  std::optional<ErrorCode> may_fail;
  std::optional<Sample> result;
  // Each item that is written, and what it is then (nullopt: gone).
  std::vector<std::pair<Sample, std::optional<Sample>>> changes;

  static Effect refused(ErrorCode code, const Sample* stored = nullptr) {
    Effect effect;
    effect.fails = true;
    effect.code = code;
    if (stored != nullptr) effect.stored = *stored;
    return effect;
  }
};

namespace {

bool names(const std::vector<model::FieldRef>& fields, const std::string& name) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const auto& field) { return field.name == name; });
}

AttributeValue sum(const std::optional<AttributeValue>& stored, const AttributeValue& added) {
  if (!stored) return added;
  if (added.type() == keywright::AttributeType::number) {
    return Number::add(stored->as_number(), added.as_number()).value_or(Number());
  }
  std::vector<std::string> texts;
  std::vector<Number> numbers;
  for (const auto& set : {stored->view(), added.view()}) {
    for (const auto element : set.elements()) {
      if (element.is(keywright::AttributeType::number)) {
        numbers.push_back(element.as_number());
      } else {
        texts.emplace_back(element.as_string());
      }
    }
  }
  return numbers.empty() ? AttributeValue::string_set(texts) : AttributeValue::number_set(numbers);
}

// The argument of that role for a field; null: the function takes none.
const plan::Input* input_of(const Call& call, InputRole role, std::size_t field) {
  for (const auto position : call.write().inputs) {
    const auto& input = call.plan->inputs[position];
    if (input.role == role && input.field == field) return &input;
  }
  return nullptr;
}

std::size_t position_of(const Call& call, const plan::Input& input) {
  return static_cast<std::size_t>(&input - call.plan->inputs.data());
}

// What the caller decides of a field that the update may change.
verify::Choice choice_of(const Call& call, std::size_t field) {
  const auto& changes = call.write().changes;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].field == field) return call.arguments.choices[i];
  }
  return verify::Choice::leave;
}

const Sample& item_given(const Call& call) {
  return *call.arguments.items.front();
}

}  // namespace

// What things are -----------------------------------------------------------------------------

std::vector<std::size_t> Oracle::identity(std::size_t entity) const {
  std::vector<std::size_t> fields;
  const auto& key = context_.entity(entity).key;
  for (const auto* half : {&key.pk, &key.sk}) {
    if (!*half) continue;
    for (const auto& field : (*half)->components()) fields.push_back(field.index);
  }
  return fields;
}

bool Oracle::same_item(const Sample& a, const Sample& b) const {
  if (a.entity != b.entity) return false;
  const auto fields = identity(a.entity);
  return std::all_of(fields.begin(), fields.end(),
                     [&](std::size_t field) { return a[field] == b[field]; });
}

const Sample* Oracle::find(const State& state, const Sample& like) const {
  const auto found = std::find_if(state.begin(), state.end(),
                                  [&](const Sample& each) { return same_item(each, like); });
  return found == state.end() ? nullptr : &*found;
}

bool Oracle::is_expired(const Sample& sample, std::int64_t now) const {
  const auto& ttl = context_.entity(sample.entity).ttl;
  if (!ttl || !sample[ttl->field.index]) return false;
  return sample[ttl->field.index]->as_number().to_int64().value_or(0) < now;
}

void Oracle::drop_expired(State& state, std::int64_t now) const {
  std::erase_if(state, [&](const Sample& each) { return is_expired(each, now); });
}

Sample Oracle::addressed(const Call& call, const verify::Arguments& arguments) const {
  Sample like;
  like.entity = pattern(call).entity().index;
  like.values.resize(context_.entity(like.entity).fields.size());
  for (std::size_t i = 0; i < call.plan->inputs.size(); ++i) {
    const auto& input = call.plan->inputs[i];
    if (input.role == InputRole::bound) like.values[*input.field] = arguments.values[i];
  }
  return like;
}

std::int64_t Oracle::version(const Sample* sample) const {
  if (sample == nullptr) return 0;
  const auto& value = (*sample)[context_.entity(sample->entity).version->index];
  return value ? value->as_number().to_int64().value_or(0) : 0;
}

void Oracle::count_version(Sample& sample, std::int64_t read) const {
  const auto& version = context_.entity(sample.entity).version;
  if (version) sample.values[version->index] = AttributeValue(read + 1);
}

void Oracle::begin_life(Sample& sample, std::int64_t now) const {
  const auto& ttl = context_.entity(sample.entity).ttl;
  if (!ttl || !ttl->after || sample[ttl->field.index]) return;
  sample.values[ttl->field.index] = AttributeValue(now + ttl->after->value.count());
}

// What all writes ask for ---------------------------------------------------------------------

// What the caller said of the item as it stands, and the pattern's own condition.
bool Oracle::is_met(const Call& call, const Sample* stored) const {
  const bool deletes = *pattern(call).operation == Operation::delete_item;
  for (const auto position : call.write().inputs) {
    const auto& input = call.plan->inputs[position];
    const auto& given = call.arguments.values[position];
    if (input.role == InputRole::current) {
      const auto is = stored == nullptr ? std::nullopt : (*stored)[*input.field];
      // What a delete does not find it need not know.
      if (deletes && !is) continue;
      if (is != given) return false;
    }
    if (input.role == InputRole::expected_version && given) {
      if (version(stored) != given->as_number().to_int64().value_or(0)) return false;
    }
  }
  const auto& condition = pattern(call).condition;
  return !condition ||
         verify::holds(*condition, stored, verify::parameters_of(*call.plan, call.arguments));
}

void Oracle::check_unique(const State& state, Effect& effect) const {
  const auto& after = *effect.changes.front().second;
  const auto& entity = context_.entity(after.entity);
  const auto value_of = [](const model::UniqueRule& rule, const Sample& sample) {
    std::optional<std::string> text(rule.name);
    for (const auto& field : rule.fields) {
      if (!sample[field.index]) return std::optional<std::string>();
      *text += "|" + to_json(sample[field.index]->view());
    }
    return text;
  };
  for (const auto& rule : entity.unique) {
    const auto value = value_of(rule, after);
    if (!value) continue;
    for (const auto& other : state) {
      if (other.entity != after.entity || same_item(other, after)) continue;
      if (value_of(rule, other) != value) continue;
      effect.fails = true;
      effect.taken = rule.name;
      return;
    }
  }
}

// Writes --------------------------------------------------------------------------------------

Oracle::Effect Oracle::put(const Call& call, const State& state, std::int64_t now) const {
  auto sample = item_given(call);
  const auto& entity = context_.entity(sample.entity);
  const auto* stored = find(state, sample);
  const bool creates = *pattern(call).operation == Operation::create;
  if (creates && entity.states) {
    const auto& is = sample[entity.states->field.index];
    if (is->as_string() != entity.states->initial.name) {
      return Effect::refused(ErrorCode::validation);
    }
  }
  const bool has_version = entity.version.has_value();
  const bool is_stale = has_version && !creates && version(stored) != version(&sample);
  if ((creates && stored != nullptr) || is_stale || !is_met(call, stored)) {
    return Effect::refused(ErrorCode::condition_failed, stored);
  }
  count_version(sample, creates || !has_version ? 0 : version(&sample));
  begin_life(sample, now);
  Effect effect;
  effect.changes.emplace_back(sample, sample);
  if (has_version) effect.result = sample;
  check_unique(state, effect);
  return effect;
}

Oracle::Effect Oracle::remove(const Call& call, const State& state) const {
  const auto like = addressed(call, call.arguments);
  const auto* stored = find(state, like);
  if (!is_met(call, stored)) return Effect::refused(ErrorCode::condition_failed, stored);
  Effect effect;
  effect.changes.emplace_back(like, std::nullopt);
  return effect;
}

Oracle::Effect Oracle::patch(const Call& call, const State& state) const {
  const auto like = addressed(call, call.arguments);
  const auto* stored = find(state, like);
  if (stored == nullptr || !is_met(call, stored)) {
    return Effect::refused(ErrorCode::condition_failed, stored);
  }
  auto after = *stored;
  const auto& declared = pattern(call);
  for (std::size_t i = 0; i < after.values.size(); ++i) {
    const auto& name = context_.entity(after.entity).fields[i].name;
    const auto choice = choice_of(call, i);
    const auto given = [&](InputRole role) {
      const auto* input = input_of(call, role, i);
      return input == nullptr ? std::nullopt : call.arguments.values[position_of(call, *input)];
    };
    if (names(declared.set, name)) {
      if (choice == verify::Choice::give) after.values[i] = given(InputRole::new_value);
      if (choice == verify::Choice::remove) after.values[i].reset();
    } else if (names(declared.remove, name)) {
      after.values[i].reset();
    } else if (names(declared.add, name) && choice == verify::Choice::give) {
      if (const auto more = given(InputRole::added)) after.values[i] = sum(after[i], *more);
    }
  }
  if (context_.entity(after.entity).version) count_version(after, version(stored));
  Effect effect;
  effect.result = after;
  effect.changes.emplace_back(like, std::move(after));
  check_unique(state, effect);
  return effect;
}

Oracle::Effect Oracle::upsert(const Call& call, const State& state, std::int64_t now) const {
  const auto& given = item_given(call);
  const auto& declared = pattern(call);
  const auto& entity = context_.entity(given.entity);
  const auto* stored = find(state, given);
  if (!is_met(call, stored)) return Effect::refused(ErrorCode::condition_failed, stored);
  const bool lists = !declared.set.empty() || !declared.add.empty() || !declared.remove.empty();
  auto after = given;
  Effect effect;
  for (std::size_t i = 0; i < after.values.size(); ++i) {
    const auto& field = entity.fields[i];
    const bool is_life = entity.ttl && entity.ttl->after && entity.ttl->field.index == i;
    const auto was = stored == nullptr ? std::nullopt : (*stored)[i];
    if (names(declared.set, field.name)) continue;
    if (names(declared.remove, field.name)) {
      after.values[i].reset();
    } else if (names(declared.add, field.name)) {
      after.values[i] = given[i] ? std::optional(sum(was, *given[i])) : was;
    } else if (stored != nullptr && (lists || field.immutable) && (!is_life || field.immutable)) {
      after.values[i] = was;
      // Keys that are made of it and of something that changes must know it.
      if (was != given[i]) effect.may_fail = ErrorCode::condition_failed;
    }
  }
  begin_life(after, now);
  if (entity.version) count_version(after, version(stored));
  effect.result = after;
  effect.changes.emplace_back(given, std::move(after));
  check_unique(state, effect);
  return effect;
}

Oracle::Effect Oracle::move(const Call& call, const State& state, std::int64_t now) const {
  const auto like = addressed(call, call.arguments);
  const auto& entity = context_.entity(like.entity);
  const auto& states = *entity.states;
  const auto& made = states.moves[*call.write().move];
  const auto* stored = find(state, like);
  const auto is_from = [&](const auto& from) {
    return (*stored)[states.field.index]->as_string() == from.name;
  };
  const bool is_legal =
      stored != nullptr && std::any_of(made.from.begin(), made.from.end(), is_from);
  // Two things that say whose they are must agree.
  for (const auto& also : call.write().also_put) {
    for (const auto& shared : also.shared) {
      if (call.arguments.items[also.input]->values[shared.field] !=
          call.arguments.values[shared.input]) {
        return Effect::refused(ErrorCode::validation);
      }
    }
  }
  Effect effect;
  auto after = stored == nullptr ? like : *stored;
  after.values[states.field.index] = AttributeValue(made.to.name);
  for (const auto& field : made.set) {
    const auto* input = input_of(call, InputRole::new_value, field.index);
    const bool gives = choice_of(call, field.index) == verify::Choice::give;
    after.values[field.index] =
        gives ? call.arguments.values[position_of(call, *input)] : std::nullopt;
  }
  for (const auto& field : made.remove) after.values[field.index].reset();
  if (entity.version) count_version(after, version(stored));
  effect.result = after;
  effect.changes.emplace_back(like, std::move(after));
  if (!is_legal || !is_met(call, stored)) {
    effect.fails = true;
    if (stored != nullptr) effect.stored = *stored;
    return effect;
  }
  check_unique(state, effect);
  if (!call.write().also_put.empty()) {
    effect.result.reset();
    put_beside(call, state, now, effect);
  }
  return effect;
}

// The leading write goes first: what is beside fails only the whole.
void Oracle::put_beside(const Call& call, const State& state, std::int64_t now,
                        Effect& effect) const {
  for (const auto& also : call.write().also_put) {
    auto sample = *call.arguments.items[also.input];
    const auto* stored = find(state, sample);
    const bool has_version = context_.entity(sample.entity).version.has_value();
    if (has_version && version(stored) != version(&sample) && !effect.fails) {
      effect.fails = true;
      effect.code = ErrorCode::transaction_cancelled;
    }
    count_version(sample, has_version ? version(&sample) : 0);
    begin_life(sample, now);
    effect.changes.emplace_back(sample, sample);
  }
}

Oracle::Effect Oracle::batch(const Call& call, const State& state, std::int64_t now) const {
  static_cast<void>(state);
  Effect effect;
  for (const auto& each : call.many) {
    std::pair<Sample, std::optional<Sample>> change;
    if (*pattern(call).operation == Operation::batch_put) {
      change.first = *each.items.front();
      begin_life(change.first, now);
      change.second = change.first;
    } else {
      change.first = addressed(call, each);
    }
    for (const auto& other : effect.changes) {
      if (same_item(other.first, change.first)) return Effect::refused(ErrorCode::validation);
    }
    effect.changes.push_back(std::move(change));
  }
  return effect;
}

Oracle::Effect Oracle::write(const Call& call, const State& state, std::int64_t now) const {
  switch (*pattern(call).operation) {
    case Operation::create:
    case Operation::put:
      return put(call, state, now);
    case Operation::delete_item:
      return remove(call, state);
    case Operation::patch:
      return patch(call, state);
    case Operation::upsert:
      return upsert(call, state, now);
    case Operation::transition:
      return move(call, state, now);
    default:
      return batch(call, state, now);
  }
}

// Transactions --------------------------------------------------------------------------------

Expected Oracle::transaction(const Call& call, const State& state, std::int64_t now) const {
  Expected expected;
  expected.after = state;
  std::vector<Sample> written;
  std::set<std::string> kinds;
  bool is_twice = false;
  bool is_invalid = false;
  bool fails = false;
  for (const auto& step : call.steps) {
    auto effect = write(step, state, now);
    for (const auto& [like, after] : effect.changes) {
      const auto is_it = [&](const Sample& other) { return same_item(other, like); };
      is_twice = is_twice || std::any_of(written.begin(), written.end(), is_it);
      written.push_back(like);
    }
    // A step that fails says not which items it would have written.
    if (effect.fails && effect.changes.empty()) {
      const auto& like = step.arguments.items.empty() || !step.arguments.items.front()
                             ? addressed(step, step.arguments)
                             : *step.arguments.items.front();
      const auto is_it = [&](const Sample& other) { return same_item(other, like); };
      is_twice = is_twice || std::any_of(written.begin(), written.end(), is_it);
      written.push_back(like);
    }
    // Two steps on entities of one kind may want one value.
    const auto& entity = context_.entity(step.write().entity);
    if (!entity.unique.empty() && !kinds.insert(entity.name).second) {
      expected.may_fail = ErrorCode::validation;
    }
    if (effect.may_fail && !expected.may_fail) {
      expected.may_fail = ErrorCode::transaction_cancelled;
    }
    is_invalid = is_invalid || (effect.fails && effect.code == ErrorCode::validation);
    fails = fails || effect.fails;
    expected.step_fails.push_back(effect.fails);
    for (auto& [like, after] : effect.changes) {
      std::erase_if(expected.after,
                    [&, &of = like](const Sample& other) { return same_item(other, of); });
      if (after) expected.after.push_back(std::move(*after));
    }
  }
  if (is_twice || is_invalid) {
    expected.error = ErrorCode::validation;
  } else if (fails) {
    expected.error = ErrorCode::transaction_cancelled;
  }
  if (expected.error) expected.after = state;
  return expected;
}

// Reads ---------------------------------------------------------------------------------------

Expected Oracle::read(const Call& call, const State& state) const {
  Expected expected;
  expected.after = state;
  const auto found = [&](const Sample& like) {
    const auto* stored = find(state, like);
    return stored == nullptr ? std::nullopt : std::optional(*stored);
  };
  const auto& declared = pattern(call);
  if (*declared.operation == Operation::get) {
    expected.rows.push_back(found(addressed(call, call.arguments)));
    return expected;
  }
  if (*declared.operation == Operation::batch_get) {
    for (const auto& each : call.many) expected.rows.push_back(found(addressed(call, each)));
    return expected;
  }
  verify::Question question;
  question.by.resize(declared.by.size());
  for (std::size_t i = 0; i < call.plan->inputs.size(); ++i) {
    const auto& input = call.plan->inputs[i];
    const auto& value = call.arguments.values[i];
    switch (input.role) {
      case InputRole::range_lower:
      case InputRole::range_prefix:
        question.lower = value;
        break;
      case InputRole::range_upper:
        question.upper = value;
        break;
      case InputRole::range_value:
        question.lower = value;
        question.upper = value;
        break;
      default:
        for (std::size_t at = 0; at < declared.by.size(); ++at) {
          if (declared.by[at].name == context_.entity(input.entity).fields[*input.field].name) {
            question.by[at] = value;
          }
        }
    }
  }
  for (const auto& each : state) {
    if (!verify::matches(context_, declared, question, each)) continue;
    // A list of an index is one of what is in it.
    if (declared.use_index) {
      const auto& entries = context_.entity(each.entity).indexes;
      const auto entry = std::find_if(entries.begin(), entries.end(), [&](const auto& of) {
        return of.index.name == declared.use_index->name;
      });
      if (!verify::enters(context_, each, static_cast<std::size_t>(entry - entries.begin()))) {
        continue;
      }
    }
    expected.rows.emplace_back(each);
  }
  return expected;
}

Expected Oracle::expect(const Call& call, const State& state, std::int64_t now) const {
  Expected expected;
  if (!call.steps.empty() && call.steps.front().plan->writes.empty()) {
    expected.after = state;
    for (const auto& step : call.steps) {
      for (auto& row : read(step, state).rows) expected.rows.push_back(std::move(row));
    }
    return expected;
  }
  if (!call.steps.empty()) {
    expected = transaction(call, state, now);
  } else if (call.plan->writes.empty()) {
    return read(call, state);
  } else {
    auto effect = write(call, state, now);
    expected.after = state;
    expected.may_fail = effect.may_fail;
    if (effect.fails) {
      expected.error = effect.code;
      expected.stored = effect.taken.empty() ? effect.stored : std::nullopt;
      expected.taken = effect.taken;
      return expected;
    }
    expected.result = std::move(effect.result);
    for (auto& [like, after] : effect.changes) {
      std::erase_if(expected.after,
                    [&, &of = like](const Sample& other) { return same_item(other, of); });
      if (after) expected.after.push_back(std::move(*after));
    }
  }
  drop_expired(expected.after, now);
  return expected;
}

}  // namespace keywright::random_proof
