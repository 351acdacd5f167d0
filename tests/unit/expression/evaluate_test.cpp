// What conditions say of items.

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

const Item kItem{
    {"pk", AttributeValue("k")},
    {"s", AttributeValue("hello")},
    {"n", AttributeValue(5)},
    {"b", AttributeValue::binary("\x01\x02\x03")},
    {"yes", AttributeValue(true)},
    {"nothing", AttributeValue::null()},
    {"l", list({AttributeValue("x"), AttributeValue(2), list({AttributeValue(3)})})},
    {"m", map({{"k", AttributeValue("v")}, {"deep", map({{"z", AttributeValue(9)}})}})},
    {"ss", strings({"red", "green"})},
    {"ns", AttributeValue::number_set({1, 2})},
    {"bs", AttributeValue::binary_set({"\x01"})},
};

bool check(std::string_view text, AttributeValue value = 0) {
  const Values values{{":v", std::move(value)}};
  return holds(text, kItem, values);
}

TEST(Evaluate, ComparesScalarsOfOneType) {
  EXPECT_TRUE(check("n = :v", number("5.0")));
  EXPECT_FALSE(check("n = :v", "5"));
  EXPECT_TRUE(check("n <> :v", "5"));
  EXPECT_TRUE(check("n < :v", 6));
  EXPECT_FALSE(check("n < :v", 5));
  EXPECT_TRUE(check("n <= :v", 5));
  EXPECT_TRUE(check("n > :v", number("-1e100")));
  EXPECT_TRUE(check("n >= :v", 5));
  EXPECT_TRUE(check("s > :v", "hell"));
  EXPECT_TRUE(check("s < :v", "hello!"));
  EXPECT_TRUE(check("b < :v", AttributeValue::binary("\x01\x02\xFF"))) << "bytes are unsigned";
  EXPECT_TRUE(check(":v < n", 4));
}

TEST(Evaluate, AnOrderOfDifferentTypesIsFalse) {
  EXPECT_FALSE(check("n < :v", "x"));
  EXPECT_FALSE(check("n >= :v", "x"));
  EXPECT_FALSE(check("yes < :v", "x"));
  EXPECT_FALSE(check("l > :v", 1)) << "a stored list has no order, which is no error";
  EXPECT_FALSE(check("n BETWEEN :v AND :v", "x"));
}

TEST(Evaluate, EqualityIsDeep) {
  EXPECT_TRUE(check("ss = :v", strings({"green", "red"})));
  EXPECT_TRUE(check("ns = :v", AttributeValue::number_set({number("2.00"), number("1e0")})));
  EXPECT_TRUE(
      check("m = :v", map({{"deep", map({{"z", number("9.0")}})}, {"k", AttributeValue("v")}})));
  EXPECT_FALSE(
      check("l = :v", list({AttributeValue(2), AttributeValue("x"), list({AttributeValue(3)})})));
  EXPECT_TRUE(check("yes = :v", true));
  EXPECT_FALSE(check("yes = :v", false));
  EXPECT_TRUE(check("nothing = :v", AttributeValue::null()));
  EXPECT_TRUE(check("m.k <> s"));
}

TEST(Evaluate, MissingAttributesCompareFalse) {
  for (const auto* text :
       {"x = :v", "x < :v", "x <= :v", "x > :v", "x >= :v", ":v = x", "x = y",
        "x BETWEEN :v AND :v", "n BETWEEN x AND y", "x IN (:v, y)", "begins_with(s, x)",
        "contains(x, :v)", "contains(s, x)", "size(x) >= :v", "attribute_type(x, :t)"}) {
    EXPECT_FALSE(holds(text, kItem, {{":v", AttributeValue(0)}, {":t", AttributeValue("S")}}))
        << text;
  }
}

TEST(Evaluate, MissingAttributesDifferFromAll) {
  EXPECT_TRUE(check("x <> :v"));
  EXPECT_TRUE(check(":v <> x"));
  EXPECT_TRUE(check("x <> y")) << "even from each other";
  EXPECT_TRUE(check("NOT x = :v"));
  EXPECT_TRUE(check("size(x) <> :v"));
}

TEST(Evaluate, WithoutAnItemAllIsMissing) {
  EXPECT_TRUE(holds("attribute_not_exists(pk)", nullptr));
  EXPECT_FALSE(holds("attribute_exists(pk)", nullptr));
  EXPECT_TRUE(holds("pk <> :v", nullptr, {{":v", AttributeValue(1)}}));
  EXPECT_FALSE(holds("pk = :v", nullptr, {{":v", AttributeValue(1)}}));
  EXPECT_TRUE(holds(":v = :w", nullptr, {{":v", AttributeValue(1)}, {":w", number("1.0")}}));
}

TEST(Evaluate, FollowsPaths) {
  EXPECT_TRUE(check("m.deep.z = :v", 9));
  EXPECT_TRUE(check("l[2][0] = :v", 3));
  EXPECT_TRUE(check("l[0] = :v", "x"));
  EXPECT_FALSE(check("attribute_exists(l[3])"));
  EXPECT_FALSE(check("attribute_exists(l.k)"));
  EXPECT_FALSE(check("attribute_exists(m[0])"));
  EXPECT_FALSE(check("attribute_exists(s.k)"));
  EXPECT_FALSE(check("attribute_exists(ss[0])")) << "a set has no indexes";
  EXPECT_TRUE(check("attribute_exists(nothing)"));
}

