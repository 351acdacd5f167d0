#include "expression/lexer.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::expression {
namespace {

std::vector<std::string> texts(std::string_view expression) {
  TokenStream tokens(expression);
  std::vector<std::string> out;
  while (!tokens.at(TokenKind::end)) out.emplace_back(tokens.take().text);
  return out;
}

TokenKind first_kind(std::string_view expression) {
  return TokenStream(expression).current().kind;
}

using List = std::vector<std::string>;

TEST(Lexer, SplitsAtOperatorsWithoutBlanks) {
  EXPECT_EQ(texts("a.b[10]<=:v"), (List{"a", ".", "b", "[", "10", "]", "<=", ":v"}));
  EXPECT_EQ(texts("a<>b<c>d>=e=f"),
            (List{"a", "<>", "b", "<", "c", ">", "d", ">=", "e", "=", "f"}));
  EXPECT_EQ(texts("a+b-c,(d)"), (List{"a", "+", "b", "-", "c", ",", "(", "d", ")"}));
}

TEST(Lexer, TakesAnyWhiteSpaceBetweenTokens) {
  EXPECT_EQ(texts(" a\t=\n\r\f\v:b  "), (List{"a", "=", ":b"}));
  EXPECT_TRUE(texts("").empty());
  EXPECT_TRUE(texts(" \n ").empty());
}

TEST(Lexer, KnowsTheKindsOfNames) {
  EXPECT_EQ(first_kind("a_1"), TokenKind::name);
  EXPECT_EQ(first_kind("#1"), TokenKind::name_ref);
  EXPECT_EQ(first_kind(":_x"), TokenKind::value_ref);
  EXPECT_EQ(first_kind("12ab"), TokenKind::integer);
  EXPECT_EQ(first_kind("_a"), TokenKind::unknown) << "a bare name begins with a letter";
  EXPECT_EQ(first_kind("#"), TokenKind::unknown);
  EXPECT_EQ(first_kind(": v"), TokenKind::unknown);
}

TEST(Lexer, TakesACharacterBeyondAsciiAsOneToken) {
  EXPECT_EQ(texts("a\xC3\xA4z"), (List{"a", "\xC3\xA4", "z"}));
  EXPECT_EQ(texts("\xF0\x9F\x98\x80"), (List{"\xF0\x9F\x98\x80"}));
  EXPECT_EQ(texts("\xF0\x9F"), (List{"\xF0\x9F"})) << "cut off at the end";
}

TEST(Lexer, FindsKeywordsInAnyCase) {
  EXPECT_TRUE(TokenStream("bEtWeEn").at_keyword("BETWEEN"));
  EXPECT_FALSE(TokenStream("betweenx").at_keyword("BETWEEN"));
  EXPECT_FALSE(TokenStream("#and").at_keyword("AND"));
}

}  // namespace
}  // namespace keywright::expression
