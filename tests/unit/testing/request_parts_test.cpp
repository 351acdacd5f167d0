#include <keywright/request_parts.hpp>

#include <string>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using testing::ElementsAre;
using testing::Pair;

RequestPart update(const std::string& expression, ExpressionAttributeNames names = {},
                   ExpressionAttributeValues values = {}) {
  UpdateItemRequest request;
  request.update_expression = expression;
  request.expression_attribute_names = std::move(names);
  request.expression_attribute_values = std::move(values);
  return parts_of(request).at(0);
}

ExpressionText condition(const std::string& expression, ExpressionAttributeNames names = {},
                         ExpressionAttributeValues values = {}) {
  PutItemRequest request;
  request.condition_expression = expression;
  request.expression_attribute_names = std::move(names);
  request.expression_attribute_values = std::move(values);
  return parts_of(request).at(0).condition;
}

TEST(RequestParts, FillInNamesAndValuesWithOneSpacing) {
  const auto found =
      condition("#s=:a and(attribute_not_exists( #p.#q ) OR  n<>:n)",
                {{"#s", "status"}, {"#p", "a"}, {"#q", "b"}}, {{":a", "queued"}, {":n", 3}});
  EXPECT_EQ(found.text, "status = \"queued\" AND (attribute_not_exists(a.b) OR n <> 3)");
  EXPECT_THAT(found.attributes, ElementsAre("a", "n", "status"));
}

TEST(RequestParts, WriteEveryValueAsOneReadsIt) {
  const auto found = condition("a IN (:t, :f, :z, :m) AND size(b[1].c) BETWEEN :lo AND :hi", {},
                               {{":t", true},
                                {":f", AttributeValue::boolean(false)},
                                {":z", AttributeValue::null()},
                                {":m", AttributeValue::list({1})},
                                {":lo", -1},
                                {":hi", 2}});
  EXPECT_EQ(found.text,
            "a IN (true, false, null, {\"L\":[{\"N\":\"1\"}]}) AND size(b[1].c) BETWEEN -1 AND 2");
  EXPECT_THAT(found.attributes, ElementsAre("a", "b"));
}

TEST(RequestParts, LeaveWhatHasNoMeaning) {
  EXPECT_EQ(condition("#a = :b").text, "#a = :b");
}

TEST(RequestParts, KnowWhatAnUpdateAssigns) {
  const auto found = update(
      "SET #a=:one, b.c[0] = if_not_exists(b.c[0], :one) + :one,#set=:text REMOVE d ADD e :one",
      {{"#a", "a"}, {"#set", "SET"}}, {{":one", 1}, {":text", "x, b = 2 REMOVE y"}});
  EXPECT_THAT(found.update.assignments,
              ElementsAre(Pair("SET", "\"x, b = 2 REMOVE y\""), Pair("a", "1"),
                          Pair("b.c[0]", "if_not_exists(b.c[0], 1) + 1")));
  EXPECT_THAT(found.update.attributes, ElementsAre("SET", "a", "b", "d", "e"));
}

TEST(RequestParts, OfATransactionAreItsOperations) {
  TransactWriteItemsRequest request;
  request.transact_items = {
      TransactPut{.table_name = "t", .item = {{"pk", "A"}, {"x", 1}}},
      TransactUpdate{.table_name = "u", .key = {{"pk", "B"}}, .update_expression = "SET a = b"},
      TransactDelete{.table_name = "t", .key = {{"pk", "C"}}},
      TransactConditionCheck{
          .table_name = "t", .key = {{"pk", "D"}}, .condition_expression = "attribute_exists(pk)"}};
  const auto parts = parts_of(request);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[0].operation, "PutItem");
  EXPECT_EQ(parts[0].item, Item({{"pk", "A"}, {"x", 1}}));
  EXPECT_EQ(parts[1].operation, "UpdateItem");
  EXPECT_EQ(parts[1].table_name, "u");
  EXPECT_EQ(parts[1].update.text, "SET a = b");
  EXPECT_EQ(parts[2].operation, "DeleteItem");
  EXPECT_EQ(parts[3].operation, "ConditionCheck");
  EXPECT_EQ(parts[3].key, Key({{"pk", "D"}}));
  EXPECT_EQ(parts[3].condition.text, "attribute_exists(pk)");
}

TEST(RequestParts, OfABatchAreItsKeysAndWrites) {
  BatchGetItemRequest gets;
  gets.request_items["a"] = {.keys = {{{"pk", "1"}}, {{"pk", "2"}}},
                             .consistent_read = true,
                             .projection_expression = "#x",
                             .expression_attribute_names = {{"#x", "name"}}};
  const auto wanted = parts_of(gets);
  ASSERT_EQ(wanted.size(), 2U);
  EXPECT_EQ(wanted[1].key, Key({{"pk", "2"}}));
  EXPECT_EQ(wanted[1].table_name, "a");
  EXPECT_TRUE(wanted[1].consistent_read);
  EXPECT_EQ(wanted[1].projection.text, "name");

  BatchWriteItemRequest writes;
  writes.request_items["a"] = {PutRequest{{{"pk", "1"}}}, DeleteRequest{{{"pk", "2"}}}};
  const auto written = parts_of(writes);
  ASSERT_EQ(written.size(), 2U);
  EXPECT_EQ(written[0].operation, "PutItem");
  EXPECT_EQ(written[1].operation, "DeleteItem");
  EXPECT_EQ(written[1].key, Key({{"pk", "2"}}));
}

TEST(RequestParts, OfAQuerySayWhereItReads) {
  QueryRequest request;
  request.table_name = "t";
  request.index_name = "gsi1";
  request.key_condition_expression = "pk = :p AND begins_with(sk, :s)";
  request.filter_expression = "age > :n";
  request.expression_attribute_values = {{":p", "A#1"}, {":s", "B#"}, {":n", 7}};
  const auto part = parts_of(request).at(0);
  EXPECT_EQ(part.operation, "Query");
  EXPECT_EQ(part.index_name, "gsi1");
  EXPECT_EQ(part.key_condition.text, "pk = \"A#1\" AND begins_with(sk, \"B#\")");
  EXPECT_EQ(part.filter.text, "age > 7");
}

TEST(RequestParts, OfAnyOtherRequestAreOne) {
  const auto parts = parts_of(DescribeTableRequest{.table_name = "t"});
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].operation, "DescribeTable");
  EXPECT_EQ(parts[0].table_name, "t");
  EXPECT_EQ(parts_of(ListTablesRequest()).at(0).table_name, "");
}

TEST(RequestParts, ARequestIsShownAsItIsSent) {
  const GetItemRequest request{.table_name = "t", .key = {{"pk", "A"}}};
  EXPECT_EQ(operation_of(request), "GetItem");
  EXPECT_EQ(request_json(request), R"({"TableName":"t","Key":{"pk":{"S":"A"}}})");
}

}  // namespace
}  // namespace keywright
