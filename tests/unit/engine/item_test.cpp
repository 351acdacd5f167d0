// GetItem, PutItem and DeleteItem as their callers see them.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

class ItemTest : public EngineTest {
 protected:
  void SetUp() override {
    create(table_request("Plain"));
    create(table_request("Sorted", AttributeType::number));
  }
};

TEST_F(ItemTest, GetsWhatWasPutAndNothingElse) {
  const Item item{{"pk", "a"}, {"n", 1}};
  put("Plain", item);
  EXPECT_EQ(get("Plain", {{"pk", "a"}}), item);
  EXPECT_EQ(get("Plain", {{"pk", "b"}}), std::nullopt);
  const Item other{{"pk", "a"}, {"m", 2}};
  put("Plain", other);
  EXPECT_EQ(get("Plain", {{"pk", "a"}}), other);
}

TEST_F(ItemTest, TheStoredRecordItselfIsHandedOut) {
  const Item item{{"pk", "a"}};
  put("Plain", item);
  EXPECT_EQ(get("Plain", {{"pk", "a"}})->encoded().data(), item.encoded().data());
}

TEST_F(ItemTest, NumbersInKeysAreComparedByValue) {
  put("Sorted", {{"pk", "a"}, {"sk", *Number::parse("100.0")}});
  EXPECT_TRUE(get("Sorted", {{"pk", "a"}, {"sk", *Number::parse("1e2")}}));
  put("Sorted", {{"pk", "a"}, {"sk", 100}, {"v", 2}});
  EXPECT_EQ(describe("Sorted").item_count, 1);
}

TEST_F(ItemTest, KeysWithZeroBytesAreKeptApart) {
  const std::string with_zero("a\0", 2);
  put("Plain", {{"pk", "a"}});
  put("Plain", {{"pk", with_zero}, {"n", 1}});
  EXPECT_EQ(get("Plain", {{"pk", with_zero}})->find("n")->as_number(), Number(1));
  EXPECT_FALSE(get("Plain", {{"pk", "a"}})->contains("n"));
}

TEST_F(ItemTest, ProjectsWhatGetItemNames) {
  put("Plain", {{"pk", "a"}, {"status", "ok"}, {"m", AttributeValue::map({{"x", 1}, {"y", 2}})}});
  const auto got = db_->get_item({.table_name = "Plain",
                                  .key = {{"pk", "a"}},
                                  .projection_expression = "m.x, #s",
                                  .expression_attribute_names = {{"#s", "status"}}});
  EXPECT_EQ(*got.value().item, (Item{{"m", AttributeValue::map({{"x", 1}})}, {"status", "ok"}}));
  const auto nothing = db_->get_item(
      {.table_name = "Plain", .key = {{"pk", "a"}}, .projection_expression = "absent"});
  EXPECT_EQ(nothing.value().item, Item());
}

TEST_F(ItemTest, GetItemChecksItsExpressionsBare) {
  const Key key{{"pk", "a"}};
  expect_invalid(db_->get_item({.table_name = "None", .key = key, .projection_expression = ""}),
                 "Invalid ProjectionExpression: The expression can not be empty;");
  expect_invalid(
      db_->get_item(
          {.table_name = "Plain", .key = key, .expression_attribute_names = {{"#x", "x"}}}),
      "ExpressionAttributeNames can only be specified when using expressions");
  expect_invalid(db_->get_item({.table_name = "Plain",
                                .key = key,
                                .projection_expression = "a",
                                .expression_attribute_names = {{"#x", "x"}}}),
                 "Value provided in ExpressionAttributeNames unused in expressions: keys: {#x}");
}

TEST_F(ItemTest, AKeyHasExactlyTheKeyAttributes) {
  const std::string text = "The provided key element does not match the schema";
  for (const Key& key : {Key{}, Key{{"pk", "a"}}, Key{{"pk", "a"}, {"sk", "text"}},
                         Key{{"pk", 1}, {"sk", 1}}, Key{{"pk", "a"}, {"sk", 1}, {"x", 1}}}) {
    expect_invalid(db_->get_item({.table_name = "Sorted", .key = key}), text);
    expect_invalid(db_->delete_item({.table_name = "Sorted", .key = key}), text);
    expect_invalid(db_->update_item({.table_name = "Sorted", .key = key}), text);
  }
}

TEST_F(ItemTest, APutNeedsTheKeyAttributes) {
  expect_invalid(db_->put_item({.table_name = "Sorted", .item = {{"pk", "a"}}}),
                 "One or more parameter values were invalid: Missing the key sk in the item");
  expect_invalid(
      db_->put_item({.table_name = "Sorted", .item = {{"pk", "a"}, {"sk", "1"}}}),
      "One or more parameter values were invalid: Type mismatch for key sk expected: N actual: S");
}

