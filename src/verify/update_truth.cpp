#include "verify/update_truth.hpp"

#include "verify/sample_values.hpp"

#include <string>
#include <utility>
#include <vector>

namespace keywright::verify {
namespace {

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
        texts.emplace_back(element.is(keywright::AttributeType::binary) ? element.as_binary()
                                                                        : element.as_string());
      }
    }
  }
  switch (added.type()) {
    case keywright::AttributeType::number_set:
      return AttributeValue::number_set(std::move(numbers));
    case keywright::AttributeType::binary_set:
      return AttributeValue::binary_set(std::move(texts));
    default:
      return AttributeValue::string_set(std::move(texts));
  }
}

}  // namespace

Sample after_update(const Write& write, const Sample* before, const Arguments& arguments) {
  using plan::FieldChangeKind;
  Sample after;
  if (before != nullptr) {
    after = *before;
  } else {
    after.entity = write.write.entity;
    after.values.resize(write.entity().fields.size());
  }
  // Key attributes that are fields are in no change.
  for (const auto& expression : write.write.key) {
    for (const auto& term : expression.terms) {
      if (term.is_input()) after.values[term.field] = arguments.value(*term.input, term.field);
    }
  }
  for (std::size_t i = 0; i < write.write.changes.size(); ++i) {
    const auto& change = write.write.changes[i];
    if (arguments.choices[i] == Choice::leave) continue;
    auto& stored = after.values[change.field];
    std::optional<AttributeValue> value;
    if (change.constant) {
      value = AttributeValue(*change.constant);
    } else if (change.input && arguments.choices[i] == Choice::give) {
      value = arguments.value(*change.input, change.field);
    }
    switch (change.kind) {
      case FieldChangeKind::set:
        stored = std::move(value);
        break;
      case FieldChangeKind::set_if_absent:
        if (!stored) stored = std::move(value);
        break;
      case FieldChangeKind::add:
        if (value) stored = sum(stored, *value);
        break;
      case FieldChangeKind::remove:
        stored.reset();
        break;
    }
  }
  return counted(write.context, std::move(after), false);
}

AttributeValue sample_addition(const model::FieldType& type) {
  if (type.kind == model::TypeKind::set) return sample_value(type, 77);
  return Number(2);
}

}  // namespace keywright::verify
