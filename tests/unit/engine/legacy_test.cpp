// Legacy parameters in the requests that take them.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

using Op = ComparisonOperator;
using List = std::vector<AttributeValue>;

LegacyConditions conditions(const std::string& attribute, Op op, List values) {
  return {{attribute, {op, std::move(values)}}};
}

ExpectedAttributes expected(const std::string& attribute, AttributeValue value) {
  ExpectedAttributeValue is;
  is.value = std::move(value);
  return {{attribute, std::move(is)}};
}

constexpr const char* kMixed =
    "Can not use both expression and non-expression parameters in the same request: "
    "Non-expression parameters: ";
const std::string kEnvelope = "1 validation error detected: ";

class LegacyTest : public EngineTest {
 protected:
  void SetUp() override {
    create(table_request("tab", AttributeType::number), {global_index("by_g", "g")});
    for (int i = 1; i <= 4; ++i) {
      put("tab", {{"pk", "p"}, {"sk", i}, {"g", "x"}, {"n", i * 10}, {"a.b", "dot"}});
    }
  }
  static Key key(int sk) { return {{"pk", "p"}, {"sk", sk}}; }
  static std::vector<std::int64_t> sort_keys(const std::vector<Item>& items) {
    std::vector<std::int64_t> keys;
    for (const Item& item : items) keys.push_back(*item.find("sk")->as_number().to_int64());
    return keys;
  }
};

using Keys = std::vector<std::int64_t>;

TEST_F(LegacyTest, GetItemTakesAttributesToGet) {
  GetItemRequest request{.table_name = "tab", .key = key(1)};
  request.attributes_to_get = {"n", "a.b", "missing"};
  EXPECT_EQ(to_json(*db_->get_item(request).value().item), R"({"a.b":{"S":"dot"},"n":{"N":"10"}})");
  request.projection_expression = "n";
  expect_invalid(
      db_->get_item(request),
      std::string(kMixed) + "{AttributesToGet} Expression parameters: {ProjectionExpression}");
  request.projection_expression.reset();
  request.attributes_to_get = AttributesToGet{};
  expect_invalid(db_->get_item(request),
                 "1 validation error detected: Value '[]' at 'attributesToGet' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 1");
}

TEST_F(LegacyTest, WritesTakeExpected) {
  PutItemRequest put_request{.table_name = "tab", .item = Item{{"pk", "p"}, {"sk", 1}, {"n", 11}}};
  put_request.expected = expected("n", 12);
  expect_error(db_->put_item(put_request), "ConditionalCheckFailedException",
               "The conditional request failed");
  put_request.expected = expected("n", 10);
  EXPECT_TRUE(db_->put_item(put_request));

  DeleteItemRequest delete_request{.table_name = "tab", .key = key(1)};
  delete_request.expected = expected("n", 10);
  expect_error(db_->delete_item(delete_request), "ConditionalCheckFailedException",
               "The conditional request failed");
  delete_request.expected->insert(*expected("sk", 1).begin());
  delete_request.conditional_operator = ConditionalOperator::or_;
  EXPECT_TRUE(db_->delete_item(delete_request));
  EXPECT_FALSE(get("tab", key(1)));
}

TEST_F(LegacyTest, WritesReportTheirLegacyParametersInTheEnvelope) {
  PutItemRequest request{.table_name = "missing", .item = Item{{"pk", "p"}}};
  request.conditional_operator = ConditionalOperator::and_;
  expect_invalid(db_->put_item(request),
                 kEnvelope + "ConditionalOperator cannot be used without Filter or Expected");
  request.expected = expected("n", 1);
  request.condition_expression = "a = b";
  expect_invalid(db_->put_item(request),
                 kEnvelope + kMixed +
                     "{ConditionalOperator, Expected} Expression parameters: "
                     "{ConditionExpression}");
  UpdateItemRequest update{.table_name = "tab", .key = key(1), .update_expression = "SET a = b"};
  update.attribute_updates = AttributeUpdates{};
  update.expected = ExpectedAttributes{};
  update.condition_expression = "a = b";
  expect_invalid(db_->update_item(update),
                 kEnvelope + kMixed +
                     "{AttributeUpdates, Expected} Expression parameters: {UpdateExpression, "
                     "ConditionExpression}");
}

