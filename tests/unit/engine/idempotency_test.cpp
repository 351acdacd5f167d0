// Client request tokens: a transaction sent again within ten minutes is done once.

#include "engine/content_hash.hpp"
#include "engine/idempotency_tokens.hpp"
#include "engine_fixture.hpp"

namespace keywright {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;

class IdempotencyTest : public EngineTest {
 protected:
  void SetUp() override { create(table_request("TabA")); }

  /// Adds one to the counter of `pk`.
  static TransactWriteItemsRequest count(const std::string& token, const std::string& pk = "1") {
    TransactUpdate update;
    update.table_name = "TabA";
    update.key = {{"pk", pk}};
    update.update_expression = "ADD #n :one";
    update.expression_attribute_names = {{"#n", "n"}};
    update.expression_attribute_values = {{":one", 1}};
    TransactWriteItemsRequest request;
    request.transact_items = {update};
    request.client_request_token = token;
    return request;
  }
  int counted(const std::string& pk = "1") {
    const auto item = get("TabA", {{"pk", pk}});
    return item ? static_cast<int>(item->find("n")->as_number().to_int64().value()) : 0;
  }
};

TEST_F(IdempotencyTest, TheSameRequestIsDoneOnce) {
  ASSERT_TRUE(db_->transact_write_items(count("t")));
  ASSERT_TRUE(db_->transact_write_items(count("t")));
  EXPECT_EQ(counted(), 1);
  ASSERT_TRUE(db_->transact_write_items(count("u")));
  EXPECT_EQ(counted(), 2);
}

TEST_F(IdempotencyTest, ItIsForgottenAfterTenMinutes) {
  ASSERT_TRUE(db_->transact_write_items(count("t")));
  clock_.advance(minutes(10) - milliseconds(1));
  ASSERT_TRUE(db_->transact_write_items(count("t")));
  EXPECT_EQ(counted(), 1);
  clock_.advance(milliseconds(1));
  ASSERT_TRUE(db_->transact_write_items(count("t")));
  EXPECT_EQ(counted(), 2);
  clock_.advance(minutes(10) - milliseconds(1));
  ASSERT_TRUE(db_->transact_write_items(count("t")));
  EXPECT_EQ(counted(), 2);
}

TEST_F(IdempotencyTest, AnotherRequestMayNotHaveTheToken) {
  ASSERT_TRUE(db_->transact_write_items(count("t")));
  const auto other = db_->transact_write_items(count("t", "2"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().exception, "IdempotentParameterMismatchException");
  EXPECT_EQ(other.error().code, ErrorCode::validation);
  EXPECT_EQ(counted("2"), 0);
}

TEST_F(IdempotencyTest, EveryPartOfTheContentCounts) {
  const auto with = [](auto change) {
    TransactWriteItemsRequest request = count("t");
    auto& update = std::get<TransactUpdate>(request.transact_items[0]);
    update.condition_expression = "attribute_not_exists(x)";
    change(request, update);
    return engine::content_hash(request);
  };
  const auto base = with([](auto&, auto&) {});
  const std::vector<std::uint64_t> others{
      with([](auto&, auto& u) { u.table_name = "TabB"; }),
      with([](auto&, auto& u) { u.key = {{"pk", "2"}}; }),
      with([](auto&, auto& u) { u.update_expression = "ADD  #n :one"; }),
      with([](auto&, auto& u) { u.condition_expression.reset(); }),
      with([](auto&, auto& u) { u.condition_expression = ""; }),
      with([](auto&, auto& u) { u.expression_attribute_names = {{"#n", "m"}}; }),
      with([](auto&, auto& u) { u.expression_attribute_values = {{":one", 2}}; }),
      with([](auto&, auto& u) {
        u.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
      }),
      with([](auto& r, auto& u) { r.transact_items.push_back(TransactWriteItem(u)); }),
      with([](auto& r, auto& u) {
        TransactDelete action;
        action.table_name = u.table_name;
        action.key = u.key;
        r.transact_items = {action};
      }),
  };
  for (std::size_t i = 0; i < others.size(); ++i) {
    EXPECT_NE(others[i], base) << i;
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(others[i], others[j]) << i << ' ' << j;
  }
}

TEST_F(IdempotencyTest, OrderOfNamesAndReportsDoNotCount) {
  TransactWriteItemsRequest request = count("t");
  auto& update = std::get<TransactUpdate>(request.transact_items[0]);
  update.update_expression = "SET #a = :one, #b = :two";
  update.expression_attribute_names = {{"#a", "a"}, {"#b", "b"}};
  update.expression_attribute_values = {{":one", 1}, {":two", 2}};
  const auto before = engine::content_hash(request);
  std::swap(update.expression_attribute_names[0], update.expression_attribute_names[1]);
  std::swap(update.expression_attribute_values[0], update.expression_attribute_values[1]);
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  request.return_item_collection_metrics = ReturnItemCollectionMetrics::size;
  EXPECT_EQ(engine::content_hash(request), before);
}

TEST_F(IdempotencyTest, ReplaysCostReads) {
  put("TabA", {{"pk", "1"}, {"text", std::string(5000, 'x')}});
  TransactWriteItemsRequest request = count("t");
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  auto cost = db_->transact_write_items(request).value().consumed_capacity;
  ASSERT_EQ(cost.size(), 1U);
  EXPECT_EQ(cost[0].capacity_units, 10);
  EXPECT_EQ(cost[0].write_capacity_units, 10);
  cost = db_->transact_write_items(request).value().consumed_capacity;
  ASSERT_EQ(cost.size(), 1U);
  EXPECT_EQ(cost[0].table_name, "TabA");
  EXPECT_EQ(cost[0].capacity_units, 4);
  EXPECT_EQ(cost[0].read_capacity_units, 4);
  EXPECT_EQ(cost[0].write_capacity_units, std::nullopt);
}

TEST_F(IdempotencyTest, ACancelledTransactionMayBeTriedAgain) {
  TransactWriteItemsRequest request = count("t");
  std::get<TransactUpdate>(request.transact_items[0]).condition_expression = "attribute_exists(pk)";
  EXPECT_FALSE(db_->transact_write_items(request));
  put("TabA", {{"pk", "1"}});
  EXPECT_TRUE(db_->transact_write_items(request));
  EXPECT_EQ(counted(), 1);
  ASSERT_TRUE(db_->delete_item({.table_name = "TabA", .key = {{"pk", "1"}}}));
  EXPECT_TRUE(db_->transact_write_items(request)) << "done before: its condition is not looked at";
}

TEST_F(IdempotencyTest, TokensHave1To36Characters) {
  EXPECT_TRUE(db_->transact_write_items(count(std::string(36, 't'))));
  const std::string token(37, 't');
  expect_invalid(db_->transact_write_items(count(token)),
                 "1 validation error detected: Value '" + token +
                     "' at 'clientRequestToken' failed to satisfy constraint: Member must have "
                     "length less than or equal to 36");
  TransactWriteItemsRequest request;
  request.client_request_token = "";
  expect_invalid(db_->transact_write_items(request),
                 "2 validation errors detected: Value '[]' at 'transactItems' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 1; Value '' at "
                 "'clientRequestToken' failed to satisfy constraint: Member must have length "
                 "greater than or equal to 1");
}

// The store of tokens by itself

TEST(IdempotencyTokensTest, ARunningRequestHoldsItsToken) {
  engine::IdempotencyTokens tokens;
  {
    auto use = tokens.begin("t", 1, kStart);
    ASSERT_TRUE(use);
    EXPECT_FALSE(use->is_replay());
    const auto again = tokens.begin("t", 1, kStart);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().exception, "TransactionInProgressException");
    EXPECT_TRUE(again.error().retryable);
    const auto other = tokens.begin("t", 2, kStart);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().exception, "IdempotentParameterMismatchException");
  }
  EXPECT_EQ(tokens.size(), 0U) << "given up";
}

