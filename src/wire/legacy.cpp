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

void write_members(ObjectWriter& out, const LegacyCondition& condition) {
  write(out, "ComparisonOperator", condition.comparison_operator);
  write(out, "AttributeValueList", condition.attribute_value_list);
}

void write_members(ObjectWriter& out, const ExpectedAttributeValue& expected) {
  write(out, "Value", expected.value);
  write(out, "Exists", expected.exists);
  write(out, "ComparisonOperator", expected.comparison_operator);
  write(out, "AttributeValueList", expected.attribute_value_list);
}

void write_members(ObjectWriter& out, const AttributeValueUpdate& update) {
  write(out, "Value", update.value);
  write(out, "Action", update.action);
}

}  // namespace keywright::wire
