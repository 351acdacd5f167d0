#include "verify/truth.hpp"

#include <algorithm>
#include <compare>

namespace keywright::verify {
namespace {

using model::Comparison;

// nullopt: they cannot be ordered.
std::optional<std::strong_ordering> order_of(const AttributeValue& a, const AttributeValue& b) {
  return compare_scalars(a.view(), b.view());
}

bool compares(const AttributeValue& stored, Comparison comparison, const AttributeValue& value) {
  if (comparison == Comparison::equal) return stored == value;
  if (comparison == Comparison::not_equal) return stored != value;
  const auto order = order_of(stored, value);
  if (!order) return false;
  switch (comparison) {
    case Comparison::less:
      return *order < 0;
    case Comparison::less_equal:
      return *order <= 0;
    case Comparison::greater:
      return *order > 0;
    default:
      return *order >= 0;
  }
}

bool is_in_range(model::RangeOperator range, const AttributeValue& value,
                 const Question& question) {
  const auto order = [&](const auto& end) { return *order_of(value, *end); };
  switch (range) {
    case model::RangeOperator::between:
      return order(question.lower) >= 0 && order(question.upper) <= 0;
    case model::RangeOperator::greater_equal:
      return order(question.lower) >= 0;
    case model::RangeOperator::greater:
      return order(question.lower) > 0;
    case model::RangeOperator::less_equal:
      return order(question.upper) <= 0;
    case model::RangeOperator::less:
      return order(question.upper) < 0;
    case model::RangeOperator::prefix:
      return value.as_string().starts_with(question.lower->as_string());
  }
  return false;
}

}  // namespace

AttributeValue literal_value(const model::FieldType& type, const model::Literal& literal) {
  switch (literal.kind) {
    case model::LiteralKind::boolean:
      return AttributeValue::boolean(literal.text == "true");
    case model::LiteralKind::number:
      return Number::parse(literal.text).value_or(Number());
    case model::LiteralKind::empty_list:
      return AttributeValue::list({});
    case model::LiteralKind::empty_map:
      return AttributeValue::map({});
    default:
      break;
  }
  const bool is_number = model::attribute_type(type.kind) == model::AttributeType::number;
  if (is_number) return Number::parse(literal.text).value_or(Number());
  return AttributeValue(literal.text);
}

bool holds(const model::Predicate& predicate, const Sample* sample, const Parameters& parameters) {
  const AttributeValue* stored = nullptr;
  if (sample != nullptr && (*sample)[predicate.field.index]) {
    stored = &*(*sample)[predicate.field.index];
  }
  if (predicate.comparison == Comparison::exists) return stored != nullptr;
  if (predicate.comparison == Comparison::not_exists) return stored == nullptr;
  // DynamoDB: what is not there differs from every value, and has no order.
  if (stored == nullptr) return predicate.comparison == Comparison::not_equal;
  const auto fits = [&](const model::Literal& literal) {
    const auto comparison =
        predicate.comparison == Comparison::in ? Comparison::equal : predicate.comparison;
    if (literal.kind == model::LiteralKind::parameter) {
      return compares(*stored, comparison, parameters.at(literal.text));
    }
    const bool is_number = stored->type() == keywright::AttributeType::number;
    model::FieldType type;
    type.kind = is_number ? model::TypeKind::number : model::TypeKind::string;
    return compares(*stored, comparison, literal_value(type, literal));
  };
  return std::any_of(predicate.values.begin(), predicate.values.end(), fits);
}

bool holds(const model::Condition& condition, const Sample* sample, const Parameters& parameters) {
  return std::all_of(condition.all_of.begin(), condition.all_of.end(),
                     [&](const auto& predicate) { return holds(predicate, sample, parameters); });
}

bool lets_in(const model::Predicate& predicate, const Sample& sample) {
  const bool is_there = sample[predicate.field.index].has_value();
  return (is_there || predicate.comparison == Comparison::not_exists) &&
         holds(predicate, &sample, {});
}

bool enters(const Context& context, const Sample& sample, std::size_t entry) {
  const auto& definition = context.entity(sample.entity).indexes[entry];
  if (definition.when) {
    for (const auto& predicate : definition.when->all_of) {
      if (!lets_in(predicate, sample)) return false;
    }
  }
  for (const auto* source : {&definition.pk, &definition.sk}) {
    if (!*source) continue;
    for (const auto& field : (*source)->components()) {
      if (!sample[field.index]) return false;
    }
  }
  return true;
}

bool matches(const Context& context, const model::AccessPattern& pattern, const Question& question,
             const Sample& sample) {
  const bool is_returned =
      std::any_of(pattern.returns.begin(), pattern.returns.end(),
                  [&](const auto& returned) { return returned.entity.index == sample.entity; });
  if (!is_returned) return false;
  const auto& fields = context.entity(sample.entity).fields;
  const auto has_field = [&](std::string_view name) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const auto& field) { return field.name == name; });
  };
  for (std::size_t i = 0; i < pattern.by.size(); ++i) {
    if (!has_field(pattern.by[i].name)) continue;
    const auto* value = value_of(context, sample, pattern.by[i].name);
    if (value == nullptr || *value != question.by[i]) return false;
  }
  // Who asks for an order speaks of what has a place in it.
  if (pattern.order && has_field(pattern.order->field.name) &&
      value_of(context, sample, pattern.order->field.name) == nullptr) {
    return false;
  }
  if (!pattern.range || !has_field(pattern.range->field.name)) return true;
  const auto* value = value_of(context, sample, pattern.range->field.name);
  return value != nullptr && is_in_range(pattern.range->range_operator, *value, question);
}

void Truth::put(const Sample& sample) {
  remove(sample);
  all_.push_back(sample);
}

void Truth::remove(const Sample& sample) {
  std::erase_if(all_, [&](const Sample& other) { return same_item_(sample, other); });
}

const Sample* Truth::find(const Sample& like) const {
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [&](const Sample& other) { return same_item_(like, other); });
  return found == all_.end() ? nullptr : &*found;
}

}  // namespace keywright::verify
