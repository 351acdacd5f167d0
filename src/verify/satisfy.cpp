#include "verify/satisfy.hpp"

#include "verify/sample_values.hpp"

#include <string>
#include <vector>

namespace keywright::verify {
namespace {

constexpr std::uint32_t kTries = 20;

// Values around one, and others of the type.
std::vector<AttributeValue> candidates(const model::FieldType& type,
                                       const std::optional<AttributeValue>& around) {
  std::vector<AttributeValue> values;
  if (around) {
    values.push_back(*around);
    if (around->type() == keywright::AttributeType::number) {
      for (const auto& step : {Number(1), Number(-1)}) {
        if (const auto next = Number::add(around->as_number(), step)) values.emplace_back(*next);
      }
    }
    if (around->type() == keywright::AttributeType::string) {
      values.emplace_back(std::string(around->as_string()) + "~");
      values.emplace_back("!");
    }
  }
  for (std::uint32_t i = 0; i < kTries; ++i) values.push_back(sample_value(type, i));
  return values;
}

bool make(const model::Field& field, const model::Predicate& predicate, bool wanted, Sample& sample,
          Parameters& parameters) {
  auto& stored = sample.values[predicate.field.index];
  const auto is_done = [&] { return holds(predicate, &sample, parameters) == wanted; };
  const bool has_parameter =
      !predicate.values.empty() && predicate.values.front().kind == model::LiteralKind::parameter;
  if (has_parameter) {
    if (!stored) stored = sample_value(field.type, 2);
    auto& parameter = parameters.try_emplace(predicate.values.front().text, *stored).first->second;
    if (is_done()) return true;
    for (const auto& value : candidates(field.type, stored)) {
      parameter = value;
      if (is_done()) return true;
    }
    return false;
  }
  if (is_done()) return true;
  std::optional<AttributeValue> literal;
  if (!predicate.values.empty()) literal = literal_value(field.type, predicate.values.front());
  for (const auto& value : candidates(field.type, literal)) {
    stored = value;
    if (is_done()) return true;
  }
  stored.reset();
  return field.optional && is_done();
}

}  // namespace

std::optional<AttributeValue> other_value(const model::FieldType& type,
                                          const AttributeValue& value) {
  for (std::uint32_t i = 0; i < kTries; ++i) {
    auto other = sample_value(type, i);
    if (other != value) return other;
  }
  return std::nullopt;
}

bool satisfy(const model::Entity& entity, const model::Condition& condition, Sample& sample,
             Parameters& parameters) {
  for (const auto& predicate : condition.all_of) {
    if (!make(entity.field(predicate.field), predicate, true, sample, parameters)) return false;
  }
  return holds(condition, &sample, parameters);
}

bool violate(const model::Entity& entity, const model::Condition& condition, Sample& sample,
             Parameters& parameters) {
  for (const auto& predicate : condition.all_of) {
    auto changed = sample;
    auto chosen = parameters;
    if (!make(entity.field(predicate.field), predicate, false, changed, chosen)) continue;
    sample = std::move(changed);
    parameters = std::move(chosen);
    return true;
  }
  return false;
}

}  // namespace keywright::verify
