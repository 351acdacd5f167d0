// What updates make of items.

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

constexpr auto kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr auto kWrongType = "An operand in the update expression has an incorrect data type";
constexpr auto kInvalidPath =
    "The document path provided in the update expression is invalid for update";

TEST(UpdateApply, SetsAttributes) {
  const Item old{{"pk", AttributeValue("k")}, {"a", AttributeValue(1)}};
  EXPECT_EQ(updated("SET a = :v, b = :v", old, {{":v", AttributeValue("x")}}),
            R"({"a":{"S":"x"},"b":{"S":"x"},"pk":{"S":"k"}})");
}

TEST(UpdateApply, TheOldItemStaysAsItWas) {
  const Item old{{"pk", AttributeValue("k")}, {"a", AttributeValue(1)}};
  const Item before = old;
  static_cast<void>(updated("SET a = :v", old, {{":v", AttributeValue(2)}}));
  EXPECT_EQ(old, before);
}

TEST(UpdateApply, RightSidesReadTheOldItem) {
  const Item old{{"a", AttributeValue(1)}, {"b", AttributeValue(2)}};
  EXPECT_EQ(updated("SET a = b, b = a", old), R"({"a":{"N":"2"},"b":{"N":"1"}})");
  EXPECT_EQ(updated("SET a = :v, c = a", old, {{":v", AttributeValue(9)}}),
            R"({"a":{"N":"9"},"b":{"N":"2"},"c":{"N":"1"}})");
  EXPECT_EQ(updated("SET c = a REMOVE a", old), R"({"b":{"N":"2"},"c":{"N":"1"}})");
}

TEST(UpdateApply, Calculates) {
  const Item old{{"a", number("1.5")}, {"s", AttributeValue("x")}};
  const Values one{{":v", AttributeValue(1)}};
  EXPECT_EQ(updated("SET a = a + :v", old, one), R"({"a":{"N":"2.5"},"s":{"S":"x"}})");
  EXPECT_EQ(updated("SET a = :v - a", old, one), R"({"a":{"N":"-0.5"},"s":{"S":"x"}})");
  EXPECT_EQ(updated("SET a = s + :v", old, one), kWrongType);
  EXPECT_EQ(updated("SET a = x + :v", old, one), kMissing);
  EXPECT_EQ(
      updated("SET a = s, s = a + a", Item{{"a", number("5e124")}, {"s", AttributeValue("x")}}),
      R"({"a":{"S":"x"},"s":{"N":"1)" + std::string(125, '0') + R"("}})");
  EXPECT_EQ(updated("SET a = a + :v", old, {{":v", number("1e50")}}),
            "Number overflow. Attempting to store a number with magnitude larger than supported "
            "range")
      << "more than 38 digits";
}

TEST(UpdateApply, CountsWithADefault) {
  const Values values{{":zero", AttributeValue(0)}, {":one", AttributeValue(1)}};
  const auto text = "SET c = if_not_exists(c, :zero) + :one";
  EXPECT_EQ(updated(text, Item{{"pk", AttributeValue("k")}}, values),
            R"({"c":{"N":"1"},"pk":{"S":"k"}})");
  EXPECT_EQ(updated(text, Item{{"c", AttributeValue(41)}}, values), R"({"c":{"N":"42"}})");
  EXPECT_EQ(updated(text, nullptr, values), R"({"c":{"N":"1"},"pk":{"S":"k"}})");
}

TEST(UpdateApply, IfNotExistsNests) {
  const Values values{{":v", AttributeValue("v")}};
  const auto text = "SET a = if_not_exists(b, if_not_exists(c.d, :v))";
  EXPECT_EQ(updated(text, Item{{"c", map({{"d", AttributeValue(7)}})}}, values),
            R"({"a":{"N":"7"},"c":{"M":{"d":{"N":"7"}}}})");
  EXPECT_EQ(updated("SET a = if_not_exists(b, c)", Item{{"x", AttributeValue(1)}}, {}), kMissing);
}

TEST(UpdateApply, AppendsLists) {
  const Item old{{"l", list({AttributeValue(1)})}, {"s", AttributeValue("x")}};
  const Values values{{":l", list({AttributeValue(2), AttributeValue("y")})}};
  EXPECT_EQ(updated("SET l = list_append(l, :l) REMOVE s", old, values),
            R"({"l":{"L":[{"N":"1"},{"N":"2"},{"S":"y"}]}})");
  EXPECT_EQ(updated("SET l = list_append(:l, l) REMOVE s", old, values),
            R"({"l":{"L":[{"N":"2"},{"S":"y"},{"N":"1"}]}})");
  EXPECT_EQ(updated("SET l = list_append(s, :l)", old, values), kWrongType);
  EXPECT_EQ(updated("SET l = list_append(x, :l)", old, values), kMissing);
}

