// Single items and pages: how many go through, what is said to the others, what is charged.

#include "throttling.hpp"

namespace keywright {
namespace {

const std::string kHotKeyText =
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically "
    "scaling your table or index so please try again shortly. If exceptions persist, check if you "
    "have a hot key: "
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";

TEST_F(ThrottlingTest, AProvisionedTableTakesItsUnitsPerSecond) {
  create(table(5, 5));
  EXPECT_EQ(puts_that_pass(100), 5);
  expect_throttled(put("p"), kProvisionedException, kTableText,
                   "TableWriteProvisionedThroughputExceeded");
  EXPECT_TRUE(get("p0")) << "reads have units of their own";
  clock_.advance(milliseconds(200));  // one unit
  EXPECT_EQ(puts_that_pass(100), 1);
  clock_.advance(seconds(1));
  EXPECT_EQ(puts_that_pass(100), 5);
}

TEST_F(ThrottlingTest, UnusedUnitsAreSavedForFiveMinutes) {
  create(table(1, 2));
  EXPECT_EQ(puts_that_pass(100), 2);
  clock_.advance(seconds(10));
  EXPECT_EQ(puts_that_pass(100), 20);
  clock_.advance(std::chrono::hours(1));
  EXPECT_EQ(puts_that_pass(1000), 600);
  clock_.advance(seconds(1));
  EXPECT_EQ(puts_that_pass(100), 2);
}

TEST_F(ThrottlingTest, TheBurstCanBeChosen) {
  start({.burst = seconds(3)});
  create(table(1, 2));
  clock_.advance(std::chrono::hours(1));
  EXPECT_EQ(puts_that_pass(100), 6);
}

TEST_F(ThrottlingTest, ReadsCostByTheirSizeAndConsistency) {
  create(table(4, 100));
  ASSERT_TRUE(put("small"));
  ASSERT_TRUE(put("large", 9000));  // 3 units
  EXPECT_EQ(passes(100, [&](int) { return get("small", true).has_value(); }), 4);
  clock_.advance(seconds(1));
  EXPECT_EQ(passes(100, [&](int) { return get("small", false).has_value(); }), 8);
  clock_.advance(seconds(1));
  EXPECT_EQ(passes(100, [&](int) { return get("large", true).has_value(); }), 2) << "4, 1, -2";
  expect_throttled(get("small"), kProvisionedException, kTableText,
                   "TableReadProvisionedThroughputExceeded");
}

TEST_F(ThrottlingTest, ARequestMayTakeMoreThanThereIsAndOthersWaitForTheDebt) {
  create(table(1, 5));
  EXPECT_TRUE(put("large", 20'000));  // 20 units of 5
  EXPECT_FALSE(put("p"));
  clock_.advance(seconds(3));  // 5 - 20 + 15
  EXPECT_FALSE(put("p"));
  clock_.advance(milliseconds(200));
  EXPECT_TRUE(put("p"));
}

TEST_F(ThrottlingTest, AScanTakesWhatItRead) {
  create(table(10, 1000));
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(put(std::to_string(i), 9'900));
  EXPECT_TRUE(db_->scan({.table_name = "Tab"}));  // 200 KB at half a unit for 4 KB: 25 units
  expect_throttled(db_->scan({.table_name = "Tab"}), kProvisionedException, kTableText,
                   "TableReadProvisionedThroughputExceeded");
  clock_.advance(milliseconds(1400));
  EXPECT_FALSE(get("0"));
  clock_.advance(milliseconds(300));
  EXPECT_TRUE(get("0"));
}

TEST_F(ThrottlingTest, AGlobalIndexHasUnitsOfItsOwn) {
  auto request = table(100, 100);
  add_index(request, ProvisionedThroughput{1, 1});
  create(std::move(request));
  const std::string arn = kArn + "/index/by_g";
  EXPECT_TRUE(put_indexed("1", "G"));
  expect_throttled(put_indexed("2", "G"), kProvisionedException, kIndexText,
                   "IndexWriteProvisionedThroughputExceeded", arn);
  EXPECT_TRUE(put("not in the index"));
  expect_throttled(update("1"), kProvisionedException, kIndexText,
                   "IndexWriteProvisionedThroughputExceeded", arn);
  EXPECT_TRUE(update("not in the index"));
  clock_.advance(seconds(1));
  EXPECT_TRUE(update("1"));

  const QueryRequest query{.table_name = "Tab",
                           .index_name = "by_g",
                           .key_condition_expression = "g = :g",
                           .expression_attribute_values = {{":g", "G"}}};
  EXPECT_EQ(passes(100, [&](int) { return db_->query(query).has_value(); }), 4) << "2 s saved";
  expect_throttled(db_->query(query), kProvisionedException, kIndexText,
                   "IndexReadProvisionedThroughputExceeded", arn);
}

TEST_F(ThrottlingTest, WritesThatLeaveAnIndexAsItIsCostNothingThere) {
  auto request = table(100, 100);
  add_index(request, ProvisionedThroughput{1, 2});
  request.global_secondary_indexes[0].projection = {ProjectionType::keys_only, {}};
  create(std::move(request));
  ASSERT_TRUE(put_indexed("1", "G"));
  EXPECT_EQ(passes(10, [&](int) { return put_indexed("1", "G").has_value(); }), 10);
}

TEST_F(ThrottlingTest, AHotPartitionIsThrottledWhileOthersAreNot) {
  start({.partition_read_units = 3, .partition_write_units = 2});
  create(on_demand_table());
  EXPECT_TRUE(put("hot"));
  EXPECT_TRUE(put("hot"));
  expect_throttled(put("hot"), "ThrottlingException", kHotKeyText,
                   "TableWriteKeyRangeThroughputExceeded");
  EXPECT_TRUE(put("cold"));
  EXPECT_EQ(passes(100, [&](int) { return get("hot").has_value(); }), 3);
  const QueryRequest query{.table_name = "Tab",
                           .key_condition_expression = "#p = :p AND begins_with(sk, :s)",
                           .expression_attribute_names = {{"#p", "pk"}},
                           .expression_attribute_values = {{":p", "hot"}, {":s", "1"}}};
  expect_throttled(db_->query(query), "ThrottlingException", kHotKeyText,
                   "TableReadKeyRangeThroughputExceeded");
  clock_.advance(std::chrono::hours(1));
  EXPECT_EQ(passes(100, [&](int) { return put("hot").has_value(); }), 2) << "nothing is saved";
}

TEST_F(ThrottlingTest, AHotPartitionOfAProvisionedTable) {
  start({.partition_write_units = 1});
  create(table(100, 100));
  EXPECT_TRUE(put("hot"));
  expect_throttled(put("hot"), kProvisionedException, kTableText,
                   "TableWriteKeyRangeThroughputExceeded");
}

TEST_F(ThrottlingTest, AHotPartitionOfAnIndex) {
  start({.partition_write_units = 2});
  auto request = on_demand_table();
  add_index(request);
  create(std::move(request));
  EXPECT_TRUE(put_indexed("1", "status"));
  EXPECT_TRUE(put_indexed("2", "status"));
  expect_throttled(put_indexed("3", "status"), "ThrottlingException",
                   "Throughput exceeds the current capacity for one or more global secondary "
                   "indexes. DynamoDB is automatically scaling your index so please try again "
                   "shortly.",
                   "IndexWriteKeyRangeThroughputExceeded", kArn + "/index/by_g");
  EXPECT_TRUE(put_indexed("3", "other"));
}

TEST_F(ThrottlingTest, OnDemandTablesAreLimitedByTheirMaximaAndTheAccount) {
  start({.account_read_units = 4});
  auto request = on_demand_table();
  request.on_demand_throughput = {.max_write_request_units = 3};
  create(std::move(request));
  EXPECT_EQ(puts_that_pass(100), 3);
  expect_throttled(put("p"), "ThrottlingException",
                   "Throughput exceeds the maximum OnDemandThroughput configured on table or index",
                   "TableWriteMaxOnDemandThroughputExceeded");
  EXPECT_EQ(passes(100, [&](int) { return get("p0").has_value(); }), 4);
  expect_throttled(get("p0"), "RequestLimitExceeded",
                   "Throughput exceeds the current throughput quota for your account. Please "
                   "contact AWS Support to request a quota increase.",
                   "TableReadAccountLimitExceeded");
}

TEST_F(ThrottlingTest, AChangedThroughputHoldsAtOnce) {
  create(table(1, 1));
  EXPECT_EQ(puts_that_pass(100), 1);
  ASSERT_TRUE(db_->update_table({.table_name = "Tab", .provisioned_throughput = {{1, 10}}}));
  EXPECT_EQ(puts_that_pass(100), 0) << "what was consumed stays consumed";
  clock_.advance(seconds(1));
  EXPECT_EQ(puts_that_pass(100), 10);
  ASSERT_TRUE(
      db_->update_table({.table_name = "Tab", .billing_mode = BillingMode::pay_per_request}));
  EXPECT_EQ(puts_that_pass(100), 100);
}

TEST_F(ThrottlingTest, AnAddedIndexBeginsWithTheUnitsOfASecond) {
  create(table(10, 100));
  EXPECT_EQ(puts_that_pass(1), 1);
  clock_.advance(std::chrono::hours(1));
  ASSERT_TRUE(
      db_->update_table({.table_name = "Tab",
                         .attribute_definitions = {{"g", AttributeType::string}},
                         .global_secondary_index_updates = {CreateGlobalSecondaryIndexAction{
                             {.index_name = "by_g",
                              .key_schema = {{"g", KeyType::hash}},
                              .projection = {ProjectionType::all, {}},
                              .provisioned_throughput = ProvisionedThroughput{1, 3}}}}}));
  EXPECT_EQ(
      passes(100, [&](int i) { return put_indexed("i" + std::to_string(i), "G").has_value(); }), 3);
  EXPECT_EQ(puts_that_pass(1000), 1000) << "the table still has what it saved";
}

TEST_F(ThrottlingTest, ATableThatIsMadeAgainBeginsAnew) {
  create(table(1, 1));
  EXPECT_EQ(puts_that_pass(100), 1);
  ASSERT_TRUE(db_->delete_table({"Tab"}));
  create(table(1, 3));
  EXPECT_EQ(puts_that_pass(100), 3);
  clock_.advance(seconds(10));
  db_->reset();
  EXPECT_EQ(puts_that_pass(100), 3);
}

TEST_F(ThrottlingTest, FailedConditionsCostAndMistakesDoNot) {
  create(table(1, 2));
  const auto wrong = db_->put_item({.table_name = "Tab", .item = {{"pk", "p"}}});
  EXPECT_EQ(wrong.error().exception, "ValidationException");
  const PutItemRequest refused{.table_name = "Tab",
                               .item = {{"pk", "p"}, {"sk", "1"}},
                               .condition_expression = "attribute_exists(pk)"};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(db_->put_item(refused).error().exception, "ConditionalCheckFailedException");
  }
  EXPECT_EQ(db_->put_item(refused).error().exception, kProvisionedException);
  const auto missing = db_->get_item({.table_name = "None", .key = {{"pk", "p"}}});
  EXPECT_EQ(missing.error().exception, "ResourceNotFoundException");
}

TEST_F(ThrottlingTest, AnswersWithTheCostThatWasAskedFor) {
  create(table(100, 100));
  PutItemRequest request{.table_name = "Tab", .item = {{"pk", "p"}, {"sk", "1"}}};
  EXPECT_FALSE(db_->put_item(request)->consumed_capacity);
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  ConsumedCapacity cost{.table_name = "Tab", .capacity_units = 1};
  EXPECT_EQ(db_->put_item(request)->consumed_capacity, cost);
  request.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  cost.table = Capacity{.capacity_units = 1};
  EXPECT_EQ(db_->put_item(request)->consumed_capacity, cost);
}

TEST_F(ThrottlingTest, ATableMayBeNamedByItsArn) {
  create(table(1, 1));
  const PutItemRequest request{.table_name = kArn, .item = {{"pk", "p"}, {"sk", "1"}}};
  EXPECT_TRUE(db_->put_item(request));
  EXPECT_FALSE(db_->put_item(request));
  EXPECT_FALSE(put("p"));
}

}  // namespace
}  // namespace keywright
