#include "requests.hpp"

namespace keywright::expression::test {
namespace {

const Values kValues{{":v", AttributeValue("v")},
                     {":w", AttributeValue("w")},
                     {":s", strings({"x"})},
                     {":l", list({})},
                     {":n", AttributeValue(1)}};
const Names kNames{{"#n", "name"}};

std::string condition(std::string_view text) {
  Parameters parameters(kNames, kValues);
  return to_text(parse_condition(text, ExpressionKind::condition, parameters).value());
}

std::string update(std::string_view text) {
  Parameters parameters(kNames, kValues);
  return to_text(parse_update(text, parameters).value());
}

TEST(Printer, WritesConditionsInOneSpelling) {
  EXPECT_EQ(condition("a.#n[01]=:v"), "a.#n[1] = :v");
  EXPECT_EQ(condition("(a) between (:v) and :w"), "a BETWEEN :v AND :w");
  EXPECT_EQ(condition("a in(:v,:w,size( b ))"), "a IN (:v, :w, size(b))");
  EXPECT_EQ(condition("contains( a,:v )or not attribute_exists(b)"),
            "contains(a, :v) OR NOT attribute_exists(b)");
}

TEST(Printer, KeepsTheParenthesesThatMean) {
  EXPECT_EQ(condition("(a = :v OR b = :v) AND c = :v"), "(a = :v OR b = :v) AND c = :v");
  EXPECT_EQ(condition("a = :v OR (b = :v AND c = :v)"), "a = :v OR b = :v AND c = :v");
  EXPECT_EQ(condition("NOT (a = :v AND b = :v)"), "NOT (a = :v AND b = :v)");
  EXPECT_EQ(condition("NOT (NOT a = :v)"), "NOT NOT a = :v");
  EXPECT_EQ(condition("a = :v AND (b = :v AND c = :v)"), "a = :v AND (b = :v AND c = :v)");
}

TEST(Printer, WritesUpdates) {
  EXPECT_EQ(update("set a=:v,b.c=(d+:n) remove e,f[1] add g :n delete h :s"),
            "SET a = :v, b.c = d + :n REMOVE e, f[1] ADD g :n DELETE h :s");
  EXPECT_EQ(update("SET a = list_append(if_not_exists(#n, :l), :l), b = c - :n"),
            "SET a = list_append(if_not_exists(#n, :l), :l), b = c - :n");
}

TEST(Printer, WritesProjections) {
  const Values none;
  Parameters parameters(kNames, none);
  EXPECT_EQ(to_text(parse_projection("b , a.#n[ 2 ]", parameters).value()), "b, a.#n[2]");
}

}  // namespace
}  // namespace keywright::expression::test
