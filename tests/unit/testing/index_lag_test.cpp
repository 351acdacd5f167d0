#include <keywright/engine.hpp>
#include <keywright/faulty_database.hpp>
#include <keywright/manual_time.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

CreateTableRequest table() {
  CreateTableRequest table;
  table.table_name = "app";
  table.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  for (const char* name : {"pk", "sk", "g", "l"}) {
    table.attribute_definitions.push_back({name, AttributeType::string});
  }
  GlobalSecondaryIndex global;
  global.index_name = "global";
  global.key_schema = {{"g", KeyType::hash}, {"sk", KeyType::range}};
  global.projection.projection_type = ProjectionType::all;
  table.global_secondary_indexes = {global};
  LocalSecondaryIndex local;
  local.index_name = "local";
  local.key_schema = {{"pk", KeyType::hash}, {"l", KeyType::range}};
  local.projection.projection_type = ProjectionType::all;
  table.local_secondary_indexes = {local};
  table.billing_mode = BillingMode::pay_per_request;
  return table;
}

class IndexLag : public testing::Test {
 protected:
  IndexLag() { EXPECT_TRUE(faulty.create_table(table())); }

  static Item item(const std::string& sk) {
    return {{"pk", "p"}, {"sk", sk}, {"g", "g"}, {"l", sk}, {"x", 1}};
  }
  void put(const std::string& sk) {
    EXPECT_TRUE(faulty.put_item({.table_name = "app", .item = item(sk)}));
  }
  static QueryRequest query(const std::string& index = "global") {
    QueryRequest request;
    request.table_name = "app";
    request.index_name = index;
    request.key_condition_expression = index == "global" ? "g = :k" : "pk = :k";
    request.expression_attribute_values = {{":k", index == "global" ? "g" : "p"}};
    return request;
  }
  std::vector<Item> found(const QueryRequest& request) {
    const auto page = faulty.query(request);
    EXPECT_TRUE(page) << page.error().message;
    return page->items;
  }

  ManualTime time;
  std::unique_ptr<Engine> engine = Engine::in_memory();
  FaultyDatabase faulty{*engine, {.seed = 1, .index_lag = 100ms, .clock = time}};
};

TEST_F(IndexLag, AnItemShowsAfterIt) {
  put("1");
  EXPECT_THAT(found(query()), IsEmpty());
  time.advance(99ms);
  put("2");
  EXPECT_THAT(found(query()), IsEmpty());
  time.advance(1ms);
  EXPECT_THAT(found(query()), ElementsAre(item("1")));
  time.advance(99ms);
  EXPECT_THAT(found(query()), ElementsAre(item("1"), item("2")));
}

TEST_F(IndexLag, TheTableAndItsLocalIndexesHaveNone) {
  put("1");
  EXPECT_THAT(found(query("local")), ElementsAre(item("1")));
  EXPECT_EQ(faulty.get_item({.table_name = "app", .key = {{"pk", "p"}, {"sk", "1"}}})->item,
            item("1"));
  EXPECT_THAT(faulty.scan({.table_name = "app"})->items, ElementsAre(item("1")));
}

TEST_F(IndexLag, ScansOfAnIndexHaveIt) {
  put("1");
  EXPECT_THAT(faulty.scan({.table_name = "app", .index_name = "global"})->items, IsEmpty());
}

TEST_F(IndexLag, EveryKindOfWriteCounts) {
  BatchWriteItemRequest batch;
  batch.request_items["app"] = {PutRequest{item("1")}};
  EXPECT_TRUE(faulty.batch_write_item(batch));
  TransactWriteItemsRequest transaction;
  transaction.transact_items = {TransactPut{.table_name = "app", .item = item("2")}};
  EXPECT_TRUE(faulty.transact_write_items(transaction));
  EXPECT_THAT(found(query()), IsEmpty());
  time.advance(100ms);
  EXPECT_EQ(found(query()).size(), 2U);
  UpdateItemRequest update;
  update.table_name = "app";
  update.key = {{"pk", "p"}, {"sk", "1"}};
  update.update_expression = "SET y = sk";
  EXPECT_TRUE(faulty.update_item(update));
  EXPECT_THAT(found(query()), ElementsAre(item("2")));
}

TEST_F(IndexLag, AWriteThatFailedDoesNot) {
  put("1");
  time.advance(100ms);
  PutItemRequest refused{.table_name = "app", .item = item("1")};
  refused.condition_expression = "attribute_not_exists(pk)";
  EXPECT_FALSE(faulty.put_item(refused));
  EXPECT_THAT(found(query()), ElementsAre(item("1")));
}

TEST_F(IndexLag, AWriteWhoseReplyIsLostDoes) {
  faulty.script(Fault::lost_reply);
  EXPECT_FALSE(faulty.put_item({.table_name = "app", .item = item("1")}));
  EXPECT_THAT(found(query()), IsEmpty());
}

TEST_F(IndexLag, AProjectionStaysWhatItIs) {
  put("1");
  time.advance(100ms);
  put("2");
  auto request = query();
  request.projection_expression = "#x";
  request.expression_attribute_names = {{"#x", "x"}};
  EXPECT_THAT(found(request), ElementsAre(Item({{"x", 1}})));
  request.projection_expression = "#x, sk";
  EXPECT_THAT(found(request), ElementsAre(Item({{"x", 1}, {"sk", "1"}})));
  ScanRequest legacy;
  legacy.table_name = "app";
  legacy.index_name = "global";
  legacy.attributes_to_get = {"x"};
  EXPECT_THAT(faulty.scan(legacy)->items, ElementsAre(Item({{"x", 1}})));
}

TEST_F(IndexLag, ACountKnowsOfIt) {
  put("1");
  time.advance(100ms);
  put("2");
  auto request = query();
  request.select = Select::count;
  const auto page = faulty.query(request);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->count, 1);
  EXPECT_EQ(page->scanned_count, 1);
  EXPECT_THAT(page->items, IsEmpty());
}

TEST_F(IndexLag, APageMayBeEmptyAndNotTheLast) {
  for (const char* sk : {"1", "2", "3"}) put(sk);
  auto request = query();
  request.limit = 2;
  const auto page = faulty.query(request);
  ASSERT_TRUE(page);
  EXPECT_THAT(page->items, IsEmpty());
  EXPECT_TRUE(page->last_evaluated_key);
}

TEST_F(IndexLag, ATableMadeAnewIsAsked) {
  put("1");
  EXPECT_TRUE(faulty.delete_table({.table_name = "app"}));
  auto other = table();
  other.global_secondary_indexes[0].index_name = "other";
  EXPECT_TRUE(faulty.create_table(other));
  put("1");
  auto request = query();
  request.index_name = "other";
  EXPECT_THAT(found(request), IsEmpty());
}

}  // namespace
}  // namespace keywright
