#include "verify/expressions.hpp"

#include <algorithm>

namespace keywright::verify {

std::string Placeholders::name(std::string_view attribute) {
  const auto found = std::find_if(names_.begin(), names_.end(),
                                  [&](const auto& entry) { return entry.second == attribute; });
  if (found != names_.end()) return found->first;
  auto placeholder = "#n" + std::to_string(names_.size());
  names_.emplace_back(placeholder, std::string(attribute));
  return placeholder;
}

std::string Placeholders::value(const AttributeValue& value) {
  auto placeholder = ":v" + std::to_string(values_.size());
  values_.emplace_back(placeholder, value);
  return placeholder;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const auto& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

std::string projection(Placeholders& placeholders, const std::vector<std::string>& attributes) {
  std::vector<std::string> names;
  for (const auto& attribute : attributes) names.push_back(placeholders.name(attribute));
  return joined(names, ", ");
}

std::vector<std::string> condition_terms(Placeholders& placeholders, const model::Entity& entity,
                                         const model::Condition& condition,
                                         const Parameters& parameters) {
  std::vector<std::string> terms;
  for (const auto& predicate : condition.all_of) {
    const auto& field = entity.field(predicate.field);
    const auto name = placeholders.name(field.name);
    std::vector<std::string> values;
    for (const auto& literal : predicate.values) {
      values.push_back(placeholders.value(literal.kind == model::LiteralKind::parameter
                                              ? parameters.at(literal.text)
                                              : literal_value(field.type, literal)));
    }
    switch (predicate.comparison) {
      case model::Comparison::exists:
        terms.push_back("attribute_exists(" + name + ")");
        break;
      case model::Comparison::not_exists:
        terms.push_back("attribute_not_exists(" + name + ")");
        break;
      case model::Comparison::in:
        terms.push_back(name + " IN (" + joined(values, ", ") + ")");
        break;
      default:
        terms.push_back(name + " " + std::string(model::to_text(predicate.comparison)) + " " +
                        values.front());
    }
  }
  return terms;
}

}  // namespace keywright::verify
