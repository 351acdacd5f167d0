// Static checks: they hold whatever items there are.

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

const std::string kPrefix = "Invalid ConditionExpression: ";

std::string error(std::string_view text, const Values& values = {}, const Names& names = {}) {
  const std::string message = condition_error(text, values, names);
  if (message.empty()) return message;
  EXPECT_EQ(message.substr(0, kPrefix.size()), kPrefix);
  return message.substr(kPrefix.size());
}

Values v(AttributeValue value) {
  return {{":v", std::move(value)}};
}

TEST(ConditionChecks, BareReservedWords) {
  EXPECT_EQ(error("status = :v", v(1)),
            "Attribute name is a reserved keyword; reserved keyword: status");
  EXPECT_EQ(error("a.Name = :v", v(1)),
            "Attribute name is a reserved keyword; reserved keyword: Name");
  EXPECT_EQ(error("set = :v", v(1)), "Attribute name is a reserved keyword; reserved keyword: set");
  EXPECT_EQ(error("#s = :v", v(1), {{"#s", "status"}}), "");
  EXPECT_EQ(error("size = :v", v(1)),
            "Attribute name is a reserved keyword; reserved keyword: size");
}

TEST(ConditionChecks, UndefinedPlaceholders) {
  EXPECT_EQ(error("#x = :v", v(1)),
            "An expression attribute name used in the document path is not defined; attribute "
            "name: #x");
  EXPECT_EQ(error("a.#x = :v", v(1)),
            "An expression attribute name used in the document path is not defined; attribute "
            "name: #x");
  EXPECT_EQ(error("a = :w", v(1)),
            "An expression attribute value used in expression is not defined; attribute value: "
            ":w");
}

TEST(ConditionChecks, FunctionNamesAreExact) {
  EXPECT_EQ(error("Attribute_Exists(a)"), "Invalid function name; function: Attribute_Exists");
  EXPECT_EQ(error("foo(a) = :v", v(1)), "Invalid function name; function: foo");
  EXPECT_EQ(error("if_not_exists(a, b) = :v", v(1)),
            "The function is not allowed in a condition expression; function: if_not_exists");
  EXPECT_EQ(error("SIZE(a) = :v", v(1)), "Invalid function name; function: SIZE");
}

TEST(ConditionChecks, FunctionsHaveTheirPlaces) {
  const std::string misuse =
      "The function is not allowed to be used this way in an expression; function: ";
  EXPECT_EQ(error("size(a)"), misuse + "size");
  EXPECT_EQ(error("NOT size(a)"), misuse + "size");
  EXPECT_EQ(error("size(a) AND b = :v", v(1)), misuse + "size");
  EXPECT_EQ(error("attribute_exists(a) = :v", v(1)), misuse + "attribute_exists");
  EXPECT_EQ(error("a = contains(b, :v)", v(1)), misuse + "contains");
  EXPECT_EQ(error("a IN (contains(b, :v))", v(1)), misuse + "contains");
  EXPECT_EQ(error("attribute_exists(attribute_exists(a))"), misuse + "attribute_exists");
  EXPECT_EQ(error("size(size(a)) = :v", v(1)), misuse + "size");
  EXPECT_EQ(error("begins_with(size(a), :v)", v("x")), misuse + "size");
}

TEST(ConditionChecks, FunctionsTakeTheirNumberOfOperands) {
  const std::string wrong =
      "Incorrect number of operands for operator or function; operator or function: ";
  EXPECT_EQ(error("contains(a)"), wrong + "contains, number of operands: 1");
  EXPECT_EQ(error("contains()"), wrong + "contains, number of operands: 0");
  EXPECT_EQ(error("attribute_exists(a, b)"), wrong + "attribute_exists, number of operands: 2");
  EXPECT_EQ(error("begins_with(a, b, c, d)"), wrong + "begins_with, number of operands: 4");
  EXPECT_EQ(error("size(a, b) = :v", v(1)), wrong + "size, number of operands: 2");
  EXPECT_EQ(error("size() = :v", v(1)), wrong + "size, number of operands: 0");
}

TEST(ConditionChecks, ExistenceNeedsAPath) {
  EXPECT_EQ(error("attribute_exists(:v)", v(1)),
            "Operator or function requires a document path; operator or function: "
            "attribute_exists");
  EXPECT_EQ(error("attribute_not_exists(:v)", v(1)),
            "Operator or function requires a document path; operator or function: "
            "attribute_not_exists");
}

TEST(ConditionChecks, OrderNeedsOrderedConstants) {
  const std::string wrong = "Incorrect operand type for operator or function; operator: ";
  EXPECT_EQ(error("a < :v", v(true)), wrong + "<, operand type: BOOL");
  EXPECT_EQ(error(":v >= a", v(AttributeValue::null())), wrong + ">=, operand type: NULL");
  EXPECT_EQ(error("a <= :v", v(list({}))), wrong + "<=, operand type: L");
  EXPECT_EQ(error("a > :v", v(map({}))), wrong + ">, operand type: M");
  EXPECT_EQ(error("a > :v", v(strings({"x"}))), wrong + ">, operand type: SS");
  EXPECT_EQ(error("a BETWEEN :v AND :v", v(false)), wrong + "BETWEEN, operand type: BOOL");
  EXPECT_EQ(error("a = :v", v(true)), "");
  EXPECT_EQ(error("a <> :v", v(list({}))), "");
}

