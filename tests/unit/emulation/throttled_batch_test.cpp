// Batches: what is throttled of them is left unprocessed.

#include "throttling.hpp"

namespace keywright {
namespace {

class ThrottledBatchTest : public ThrottlingTest {
 protected:
  static BatchWriteItemRequest write(int items, int first = 0) {
    BatchWriteItemRequest request;
    for (int i = 0; i < items; ++i) {
      request.request_items["Tab"].push_back(
          PutRequest{{{"pk", std::to_string(first + i)}, {"sk", "1"}}});
    }
    return request;
  }
  std::int64_t stored() { return engine_->scan({.table_name = "Tab"})->count; }
};

TEST_F(ThrottledBatchTest, ABatchWritesAsMuchAsThereAreUnits) {
  create(table(1, 10));
  const auto done = db_->batch_write_item(write(25));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->unprocessed_items.at("Tab").size(), 15U);
  EXPECT_EQ(stored(), 10);
  EXPECT_EQ(std::get<PutRequest>(done->unprocessed_items.at("Tab").front()).item,
            (Item{{"pk", "10"}, {"sk", "1"}}));

  expect_throttled(db_->batch_write_item({.request_items = done->unprocessed_items}),
                   kProvisionedException, kTableText, "TableWriteProvisionedThroughputExceeded");
  clock_.advance(seconds(2));
  const auto rest = db_->batch_write_item({.request_items = done->unprocessed_items});
  EXPECT_TRUE(rest->unprocessed_items.empty());
  EXPECT_EQ(stored(), 25);
}

TEST_F(ThrottledBatchTest, OneTableWithoutUnitsDoesNotHoldUpAnother) {
  create(table(1, 1));
  auto other = table(1, 25);
  other.table_name = "Other";
  create(std::move(other));
  auto request = write(2);
  request.request_items["Other"] = write(3).request_items["Tab"];
  const auto done = db_->batch_write_item(request);
  EXPECT_EQ(done->unprocessed_items.size(), 1U);
  EXPECT_EQ(done->unprocessed_items.at("Tab").size(), 1U);
  EXPECT_EQ(engine_->scan({.table_name = "Other"})->count, 3);
}

TEST_F(ThrottledBatchTest, AHotPartitionOnlyKeepsItsOwnItems) {
  start({.partition_write_units = 2});
  create(on_demand_table());
  BatchWriteItemRequest request;
  for (int i = 0; i < 5; ++i) {
    request.request_items["Tab"].push_back(PutRequest{{{"pk", "hot"}, {"sk", std::to_string(i)}}});
    request.request_items["Tab"].push_back(
        PutRequest{{{"pk", "cold" + std::to_string(i)}, {"sk", "1"}}});
  }
  EXPECT_EQ(db_->batch_write_item(request)->unprocessed_items.at("Tab").size(), 3U);
  EXPECT_EQ(stored(), 7);
}

TEST_F(ThrottledBatchTest, ABatchReadsAsMuchAsThereAreUnits) {
  create(table(3, 100));
  ASSERT_TRUE(db_->batch_write_item(write(10)));
  BatchGetItemRequest request;
  auto& wanted = request.request_items["Tab"];
  wanted.consistent_read = true;
  wanted.projection_expression = "#p";
  wanted.expression_attribute_names = {{"#p", "pk"}};
  for (int i = 0; i < 10; ++i) wanted.keys.push_back({{"pk", std::to_string(i)}, {"sk", "1"}});
  const auto read = db_->batch_get_item(request);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->responses.at("Tab").size(), 3U);
  EXPECT_TRUE(read->consumed_capacity.empty());
  const auto& rest = read->unprocessed_keys.at("Tab");
  EXPECT_EQ(rest.keys.size(), 7U);
  EXPECT_TRUE(rest.consistent_read);
  EXPECT_EQ(rest.projection_expression, "#p");
  EXPECT_EQ(rest.expression_attribute_names, wanted.expression_attribute_names);
  expect_throttled(db_->batch_get_item({.request_items = read->unprocessed_keys}),
                   kProvisionedException, kTableText, "TableReadProvisionedThroughputExceeded");
  clock_.advance(seconds(3));
  const auto second = db_->batch_get_item({.request_items = read->unprocessed_keys});
  EXPECT_EQ(second->responses.at("Tab").size(), 7U);
  EXPECT_TRUE(second->unprocessed_keys.empty());
}

TEST_F(ThrottledBatchTest, MistakesAreTheDatabasesToTell) {
  create(table(1, 1));
  EXPECT_EQ(db_->batch_write_item({}).error().exception, "ValidationException");
  EXPECT_EQ(db_->batch_get_item({}).error().exception, "ValidationException");
  EXPECT_TRUE(put("p")) << "and cost nothing";
}

}  // namespace
}  // namespace keywright
