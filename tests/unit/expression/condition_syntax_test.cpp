// What is a condition, and what DynamoDB says of what is none.

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

const Values kV{{":v", AttributeValue("x")}, {":w", AttributeValue("y")}};

std::string syntax(std::string_view text) {
  return condition_error(text, kV);
}

TEST(ConditionSyntax, TakesEveryForm) {
  for (const auto* text : {"a = :v",
                           "a <> b",
                           ":v < a",
                           "a <= :v",
                           "a > :v",
                           "a >= size(b)",
                           "size(a) = size(b)",
                           "a BETWEEN :v AND :w",
                           "a IN (:v)",
                           "a IN (:v, b, size(c))",
                           "attribute_exists(a)",
                           "attribute_not_exists(a.b[3].c)",
                           "begins_with(a, :v)",
                           "begins_with(a, b)",
                           "contains(a, :v)",
                           "contains(:v, a)",
                           "NOT a = :v",
                           "NOT NOT a = :v",
                           "(a = :v)",
                           "(a) = (:v)",
                           "(a = :v) AND (b = :w)",
                           "((a = :v) AND b = :w)",
                           "((a = :v) OR (b = :w))",
                           "a=:v and b=:w oR nOt c=:v",
                           "a BETWEEN :v AND :w AND b = :v",
                           "a\n=\t:v",
                           "a . b [ 1 ] = :v",
                           "(size(a)) > b",
                           "NOT (a = :v OR b = :w)"}) {
    EXPECT_EQ(syntax(text), "") << text;
  }
}

TEST(ConditionSyntax, ShowsTheTokenAndItsNeighbours) {
  const std::string prefix = "Invalid ConditionExpression: Syntax error; token: ";
  EXPECT_EQ(syntax("!!a = :v"), prefix + R"("!", near: "!!")");
  EXPECT_EQ(syntax("a = = :v"), prefix + R"("=", near: "= = :v")");
  EXPECT_EQ(syntax("a ="), prefix + R"("<EOF>", near: "=")");
  EXPECT_EQ(syntax("a"), prefix + R"("<EOF>", near: "a")");
  EXPECT_EQ(syntax("   "), prefix + R"("<EOF>", near: "")");
  EXPECT_EQ(syntax("= :v"), prefix + R"("=", near: "= :v")");
  EXPECT_EQ(syntax("a = :v b"), prefix + R"("b", near: ":v b")");
  EXPECT_EQ(syntax("a = 1"), prefix + R"("1", near: "= 1")");
  EXPECT_EQ(syntax("a == :v"), prefix + R"("=", near: "== :v")");
  EXPECT_EQ(syntax("a = :v  "), "");
  EXPECT_EQ(syntax("a =  "), prefix + R"("<EOF>", near: "=")");
}

TEST(ConditionSyntax, ABareOperandIsNoCondition) {
  for (const auto* text : {"a", ":v", "NOT a", "(a)", "a AND b = :v", "(a) AND b = :v",
                           "a = :v AND b", "(a AND b)", "NOT (a)"}) {
    EXPECT_NE(syntax(text).find("Syntax error"), std::string::npos) << text;
  }
}

TEST(ConditionSyntax, RefusesWhatIsIncompleteOrTooMuch) {
  for (const auto* text : {"(a = :v",
                           "a = :v)",
                           "a = b = c",
                           "a BETWEEN :v",
                           "a BETWEEN :v OR :w",
                           "a IN",
                           "a IN ()",
                           "a IN (:v",
                           "a IN (:v,)",
                           "a IN :v",
                           "attribute_exists(a",
                           "attribute_exists(a,)",
                           "a. = :v",
                           "a[] = :v",
                           "a[x] = :v",
                           "a[-1] = :v",
                           "a[:v] = :v",
                           ".a = :v",
                           "a..b = :v",
                           "a = :v AND",
                           "AND a = :v",
                           "a = AND",
                           "a = :v OR OR b = :v",
                           "a + b = :v",
                           "a = b + c",
                           "a = #",
                           "a = :",
                           "a.:v = :v",
                           "a = 'x'",
                           "_a = :v",
                           "1a = :v",
                           "and = :v",
                           "a.or = :v"}) {
    EXPECT_NE(syntax(text).find("Syntax error; token: \""), std::string::npos) << text;
  }
}

