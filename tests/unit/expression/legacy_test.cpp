// Legacy parameters: their texts when they are wrong, and what they say when they are right.

#include "expression/legacy.hpp"

#include "expression/builders.hpp"
#include "requests.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::expression::test {
namespace {

using Op = ComparisonOperator;
using List = std::vector<AttributeValue>;

LegacyCondition condition(Op op, std::optional<List> values = std::nullopt) {
  return {op, std::move(values)};
}

ExpectedAttributeValue expected(Op op, std::optional<List> values = std::nullopt) {
  ExpectedAttributeValue value;
  value.comparison_operator = op;
  value.attribute_value_list = std::move(values);
  return value;
}

std::string expected_error(const ExpectedAttributeValue& value) {
  const ExpectedAttributes attributes{{"v", value}};
  return message_of(legacy_condition(&attributes, std::nullopt));
}

std::string filter_error(const LegacyCondition& value) {
  const LegacyConditions conditions{{"v", value}};
  return message_of(legacy_filter(&conditions, std::nullopt, "scanFilter"));
}

bool legacy_holds(const LegacyConditions& conditions, const Item* item,
                  std::optional<ConditionalOperator> join = std::nullopt) {
  return legacy_filter(&conditions, join, "scanFilter").value()->evaluate(item);
}

bool legacy_holds(Op op, std::optional<List> values, const Item& item) {
  return legacy_holds({{"a", condition(op, std::move(values))}}, &item);
}

std::string updated_by(const AttributeUpdates& updates, const Item* old) {
  const auto result = legacy_update(updates).value().apply(old, kKey);
  if (!result) return message_of(result);
  return *result ? to_json(**result) : "none";
}

constexpr const char* kInvalid = "One or more parameter values were invalid: ";

// Arguments ------------------------------------------------------------------------------------

TEST(LegacyArguments, AreCountedForEveryOperator) {
  struct Row {
    Op op;
    const char* name;
    std::size_t least;
    std::size_t most;
  };
  const Row rows[] = {
      {Op::eq, "EQ", 1, 1},
      {Op::ne, "NE", 1, 1},
      {Op::in, "IN", 1, 90},
      {Op::le, "LE", 1, 1},
      {Op::lt, "LT", 1, 1},
      {Op::ge, "GE", 1, 1},
      {Op::gt, "GT", 1, 1},
      {Op::between, "BETWEEN", 2, 2},
      {Op::not_null, "NOT_NULL", 0, 0},
      {Op::null, "NULL", 0, 0},
      {Op::contains, "CONTAINS", 1, 1},
      {Op::not_contains, "NOT_CONTAINS", 1, 1},
      {Op::begins_with, "BEGINS_WITH", 1, 1},
  };
  for (const Row& row : rows) {
    const std::string message = std::string(kInvalid) + "Invalid number of argument(s) for the " +
                                row.name + " ComparisonOperator";
    const auto error_of = [&](std::size_t count) {
      return filter_error(condition(row.op, List(count, AttributeValue("x"))));
    };
    if (row.least > 0) {
      EXPECT_EQ(error_of(row.least - 1), message);
      EXPECT_EQ(filter_error(condition(row.op)), message);
    } else {
      EXPECT_EQ(filter_error(condition(row.op)), "");
    }
    EXPECT_EQ(error_of(row.least), "") << row.name;
    EXPECT_EQ(error_of(row.most), "") << row.name;
    if (row.op == Op::in) continue;
    EXPECT_EQ(error_of(row.most + 1), message);
  }
}

TEST(LegacyArguments, HaveTheTypesOfTheirOperator) {
  const auto error = [](Op op, const AttributeValue& value) {
    const std::size_t count = op == Op::between ? 2 : 1;
    return filter_error(condition(op, List(count, value)));
  };
  const auto refused = [](const char* op, const char* type) {
    return std::string(kInvalid) + "ComparisonOperator " + op + " is not valid for " + type +
           " AttributeValue type";
  };
  const AttributeValue ss = strings({"x"});
  const AttributeValue flag(true);
  EXPECT_EQ(error(Op::begins_with, 1), refused("BEGINS_WITH", "N"));
  EXPECT_EQ(error(Op::begins_with, AttributeValue::binary("x")), "");
  EXPECT_EQ(error(Op::lt, flag), refused("LT", "BOOL"));
  EXPECT_EQ(error(Op::le, ss), refused("LE", "SS"));
  EXPECT_EQ(error(Op::gt, list({})), refused("GT", "L"));
  EXPECT_EQ(error(Op::ge, map({})), refused("GE", "M"));
  EXPECT_EQ(error(Op::between, AttributeValue::null()), refused("BETWEEN", "NULL"));
  EXPECT_EQ(error(Op::in, flag), refused("IN", "BOOL"));
  EXPECT_EQ(error(Op::in, list({})), refused("IN", "L"));
  EXPECT_EQ(error(Op::contains, ss), refused("CONTAINS", "SS"));
  EXPECT_EQ(error(Op::not_contains, list({})), refused("NOT_CONTAINS", "L"));
  for (const AttributeValue& any : {ss, flag, list({}), map({}), AttributeValue::null()}) {
    EXPECT_EQ(error(Op::eq, any), "");
    EXPECT_EQ(error(Op::ne, any), "");
  }
}

TEST(LegacyArguments, AreOfOneTypeAndInOrder) {
  const std::string mixed =
      std::string(kInvalid) + "AttributeValues inside AttributeValueList must be of same type";
  EXPECT_EQ(filter_error(condition(Op::in, List{1, "a"})), mixed);
  EXPECT_EQ(filter_error(condition(Op::between, List{1, "a"})), mixed);
  EXPECT_EQ(filter_error(condition(Op::between, List{2, 1})),
            "The BETWEEN condition was provided a range where the lower bound is greater than the "
            "upper bound");
  EXPECT_EQ(filter_error(condition(Op::between, List{1, 1})), "");
}

TEST(LegacyArguments, AreValuesThatCanBeStored) {
  EXPECT_EQ(filter_error(condition(Op::eq, List{strings({})})),
            std::string(kInvalid) + "An string set  may not be empty");
  EXPECT_EQ(filter_error(condition(Op::eq, List{nested(33)})),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
}

TEST(LegacyConditions, NeedAnOperatorAndAName) {
  EXPECT_EQ(filter_error({}),
            "1 validation error detected: Value null at 'scanFilter.v.member.comparisonOperator' "
            "failed to satisfy constraint: Member must not be null");
  const LegacyConditions nameless{{"", condition(Op::null)}};
  EXPECT_EQ(message_of(legacy_filter(&nameless, std::nullopt, "scanFilter")),
            "Empty attribute name");
}

TEST(LegacyConditions, AreAtMostAsManyAsAnExpressionHasOperators) {
  const auto many = [](int count) {
    LegacyConditions conditions;
    for (int i = 0; i < count; ++i) conditions["a" + std::to_string(i)] = condition(Op::null);
    return conditions;
  };
  const auto most = many(300);
  EXPECT_TRUE(legacy_holds(most, nullptr));
  const Item last{{"a299", 1}};
  EXPECT_FALSE(legacy_holds(most, &last));
  EXPECT_TRUE(legacy_holds(most, &last, ConditionalOperator::or_));
  const auto more = many(100'000);
  EXPECT_EQ(message_of(legacy_filter(&more, std::nullopt, "scanFilter")),
            std::string(kInvalid) + "Too many conditions in a filter: 100000, of at most 300");
  ExpectedAttributes expectations;
  for (int i = 0; i < 301; ++i) expectations["a" + std::to_string(i)].exists = false;
  EXPECT_EQ(message_of(legacy_condition(&expectations, std::nullopt)),
            std::string(kInvalid) + "Too many conditions in Expected: 301, of at most 300");
  EXPECT_EQ(message_of(legacy_key_condition(more)), "Conditions can be of length 1 or 2 only");
}

TEST(LegacyConditions, AreJoinedShallowly) {
  ConditionBuilder builder;
  const auto path = builder.add_path_operand(builder.add_attribute("a"));
  const std::vector<std::uint32_t> leaves(1'000'000,
                                          builder.add_leaf(Operator::attribute_exists, {path}));
  const auto root = builder.join(Operator::logical_and, leaves);
  const Item item{{"a", 1}};
  EXPECT_TRUE(std::move(builder).build(root).evaluate(&item));
}

// Expected ---------------------------------------------------------------------------------------

TEST(LegacyExpected, SaysWhatDoesNotGoTogether) {
  const std::string invalid = kInvalid;
  ExpectedAttributeValue value;
  EXPECT_EQ(expected_error(value),
            invalid + "Value must be provided when Exists is null for Attribute: v");
  value.exists = true;
  EXPECT_EQ(expected_error(value),
            invalid + "Value must be provided when Exists is true for Attribute: v");
  value.exists = false;
  EXPECT_EQ(expected_error(value), "");
  value.value = AttributeValue(1);
  EXPECT_EQ(expected_error(value),
            invalid + "Value cannot be used when Exists is false for Attribute: v");
  value.exists = true;
  EXPECT_EQ(expected_error(value), "");
  value.comparison_operator = Op::eq;
  EXPECT_EQ(expected_error(value),
            invalid + "Exists and ComparisonOperator cannot be used together for Attribute: v");
  value.exists.reset();
  EXPECT_EQ(expected_error(value), "");  // Value and ComparisonOperator are accepted
  value.attribute_value_list = List{1};
  EXPECT_EQ(expected_error(value),
            invalid + "Value and AttributeValueList cannot be used together for Attribute: v");
  value.comparison_operator.reset();
  EXPECT_EQ(
      expected_error(value),
      invalid + "AttributeValueList can only be used with a ComparisonOperator for Attribute: v");
}

TEST(LegacyExpected, ComparesValuesAndExistence) {
  const auto holds = [](const ExpectedAttributeValue& value, const Item& item) {
    const ExpectedAttributes attributes{{"a", value}};
    return legacy_condition(&attributes, std::nullopt).value()->evaluate(&item);
  };
  ExpectedAttributeValue one;
  one.value = AttributeValue(1);
  EXPECT_TRUE(holds(one, Item{{"a", 1}}));
  EXPECT_FALSE(holds(one, Item{{"a", 2}}));
  EXPECT_FALSE(holds(one, Item{}));
  ExpectedAttributeValue none;
  none.exists = false;
  EXPECT_TRUE(holds(none, Item{}));
  EXPECT_FALSE(holds(none, Item{{"a", 1}}));
  ExpectedAttributeValue more;
  more.value = AttributeValue(1);
  more.comparison_operator = Op::gt;
  EXPECT_TRUE(holds(more, Item{{"a", 2}}));
  EXPECT_FALSE(holds(more, Item{{"a", 1}}));
  EXPECT_TRUE(holds(expected(Op::in, List{1, 2}), Item{{"a", 2}}));
}

TEST(LegacyExpected, OfNothingIsNoCondition) {
  const ExpectedAttributes empty;
  EXPECT_FALSE(legacy_condition(nullptr, std::nullopt).value());
  EXPECT_FALSE(legacy_condition(&empty, std::nullopt).value());
  const std::string alone = "ConditionalOperator cannot be used without Filter or Expected";
  EXPECT_EQ(message_of(legacy_condition(nullptr, ConditionalOperator::or_)), alone);
  EXPECT_EQ(message_of(legacy_condition(&empty, ConditionalOperator::and_)), alone);
}

// Meaning ----------------------------------------------------------------------------------------

TEST(LegacyConditions, OfAMissingAttribute) {
  const Item none;
  EXPECT_TRUE(legacy_holds(Op::ne, List{1}, none));
  EXPECT_FALSE(legacy_holds(Op::not_contains, List{1}, none));
  EXPECT_FALSE(legacy_holds(Op::contains, List{1}, none));
  EXPECT_TRUE(legacy_holds(Op::null, std::nullopt, none));
  EXPECT_FALSE(legacy_holds(Op::not_null, std::nullopt, none));
  for (const Op op : {Op::eq, Op::lt, Op::le, Op::gt, Op::ge, Op::in}) {
    EXPECT_FALSE(legacy_holds(op, List{1}, none));
  }
  EXPECT_TRUE(legacy_holds({{"a", condition(Op::ne, List{1})}}, nullptr));
}

TEST(LegacyConditions, OfAPresentAttribute) {
  const Item item{{"a", strings({"x", "y"})}};
  EXPECT_TRUE(legacy_holds(Op::contains, List{"x"}, item));
  EXPECT_FALSE(legacy_holds(Op::not_contains, List{"x"}, item));
  EXPECT_TRUE(legacy_holds(Op::not_contains, List{"z"}, item));
  EXPECT_TRUE(legacy_holds(Op::eq, List{strings({"y", "x"})}, item));
  EXPECT_TRUE(legacy_holds(Op::begins_with, List{"ab"}, Item{{"a", "abc"}}));
  EXPECT_TRUE(legacy_holds(Op::between, List{1, 3}, Item{{"a", 3}}));
  EXPECT_FALSE(legacy_holds(Op::between, List{1, 3}, Item{{"a", 4}}));
}

TEST(LegacyConditions, AreJoinedAsAsked) {
  const LegacyConditions two{{"a", condition(Op::eq, List{1})}, {"b", condition(Op::eq, List{2})}};
  const Item both{{"a", 1}, {"b", 2}};
  const Item one{{"a", 1}, {"b", 3}};
  const Item neither{{"a", 0}, {"b", 3}};
  EXPECT_TRUE(legacy_holds(two, &both));
  EXPECT_FALSE(legacy_holds(two, &one));
  EXPECT_FALSE(legacy_holds(two, &one, ConditionalOperator::and_));
  EXPECT_TRUE(legacy_holds(two, &one, ConditionalOperator::or_));
  EXPECT_FALSE(legacy_holds(two, &neither, ConditionalOperator::or_));
}

TEST(LegacyConditions, NameWholeAttributes) {
  const Item dotted{{"a.b", 1}, {"a", map({{"b", 2}})}};
  EXPECT_TRUE(legacy_holds({{"a.b", condition(Op::eq, List{1})}}, &dotted));
  const Item nested_only{{"a", map({{"b", 1}})}};
  EXPECT_FALSE(legacy_holds({{"a.b", condition(Op::not_null)}}, &nested_only));
  const Item indexed{{"a[0]", 1}, {"status", 2}};
  EXPECT_TRUE(legacy_holds({{"a[0]", condition(Op::not_null)}}, &indexed));
  EXPECT_TRUE(legacy_holds({{"status", condition(Op::not_null)}}, &indexed));  // reserved or not
}

// KeyConditions
// ------------------------------------------------------------------------------------

TEST(LegacyKeyConditions, TakeOnlyOperatorsOfKeys) {
  for (const auto& bad :
       {condition(Op::ne, List{"x"}), condition(Op::in, List{"x"}),
        condition(Op::contains, List{"x"}), condition(Op::not_contains, List{"x"}),
        condition(Op::null), condition(Op::not_null)}) {
    EXPECT_EQ(message_of(legacy_key_condition({{"pk", bad}})),
              "Attempted conditional constraint is not an indexable operation");
  }
  EXPECT_EQ(message_of(legacy_key_condition({})), "Conditions can be of length 1 or 2 only");
  EXPECT_EQ(message_of(legacy_key_condition({{"pk", {}}})),
            "1 validation error detected: Value null at "
            "'keyConditions.pk.member.comparisonOperator' failed to satisfy constraint: Member "
            "must not be null");
  EXPECT_EQ(message_of(legacy_key_condition({{"pk", condition(Op::eq, List{"x"})},
                                             {"sk", condition(Op::between, List{"a", "b"})}})),
            "");
}

// AttributeUpdates
// ---------------------------------------------------------------------------------

TEST(LegacyUpdate, ChecksValuesAndTypes) {
  using Action = AttributeAction;
  const auto error = [](Action action, std::optional<AttributeValue> value) {
    return message_of(legacy_update({{"a", {std::move(value), action}}}));
  };
  const std::string invalid = kInvalid;
  const std::string no_value =
      invalid + "Only DELETE action is allowed when no attribute value is specified";
  EXPECT_EQ(error(Action::put, std::nullopt), no_value);
  EXPECT_EQ(error(Action::add, std::nullopt), no_value);
  EXPECT_EQ(error(Action::delete_, std::nullopt), "");
  EXPECT_EQ(error(Action::delete_, "x"),
            invalid + "DELETE action with value is not supported for the type S");
  EXPECT_EQ(error(Action::delete_, list({})),
            invalid + "DELETE action with value is not supported for the type L");
  EXPECT_EQ(error(Action::add, "x"), invalid + "ADD action is not supported for the type S");
  EXPECT_EQ(error(Action::add, map({})), invalid + "ADD action is not supported for the type M");
  EXPECT_EQ(error(Action::add, list({})), "");
  EXPECT_EQ(error(Action::put, strings({})), invalid + "An string set  may not be empty");
  EXPECT_EQ(message_of(legacy_update({{"", {AttributeValue(1), Action::put}}})),
            "Empty attribute name");
}

TEST(LegacyUpdate, PutsAddsAndDeletes) {
  using Action = AttributeAction;
  const Item old{{"pk", "k"}, {"n", 1}, {"l", list({1})}, {"s", strings({"a", "b"})}, {"x", 1}};
  const AttributeUpdates updates{{"n", {AttributeValue(2), Action::add}},
                                 {"l", {list({2}), Action::add}},
                                 {"s", {strings({"a"}), Action::delete_}},
                                 {"x", {std::nullopt, Action::delete_}},
                                 {"p.q", {AttributeValue("new"), Action::put}}};
  EXPECT_EQ(updated_by(updates, &old),
            R"({"l":{"L":[{"N":"1"},{"N":"2"}]},"n":{"N":"3"},"p.q":{"S":"new"},"pk":{"S":"k"},)"
            R"("s":{"SS":["b"]}})");
}

TEST(LegacyUpdate, OfAMissingItem) {
  using Action = AttributeAction;
  EXPECT_EQ(updated_by({}, nullptr), R"({"pk":{"S":"k"}})");
  EXPECT_EQ(updated_by({{"a", {std::nullopt, Action::delete_}}}, nullptr), "none");
  EXPECT_EQ(updated_by({{"a", {strings({"x"}), Action::delete_}}}, nullptr), "none");
  EXPECT_EQ(updated_by({{"a", {AttributeValue(1), Action::add}}}, nullptr),
            R"({"a":{"N":"1"},"pk":{"S":"k"}})");
  EXPECT_EQ(updated_by({{"a", {list({1}), Action::add}}}, nullptr),
            R"({"a":{"L":[{"N":"1"}]},"pk":{"S":"k"}})");
}

TEST(LegacyUpdate, HasItsOwnWordForAWrongType) {
  using Action = AttributeAction;
  const Item old{{"a", "text"}};
  const std::string mismatch = "Type mismatch for attribute to update";
  EXPECT_EQ(updated_by({{"a", {AttributeValue(1), Action::add}}}, &old), mismatch);
  EXPECT_EQ(updated_by({{"a", {list({1}), Action::add}}}, &old), mismatch);
  EXPECT_EQ(updated_by({{"a", {strings({"x"}), Action::delete_}}}, &old), mismatch);
}

// AttributesToGet
// ----------------------------------------------------------------------------------

TEST(LegacyProjection, TakesWholeAttributes) {
  const Item item{{"a.b", 1}, {"a", map({{"b", 2}})}, {"c", 3}};
  EXPECT_EQ(to_json(legacy_projection({"c", "a.b"}).value().apply(item)),
            R"({"a.b":{"N":"1"},"c":{"N":"3"}})");
  EXPECT_EQ(message_of(legacy_projection({})),
            "1 validation error detected: Value '[]' at 'attributesToGet' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1");
  EXPECT_EQ(message_of(legacy_projection({"a", "b", "a"})),
            std::string(kInvalid) + "Duplicate value in attribute name: a");
  EXPECT_EQ(message_of(legacy_projection({""})), "Empty attribute name");
}

TEST(LegacyParameters, StandBesideNoExpression) {
  EXPECT_EQ(message_of(check_not_mixed({{"A", true}, {"B", false}, {"C", true}},
                                       {{"D", false}, {"E", true}, {"F", true}})),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {A, C} Expression parameters: {E, F}");
  EXPECT_EQ(message_of(check_not_mixed({{"A", true}}, {{"D", false}})), "");
  EXPECT_EQ(message_of(check_not_mixed({{"A", false}}, {{"D", true}})), "");
}

}  // namespace
}  // namespace keywright::expression::test