TEST(UpdateApply, SetsWithinMaps) {
  const Item old{{"m", map({{"a", AttributeValue(1)}, {"c", map({})}})}};
  const Values v{{":v", AttributeValue("v")}};
  EXPECT_EQ(updated("SET m.a = :v", old, v), R"({"m":{"M":{"a":{"S":"v"},"c":{"M":{}}}}})");
  EXPECT_EQ(updated("SET m.z = :v, m.b = :v", old, v),
            R"({"m":{"M":{"a":{"N":"1"},"b":{"S":"v"},"c":{"M":{}},"z":{"S":"v"}}}})");
  EXPECT_EQ(updated("SET m.c.d = :v REMOVE m.a", old, v),
            R"({"m":{"M":{"c":{"M":{"d":{"S":"v"}}}}}})");
}

TEST(UpdateApply, CreatesNoParents) {
  const Item old{{"m", map({{"a", AttributeValue(1)}})}, {"l", list({AttributeValue(1)})}};
  const Values v{{":v", AttributeValue("v")}};
  for (const auto* text : {"SET x.a = :v", "SET m.b.c = :v", "SET m.a.c = :v", "SET l.a = :v",
                           "SET m[0] = :v", "SET l[0].a = :v", "SET l[5].a = :v", "SET x[0] = :v",
                           "REMOVE x.a", "REMOVE m.b.c", "REMOVE l.a", "REMOVE l[3].a"}) {
    EXPECT_EQ(updated(text, old, v), kInvalidPath) << text;
  }
  EXPECT_EQ(updated("SET x.a = :v", nullptr, v), kInvalidPath);
}

TEST(UpdateApply, RemovingNothingIsFine) {
  const Item old{{"m", map({{"a", AttributeValue(1)}})}, {"l", list({AttributeValue(1)})}};
  const std::string same = to_json(old);
  EXPECT_EQ(updated("REMOVE x", old), same);
  EXPECT_EQ(updated("REMOVE m.x", old), same);
  EXPECT_EQ(updated("REMOVE l[7]", old), same);
  EXPECT_EQ(updated("REMOVE m.a", old), R"({"l":{"L":[{"N":"1"}]},"m":{"M":{}}})");
}

TEST(UpdateApply, IndexesAreThoseOfTheOldList) {
  const Item old{{"l", list({AttributeValue(0), AttributeValue(1), AttributeValue(2)})}};
  const Values v{{":v", AttributeValue("v")}, {":w", AttributeValue("w")}};
  EXPECT_EQ(updated("SET l[1] = :v", old, v), R"({"l":{"L":[{"N":"0"},{"S":"v"},{"N":"2"}]}})");
  EXPECT_EQ(updated("REMOVE l[0], l[2]", old, v), R"({"l":{"L":[{"N":"1"}]}})");
  EXPECT_EQ(updated("SET l[2] = :v REMOVE l[0]", old, v), R"({"l":{"L":[{"N":"1"},{"S":"v"}]}})");
  EXPECT_EQ(updated("SET l[9] = :v, l[4] = :w", old, v),
            R"({"l":{"L":[{"N":"0"},{"N":"1"},{"N":"2"},{"S":"w"},{"S":"v"}]}})")
      << "appended in the order of the indexes, without gaps";
  EXPECT_EQ(updated("SET l[3] = :v REMOVE l[0], l[1], l[2]", old, v), R"({"l":{"L":[{"S":"v"}]}})");
}

TEST(UpdateApply, AddsNumbers) {
  const Item old{{"n", AttributeValue(5)}, {"m", map({{"n", AttributeValue(1)}})}};
  const Values v{{":v", number("-2.5")}};
  EXPECT_EQ(updated("ADD n :v, m.n :v, fresh :v, m.fresh :v", old, v),
            R"({"fresh":{"N":"-2.5"},"m":{"M":{"fresh":{"N":"-2.5"},"n":{"N":"-1.5"}}},)"
            R"("n":{"N":"2.5"}})");
  EXPECT_EQ(updated("ADD m :v", old, v), kWrongType);
  EXPECT_EQ(updated("ADD x.n :v", old, v), kInvalidPath);
  EXPECT_EQ(updated("ADD n :v", nullptr, v), R"({"n":{"N":"-2.5"},"pk":{"S":"k"}})");
}

