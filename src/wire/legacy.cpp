// The parameters from before expressions.

#include "wire/operations.hpp"

namespace keywright::wire {

void read_members(const Members& in, LegacyCondition& out) {
  require(in, "ComparisonOperator", out.comparison_operator);
  read(in, "AttributeValueList", out.attribute_value_list);
}

void read_members(const Members& in, ExpectedAttributeValue& out) {
  read(in, "Value", out.value);
  read(in, "Exists", out.exists);
  read(in, "ComparisonOperator", out.comparison_operator);
  read(in, "AttributeValueList", out.attribute_value_list);
}

void read_members(const Members& in, AttributeValueUpdate& out) {
  read(in, "Value", out.value);
  read(in, "Action", out.action);
}

}  // namespace keywright::wire
