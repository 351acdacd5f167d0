// Transactions: cancelled as a whole, with a reason for each item that is throttled.

#include "throttling.hpp"

namespace keywright {
namespace {

class ThrottledTransactionTest : public ThrottlingTest {
 protected:
  static TransactWriteItemsRequest write(const std::vector<std::string>& partitions) {
    TransactWriteItemsRequest request;
    for (const auto& pk : partitions) {
      request.transact_items.push_back(
          TransactPut{.table_name = "Tab", .item = {{"pk", pk}, {"sk", "1"}}});
    }
    return request;
  }
};

TEST_F(ThrottledTransactionTest, CostsTwice) {
  create(table(10, 8));
  EXPECT_TRUE(db_->transact_write_items(write({"a", "b"})));
  EXPECT_TRUE(db_->transact_write_items(write({"c", "d"})));
  const auto refused = db_->transact_write_items(write({"e", "f"}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().exception, "TransactionCanceledException");
  EXPECT_EQ(refused.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[ProvisionedThroughputExceeded, ProvisionedThroughputExceeded]");
  EXPECT_EQ(refused.error().reasons.at(1).message, kTableText);
  EXPECT_TRUE(refused.error().retryable);
  EXPECT_EQ(engine_->scan({.table_name = "Tab"})->count, 4);
  clock_.advance(milliseconds(500));
  EXPECT_TRUE(db_->transact_write_items(write({"e", "f"})));
}

TEST_F(ThrottledTransactionTest, OnlyTheThrottledItemHasAReason) {
  start({.partition_write_units = 2});
  create(on_demand_table());
  EXPECT_TRUE(db_->transact_write_items(write({"hot"})));
  const auto refused = db_->transact_write_items(write({"cold", "hot"}));
  EXPECT_EQ(refused.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[None, ThrottlingError]");
  EXPECT_TRUE(db_->transact_write_items(write({"cold"}))) << "it was given back what it took";
}

TEST_F(ThrottledTransactionTest, Reads) {
  create(table(4, 10));
  const TransactGetItemsRequest request{
      .transact_items = {{.table_name = "Tab", .key = {{"pk", "a"}, {"sk", "1"}}}}};
  EXPECT_TRUE(db_->transact_get_items(request));
  EXPECT_TRUE(db_->transact_get_items(request));
  EXPECT_EQ(db_->transact_get_items(request).error().reasons.at(0).code,
            "ProvisionedThroughputExceeded");
}

TEST_F(ThrottledTransactionTest, AReplayCostsReads) {
  create(table(4, 2));
  auto request = write({"a"});
  request.client_request_token = "once";
  EXPECT_TRUE(db_->transact_write_items(request));
  clock_.advance(seconds(1));
  EXPECT_TRUE(db_->transact_write_items(request));  // reads 2 of 8
  EXPECT_TRUE(db_->transact_write_items(write({"b"}))) << "no write units were taken";
  EXPECT_EQ(passes(100, [&](int) { return get("a").has_value(); }), 6) << "8 - 2";
}

TEST_F(ThrottledTransactionTest, AFailedConditionCosts) {
  create(table(1, 2));
  auto request = write({"a"});
  std::get<TransactPut>(request.transact_items[0]).condition_expression = "attribute_exists(pk)";
  EXPECT_EQ(db_->transact_write_items(request).error().reasons.at(0).code,
            "ConditionalCheckFailed");
  EXPECT_EQ(db_->transact_write_items(request).error().reasons.at(0).code,
            "ProvisionedThroughputExceeded");
}

}  // namespace
}  // namespace keywright