TEST_F(LegacyTest, UpdateItemTakesAttributeUpdates) {
  UpdateItemRequest request{.table_name = "tab", .key = key(1)};
  request.attribute_updates = AttributeUpdates{{"n", {AttributeValue(5), AttributeAction::add}},
                                               {"a.b", {std::nullopt, AttributeAction::delete_}}};
  request.expected = expected("g", "x");
  request.return_values = ReturnValues::all_new;
  EXPECT_EQ(to_json(*db_->update_item(request).value().attributes),
            R"({"g":{"S":"x"},"n":{"N":"15"},"pk":{"S":"p"},"sk":{"N":"1"}})");
  request.return_values = ReturnValues::updated_new;
  EXPECT_EQ(to_json(*db_->update_item(request).value().attributes), R"({"n":{"N":"20"}})");

  request.attribute_updates = AttributeUpdates{{"pk", {AttributeValue("p"), AttributeAction::put}}};
  expect_invalid(db_->update_item(request),
                 "One or more parameter values were invalid: Cannot update attribute pk. This "
                 "attribute is part of the key");
  request.attribute_updates = AttributeUpdates{{"g", {AttributeValue(1), AttributeAction::add}}};
  expect_invalid(db_->update_item(request), "Type mismatch for attribute to update");
}

TEST_F(LegacyTest, ALegacyUpdateCreatesAnItemUnlessItOnlyDeletes) {
  UpdateItemRequest request{.table_name = "tab", .key = key(9)};
  request.attribute_updates = AttributeUpdates{{"n", {std::nullopt, AttributeAction::delete_}}};
  EXPECT_TRUE(db_->update_item(request));
  EXPECT_FALSE(get("tab", key(9)));
  request.attribute_updates = AttributeUpdates{};
  EXPECT_TRUE(db_->update_item(request));
  EXPECT_EQ(to_json(get("tab", key(9)).value()), R"({"pk":{"S":"p"},"sk":{"N":"9"}})");
}

TEST_F(LegacyTest, QueryTakesKeyConditionsAndFilter) {
  QueryRequest request{.table_name = "tab"};
  request.key_conditions = conditions("pk", Op::eq, {"p"});
  EXPECT_EQ(sort_keys(db_->query(request).value().items), (Keys{1, 2, 3, 4}));
  request.key_conditions->insert(*conditions("sk", Op::between, {2, 4}).begin());
  EXPECT_EQ(sort_keys(db_->query(request).value().items), (Keys{2, 3, 4}));
  request.query_filter = conditions("n", Op::in, {20, 40});
  request.attributes_to_get = {"sk"};
  const auto page = db_->query(request).value();
  EXPECT_EQ(sort_keys(page.items), (Keys{2, 4}));
  EXPECT_EQ(page.scanned_count, 3);
  EXPECT_EQ(to_json(page.items.front()), R"({"sk":{"N":"2"}})");

  QueryRequest index{.table_name = "tab", .index_name = "by_g"};
  index.key_conditions = conditions("g", Op::eq, {"x"});
  index.query_filter = conditions("sk", Op::lt, {3});  // the base table's key
  EXPECT_EQ(db_->query(index).value().count, 2);
}

