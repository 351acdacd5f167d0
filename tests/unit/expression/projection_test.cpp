#include "requests.hpp"

namespace keywright::expression::test {
namespace {

const Item kItem{
    {"pk", AttributeValue("k")},
    {"n", AttributeValue(5)},
    {"l", list({AttributeValue("l0"), AttributeValue("l1"),
                map({{"a", AttributeValue(1)}, {"b", AttributeValue(2)}})})},
    {"m", map({{"a", AttributeValue(1)},
               {"b", map({{"c", AttributeValue(2)}, {"d", AttributeValue(3)}})}})},
    {"a.b", AttributeValue("dotted")},
};

std::string project(std::string_view text, const Names& names = {}) {
  return projected(text, kItem, names);
}

TEST(Projection, TakesAttributes) {
  EXPECT_EQ(project("n"), R"({"n":{"N":"5"}})");
  EXPECT_EQ(project("pk, n"), R"({"n":{"N":"5"},"pk":{"S":"k"}})");
  EXPECT_EQ(project("n,absent"), R"({"n":{"N":"5"}})");
  EXPECT_EQ(project("absent"), "{}");
  EXPECT_EQ(project("#d", {{"#d", "a.b"}}), R"({"a.b":{"S":"dotted"}})");
}

TEST(Projection, RebuildsNestedParts) {
  EXPECT_EQ(project("m.a"), R"({"m":{"M":{"a":{"N":"1"}}}})");
  EXPECT_EQ(project("m.b.c"), R"({"m":{"M":{"b":{"M":{"c":{"N":"2"}}}}}})");
  EXPECT_EQ(project("m.b.d, m.b.c"), R"({"m":{"M":{"b":{"M":{"c":{"N":"2"},"d":{"N":"3"}}}}}})");
  EXPECT_EQ(project("l[2].a, l[2].b"), R"({"l":{"L":[{"M":{"a":{"N":"1"},"b":{"N":"2"}}}]}})");
  EXPECT_EQ(project("l[2].a, pk, l[0]"),
            R"({"l":{"L":[{"S":"l0"},{"M":{"a":{"N":"1"}}}]},"pk":{"S":"k"}})");
}

TEST(Projection, CompactsListsInTheOrderOfIndexes) {
  EXPECT_EQ(project("l[1], l[0]"), R"({"l":{"L":[{"S":"l0"},{"S":"l1"}]}})");
  EXPECT_EQ(project("l[1]"), R"({"l":{"L":[{"S":"l1"}]}})");
  EXPECT_EQ(project("l[9], l[1]"), R"({"l":{"L":[{"S":"l1"}]}})");
}

TEST(Projection, LeavesOutWhatIsNotThere) {
  EXPECT_EQ(project("l[9]"), "{}");
  EXPECT_EQ(project("m.x"), "{}");
  EXPECT_EQ(project("m.b.x, m.a.y"), "{}");
  EXPECT_EQ(project("m[0]"), "{}");
  EXPECT_EQ(project("l.a"), "{}");
  EXPECT_EQ(project("pk.a"), "{}");
  EXPECT_EQ(project("l[2].x, l[1]"), R"({"l":{"L":[{"S":"l1"}]}})");
}

TEST(Projection, OfNothingIsNothing) {
  EXPECT_EQ(projected("a, b.c", Item()), "{}");
}

TEST(Projection, RefusesOverlaps) {
  const std::string overlap =
      "Invalid ProjectionExpression: Two document paths overlap with each other; must remove or "
      "rewrite one of these paths; path one: ";
  EXPECT_EQ(projection_error("a, a"), overlap + "[a], path two: [a]");
  EXPECT_EQ(projection_error("a, a.b"), overlap + "[a], path two: [a, b]");
  EXPECT_EQ(projection_error("a.b[1].c, x, a.b"), overlap + "[a, b, [1], c], path two: [a, b]");
  EXPECT_EQ(projection_error("#x, a", {{"#x", "a"}}), overlap + "[a], path two: [a]");
  EXPECT_EQ(projection_error("c, b, a, b, a"), overlap + "[b], path two: [b]")
      << "the first that the text has";
  EXPECT_EQ(projection_error("a.b, a.c, a[0].b, a[0].c"),
            "Invalid ProjectionExpression: Two document paths conflict with each other; must "
            "remove or rewrite one of these paths; path one: [a, b], path two: [a, [0], b]");
  EXPECT_EQ(projection_error("a, b, c.a, c.b, d[0], d[1]"), "");
}

TEST(Projection, HasItsSyntax) {
  const std::string prefix = "Invalid ProjectionExpression: ";
  EXPECT_EQ(projection_error(""), prefix + "The expression can not be empty;");
  EXPECT_EQ(projection_error("a,"), prefix + R"(Syntax error; token: "<EOF>", near: ",")");
  EXPECT_EQ(projection_error("a b"), prefix + R"(Syntax error; token: "b", near: "a b")");
  EXPECT_EQ(projection_error(",a"), prefix + R"(Syntax error; token: ",", near: ",a")");
  EXPECT_EQ(projection_error("a, :v"), prefix + R"(Syntax error; token: ":v", near: ", :v")");
  EXPECT_EQ(projection_error("a(b)"), prefix + R"(Syntax error; token: "(", near: "a(b")");
  EXPECT_EQ(projection_error("status"),
            prefix + "Attribute name is a reserved keyword; reserved keyword: status");
  EXPECT_EQ(projection_error("#x"),
            prefix +
                "An expression attribute name used in the document path is not defined; "
                "attribute name: #x");
}

TEST(Projection, KnowsItsAttributes) {
  const Names none;
  const Values no_values;
  Parameters parameters(none, no_values);
  const auto projection = parse_projection("b.c, a, b.d, c[1]", parameters).value();
  const auto attributes = projection.attributes();
  EXPECT_EQ(std::vector(attributes.begin(), attributes.end()),
            (std::vector<std::string_view>{"a", "b", "c"}));
  EXPECT_EQ(projection.path_count(), 4U);
}

TEST(Projection, ManyPathsOverlapQuickly) {
  std::string text = "x0";
  for (int i = 1; text.size() < 4000; ++i) text += ",x" + std::to_string(i);
  EXPECT_EQ(projection_error(text), "");
  EXPECT_NE(projection_error(text + ",x1.y"), "");
}

}  // namespace
}  // namespace keywright::expression::test
