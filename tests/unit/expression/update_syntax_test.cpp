// What is an update, and what DynamoDB says of what is none.

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

const Values kValues{{":n", AttributeValue(1)},
                     {":s", AttributeValue("x")},
                     {":l", list({})},
                     {":m", map({})},
                     {":b", AttributeValue(true)},
                     {":z", AttributeValue::null()},
                     {":x", AttributeValue::binary("x")},
                     {":ss", strings({"x"})},
                     {":ns", AttributeValue::number_set({1})}};
const Names kNames{{"#a", "a"}};

const std::string kPrefix = "Invalid UpdateExpression: ";

std::string error(std::string_view text) {
  const std::string message = update_error(text, kValues, kNames);
  if (message.empty()) return message;
  EXPECT_EQ(message.substr(0, kPrefix.size()), kPrefix);
  return message.substr(kPrefix.size());
}

TEST(UpdateSyntax, TakesEveryForm) {
  for (const auto* text :
       {"SET a = :s", "set a = b, c.d[1] = e[0].f", "SET a = a + :n", "SET a=:n-b",
        "SET a = (b + :n)", "SET a = (b) + (:n)", "SET a = if_not_exists(a, :n)",
        "SET a = if_not_exists(a, :n) + :n",
        "SET a = :n + if_not_exists(b.c, if_not_exists(d, :n))", "SET a = list_append(a, :l)",
        "SET a = list_append(if_not_exists(a, :l), :l)",
        "SET a = if_not_exists(a, list_append(b, :l))", "REMOVE a", "Remove a.b, c[1], d",
        "ADD a :n", "ADD a :ss, b.c :n", "DELETE a :ss, b :ns",
        "DELETE a :ss ADD b :n REMOVE c SET d = :s", "REMOVE a SET b = :s"}) {
    EXPECT_EQ(error(text), "") << text;
  }
}

TEST(UpdateSyntax, ShowsTheTokenAndItsNeighbours) {
  const auto syntax = [](const std::string& rest) { return "Syntax error; token: " + rest; };
  EXPECT_EQ(error(""), "The expression can not be empty;");
  EXPECT_EQ(error("a = :s"), syntax(R"("a", near: "a =")"));
  EXPECT_EQ(error("SET"), syntax(R"("<EOF>", near: "SET")"));
  EXPECT_EQ(error("SET a"), syntax(R"("<EOF>", near: "a")"));
  EXPECT_EQ(error("SET a = :s,"), syntax(R"("<EOF>", near: ",")"));
  EXPECT_EQ(error("SET a = :s b = :s"), syntax(R"("b", near: ":s b =")"));
  EXPECT_EQ(error("SET a = b + c + d"), syntax(R"("+", near: "c + d")"));
  EXPECT_EQ(error("SET a = (b + c) + d"), syntax(R"("+", near: ") + d")"));
  EXPECT_EQ(error("SET a = b + (c + d)"), syntax(R"("+", near: "c + d")"));
  EXPECT_EQ(error("SET a = 5"), syntax(R"("5", near: "= 5")"));
  EXPECT_EQ(error("SET :s = a"), syntax(R"(":s", near: "SET :s =")"));
  EXPECT_EQ(error("SET set = a"), syntax(R"("set", near: "SET set =")"));
  EXPECT_EQ(error("REMOVE a = :s"), syntax(R"("=", near: "a = :s")"));
  EXPECT_EQ(error("ADD a = :n"), syntax(R"("=", near: "a = :n")"));
  EXPECT_EQ(error("ADD a b"), syntax(R"("b", near: "a b")"));
  EXPECT_EQ(error("SET a = :s, REMOVE b"), syntax(R"("REMOVE", near: ", REMOVE b")"));
}

TEST(UpdateSyntax, ASectionComesOnce) {
  EXPECT_EQ(error("SET a = :s SET b = :s"),
            "The \"SET\" section can only be used once in an update expression;");
  EXPECT_EQ(error("ADD a :n SET b = :s add c :n"),
            "The \"ADD\" section can only be used once in an update expression;");
  EXPECT_EQ(error("REMOVE a REMOVE b"),
            "The \"REMOVE\" section can only be used once in an update expression;");
  EXPECT_EQ(error("DELETE a :ss DELETE b :ss"),
            "The \"DELETE\" section can only be used once in an update expression;");
}

TEST(UpdateSyntax, RedundantParentheses) {
  EXPECT_EQ(error("SET a = ((b))"), "The expression has redundant parentheses;");
  EXPECT_EQ(error("SET a = ((b + c))"), "The expression has redundant parentheses;");
  EXPECT_EQ(error("SET a = ((b) + c)"), "");
}

TEST(UpdateChecks, NamesAndPlaceholders) {
  EXPECT_EQ(error("SET status = :s"),
            "Attribute name is a reserved keyword; reserved keyword: status");
  EXPECT_EQ(error("SET a = b.Name"),
            "Attribute name is a reserved keyword; reserved keyword: Name");
  EXPECT_EQ(error("SET #b = :s"),
            "An expression attribute name used in the document path is not defined; attribute "
            "name: #b");
  EXPECT_EQ(error("ADD a :t"),
            "An expression attribute value used in expression is not defined; attribute value: "
            ":t");
}