TEST(Evaluate, ADotInAPlaceholderIsPartOfTheName) {
  const Item item{{"a.b", AttributeValue(1)}, {"a", map({{"b", AttributeValue(2)}})}};
  const Values values{{":v", AttributeValue(1)}};
  EXPECT_TRUE(holds("#d = :v", item, values, {{"#d", "a.b"}}));
  EXPECT_FALSE(holds("a.b = :v", item, values));
}

TEST(Evaluate, BetweenIncludesItsBounds) {
  const auto between = [](int low, int high) {
    return holds("n BETWEEN :l AND :h", kItem,
                 {{":l", AttributeValue(low)}, {":h", AttributeValue(high)}});
  };
  EXPECT_TRUE(between(5, 5));
  EXPECT_TRUE(between(4, 6));
  EXPECT_FALSE(between(6, 7));
  EXPECT_FALSE(between(3, 4));
}

TEST(Evaluate, InComparesWithEach) {
  const Values values{{":a", AttributeValue("5")}, {":b", number("5.00")}, {":c", list({})}};
  EXPECT_TRUE(holds("n IN (:a, :c, :b)", kItem, values));
  EXPECT_FALSE(holds("n IN (:a, :c)", kItem, values));
  EXPECT_TRUE(holds("n IN (:a, size(s))", kItem, values));
}

TEST(Evaluate, BeginsWith) {
  EXPECT_TRUE(check("begins_with(s, :v)", "he"));
  EXPECT_TRUE(check("begins_with(s, :v)", ""));
  EXPECT_FALSE(check("begins_with(s, :v)", "hello!"));
  EXPECT_TRUE(check("begins_with(b, :v)", AttributeValue::binary("\x01")));
  EXPECT_FALSE(check("begins_with(s, :v)", AttributeValue::binary("he")));
  EXPECT_FALSE(check("begins_with(n, :v)", "5")) << "a stored number has no prefix";
}

TEST(Evaluate, ContainsLooksIntoTextsSetsAndLists) {
  EXPECT_TRUE(check("contains(s, :v)", "ell"));
  EXPECT_TRUE(check("contains(b, :v)", AttributeValue::binary("\x02\x03")));
  EXPECT_FALSE(check("contains(s, :v)", 5));
  EXPECT_TRUE(check("contains(ss, :v)", "red"));
  EXPECT_FALSE(check("contains(ss, :v)", "re")) << "a member, not a part of one";
  EXPECT_TRUE(check("contains(ns, :v)", number("1.0")));
  EXPECT_FALSE(check("contains(ns, :v)", "1"));
  EXPECT_TRUE(check("contains(bs, :v)", AttributeValue::binary("\x01")));
  EXPECT_TRUE(check("contains(l, :v)", list({number("3.0")})));
  EXPECT_FALSE(check("contains(m, :v)", "v"));
  EXPECT_TRUE(check("contains(:v, s)", strings({"hello"})));
}

TEST(Evaluate, AttributeType) {
  const std::pair<const char*, const char*> types[] = {
      {"s", "S"}, {"n", "N"}, {"b", "B"},   {"yes", "BOOL"}, {"nothing", "NULL"},
      {"l", "L"}, {"m", "M"}, {"ss", "SS"}, {"ns", "NS"},    {"bs", "BS"}};
  for (const auto& [name, type] : types) {
    for (const auto& [other, other_type] : types) {
      EXPECT_EQ(holds("attribute_type(#a, :v)", kItem, {{":v", AttributeValue(other_type)}},
                      {{"#a", name}}),
                std::string_view(name) == other);
    }
  }
}

TEST(Evaluate, SizeDependsOnTheType) {
  EXPECT_TRUE(check("size(s) = :v", 5));
  EXPECT_TRUE(check("size(b) = :v", 3));
  EXPECT_TRUE(check("size(l) = :v", 3));
  EXPECT_TRUE(check("size(m) = :v", 2));
  EXPECT_TRUE(check("size(ss) = :v", 2));
  EXPECT_TRUE(check("size(m.k) < :v", 2));
  EXPECT_FALSE(check("size(n) >= :v", 0)) << "a number has no size";
  EXPECT_FALSE(check("size(yes) >= :v", 0));
  EXPECT_FALSE(check("size(nothing) >= :v", 0));
  EXPECT_TRUE(check("size(s) > size(ss)"));
}

TEST(Evaluate, SizeOfTextIsInUtf16) {
  const Item item{{"t", AttributeValue("\xC3\xA4"
                                       "a\xE2\x82\xAC\xF0\x9F\x98\x80")}};  // ä a € 😀
  EXPECT_TRUE(holds("size(t) = :v", item, {{":v", AttributeValue(5)}}));
}

TEST(Evaluate, AndBindsTighterThanOrAndNotTighterThanAnd) {
  const Values values{{":t", AttributeValue(5)}, {":f", AttributeValue(6)}};
  const auto eval = [&](std::string_view text) { return holds(text, kItem, values); };
  EXPECT_TRUE(eval("n = :t OR n = :f AND n = :f"));
  EXPECT_FALSE(eval("(n = :t OR n = :f) AND n = :f"));
  EXPECT_FALSE(eval("NOT n = :t AND n = :f"));
  EXPECT_TRUE(eval("NOT (n = :t AND n = :f)"));
  EXPECT_TRUE(eval("NOT n = :f AND n = :t"));
  EXPECT_FALSE(eval("NOT NOT n = :f"));
}

}  // namespace
}  // namespace keywright::expression::test