TEST(ConditionChecks, BoundsOfBetweenAreInOrder) {
  const auto between = [](AttributeValue lower, AttributeValue upper) {
    return error("a BETWEEN :l AND :u", {{":l", std::move(lower)}, {":u", std::move(upper)}});
  };
  EXPECT_EQ(between(5, 4),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: "
            "{N:4}");
  EXPECT_EQ(between("b", "a"),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: "
            "{S:a}");
  EXPECT_EQ(between(5, "a"),
            "The BETWEEN operator requires same data type for lower and upper bounds; lower bound "
            "operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {S:a}");
  EXPECT_EQ(between(AttributeValue::binary("b"), AttributeValue::binary("a")),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {B:Yg==}, upper bound operand: AttributeValue: "
            "{B:YQ==}");
  EXPECT_EQ(between(5, 5), "");
  EXPECT_EQ(error("a BETWEEN :v AND b", v(5)), "");
}

TEST(ConditionChecks, PrefixesAreTextOrBytes) {
  EXPECT_EQ(error("begins_with(a, :v)", v(5)),
            "Incorrect operand type for operator or function; operator or function: begins_with, "
            "operand type: N");
  EXPECT_EQ(error("begins_with(:v, a)", v(list({}))),
            "Incorrect operand type for operator or function; operator or function: begins_with, "
            "operand type: L");
  EXPECT_EQ(error("begins_with(a, :v)", v(AttributeValue::binary("x"))), "");
}

TEST(ConditionChecks, ContainsTakesAnyPart) {
  EXPECT_EQ(error("contains(a, :v)", v(map({}))), "");
  EXPECT_EQ(error("contains(:v, a)", v(5)),
            "Incorrect operand type for operator or function; operator or function: contains, "
            "operand type: N");
}

TEST(ConditionChecks, OperandsAreDistinct) {
  const std::string same =
      "The first operand must be distinct from the remaining operands for this operator or "
      "function; operator: ";
  EXPECT_EQ(error("contains(a, a)"), same + "contains, first operand: [a]");
  EXPECT_EQ(error("begins_with(a.b[1], a.b[1])"), same + "begins_with, first operand: [a, b, [1]]");
  EXPECT_EQ(error("a = a"), same + "=, first operand: [a]");
  EXPECT_EQ(error("a < #a", {}, {{"#a", "a"}}), same + "<, first operand: [a]");
  EXPECT_EQ(error("a IN (b, a)"), same + "IN, first operand: [a]");
  EXPECT_EQ(error("a BETWEEN b AND a"), same + "BETWEEN, first operand: [a]");
  EXPECT_EQ(error("a.b = a"), "");
  EXPECT_EQ(error("a[1] = a[2]"), "");
}

TEST(ConditionChecks, TypesHaveNames) {
  for (const auto* type : {"S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"}) {
    EXPECT_EQ(error("attribute_type(a, :v)", v(type)), "") << type;
  }
  EXPECT_EQ(error("attribute_type(a, :v)", v("XX")),
            "Invalid attribute type name found; type: XX, valid types: "
            "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
  EXPECT_EQ(error("attribute_type(a, b)"),
            "Invalid attribute type name found; type: [b], valid types: "
            "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
  EXPECT_EQ(error("attribute_type(a, :v)", v(1)),
            "Incorrect operand type for operator or function; operator or function: "
            "attribute_type, operand type: N");
}

TEST(ConditionChecks, SizeNeedsSomethingWithASize) {
  EXPECT_EQ(error("size(:v) = a", v(5)),
            "Incorrect operand type for operator or function; operator or function: size, operand "
            "type: N");
  EXPECT_EQ(error("size(:v) = a", v("text")), "");
}

TEST(ConditionChecks, TheKindIsNamed) {
  EXPECT_EQ(condition_error("status = :v", v(1), {}, ExpressionKind::filter),
            "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: "
            "status");
}

TEST(ConditionChecks, KnowsItsAttributes) {
  const Values values{{":v", AttributeValue(1)}};
  const Names names{{"#x", "x.y"}};
  Parameters parameters(names, values);
  const auto condition = parse_condition("b.c = :v AND size(#x) > :v OR attribute_exists(a[1].d)",
                                         ExpressionKind::filter, parameters)
                             .value();
  EXPECT_EQ(condition.attributes(), (std::vector<std::string_view>{"a", "b", "x.y"}));
  EXPECT_TRUE(condition.mentions("x.y"));
  EXPECT_FALSE(condition.mentions("c"));
  EXPECT_TRUE(parameters.check_all_used());
}

}  // namespace
}  // namespace keywright::expression::test
