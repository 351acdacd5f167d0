#include "expression/parameters.hpp"

#include "requests.hpp"

namespace keywright::expression::test {
namespace {

std::string check_error(const Names& names, const Values& values,
                        std::initializer_list<ExpressionMember> members = {
                            {"ConditionExpression", true}}) {
  return message_of(Parameters(names, values).check(members));
}

const Values kOne{{":v", AttributeValue(1)}};

TEST(Parameters, ResolveNamesAndValues) {
  const Names names{{"#a", "first"}, {"#b", "second"}};
  const Values values{{":x", AttributeValue("X")}, {":y", AttributeValue("Y")}};
  Parameters parameters(names, values);
  ASSERT_TRUE(parameters.check({{"ConditionExpression", true}}));
  EXPECT_EQ(parameters.name("#b"), "second");
  EXPECT_EQ(parameters.name("#a"), "first");
  EXPECT_EQ(parameters.name("#c"), std::nullopt);
  EXPECT_EQ(parameters.value(":y")->as_string(), "Y");
  EXPECT_EQ(parameters.value(":y")->as_string(), "Y");
  EXPECT_FALSE(parameters.value(":z"));
}

TEST(Parameters, ResolveAmongMany) {
  Names names;
  Values values;
  for (int i = 199; i >= 0; --i) {
    names.emplace_back("#n" + std::to_string(i), "name" + std::to_string(i));
    values.emplace_back(":v" + std::to_string(i), AttributeValue(i));
  }
  Parameters parameters(names, values);
  ASSERT_TRUE(parameters.check({{"ConditionExpression", true}}));
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(parameters.name("#n" + std::to_string(i)), "name" + std::to_string(i));
    EXPECT_EQ(parameters.value(":v" + std::to_string(i))->as_number(), Number(i));
  }
  EXPECT_FALSE(parameters.name("#n200"));
  EXPECT_TRUE(parameters.check_all_used());
}

TEST(Parameters, ReportWhatIsUnused) {
  const Names names{{"#a", "a"}, {"#b", "b"}, {"#c", "c"}};
  Parameters parameters(names, kOne);
  static_cast<void>(parameters.name("#b"));
  EXPECT_EQ(message_of(parameters.check_all_used()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}");
  static_cast<void>(parameters.name("#a"));
  static_cast<void>(parameters.name("#c"));
  EXPECT_EQ(message_of(parameters.check_all_used()),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
  static_cast<void>(parameters.value(":v"));
  EXPECT_EQ(message_of(parameters.check_all_used()), "");
}

TEST(Parameters, ReportWhatIsUnusedAmongMany) {
  Values values;
  for (int i = 0; i < 100; ++i) values.emplace_back(":" + std::to_string(i), AttributeValue(i));
  const Names none;
  Parameters parameters(none, values);
  ASSERT_TRUE(parameters.check({{"FilterExpression", true}}));
  for (int i = 0; i < 100; ++i) {
    if (i != 63 && i != 64) static_cast<void>(parameters.value(":" + std::to_string(i)));
  }
  EXPECT_EQ(message_of(parameters.check_all_used()),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:63, :64}");
}

TEST(Parameters, NeedAnExpression) {
  EXPECT_EQ(check_error({{"#a", "a"}}, {}, {{"ConditionExpression", false}}),
            "ExpressionAttributeNames can only be specified when using expressions");
  EXPECT_EQ(check_error({}, kOne, {{"ConditionExpression", false}}),
            "ExpressionAttributeValues can only be specified when using expressions: "
            "ConditionExpression is null");
  EXPECT_EQ(
      check_error({}, kOne, {{"UpdateExpression", false}, {"ConditionExpression", false}}),
      "ExpressionAttributeValues can only be specified when using expressions: UpdateExpression "
      "and ConditionExpression are null");
  EXPECT_EQ(
      check_error({}, kOne, {{"FilterExpression", false}, {"ProjectionExpression", true, false}}),
      "ExpressionAttributeValues can only be specified when using expressions: "
      "FilterExpression is null")
      << "a projection takes no values";
  EXPECT_EQ(check_error({{"#a", "a"}}, {}, {{"ProjectionExpression", true, false}}), "");
  EXPECT_EQ(check_error({}, {}, {{"ConditionExpression", false}}), "");
}

TEST(Parameters, KeysHaveASyntax) {
  EXPECT_EQ(check_error({{"a", "a"}}, {}),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"a\"");
  EXPECT_EQ(check_error({{"#", "a"}}, {}),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#\"");
  EXPECT_EQ(check_error({{"#a.b", "a"}}, {}),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a.b\"");
  EXPECT_EQ(check_error({}, {{"#v", AttributeValue(1)}}),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"#v\"");
  EXPECT_EQ(check_error({{"#_0", "a"}}, {}), "");
}

TEST(Parameters, KeysHaveALimit) {
  EXPECT_EQ(check_error({{"#" + std::string(254, 'a'), "a"}}, {}), "");
  EXPECT_EQ(check_error({{"#" + std::string(255, 'a'), "a"}}, {}),
            "ExpressionAttributeNames contains invalid key: The expression attribute map contains "
            "a key that is too long; size of key: 256");
}

TEST(Parameters, AKeyIsGivenOnce) {
  const auto twice =
      "ExpressionAttributeNames contains invalid key: The key is given twice; key: "
      "\"#a\"";
  EXPECT_EQ(check_error({{"#a", "a"}, {"#b", "b"}, {"#a", "a"}}, {}), twice);
  Names many{{"#a", "a"}};
  for (int i = 0; i < 30; ++i) many.emplace_back("#x" + std::to_string(i), "x");
  many.emplace_back("#a", "b");
  EXPECT_EQ(check_error(many, {}), twice);
}

TEST(Parameters, NamesAreAttributeNames) {
  EXPECT_EQ(check_error({{"#a", ""}}, {}),
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
  EXPECT_EQ(check_error({{"#a", std::string(65535, 'x')}}, {}), "");
  EXPECT_EQ(check_error({{"#a", std::string(65536, 'x')}}, {}),
            "ExpressionAttributeNames contains invalid value: Attribute name is too large, must "
            "be less than 65536 bytes for key #a");
}

TEST(Parameters, ValuesMustBeStorable) {
  EXPECT_EQ(check_error({}, {{":v", strings({})}}),
            "ExpressionAttributeValues contains invalid value: One or more parameter values were "
            "invalid: An string set  may not be empty for key :v");
  EXPECT_EQ(check_error({}, {{":v", nested(32)}}), "");
  EXPECT_EQ(check_error({}, {{":v", nested(33)}}),
            "ExpressionAttributeValues contains invalid value: Nesting Levels have exceeded "
            "supported limits: Attributes in the item have nested levels beyond supported limit "
            "for key :v");
}

TEST(Parameters, AllTogetherHaveALimit) {
  const AttributeValue half(std::string(1024 * 1024, 'x'));
  EXPECT_EQ(check_error({}, {{":a", half}}), "");
  EXPECT_EQ(check_error({}, {{":a", half}, {":b", half}}),
            "ExpressionAttributeValues exceeds max size");
}

}  // namespace
}  // namespace keywright::expression::test