TEST(UpdateChecks, Functions) {
  EXPECT_EQ(error("SET a = foo(b)"), "Invalid function name; function: foo");
  EXPECT_EQ(error("SET a = size(b)"),
            "The function is not allowed in an update expression; function: size");
  EXPECT_EQ(error("SET a = List_Append(b, c)"), "Invalid function name; function: List_Append");
  EXPECT_EQ(error("SET a = if_not_exists(b)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "if_not_exists, number of operands: 1");
  EXPECT_EQ(error("SET a = list_append()"),
            "Incorrect number of operands for operator or function; operator or function: "
            "list_append, number of operands: 0");
  EXPECT_EQ(error("SET a = if_not_exists(:s, b)"),
            "Operator or function requires a document path; operator or function: if_not_exists");
  EXPECT_EQ(error("SET a = list_append(list_append(a, :l), :l)"),
            "The function is not allowed to be used this way in an expression; function: "
            "list_append");
}

TEST(UpdateChecks, TypesOfConstants) {
  const std::string wrong =
      "Incorrect operand type for operator or function; operator or function: ";
  EXPECT_EQ(error("SET a = list_append(a, :s)"), wrong + "list_append, operand type: S");
  EXPECT_EQ(error("SET a = list_append(:m, a)"), wrong + "list_append, operand type: M");
  EXPECT_EQ(error("SET a = b + :s"), wrong + "+, operand type: S");
  EXPECT_EQ(error("SET a = :l - b"), wrong + "-, operand type: L");
}

TEST(UpdateChecks, TypesOfMembers) {
  const std::string wrong = "Incorrect operand type for operator or function; operator: ";
  const std::string add = ", typeSet: ALLOWED_FOR_ADD_OPERAND";
  const std::string del = ", typeSet: ALLOWED_FOR_DELETE_OPERAND";
  EXPECT_EQ(error("ADD a :s"), wrong + "ADD, operand type: STRING" + add);
  EXPECT_EQ(error("ADD a :x"), wrong + "ADD, operand type: BINARY" + add);
  EXPECT_EQ(error("ADD a :b"), wrong + "ADD, operand type: BOOLEAN" + add);
  EXPECT_EQ(error("ADD a :z"), wrong + "ADD, operand type: NULL" + add);
  EXPECT_EQ(error("ADD a :l"), wrong + "ADD, operand type: LIST" + add);
  EXPECT_EQ(error("ADD a :m"), wrong + "ADD, operand type: MAP" + add);
  EXPECT_EQ(error("DELETE a :n"), wrong + "DELETE, operand type: NUMBER" + del);
  EXPECT_EQ(error("DELETE a :s"), wrong + "DELETE, operand type: STRING" + del);
}

TEST(UpdateChecks, TargetsDoNotOverlap) {
  const std::string overlap =
      "Two document paths overlap with each other; must remove or rewrite one of these paths; "
      "path one: ";
  EXPECT_EQ(error("SET a = :s, a = :n"), overlap + "[a], path two: [a]");
  EXPECT_EQ(error("SET a = :s, a.b = :n"), overlap + "[a], path two: [a, b]");
  EXPECT_EQ(error("SET a.b = :s REMOVE a"), overlap + "[a, b], path two: [a]");
  EXPECT_EQ(error("REMOVE #a ADD a :n"), overlap + "[a], path two: [a]");
  EXPECT_EQ(error("REMOVE a[1], a[1]"), overlap + "[a, [1]], path two: [a, [1]]");
  EXPECT_EQ(error("SET a = b, b = a"), "") << "only targets count";
}

TEST(UpdateChecks, TargetsDoNotConflict) {
  EXPECT_EQ(error("SET a.b = :s, a[1] = :s"),
            "Two document paths conflict with each other; must remove or rewrite one of these "
            "paths; path one: [a, b], path two: [a, [1]]");
  EXPECT_EQ(error("SET a[0].b = :s REMOVE a[0][1]"),
            "Two document paths conflict with each other; must remove or rewrite one of these "
            "paths; path one: [a, [0], b], path two: [a, [0], [1]]");
}

TEST(UpdateChecks, OperatorsAreLimited) {
  const auto sums = [](int count) {
    std::string text = "SET a0=b+c";
    for (int i = 1; i < count; ++i) text += ",a" + std::to_string(i) + "=b+c";
    return text;
  };
  EXPECT_EQ(error(sums(300)), "");
  EXPECT_EQ(error(sums(301)), "The expression contains too many operators; operator count: 301");
}

TEST(UpdateFacts, AreCounted) {
  Parameters parameters(kNames, kValues);
  const auto update =
      parse_update("SET b.c = :s, a = :n, b.d = :n REMOVE e, f ADD g :n DELETE h :ss", parameters)
          .value();
  EXPECT_EQ(update.writing_actions(), 4U);
  EXPECT_EQ(update.clearing_actions(), 3U);
  const auto attributes = update.attributes();
  EXPECT_EQ(std::vector(attributes.begin(), attributes.end()),
            (std::vector<std::string_view>{"a", "b", "e", "f", "g", "h"}));
  EXPECT_TRUE(update.writes("b"));
  EXPECT_FALSE(update.writes("c"));
}

TEST(UpdateFacts, WhatCreatesAnItem) {
  const auto creates = [](std::string_view text) {
    Parameters parameters(kNames, kValues);
    return parse_update(text, parameters).value().creates_item();
  };
  EXPECT_TRUE(Update().creates_item());
  EXPECT_TRUE(creates("SET a = :n"));
  EXPECT_TRUE(creates("ADD a :n"));
  EXPECT_TRUE(creates("REMOVE a ADD b :n"));
  EXPECT_FALSE(creates("REMOVE a"));
  EXPECT_FALSE(creates("DELETE a :ss"));
}

}  // namespace
}  // namespace keywright::expression::test
