// UPDATED_OLD and UPDATED_NEW.

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

const Item kOld{{"pk", AttributeValue("k")},
                {"a", AttributeValue(1)},
                {"l", list({AttributeValue("l0"), AttributeValue("l1"), AttributeValue("l2")})},
                {"m", map({{"x", AttributeValue(1)}, {"y", AttributeValue(2)}})}};

struct Returned {
  std::string updated_old;
  std::string updated_new;
  bool operator==(const Returned&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Returned& r) {
  return out << r.updated_old << " -> " << r.updated_new;
}

Returned returned(std::string_view text) {
  const Values values{{":v", AttributeValue("v")}, {":one", AttributeValue(1)}};
  const Names none;
  Parameters parameters(none, values);
  const auto update = parse_update(text, parameters).value();
  const auto item = update.apply(&kOld, kKey).value().value();
  const auto json = [](const std::optional<Item>& part) { return part ? to_json(*part) : "none"; };
  return {json(update.touched(kOld)), json(update.touched(item))};
}

TEST(UpdateReturns, TheTouchedAttributes) {
  EXPECT_EQ(returned("SET a = :v"), (Returned{R"({"a":{"N":"1"}})", R"({"a":{"S":"v"}})"}));
  EXPECT_EQ(returned("ADD a :one"), (Returned{R"({"a":{"N":"1"}})", R"({"a":{"N":"2"}})"}));
}

TEST(UpdateReturns, NewAttributesHaveNoOldValue) {
  EXPECT_EQ(returned("SET b = :v"), (Returned{"none", R"({"b":{"S":"v"}})"}));
}

TEST(UpdateReturns, RemovedAttributesHaveNoNewValue) {
  EXPECT_EQ(returned("REMOVE a"), (Returned{R"({"a":{"N":"1"}})", "none"}));
  EXPECT_EQ(returned("REMOVE absent"), (Returned{"none", "none"}));
}

TEST(UpdateReturns, OnlyTheTouchedLeaves) {
  EXPECT_EQ(returned("SET m.x = :v"),
            (Returned{R"({"m":{"M":{"x":{"N":"1"}}}})", R"({"m":{"M":{"x":{"S":"v"}}}})"}));
  EXPECT_EQ(
      returned("SET l[2] = :v, l[0] = :one"),
      (Returned{R"({"l":{"L":[{"S":"l0"},{"S":"l2"}]}})", R"({"l":{"L":[{"N":"1"},{"S":"v"}]}})"}));
}

TEST(UpdateReturns, AnElementThatMovedUp) {
  EXPECT_EQ(returned("REMOVE l[1]"),
            (Returned{R"({"l":{"L":[{"S":"l1"}]}})", R"({"l":{"L":[{"S":"l2"}]}})"}));
  EXPECT_EQ(returned("REMOVE l[2]"), (Returned{R"({"l":{"L":[{"S":"l2"}]}})", "none"}));
}

TEST(UpdateReturns, NothingOfAnElementPastTheEnd) {
  EXPECT_EQ(returned("SET l[8] = :v"), (Returned{"none", "none"}));
}

TEST(UpdateReturns, NothingWithoutAnExpression) {
  EXPECT_EQ(Update().touched(kOld), std::nullopt);
}

}  // namespace
}  // namespace keywright::expression::test