TEST_F(ItemTest, KeysAreNeitherEmptyNorTooLong) {
  expect_invalid(db_->put_item({.table_name = "Plain", .item = {{"pk", ""}}}),
                 "One or more parameter values are not valid. The AttributeValue for a key "
                 "attribute cannot contain an empty string value. Key: pk");
  expect_invalid(db_->get_item({.table_name = "Plain", .key = {{"pk", ""}}}),
                 "One or more parameter values are not valid. The AttributeValue for a key "
                 "attribute cannot contain an empty string value. Key: pk");
  put("Plain", {{"pk", std::string(2048, 'k')}});
  expect_invalid(db_->put_item({.table_name = "Plain", .item = {{"pk", std::string(2049, 'k')}}}),
                 "One or more parameter values were invalid: Size of hashkey has exceeded the "
                 "maximum size limit of2048 bytes");
  create(table_request("Text", AttributeType::binary));
  put("Text", {{"pk", "a"}, {"sk", AttributeValue::binary(std::string(1024, 's'))}});
  expect_invalid(db_->put_item({.table_name = "Text",
                                .item = {{"pk", "a"},
                                         {"sk", AttributeValue::binary(std::string(1025, 's'))}}}),
                 "One or more parameter values were invalid: Aggregated size of all range keys has "
                 "exceeded the size limit of 1024 bytes");
  expect_invalid(
      db_->put_item(
          {.table_name = "Text", .item = {{"pk", "a"}, {"sk", AttributeValue::binary("")}}}),
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
      "contain an empty binary value. Key: sk");
}

TEST_F(ItemTest, ConditionsGuardPutAndDelete) {
  const Item first{{"pk", "a"}, {"v", 1}};
  PutItemRequest request{
      .table_name = "Plain", .item = first, .condition_expression = "attribute_not_exists(pk)"};
  ASSERT_TRUE(db_->put_item(request));
  request.item = {{"pk", "a"}, {"v", 2}};
  expect_error(db_->put_item(request), "ConditionalCheckFailedException",
               "The conditional request failed");
  EXPECT_EQ(db_->put_item(request).error().code, ErrorCode::condition_failed);
  EXPECT_EQ(db_->put_item(request).error().item, std::nullopt);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  EXPECT_EQ(db_->put_item(request).error().item, first);
  EXPECT_EQ(get("Plain", {{"pk", "a"}}), first);

  DeleteItemRequest remove{.table_name = "Plain",
                           .key = {{"pk", "a"}},
                           .condition_expression = "v = :v",
                           .expression_attribute_values = {{":v", 2}},
                           .return_values = ReturnValues::all_old};
  EXPECT_EQ(db_->delete_item(remove).error().code, ErrorCode::condition_failed);
  remove.expression_attribute_values = {{":v", 1}};
  EXPECT_EQ(db_->delete_item(remove).value().attributes, first);
  EXPECT_EQ(get("Plain", {{"pk", "a"}}), std::nullopt);
}

