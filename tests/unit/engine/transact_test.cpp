// TransactWriteItems and TransactGetItems: all or nothing, why not, what it costs.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

constexpr const char* kMismatch = "The provided key element does not match the schema";
constexpr const char* kTwice = "Transaction request cannot include multiple operations on one item";
constexpr const char* kConditionFailed = "The conditional request failed";

class TransactTest : public EngineTest {
 protected:
  void SetUp() override {
    create(table_request("TabA"), {global_index("gsi", "g")});
    create(table_request("TabB", AttributeType::number));
  }

  Result<TransactWriteItemsResponse> write(std::vector<TransactWriteItem> items) {
    TransactWriteItemsRequest request;
    request.transact_items = std::move(items);
    request.return_consumed_capacity = ReturnConsumedCapacity::indexes;
    return db_->transact_write_items(request);
  }
  Result<TransactGetItemsResponse> read(std::vector<TransactGet> gets) {
    TransactGetItemsRequest request;
    request.transact_items = std::move(gets);
    request.return_consumed_capacity = ReturnConsumedCapacity::indexes;
    return db_->transact_get_items(request);
  }

  static TransactPut put_action(Item item) {
    TransactPut put;
    put.table_name = "TabA";
    put.item = std::move(item);
    return put;
  }
  static TransactUpdate update_action(const std::string& pk, const std::string& update,
                                      ExpressionAttributeValues values) {
    TransactUpdate action;
    action.table_name = "TabA";
    action.key = {{"pk", pk}};
    action.update_expression = update;
    action.expression_attribute_values = std::move(values);
    return action;
  }
  static TransactDelete delete_action(const std::string& pk) {
    TransactDelete action;
    action.table_name = "TabA";
    action.key = {{"pk", pk}};
    return action;
  }
  static TransactConditionCheck check_action(const std::string& pk, const std::string& condition) {
    TransactConditionCheck check;
    check.table_name = "TabA";
    check.key = {{"pk", pk}};
    check.condition_expression = condition;
    return check;
  }
};

template <class T>
void expect_reasons(const Result<T>& result, const std::vector<CancellationReason>& reasons) {
  ASSERT_FALSE(result);
  const Error& error = result.error();
  EXPECT_EQ(error.exception, "TransactionCanceledException");
  EXPECT_EQ(error.code, ErrorCode::transaction_cancelled);
  std::string codes;
  for (const auto& reason : reasons) codes += (codes.empty() ? "" : ", ") + reason.code;
  EXPECT_EQ(error.message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons [" +
                codes + "]");
  ASSERT_EQ(error.reasons.size(), reasons.size());
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    EXPECT_EQ(error.reasons[i].code, reasons[i].code) << i;
    EXPECT_EQ(error.reasons[i].message, reasons[i].message) << i;
    EXPECT_EQ(error.reasons[i].item, reasons[i].item) << i;
  }
}

const CancellationReason kNone{"None", {}, {}};

// TransactWriteItems

TEST_F(TransactTest, WritesAllKindsAtOnce) {
  put("TabA", {{"pk", "check"}, {"x", 1}});
  put("TabA", {{"pk", "update"}, {"x", 1}, {"g", "G"}});
  put("TabA", {{"pk", "delete"}, {"g", "G"}});
  TransactPut other;
  other.table_name = "arn:aws:dynamodb:us-east-1:000000000000:table/TabB";
  other.item = {{"pk", "put"}, {"sk", 1}};
  const auto done =
      write({put_action({{"pk", "put"}, {"g", "G"}}),
             update_action("update", "SET x = x + :one REMOVE g", {{":one", 1}}),
             update_action("new", "ADD n :one", {{":one", 1}}), delete_action("delete"),
             check_action("check", "attribute_exists(x)"), other});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(get("TabA", {{"pk", "put"}}), (Item{{"pk", "put"}, {"g", "G"}}));
  EXPECT_EQ(get("TabA", {{"pk", "update"}}), (Item{{"pk", "update"}, {"x", 2}}));
  EXPECT_EQ(get("TabA", {{"pk", "new"}}), (Item{{"pk", "new"}, {"n", 1}}));
  EXPECT_EQ(get("TabA", {{"pk", "delete"}}), std::nullopt);
  EXPECT_EQ(get("TabA", {{"pk", "check"}}), (Item{{"pk", "check"}, {"x", 1}}));
  EXPECT_EQ(get("TabB", {{"pk", "put"}, {"sk", 1}}), (Item{{"pk", "put"}, {"sk", 1}}));
  EXPECT_EQ(describe("TabA").item_count, 4);
  EXPECT_EQ(describe_index("TabA", "gsi").item_count, 1);
}

