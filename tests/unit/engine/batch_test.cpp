// BatchGetItem and BatchWriteItem: what they do, what they cost, and what they refuse as a whole.

#include "engine_fixture.hpp"

#include <algorithm>

namespace keywright {
namespace {

constexpr const char* kMismatch = "The provided key element does not match the schema";
constexpr const char* kDuplicates = "Provided list of item keys contains duplicates";

std::string arn(const std::string& table) {
  return "arn:aws:dynamodb:us-east-1:000000000000:table/" + table;
}

class BatchTest : public EngineTest {
 protected:
  void SetUp() override {
    create(table_request("TabA"), {global_index("gsi", "g")});
    CreateTableRequest table = table_request("TabB", AttributeType::number);
    table.local_secondary_indexes = {
        {"local", {{"pk", KeyType::hash}, {"l", KeyType::range}}, {ProjectionType::all, {}}}};
    table.attribute_definitions.push_back({"l", AttributeType::string});
    create(std::move(table));
  }

  static std::vector<Key> keys(int count) {
    std::vector<Key> keys;
    for (int i = 0; i < count; ++i) keys.push_back({{"pk", std::to_string(i)}});
    return keys;
  }
  static std::vector<WriteRequest> puts(int count) {
    std::vector<WriteRequest> puts;
    for (int i = 0; i < count; ++i) puts.push_back(PutRequest{{{"pk", std::to_string(i)}}});
    return puts;
  }
  Result<BatchWriteItemResponse> write(
      std::map<std::string, std::vector<WriteRequest>> request_items) {
    BatchWriteItemRequest request;
    request.request_items = std::move(request_items);
    return db_->batch_write_item(request);
  }
  Result<BatchGetItemResponse> read(std::map<std::string, KeysAndAttributes> request_items) {
    BatchGetItemRequest request;
    request.request_items = std::move(request_items);
    return db_->batch_get_item(request);
  }
};

// BatchWriteItem

TEST_F(BatchTest, PutsAndDeletesInSeveralTables) {
  put("TabA", {{"pk", "old"}, {"g", "G"}});
  const auto done =
      write({{"TabA", {PutRequest{{{"pk", "1"}, {"g", "G"}}}, DeleteRequest{{{"pk", "old"}}}}},
             {arn("TabB"),
              {PutRequest{{{"pk", "1"}, {"sk", 1}}}, DeleteRequest{{{"pk", "1"}, {"sk", 2}}}}}});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_TRUE(done->unprocessed_items.empty());
  EXPECT_TRUE(done->consumed_capacity.empty());
  EXPECT_EQ(get("TabA", {{"pk", "1"}}), (Item{{"pk", "1"}, {"g", "G"}}));
  EXPECT_EQ(get("TabA", {{"pk", "old"}}), std::nullopt);
  EXPECT_EQ(get("TabB", {{"pk", "1"}, {"sk", 1}}), (Item{{"pk", "1"}, {"sk", 1}}));
  EXPECT_EQ(describe_index("TabA", "gsi").item_count, 1);
}

TEST_F(BatchTest, WritesReplaceWholeItems) {
  put("TabA", {{"pk", "1"}, {"x", 1}});
  ASSERT_TRUE(write({{"TabA", {PutRequest{{{"pk", "1"}, {"y", 2}}}}}}));
  EXPECT_EQ(get("TabA", {{"pk", "1"}}), (Item{{"pk", "1"}, {"y", 2}}));
}

TEST_F(BatchTest, WritesCostPerItemAndTable) {
  BatchWriteItemRequest request;
  request.request_items = {
      {"TabA",
       {PutRequest{{{"pk", "1"}, {"x", std::string(1500, 'x')}}},
        PutRequest{{{"pk", "2"}, {"g", "G"}}}, DeleteRequest{{{"pk", "none"}}}}},
      {"TabB", {PutRequest{{{"pk", "1"}, {"sk", 1}}}, PutRequest{{{"pk", "1"}, {"sk", 2}}}}}};
  request.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  request.return_item_collection_metrics = ReturnItemCollectionMetrics::size;
  const auto done = db_->batch_write_item(request).value();
  ASSERT_EQ(done.consumed_capacity.size(), 2U);
  const auto& a = done.consumed_capacity[0];
  EXPECT_EQ(a.table_name, "TabA");
  EXPECT_EQ(a.capacity_units, 2 + 1 + 1 + 1);
  EXPECT_EQ(a.table->capacity_units, 4);
  EXPECT_EQ(a.global_secondary_indexes.at("gsi").capacity_units, 1);
  EXPECT_EQ(a.write_capacity_units, std::nullopt);
  EXPECT_EQ(done.consumed_capacity[1].table_name, "TabB");
  EXPECT_EQ(done.consumed_capacity[1].capacity_units, 2);
  // Only tables with local indexes have metrics, one for each collection.
  using Metrics = std::map<std::string, std::vector<ItemCollectionMetrics>>;
  EXPECT_EQ(done.item_collection_metrics, (Metrics{{"TabB", {{{{"pk", "1"}}, 0, 1}}}}));
}

TEST_F(BatchTest, WritesNothingIfAnythingIsWrong) {
  const WriteRequest good = PutRequest{{{"pk", "good"}}};
  const auto with = [&](WriteRequest bad) { return write({{"TabA", {good, std::move(bad)}}}); };
  expect_invalid(with(PutRequest{{{"x", 1}}}), kMismatch);
  expect_invalid(with(PutRequest{{{"pk", 1}}}), kMismatch);
  expect_invalid(with(DeleteRequest{{{"pk", 1}}}), kMismatch);
  expect_invalid(with(DeleteRequest{{{"pk", "a"}, {"x", "a"}}}), kMismatch);
  expect_invalid(with(PutRequest{{{"pk", ""}}}),
                 "One or more parameter values are not valid. The AttributeValue for a key "
                 "attribute cannot contain an empty string value. Key: pk");
  expect_invalid(with(PutRequest{{{"pk", "a"}, {"g", 1}}}),
                 "One or more parameter values were invalid: Type mismatch for Index Key g "
                 "Expected: S Actual: N IndexName: gsi");
  expect_invalid(with(PutRequest{{{"pk", "a"}, {"x", AttributeValue::string_set({})}}}),
                 "One or more parameter values were invalid: An string set  may not be empty");
  expect_invalid(with(PutRequest{{{"pk", "a"}, {"x", std::string(409'600, 'x')}}}),
                 "Item size has exceeded the maximum allowed size");
  expect_invalid(with(good), kDuplicates);
  expect_invalid(with(DeleteRequest{{{"pk", "good"}}}), kDuplicates);
  expect_error(write({{"TabA", {good}}, {"none", {good}}}), "ResourceNotFoundException",
               "Requested resource not found");
  EXPECT_EQ(get("TabA", {{"pk", "good"}}), std::nullopt);
}

TEST_F(BatchTest, TellsKeysApartByValueAndTable) {
  const auto number = [](const char* text) { return AttributeValue(Number::parse(text).value()); };
  expect_invalid(write({{"TabB",
                         {PutRequest{{{"pk", "1"}, {"sk", number("1")}}},
                          DeleteRequest{{{"pk", "1"}, {"sk", number("1.0")}}}}}}),
                 kDuplicates);
  create(table_request("TabC"));
  EXPECT_TRUE(
      write({{"TabA", {PutRequest{{{"pk", "1"}}}}}, {"TabC", {PutRequest{{{"pk", "1"}}}}}}));
  expect_invalid(
      write({{"TabA", {PutRequest{{{"pk", "1"}}}}}, {arn("TabA"), {PutRequest{{{"pk", "1"}}}}}}),
      kDuplicates);
}

TEST_F(BatchTest, Writes1To25) {
  const std::string constraint =
      "}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: "
      "[Member must have length less than or equal to 25, Member must have length greater than or "
      "equal to 1]";
  EXPECT_TRUE(write({{"TabA", puts(25)}}));
  expect_invalid(write({{"TabA", puts(26)}}),
                 "1 validation error detected: Value '{TabA=[...]" + constraint);
  expect_invalid(write({{"TabA", {}}}),
                 "1 validation error detected: Value '{TabA=[]" + constraint);
  expect_invalid(write({}),
                 "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 1");
  expect_invalid(write({{"TabA", puts(13)}, {"TabC", puts(13)}}),
                 "Too many items requested for the BatchWriteItem call");
}

// BatchGetItem

TEST_F(BatchTest, ReadsFromSeveralTables) {
  put("TabA", {{"pk", "1"}, {"x", 1}});
  put("TabA", {{"pk", "2"}, {"x", 2}});
  put("TabB", {{"pk", "1"}, {"sk", 1}, {"y", "Y"}});
  create(table_request("TabC"));
  const auto done = read({{"TabA", {.keys = {{{"pk", "1"}}, {{"pk", "none"}}, {{"pk", "2"}}}}},
                          {arn("TabB"),
                           {.keys = {{{"pk", "1"}, {"sk", 1}}},
                            .projection_expression = "#y",
                            .expression_attribute_names = {{"#y", "y"}}}},
                          {"TabC", {.keys = {{{"pk", "1"}}}}}});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->responses.at("TabA"),
            (std::vector<Item>{{{"pk", "1"}, {"x", 1}}, {{"pk", "2"}, {"x", 2}}}));
  EXPECT_EQ(done->responses.at("TabB"), (std::vector<Item>{{{"y", "Y"}}}));
  EXPECT_EQ(done->responses.at("TabC"), std::vector<Item>{});
  EXPECT_EQ(done->responses.size(), 3U);
  EXPECT_TRUE(done->unprocessed_keys.empty());
  EXPECT_TRUE(done->consumed_capacity.empty());
}

TEST_F(BatchTest, NothingSelectedIsAnEmptyItem) {
  put("TabA", {{"pk", "1"}});
  const auto done = read({{"TabA", {.keys = {{{"pk", "1"}}}, .projection_expression = "x"}}});
  EXPECT_EQ(done.value().responses.at("TabA"), std::vector<Item>{Item()});
}

TEST_F(BatchTest, ReadsCostPerItem) {
  put("TabA", {{"pk", "1"}, {"x", std::string(5000, 'x')}});
  put("TabB", {{"pk", "1"}, {"sk", 1}});
  BatchGetItemRequest request;
  request.request_items = {{"TabA", {.keys = {{{"pk", "1"}}, {{"pk", "none"}}}}},
                           {"TabB", {.keys = {{{"pk", "1"}, {"sk", 1}}}, .consistent_read = true}}};
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  const auto cost = db_->batch_get_item(request).value().consumed_capacity;
  ASSERT_EQ(cost.size(), 2U);
  EXPECT_EQ(cost[0].table_name, "TabA");
  EXPECT_EQ(cost[0].capacity_units, 1 + 0.5);
  EXPECT_EQ(cost[1].table_name, "TabB");
  EXPECT_EQ(cost[1].capacity_units, 1);
}

TEST_F(BatchTest, LeavesWhatDoesNotFitInto16Megabytes) {
  const std::string text(390'000, 'x');
  for (int i = 0; i < 50; ++i) put("TabA", {{"pk", std::to_string(i)}, {"text", text}});
  put("TabB", {{"pk", "1"}, {"sk", 1}});
  BatchGetItemRequest request;
  request.request_items = {{"TabA",
                            {.keys = keys(50),
                             .consistent_read = true,
                             .projection_expression = "#p",
                             .expression_attribute_names = {{"#p", "pk"}}}},
                           {"TabB", {.keys = {{{"pk", "1"}, {"sk", 1}}}}}};
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  auto done = db_->batch_get_item(request).value();
  EXPECT_EQ(done.responses.at("TabA").size(), 43U);
  EXPECT_TRUE(done.responses.at("TabB").empty());
  const auto& rest = done.unprocessed_keys.at("TabA");
  EXPECT_EQ(rest.keys.size(), 7U);
  EXPECT_EQ(rest.keys.front(), (Key{{"pk", "43"}}));
  EXPECT_TRUE(rest.consistent_read);
  EXPECT_EQ(rest.projection_expression, "#p");
  EXPECT_EQ(rest.expression_attribute_names, (ExpressionAttributeNames{{"#p", "pk"}}));
  EXPECT_EQ(done.unprocessed_keys.at("TabB").keys, (std::vector<Key>{{{"pk", "1"}, {"sk", 1}}}));
  ASSERT_EQ(done.consumed_capacity.size(), 1U) << "what was not read costs nothing";
  EXPECT_EQ(done.consumed_capacity[0].capacity_units, 43 * 96);
  request.request_items = done.unprocessed_keys;
  done = db_->batch_get_item(request).value();
  EXPECT_EQ(done.responses.at("TabA").size(), 7U);
  EXPECT_EQ(done.responses.at("TabB").size(), 1U);
  EXPECT_TRUE(done.unprocessed_keys.empty());
}

TEST_F(BatchTest, Reads1To100) {
  EXPECT_TRUE(read({{"TabA", {.keys = keys(100)}}}));
  expect_invalid(read({{"TabA", {.keys = keys(101)}}}),
                 "1 validation error detected: Value at 'RequestItems.TabA.member.Keys' failed to "
                 "satisfy constraint: Member must have length less than or equal to 100");
  expect_invalid(read({{"TabA", {}}}),
                 "1 validation error detected: Value at 'RequestItems.TabA.member.Keys' failed to "
                 "satisfy constraint: Member must have length greater than or equal to 1");
  expect_invalid(read({}),
                 "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 1");
  expect_invalid(read({{"TabA", {.keys = keys(60)}}, {"TabC", {.keys = keys(60)}}}),
                 "Too many items requested for the BatchGetItem call");
}

TEST_F(BatchTest, RefusesReadsAsAWhole) {
  put("TabA", {{"pk", "1"}});
  const auto with = [&](Key bad) { return read({{"TabA", {.keys = {{{"pk", "1"}}, bad}}}}); };
  expect_invalid(with({{"pk", "1"}}), kDuplicates);
  expect_invalid(with({{"pk", 1}}), kMismatch);
  expect_invalid(with({{"pk", "2"}, {"x", "2"}}), kMismatch);
  expect_invalid(with({{"pk", ""}}),
                 "One or more parameter values are not valid. The AttributeValue for a key "
                 "attribute cannot contain an empty string value. Key: pk");
  expect_error(read({{"TabA", {.keys = keys(1)}}, {"none", {.keys = keys(1)}}}),
               "ResourceNotFoundException", "Requested resource not found");
  expect_invalid(read({{"none", {.keys = keys(1), .projection_expression = "a, a"}}}),
                 "Invalid ProjectionExpression: Two document paths overlap with each other; must "
                 "remove or rewrite one of these paths; path one: [a], path two: [a]");
  expect_invalid(read({{"TabA", {.keys = keys(1), .expression_attribute_names = {{"#a", "a"}}}}}),
                 "ExpressionAttributeNames can only be specified when using expressions");
  expect_invalid(read({{"TabA", {.keys = keys(1)}}, {arn("TabA"), {.keys = keys(2)}}}),
                 "The table TabA is named twice, by its name and by its ARN: name it once");
}

}  // namespace
}  // namespace keywright
