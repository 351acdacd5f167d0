// UpdateItem: what it writes, returns and refuses.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

class UpdateItemTest : public EngineTest {
 protected:
  void SetUp() override { create(table_request("Tab", AttributeType::string)); }

  UpdateItemRequest update(const std::string& expression, ExpressionAttributeValues values = {},
                           ReturnValues returned = ReturnValues::none) {
    return {.table_name = "Tab",
            .key = key_,
            .update_expression = expression,
            .expression_attribute_values = std::move(values),
            .return_values = returned};
  }
  std::optional<Item> returned(const UpdateItemRequest& request) {
    auto done = db_->update_item(request);
    EXPECT_TRUE(done) << done.error().message;
    return done ? done->attributes : std::nullopt;
  }

  const Key key_{{"pk", "a"}, {"sk", "1"}};
};

TEST_F(UpdateItemTest, CreatesTheItemWhereThereIsNone) {
  EXPECT_EQ(returned(update("SET v = :v", {{":v", 1}}, ReturnValues::all_new)),
            (Item{{"pk", "a"}, {"sk", "1"}, {"v", 1}}));
  EXPECT_EQ(get("Tab", key_), (Item{{"pk", "a"}, {"sk", "1"}, {"v", 1}}));
}

TEST_F(UpdateItemTest, WithoutAnExpressionTheKeyAloneIsWritten) {
  EXPECT_EQ(returned({.table_name = "Tab", .key = key_, .return_values = ReturnValues::all_new}),
            key_);
  EXPECT_EQ(get("Tab", key_), key_);
}

TEST_F(UpdateItemTest, RemoveAloneCreatesNothing) {
  EXPECT_EQ(returned(update("REMOVE v", {}, ReturnValues::all_new)), std::nullopt);
  EXPECT_EQ(get("Tab", key_), std::nullopt);
  EXPECT_EQ(describe("Tab").item_count, 0);
}

TEST_F(UpdateItemTest, ReturnsWhatIsAskedFor) {
  put("Tab", {{"pk", "a"}, {"sk", "1"}, {"n", 1}, {"other", "x"}});
  const auto add = [&](ReturnValues values) {
    return returned(update("SET n = n + :one, fresh = :one", {{":one", 1}}, values));
  };
  EXPECT_EQ(add(ReturnValues::none), std::nullopt);  // n = 2
  EXPECT_EQ(add(ReturnValues::all_old)->find("n")->as_number(), Number(2));
  EXPECT_EQ(add(ReturnValues::updated_old), (Item{{"n", 3}, {"fresh", 1}}));
  EXPECT_EQ(add(ReturnValues::updated_new), (Item{{"n", 5}, {"fresh", 1}}));
  EXPECT_EQ(add(ReturnValues::all_new),
            (Item{{"pk", "a"}, {"sk", "1"}, {"n", 6}, {"fresh", 1}, {"other", "x"}}));
}

TEST_F(UpdateItemTest, UpdatedOldOfNewAttributesIsNothing) {
  EXPECT_EQ(returned(update("SET v = :v", {{":v", 1}}, ReturnValues::updated_old)), std::nullopt);
  EXPECT_EQ(returned(update("REMOVE v", {}, ReturnValues::updated_new)), std::nullopt);
}

TEST_F(UpdateItemTest, AFailedConditionWritesNothing) {
  put("Tab", {{"pk", "a"}, {"sk", "1"}, {"n", 1}});
  auto request = update("SET n = :two", {{":two", 2}});
  request.condition_expression = "n = :two";
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  const auto failed = db_->update_item(request);
  EXPECT_EQ(failed.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(failed.error().item, (Item{{"pk", "a"}, {"sk", "1"}, {"n", 1}}));
  EXPECT_EQ(get("Tab", key_)->find("n")->as_number(), Number(1));
}

TEST_F(UpdateItemTest, KeyAttributesCannotBeUpdated) {
  expect_invalid(db_->update_item(update("SET sk = :v", {{":v", "1"}})),
                 "One or more parameter values were invalid: Cannot update attribute sk. This "
                 "attribute is part of the key");
  expect_invalid(db_->update_item(update("REMOVE pk")),
                 "One or more parameter values were invalid: Cannot update attribute pk. This "
                 "attribute is part of the key");
}

TEST_F(UpdateItemTest, ErrorsOfTheRequestAreInTheEnvelopeOthersAreNot) {
  expect_invalid(db_->update_item(update("SET v = :v")),
                 "1 validation error detected: Invalid UpdateExpression: An expression attribute "
                 "value used in expression is not defined; attribute value: :v");
  expect_invalid(db_->update_item(update("SET v = nothing")),
                 "The provided expression refers to an attribute that does not exist in the item");
  expect_invalid(db_->update_item(update("SET v.w = :v", {{":v", 1}})),
                 "The document path provided in the update expression is invalid for update");
}

TEST_F(UpdateItemTest, TheResultIsMeasuredWithItsActions) {
  // item - keys + 3 + 19 for one SET: pk a sk 1 are 6 bytes, so the measure is 16 above the size.
  const std::size_t most = 409600 - 16;
  const auto fill = [&](std::size_t item_size) {
    return update("SET v = :v", {{":v", std::string(item_size - 7, 'v')}});
  };
  EXPECT_TRUE(db_->update_item(fill(most)));
  const auto refused = db_->update_item(fill(most + 1));
  expect_invalid(refused, "Item size to update has exceeded the maximum allowed size");
  EXPECT_EQ(refused.error().code, ErrorCode::item_too_large);
  EXPECT_EQ(get("Tab", key_)->size_in_bytes(), most);
}

TEST_F(UpdateItemTest, TheResultMayNotNestTooDeep) {
  AttributeValue deep = 1;
  for (int level = 1; level < 32; ++level) deep = AttributeValue::list({deep});
  put("Tab", {{"pk", "a"}, {"sk", "1"}, {"m", AttributeValue::map({})}});
  expect_invalid(
      db_->update_item(update("SET m.x = :v", {{":v", deep}})),
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
      "levels beyond supported limit");
  EXPECT_TRUE(db_->update_item(update("SET x = :v", {{":v", deep}})));
}

}  // namespace
}  // namespace keywright