TEST_F(TransactTest, ListsAllReasonsInOrderAndWritesNothing) {
  put("TabA", {{"pk", "1"}, {"x", "text"}});
  TransactPut guarded = put_action({{"pk", "1"}});
  guarded.condition_expression = "attribute_not_exists(pk)";
  guarded.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  TransactConditionCheck missing = check_action("none", "attribute_exists(pk)");
  missing.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  TransactDelete unnamed = delete_action("3");
  unnamed.key = {{"id", "3"}};
  const auto done = write(
      {put_action({{"pk", "2"}}), guarded, missing, unnamed, put_action({{"pk", "4"}, {"g", 1}}),
       put_action({{"x", 1}}), update_action("5", "SET a.b = :one", {{":one", 1}}),
       update_action("6", "SET y = z", {}), update_action("7", "SET g = :one", {{":one", 1}}),
       update_action("8", "SET pk = :one", {{":one", "1"}})});
  expect_reasons(
      done,
      {kNone,
       {"ConditionalCheckFailed", kConditionFailed, Item{{"pk", "1"}, {"x", "text"}}},
       {"ConditionalCheckFailed", kConditionFailed, {}},
       {"ValidationError", kMismatch, {}},
       {"ValidationError",
        "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S "
        "Actual: N IndexName: gsi",
        {}},
       {"ValidationError",
        "One or more parameter values were invalid: Missing the key pk in the item",
        {}},
       {"ValidationError",
        "The document path provided in the update expression is invalid for update",
        {}},
       {"ValidationError",
        "The provided expression refers to an attribute that does not exist in the item",
        {}},
       {"ValidationError",
        "The update expression attempted to update the secondary index key to unsupported type",
        {}},
       {"ValidationError",
        "One or more parameter values were invalid: Cannot update attribute pk. This attribute is "
        "part of the key",
        {}}});
  EXPECT_EQ(get("TabA", {{"pk", "2"}}), std::nullopt);
  EXPECT_EQ(describe("TabA").item_count, 1);
}

TEST_F(TransactTest, ReturnsNoItemUnlessAsked) {
  put("TabA", {{"pk", "1"}});
  TransactDelete guarded = delete_action("1");
  guarded.condition_expression = "attribute_not_exists(pk)";
  const auto done = write({guarded});
  expect_reasons(done, {{"ConditionalCheckFailed", kConditionFailed, {}}});
  EXPECT_FALSE(done.error().retryable);
}

