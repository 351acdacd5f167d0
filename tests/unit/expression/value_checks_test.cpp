#include "expression/value_checks.hpp"

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

TEST(ValueChecks, ValuesNest32LevelsDeep) {
  EXPECT_FALSE(nests_too_deep(AttributeValue("flat")));
  EXPECT_FALSE(nests_too_deep(nested(32)));
  EXPECT_TRUE(nests_too_deep(nested(33)));
  EXPECT_TRUE(nests_too_deep(map({{"m", nested(32)}})));
}

TEST(ValueChecks, AnItemsAttributesAreLevelOne) {
  EXPECT_FALSE(nests_too_deep(Item{{"a", nested(32)}, {"b", AttributeValue(1)}}));
  EXPECT_TRUE(nests_too_deep(Item{{"a", AttributeValue(1)}, {"b", nested(33)}}));
}

TEST(ValueChecks, SetsMayNotBeEmpty) {
  EXPECT_EQ(invalid_value(strings({})),
            "One or more parameter values were invalid: An string set  may not be empty");
  EXPECT_EQ(invalid_value(AttributeValue::number_set({})),
            "One or more parameter values were invalid: An number set  may not be empty");
  EXPECT_EQ(invalid_value(AttributeValue::binary_set({})),
            "One or more parameter values were invalid: Binary sets should not be empty");
  EXPECT_EQ(invalid_value(list({map({{"s", strings({})}})})),
            "One or more parameter values were invalid: An string set  may not be empty");
}

TEST(ValueChecks, OtherEmptyValuesAreFine) {
  EXPECT_EQ(invalid_value(AttributeValue("")), std::nullopt);
  EXPECT_EQ(invalid_value(AttributeValue::binary("")), std::nullopt);
  EXPECT_EQ(invalid_value(list({})), std::nullopt);
  EXPECT_EQ(invalid_value(map({})), std::nullopt);
  EXPECT_EQ(invalid_value(strings({""})), std::nullopt);
}

TEST(ValueChecks, NamesInMapsMayNotBeEmpty) {
  EXPECT_EQ(invalid_value(map({{"", AttributeValue(1)}})), "Empty attribute name");
}

}  // namespace
}  // namespace keywright::expression::test