TEST(IdempotencyTokensTest, TheTenMinutesBeginWithCompletion) {
  engine::IdempotencyTokens tokens;
  tokens.begin("t", 1, kStart).value().complete(kStart + minutes(5));
  EXPECT_TRUE(tokens.begin("t", 1, kStart + minutes(15) - milliseconds(1)).value().is_replay());
  EXPECT_FALSE(tokens.begin("t", 2, kStart + minutes(15)).value().is_replay());
}

TEST(IdempotencyTokensTest, ForgetsTheExpiredAndTheOldest) {
  engine::IdempotencyTokens tokens(3);
  for (int i = 0; i < 10; ++i) {
    tokens.begin(std::to_string(i), 1, kStart).value().complete(kStart);
  }
  EXPECT_EQ(tokens.size(), 3U);
  EXPECT_TRUE(tokens.begin("7", 1, kStart).value().is_replay());
  EXPECT_FALSE(tokens.begin("6", 1, kStart).value().is_replay());
  EXPECT_FALSE(tokens.begin("new", 1, kStart + minutes(10)).value().is_replay());
  EXPECT_EQ(tokens.size(), 0U);
}

TEST(IdempotencyTokensTest, ToleratesAClockThatIsSetBack) {
  engine::IdempotencyTokens tokens;
  tokens.begin("a", 1, kStart).value().complete(kStart);
  tokens.begin("b", 1, kStart - minutes(60)).value().complete(kStart - minutes(60));
  EXPECT_TRUE(tokens.begin("a", 1, kStart).value().is_replay());
  EXPECT_TRUE(tokens.begin("b", 1, kStart).value().is_replay());
  EXPECT_FALSE(tokens.begin("c", 1, kStart + minutes(10)).value().is_replay());
  EXPECT_EQ(tokens.size(), 0U);
}

}  // namespace
}  // namespace keywright