TEST_F(ItemTest, AFailedConditionOnNoItemCarriesNone) {
  const auto failed = db_->delete_item(
      {.table_name = "Plain",
       .key = {{"pk", "a"}},
       .condition_expression = "attribute_exists(pk)",
       .return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old});
  EXPECT_EQ(failed.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(failed.error().item, std::nullopt);
}

TEST_F(ItemTest, ReturnsTheOldItemIfAsked) {
  const Item first{{"pk", "a"}, {"v", 1}};
  PutItemRequest request{
      .table_name = "Plain", .item = first, .return_values = ReturnValues::all_old};
  EXPECT_EQ(db_->put_item(request).value().attributes, std::nullopt);
  request.item = {{"pk", "a"}};
  EXPECT_EQ(db_->put_item(request).value().attributes, first);
  DeleteItemRequest remove{.table_name = "Plain", .key = {{"pk", "a"}}};
  EXPECT_EQ(db_->delete_item(remove).value().attributes, std::nullopt);
  remove.return_values = ReturnValues::all_old;
  EXPECT_EQ(db_->delete_item(remove).value().attributes, std::nullopt) << "it was gone";
}

TEST_F(ItemTest, PutAndDeleteReturnNothingOrTheOldItem) {
  const std::string text = "1 validation error detected: ReturnValues can only be ALL_OLD or NONE";
  expect_invalid(
      db_->put_item(
          {.table_name = "Plain", .item = {{"pk", "a"}}, .return_values = ReturnValues::all_new}),
      text);
  expect_invalid(db_->delete_item({.table_name = "Plain",
                                   .key = {{"pk", "a"}},
                                   .return_values = ReturnValues::updated_old}),
                 text);
}

TEST_F(ItemTest, ValuesAreCheckedDeeply) {
  const auto put_value = [this](const AttributeValue& value) {
    return db_->put_item({.table_name = "Plain", .item = {{"pk", "a"}, {"v", value}}});
  };
  const std::string prefix =
      "1 validation error detected: One or more parameter values were invalid: ";
  expect_invalid(put_value(AttributeValue::string_set({})),
                 prefix + "An string set  may not be empty");
  expect_invalid(put_value(AttributeValue::list({AttributeValue::number_set({})})),
                 prefix + "An number set  may not be empty");
  expect_invalid(put_value(AttributeValue::map({{"x", AttributeValue::binary_set({})}})),
                 prefix + "Binary sets should not be empty");
  EXPECT_TRUE(put_value(AttributeValue::list({})));
  EXPECT_TRUE(put_value(AttributeValue::map({})));
  EXPECT_TRUE(put_value(""));
  expect_invalid(db_->put_item({.table_name = "Plain", .item = {{"pk", "a"}, {"", 1}}}),
                 "1 validation error detected: Empty attribute name");
}

TEST_F(ItemTest, ValuesNestThirtyTwoLevelsDeep) {
  const auto nested = [](int levels) {
    AttributeValue value = 1;
    for (int level = 1; level < levels; ++level) value = AttributeValue::list({value});
    return value;
  };
  put("Plain", {{"pk", "a"}, {"v", nested(32)}});
  expect_invalid(
      db_->put_item({.table_name = "Plain", .item = {{"pk", "a"}, {"v", nested(33)}}}),
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
      "beyond supported limit");
}

TEST_F(ItemTest, AnItemHasAtMost400Kilobytes) {
  const auto of_size = [](std::size_t bytes) {
    return Item{{"pk", "a"}, {"v", std::string(bytes - 4, 'v')}};  // pk + a + v
  };
  put("Plain", of_size(409600));
  const auto refused = db_->put_item({.table_name = "Plain", .item = of_size(409601)});
  expect_invalid(refused, "Item size has exceeded the maximum allowed size");
  EXPECT_EQ(refused.error().code, ErrorCode::item_too_large);
}

TEST_F(ItemTest, ChecksComeInDynamoDBsOrder) {
  // Name, values, expressions, size, existence, key.
  PutItemRequest request{.table_name = "no table",
                         .item = {{"x", AttributeValue::string_set({})}},
                         .condition_expression = "!!",
                         .return_values = ReturnValues::none};
  const auto message = [&] { return db_->put_item(request).error().message; };
  EXPECT_EQ(message(),
            "1 validation error detected: Value 'no table' at 'tableName' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  request.table_name = "None";
  EXPECT_EQ(message(),
            "1 validation error detected: One or more parameter values were invalid: An string set "
            " may not be empty");
  request.item = {{"x", std::string(410000, 'x')}};
  EXPECT_EQ(message(),
            "1 validation error detected: Invalid ConditionExpression: Syntax error; token: \"!\", "
            "near: \"!!\"");
  request.condition_expression.reset();
  EXPECT_EQ(message(), "Item size has exceeded the maximum allowed size");
  request.item = {{"x", 1}};
  expect_error(db_->put_item(request), "ResourceNotFoundException", "Requested resource not found");
  request.table_name = "Plain";
  EXPECT_EQ(message(), "One or more parameter values were invalid: Missing the key pk in the item");
}

TEST_F(ItemTest, TheEnvelopeCanBeLeftOff) {
  db_ = Engine::in_memory({.clock = clock_, .seed = 1, .validation_envelope = false});
  create(table_request("Plain"));
  expect_invalid(
      db_->put_item(
          {.table_name = "Plain", .item = {{"pk", "a"}}, .return_values = ReturnValues::all_new}),
      "ReturnValues can only be ALL_OLD or NONE");
}

TEST_F(ItemTest, TablesMayBeNamedByArn) {
  const std::string arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Plain";
  put(arn, {{"pk", "a"}});
  EXPECT_TRUE(get("Plain", {{"pk", "a"}}));
  const auto got = db_->get_item({.table_name = arn,
                                  .key = {{"pk", "a"}},
                                  .return_consumed_capacity = ReturnConsumedCapacity::total});
  EXPECT_EQ(got.value().consumed_capacity->table_name, "Plain");
  expect_invalid(db_->get_item({.table_name = arn + "/index/x", .key = {{"pk", "a"}}}),
                 "1 validation error detected: Invalid resource type in '" + arn + "/index/x'");
  EXPECT_EQ(db_->get_item({.table_name = "", .key = {{"pk", "a"}}}).error().message,
            "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1");
}

}  // namespace
}  // namespace keywright