TEST_F(TransactTest, MeasuresUpdatesByTheirResultAlone) {
  // An UpdateItem of this size fails, as it adds the action to the item.
  const std::string text(409'600 - 3 - 1, 'x');
  expect_invalid(db_->update_item({.table_name = "TabA",
                                   .key = {{"pk", "1"}},
                                   .update_expression = "SET x = :x",
                                   .expression_attribute_values = {{":x", text}}}),
                 "Item size to update has exceeded the maximum allowed size");
  EXPECT_TRUE(write({update_action("1", "SET x = :x", {{":x", text}})}));
  expect_reasons(
      write({update_action("1", "SET x = :x", {{":x", text + "x"}})}),
      {{"ValidationError", "Item size to update has exceeded the maximum allowed size", {}}});
}

TEST_F(TransactTest, SomeErrorsAreOfTheRequestAsAWhole) {
  const TransactPut good = put_action({{"pk", "good"}});
  expect_invalid(write({good, put_action({{"pk", ""}})}),
                 "One or more parameter values are not valid. The AttributeValue for a key "
                 "attribute cannot contain an empty string value. Key: pk");
  expect_invalid(
      write({good, put_action({{"pk", "1"}, {"g", ""}})}),
      "One or more parameter values are not valid. A value specified for a secondary index key is "
      "not supported. The AttributeValue for a key attribute cannot contain an empty string "
      "value. IndexName: gsi, IndexKey: g");
  expect_invalid(write({good, put_action({{"pk", "1"}, {"x", std::string(409'600, 'x')}})}),
                 "Item size has exceeded the maximum allowed size");
  expect_invalid(write({good, check_action("1", "a ==")}),
                 "Invalid ConditionExpression: Syntax error; token: \"=\", near: \"==\"");
  expect_invalid(write({good, check_action("1", "")}),
                 "Invalid ConditionExpression: The expression can not be empty;");
  expect_invalid(write({good, update_action("1", "", {})}),
                 "Invalid UpdateExpression: The expression can not be empty;");
  expect_invalid(write({good, update_action("1", "REMOVE a", {{":v", 1}})}),
                 "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
  TransactPut elsewhere = good;
  elsewhere.table_name = "none";
  expect_error(write({good, elsewhere}), "ResourceNotFoundException",
               "Requested resource not found");
  EXPECT_EQ(describe("TabA").item_count, 0);
}

TEST_F(TransactTest, EachItemOnce) {
  expect_invalid(write({put_action({{"pk", "1"}, {"x", 1}}), delete_action("1")}), kTwice);
  expect_invalid(write({check_action("1", "attribute_exists(pk)"), delete_action("1")}), kTwice);
  const auto key = [](const char* sort) {
    TransactDelete action;
    action.table_name = "TabB";
    action.key = {{"pk", "1"}, {"sk", Number::parse(sort).value()}};
    return action;
  };
  expect_invalid(write({key("1"), key("1.00")}), kTwice);
  EXPECT_TRUE(write({key("1"), key("1.01")}));
  TransactDelete by_arn = delete_action("1");
  by_arn.table_name = "arn:aws:dynamodb:us-east-1:000000000000:table/TabA";
  expect_invalid(write({by_arn, delete_action("1")}), kTwice);
}

TEST_F(TransactTest, Writes1To100ActionsOf4Megabytes) {
  std::vector<TransactWriteItem> actions;
  expect_invalid(write(actions),
                 "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 1");
  for (int i = 0; i < 100; ++i) actions.emplace_back(put_action({{"pk", std::to_string(i)}}));
  EXPECT_TRUE(write(actions));
  EXPECT_EQ(describe("TabA").item_count, 100);
  actions.emplace_back(put_action({{"pk", "100"}}));
  expect_invalid(write(actions),
                 "1 validation error detected: Value '[...]' at 'transactItems' failed to satisfy "
                 "constraint: Member must have length less than or equal to 100");
  actions.clear();
  for (int i = 0; i < 11; ++i) {
    actions.emplace_back(put_action({{"pk", std::to_string(i)}, {"x", std::string(400'000, 'x')}}));
  }
  const auto done = write(actions);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "Collection size of items exceeded the maximum allowed size of 4194304 bytes: 4400045");
  actions.pop_back();
  EXPECT_TRUE(write(actions));
}

TEST_F(TransactTest, CostsTwiceOnTheTableAndOnceOnIndexes) {
  put("TabA", {{"pk", "big"}, {"x", std::string(2000, 'x')}});
  put("TabA", {{"pk", "check"}});
  TransactPut other;
  other.table_name = "TabB";
  other.item = {{"pk", "1"}, {"sk", 1}};
  const auto done = write({put_action({{"pk", "1"}, {"g", "G"}}), delete_action("big"),
                           check_action("check", "attribute_exists(pk)"), other})
                        .value();
  ASSERT_EQ(done.consumed_capacity.size(), 2U);
  const auto& a = done.consumed_capacity[0];
  EXPECT_EQ(a.table_name, "TabA");
  EXPECT_EQ(a.capacity_units, 2 + 4 + 2 + 1);
  EXPECT_EQ(a.write_capacity_units, 9);
  EXPECT_EQ(a.read_capacity_units, std::nullopt);
  EXPECT_EQ(a.table, (Capacity{8, std::nullopt, 8}));
  EXPECT_EQ(a.global_secondary_indexes,
            (std::map<std::string, Capacity>{{"gsi", {1, std::nullopt, 1}}}));
  EXPECT_EQ(done.consumed_capacity[1].table_name, "TabB");
  EXPECT_EQ(done.consumed_capacity[1].capacity_units, 2);
}

TEST_F(TransactTest, ReportsItemCollectionsOfWrites) {
  CreateTableRequest table = table_request("TabL", AttributeType::string);
  table.local_secondary_indexes = {
      {"local", {{"pk", KeyType::hash}, {"l", KeyType::range}}, {ProjectionType::all, {}}}};
  table.attribute_definitions.push_back({"l", AttributeType::string});
  create(std::move(table));
  TransactWriteItemsRequest request;
  for (const char* sk : {"a", "b"}) {
    TransactPut action;
    action.table_name = "TabL";
    action.item = {{"pk", "1"}, {"sk", sk}};
    request.transact_items.emplace_back(action);
  }
  TransactConditionCheck check;
  check.table_name = "TabL";
  check.key = {{"pk", "2"}, {"sk", "a"}};
  check.condition_expression = "attribute_not_exists(pk)";
  request.transact_items.emplace_back(check);
  request.transact_items.emplace_back(put_action({{"pk", "1"}}));
  request.return_item_collection_metrics = ReturnItemCollectionMetrics::size;
  using Metrics = std::map<std::string, std::vector<ItemCollectionMetrics>>;
  EXPECT_EQ(db_->transact_write_items(request).value().item_collection_metrics,
            (Metrics{{"TabL", {{{{"pk", "1"}}, 0, 1}}}}));
}

// TransactGetItems

TEST_F(TransactTest, ReadsByPosition) {
  put("TabA", {{"pk", "1"}, {"x", 1}, {"y", 2}});
  put("TabB", {{"pk", "1"}, {"sk", 1}});
  const auto done = read({{.table_name = "TabB", .key = {{"pk", "1"}, {"sk", 1}}},
                          {.table_name = "TabA", .key = {{"pk", "none"}}},
                          {.table_name = "TabA",
                           .key = {{"pk", "1"}},
                           .projection_expression = "#x",
                           .expression_attribute_names = {{"#x", "x"}}}});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->responses, (std::vector<std::optional<Item>>{Item{{"pk", "1"}, {"sk", 1}},
                                                               std::nullopt, Item{{"x", 1}}}));
  ASSERT_EQ(done->consumed_capacity.size(), 2U);
  EXPECT_EQ(done->consumed_capacity[0].table_name, "TabB");
  EXPECT_EQ(done->consumed_capacity[0].capacity_units, 2);
  EXPECT_EQ(done->consumed_capacity[1].table_name, "TabA");
  EXPECT_EQ(done->consumed_capacity[1].capacity_units, 4);
  EXPECT_EQ(done->consumed_capacity[1].read_capacity_units, 4);
  EXPECT_EQ(done->consumed_capacity[1].table, (Capacity{4, 4, std::nullopt}));
}

TEST_F(TransactTest, NothingSelectedIsNoItem) {
  put("TabA", {{"pk", "1"}});
  const auto done =
      read({{.table_name = "TabA", .key = {{"pk", "1"}}, .projection_expression = "x"}});
  EXPECT_EQ(done.value().responses, (std::vector<std::optional<Item>>{std::nullopt}));
}

TEST_F(TransactTest, WrongKeysAreReasonsEvenIfEmpty) {
  const auto done = read({{.table_name = "TabA", .key = {{"pk", "1"}}},
                          {.table_name = "TabA", .key = {{"pk", 1}}},
                          {.table_name = "TabA", .key = {{"pk", ""}}},
                          {.table_name = "TabA", .key = {{"pk", "1"}, {"x", "1"}}}});
  expect_reasons(done, {kNone,
                        {"ValidationError", kMismatch, {}},
                        {"ValidationError",
                         "One or more parameter values are not valid. The AttributeValue for a key "
                         "attribute cannot contain an empty string value. Key: pk",
                         {}},
                        {"ValidationError", kMismatch, {}}});
}

TEST_F(TransactTest, RefusesReadsAsAWhole) {
  expect_invalid(read({}),
                 "1 validation error detected: Value '[]' at 'transactItems' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 1");
  expect_invalid(read(std::vector<TransactGet>(101)),
                 "1 validation error detected: Value '[...]' at 'transactItems' failed to satisfy "
                 "constraint: Member must have length less than or equal to 100");
  expect_invalid(read({{.table_name = "TabA", .key = {{"pk", "1"}}},
                       {.table_name = "TabA", .key = {{"pk", "1"}}}}),
                 kTwice);
  expect_error(read({{.table_name = "none", .key = {{"pk", "1"}}}}), "ResourceNotFoundException",
               "Requested resource not found");
  expect_invalid(
      read({{.table_name = "none", .key = {{"pk", "1"}}, .projection_expression = "a b"}}),
      "Invalid ProjectionExpression: Syntax error; token: \"b\", near: \"a b\"");
}

}  // namespace
}  // namespace keywright