TEST(ConditionSyntax, AnEmptyExpressionHasItsOwnMessage) {
  EXPECT_EQ(syntax(""), "Invalid ConditionExpression: The expression can not be empty;");
  EXPECT_EQ(condition_error("", {}, {}, ExpressionKind::filter),
            "Invalid FilterExpression: The expression can not be empty;");
}

TEST(ConditionSyntax, RefusesRedundantParentheses) {
  const auto redundant = "Invalid ConditionExpression: The expression has redundant parentheses;";
  for (const auto* text :
       {"((a = :v))", "(((a = :v)))", "((a)) = :v", "a = ((:v))", "((a = :v)) AND b = :v",
        "NOT ((a = :v))", "size((( a ))) > :v", "attribute_exists(((a)))"}) {
    EXPECT_EQ(syntax(text), redundant) << text;
  }
  EXPECT_EQ(syntax("(a = :v) AND ((b = :v) OR c = :v)"), "");
}

TEST(ConditionSyntax, DeepParenthesesAreRefusedWithoutHarm) {
  const std::string open(2000, '(');
  EXPECT_EQ(syntax(open + "a = :v" + std::string(2000, ')')),
            "Invalid ConditionExpression: The expression has redundant parentheses;");
  EXPECT_NE(syntax(open), "");
  std::string sizes;
  for (int i = 0; i < 800; ++i) sizes += "size(";
  EXPECT_NE(syntax(sizes), "");
}

TEST(ConditionSyntax, ASyntaxErrorComesBeforeAllElse) {
  EXPECT_EQ(condition_error("((status = :undefined)) AND"),
            "Invalid ConditionExpression: Syntax error; token: \"<EOF>\", near: \"AND\"");
}

TEST(ConditionSyntax, LengthIsLimited) {
  const std::string start = "a = :v";
  EXPECT_EQ(syntax(start + std::string(4096 - start.size(), ' ')), "");
  EXPECT_EQ(syntax(start + std::string(4097 - start.size(), ' ')),
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 4097");
  EXPECT_EQ(syntax(std::string(5000, '(')),
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 5000")
      << "before it is parsed";
}

TEST(ConditionSyntax, OperatorsAreLimited) {
  const auto chain = [](int comparisons) {
    std::string text = "a=:v";
    for (int i = 1; i < comparisons; ++i) text += " OR a=:v";
    return text;
  };
  EXPECT_EQ(syntax(chain(150)), "") << "299 operators";
  EXPECT_EQ(syntax("NOT " + chain(150)), "") << "300 operators";
  EXPECT_EQ(syntax(chain(151)),
            "Invalid ConditionExpression: The expression contains too many operators; operator "
            "count: 301");
  std::string calls = "attribute_exists(a)";
  for (int i = 1; i < 150; ++i) calls += "OR(attribute_exists(a))";
  EXPECT_EQ(syntax(calls), "") << "functions and parentheses are not counted";
}

TEST(ConditionSyntax, OperandsOfInAreLimited) {
  const auto in = [](int operands) {
    std::string text = "a IN (:v";
    for (int i = 1; i < operands; ++i) text += ",:v";
    return text + ")";
  };
  EXPECT_EQ(syntax(in(100)), "");
  EXPECT_EQ(syntax(in(101)),
            "Invalid ConditionExpression: The IN operator is provided with too many operands; "
            "number of operands: 101");
}

TEST(ConditionSyntax, PathsAreLimited) {
  std::string path = "a";
  for (int i = 1; i < 32; ++i) path += i % 2 == 0 ? ".a" : "[1]";
  EXPECT_EQ(syntax(path + " = :v"), "");
  EXPECT_EQ(syntax(path + ".a = :v"),
            "Invalid ConditionExpression: The document path has too many nesting levels; nesting "
            "levels: 33");
  EXPECT_EQ(syntax("a[2147483647] = :v"), "");
  EXPECT_EQ(syntax("a[2147483648] = :v"),
            "Invalid ConditionExpression: List index is not within the allowable range; index: "
            "[2147483648]");
  EXPECT_EQ(syntax("a[99999999999999999999999] = :v"),
            "Invalid ConditionExpression: List index is not within the allowable range; index: "
            "[99999999999999999999999]");
  EXPECT_EQ(syntax("a[007] = :v"), "");
}

}  // namespace
}  // namespace keywright::expression::test
