#include "expression/value_checks.hpp"

#include "core/encoding.hpp"

namespace keywright::expression {

bool nests_too_deep(ValueView value) {
  return encoding::nests_deeper_than(value, kMaxNestingLevels);
}

bool nests_too_deep(const Item& item) {
  for (const auto& attribute : item) {
    if (nests_too_deep(attribute.value)) return true;
  }
  return false;
}

namespace {

std::optional<std::string_view> invalid_value_at(ValueView value, std::size_t level) {
  if (level > kMaxNestingLevels) return std::nullopt;
  switch (value.type()) {
    case AttributeType::string_set:
      if (value.count() > 0) return std::nullopt;
      return "One or more parameter values were invalid: An string set  may not be empty";
    case AttributeType::number_set:
      if (value.count() > 0) return std::nullopt;
      return "One or more parameter values were invalid: An number set  may not be empty";
    case AttributeType::binary_set:
      if (value.count() > 0) return std::nullopt;
      return "One or more parameter values were invalid: Binary sets should not be empty";
    case AttributeType::map:
      for (const auto& member : value.members()) {
        if (member.name.empty()) return "Empty attribute name";
        if (const auto fault = invalid_value_at(member.value, level + 1)) return fault;
      }
      return std::nullopt;
    case AttributeType::list:
      for (const ValueView element : value.elements()) {
        if (const auto fault = invalid_value_at(element, level + 1)) return fault;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::string_view> invalid_value(ValueView value) {
  return invalid_value_at(value, 1);
}

}  // namespace keywright::expression