TEST_F(LegacyTest, QueryRefusesWhatIsNoConditionOnKeys) {
  QueryRequest request{.table_name = "tab"};
  const auto expect = [&](const std::string& message) {
    expect_invalid(db_->query(request), message);
  };
  request.key_conditions = LegacyConditions{};
  expect("Conditions can be of length 1 or 2 only");
  request.key_conditions = conditions("sk", Op::eq, {1});
  expect("Query condition missed key schema element: pk");
  request.key_conditions = conditions("pk", Op::lt, {"p"});
  expect("Query key condition not supported");
  request.key_conditions = conditions("pk", Op::ne, {"p"});
  expect("Attempted conditional constraint is not an indexable operation");
  request.key_conditions = conditions("pk", Op::eq, {1});
  expect(
      "One or more parameter values were invalid: Condition parameter type does not match schema "
      "type");
  request.key_conditions = conditions("pk", Op::eq, {"p"});
  request.key_conditions->insert(*conditions("n", Op::eq, {1}).begin());
  expect("Query condition missed key schema element: sk");
  request.key_conditions->insert(*conditions("sk", Op::eq, {1}).begin());
  expect("Conditions can be of length 1 or 2 only");

  request.key_conditions = conditions("pk", Op::eq, {"p"});
  request.conditional_operator = ConditionalOperator::or_;
  expect("ConditionalOperator cannot be used without Filter or Expected");
  request.query_filter = conditions("sk", Op::eq, {1});
  expect("QueryFilter can only contain non-primary key attributes: Primary key attribute: sk");
}

TEST_F(LegacyTest, QueryAndScanRefuseToMix) {
  QueryRequest query{.table_name = "tab", .key_condition_expression = "pk = :p"};
  query.filter_expression = "n = :p";
  query.projection_expression = "n";
  query.attributes_to_get = {"n"};
  query.query_filter = LegacyConditions{};
  query.key_conditions = LegacyConditions{};
  query.conditional_operator = ConditionalOperator::and_;
  const std::string all = "{ProjectionExpression, FilterExpression, KeyConditionExpression}";
  expect_invalid(db_->query(query),
                 kEnvelope + kMixed +
                     "{AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions} "
                     "Expression parameters: " +
                     all);
  ScanRequest scan{.table_name = "tab", .filter_expression = "n = :p"};
  scan.scan_filter = LegacyConditions{};
  scan.attributes_to_get = {"n"};
  expect_invalid(db_->scan(scan),
                 std::string(kMixed) +
                     "{AttributesToGet, ScanFilter} Expression parameters: {FilterExpression}");
}

TEST_F(LegacyTest, ScanTakesFilterAndAttributes) {
  ScanRequest request{.table_name = "tab"};
  request.scan_filter = LegacyConditions{{"n", {Op::gt, List{20}}}, {"sk", {Op::eq, List{1}}}};
  request.conditional_operator = ConditionalOperator::or_;
  request.attributes_to_get = {"sk"};
  const auto page = db_->scan(request).value();
  EXPECT_EQ(sort_keys(page.items), (Keys{1, 3, 4}));
  EXPECT_EQ(page.scanned_count, 4);
}

TEST_F(LegacyTest, SelectCountsAttributesToGetAsAProjection) {
  ScanRequest request{.table_name = "tab"};
  request.attributes_to_get = {"sk"};
  request.select = Select::specific_attributes;
  EXPECT_TRUE(db_->scan(request));
  request.select = Select::count;
  expect_invalid(db_->scan(request),
                 "Cannot specify the AttributesToGet when choosing to get only the Count");
  request.select = Select::all_attributes;
  expect_invalid(db_->scan(request),
                 "Cannot specify the AttributesToGet when choosing to get ALL_ATTRIBUTES");
}

TEST_F(LegacyTest, BatchGetItemTakesAttributesToGet) {
  create(table_request("other"));
  put("other", {{"pk", "o"}, {"n", 1}});
  BatchGetItemRequest request;
  request.request_items["tab"].keys = {key(1)};
  request.request_items["tab"].attributes_to_get = {"n"};
  request.request_items["other"].keys = {{{"pk", "o"}}};
  const auto responses = db_->batch_get_item(request).value().responses;
  EXPECT_EQ(to_json(responses.at("tab").at(0)), R"({"n":{"N":"10"}})");
  EXPECT_EQ(to_json(responses.at("other").at(0)), R"({"n":{"N":"1"},"pk":{"S":"o"}})");
  request.request_items["other"].projection_expression = "n";
  expect_invalid(
      db_->batch_get_item(request),
      std::string(kMixed) + "{AttributesToGet} Expression parameters: {ProjectionExpression}");
}

}  // namespace
}  // namespace keywright