TEST(UpdateApply, AddsToSets) {
  const Item old{{"ss", strings({"b", "d"})},
                 {"ns", AttributeValue::number_set({1, 10})},
                 {"bs", AttributeValue::binary_set({"x"})}};
  const Values v{{":ss", strings({"a", "b", "e"})},
                 {":ns", AttributeValue::number_set({2, number("1.0")})},
                 {":bs", AttributeValue::binary_set({"y"})}};
  EXPECT_EQ(updated("ADD ss :ss, ns :ns, bs :bs", old, v),
            R"({"bs":{"BS":["eA==","eQ=="]},"ns":{"NS":["1","2","10"]},)"
            R"("ss":{"SS":["a","b","d","e"]}})");
  EXPECT_EQ(updated("ADD ss :ns", old, v), kWrongType);
}

TEST(UpdateApply, DeletesFromSets) {
  const Item old{{"pk", AttributeValue("k")},
                 {"ss", strings({"a", "b", "c"})},
                 {"m", map({{"s", strings({"a"})}})}};
  EXPECT_EQ(updated("DELETE ss :v", old, {{":v", strings({"a", "x", "c"})}}),
            R"({"m":{"M":{"s":{"SS":["a"]}}},"pk":{"S":"k"},"ss":{"SS":["b"]}})");
  EXPECT_EQ(updated("DELETE ss :v REMOVE m", old, {{":v", strings({"a", "b", "c"})}}),
            R"({"pk":{"S":"k"}})")
      << "with its last member the attribute goes";
  EXPECT_EQ(updated("DELETE m.s :v REMOVE ss", old, {{":v", strings({"a"})}}),
            R"({"m":{"M":{}},"pk":{"S":"k"}})")
      << "the map stays";
  EXPECT_EQ(updated("DELETE ss :v", old, {{":v", AttributeValue::number_set({1})}}), kWrongType);
  EXPECT_EQ(updated("DELETE pk :v", old, {{":v", strings({"a"})}}), kWrongType);
  EXPECT_EQ(updated("DELETE x :v", old, {{":v", strings({"a"})}}), to_json(old));
}

TEST(UpdateApply, MakesAnItemOfTheKeyWhereThereIsNone) {
  const Values v{{":v", AttributeValue("v")}, {":s", strings({"x"})}};
  EXPECT_EQ(updated("SET a = :v", nullptr, v), R"({"a":{"S":"v"},"pk":{"S":"k"}})");
  EXPECT_EQ(updated("SET a = :v REMOVE b.c, d", nullptr, v), R"({"a":{"S":"v"},"pk":{"S":"k"}})")
      << "removing a nested path is ignored as well";
  EXPECT_EQ(updated("REMOVE a", nullptr, v), "none");
  EXPECT_EQ(updated("REMOVE a.b", nullptr, v), "none");
  EXPECT_EQ(updated("DELETE a :s", nullptr, v), "none");
  EXPECT_EQ(updated("SET a = pk", nullptr, v), kMissing) << "the old item had no key either";
  EXPECT_EQ(to_json(*Update().apply(nullptr, kKey).value()), R"({"pk":{"S":"k"}})");
  const Item old{{"pk", AttributeValue("k")}, {"a", AttributeValue(1)}};
  EXPECT_EQ(*Update().apply(&old, kKey).value(), old);
}

TEST(UpdateApply, NestsAsDeepAsAnItemMay) {
  const Item old{{"m", map({})}};
  EXPECT_NE(updated("SET m.a = :v", old, {{":v", nested(31)}}).find("deep"), std::string::npos);
  EXPECT_EQ(updated("SET m.a = :v", old, {{":v", nested(32)}}),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
}

TEST(UpdateApply, SeveralPlacesOfOneAttribute) {
  const Item old{{"m", map({{"l", list({map({{"x", AttributeValue(1)}}), AttributeValue("s")})},
                            {"n", AttributeValue(3)}})}};
  EXPECT_EQ(updated("SET m.l[0].y = m.n, m.l[0].x = m.l[0].x + m.n REMOVE m.l[1] ADD m.n :one", old,
                    {{":one", AttributeValue(1)}}),
            R"({"m":{"M":{"l":{"L":[{"M":{"x":{"N":"4"},"y":{"N":"3"}}}]},"n":{"N":"4"}}}})");
}

}  // namespace
}  // namespace keywright::expression::test
