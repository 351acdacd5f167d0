#include <keywright/conflicting_database.hpp>
#include <keywright/engine.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

class ConflictingDatabaseTest : public testing::Test {
 protected:
  void SetUp() override {
    CreateTableRequest request;
    request.table_name = "Tab";
    request.key_schema = {{"pk", KeyType::hash}};
    request.attribute_definitions = {{"pk", AttributeType::string}};
    request.billing_mode = BillingMode::pay_per_request;
    ASSERT_TRUE(engine_->create_table(request));
  }
  static TransactWriteItemsRequest write() {
    return {.transact_items = {TransactPut{.table_name = "Tab", .item = {{"pk", "a"}}},
                               TransactPut{.table_name = "Tab", .item = {{"pk", "b"}}}}};
  }
  /// Which of many puts conflict, as a line of x and dots.
  std::string pattern(ConflictOptions options, int calls) {
    ConflictingDatabase db(*engine_, options);
    std::string line;
    for (int i = 0; i < calls; ++i) {
      line += db.put_item({.table_name = "Tab", .item = {{"pk", "a"}}}) ? '.' : 'x';
    }
    return line;
  }
  std::int64_t stored() { return engine_->scan({.table_name = "Tab"})->count; }

  std::unique_ptr<Engine> engine_ = Engine::in_memory({.seed = 1});
};

TEST_F(ConflictingDatabaseTest, SingleWritesFail) {
  ConflictingDatabase db(*engine_, {.rate = 1, .seed = 1});
  const auto put = db.put_item({.table_name = "Tab", .item = {{"pk", "a"}}});
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().exception, "TransactionConflictException");
  EXPECT_EQ(put.error().message, "Transaction is ongoing for the item");
  EXPECT_EQ(put.error().code, ErrorCode::conflict);
  EXPECT_TRUE(put.error().retryable);
  EXPECT_FALSE(db.update_item({.table_name = "Tab", .key = {{"pk", "a"}}}));
  EXPECT_FALSE(db.delete_item({.table_name = "Tab", .key = {{"pk", "a"}}}));
  EXPECT_EQ(stored(), 0);
  EXPECT_TRUE(db.get_item({.table_name = "Tab", .key = {{"pk", "a"}}})) << "reads do not conflict";
}

TEST_F(ConflictingDatabaseTest, TransactionsAreCancelledForOneOfTheirItems) {
  ConflictingDatabase db(*engine_, {.rate = 1, .seed = 1});
  const auto cancelled = db.transact_write_items(write());
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().exception, "TransactionCanceledException");
  std::vector<std::string> codes;
  for (const auto& reason : cancelled.error().reasons) {
    codes.push_back(reason.code);
    EXPECT_EQ(reason.message, reason.code == "None" ? "" : "Transaction is ongoing for the item");
  }
  std::sort(codes.begin(), codes.end());
  EXPECT_EQ(codes, (std::vector<std::string>{"None", "TransactionConflict"}));
  EXPECT_TRUE(cancelled.error().retryable);
  EXPECT_EQ(stored(), 0);

  const auto read =
      db.transact_get_items({.transact_items = {{.table_name = "Tab", .key = {{"pk", "a"}}}}});
  EXPECT_EQ(read.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[TransactionConflict]");
  EXPECT_EQ(db.transact_write_items({}).error().exception, "ValidationException");
}

TEST_F(ConflictingDatabaseTest, HappensAtItsRateAndByItsSeed) {
  const auto line = pattern({.rate = 0.25, .seed = 7}, 1000);
  const auto conflicts = std::count(line.begin(), line.end(), 'x');
  EXPECT_GT(conflicts, 200);
  EXPECT_LT(conflicts, 300);
  EXPECT_EQ(pattern({.rate = 0.25, .seed = 7}, 1000), line);
  EXPECT_NE(pattern({.rate = 0.25, .seed = 8}, 1000), line);
  EXPECT_EQ(pattern({.rate = 0, .seed = 7}, 100), std::string(100, '.'));
}

TEST_F(ConflictingDatabaseTest, WhatIsRefusedAnyhowMeetsNobody) {
  ConflictingDatabase db(*engine_, {.rate = 1, .seed = 1});
  const auto fault = [](const auto& result) {
    return result ? std::string("none") : result.error().exception;
  };
  const auto same = [&](const auto& request, auto operation) {
    const auto wanted = (static_cast<Database&>(*engine_).*operation)(request);
    const auto got = (static_cast<Database&>(db).*operation)(request);
    ASSERT_FALSE(wanted);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().exception, wanted.error().exception);
    EXPECT_EQ(got.error().message, wanted.error().message);
  };
  same(PutItemRequest{.table_name = "Tab", .item = {{"n", 1}}}, &Database::put_item);
  same(PutItemRequest{.table_name = "Missing", .item = {{"pk", "a"}}}, &Database::put_item);
  PutItemRequest put{.table_name = "Tab", .item = {{"pk", "a"}}};
  for (const char* wrong : {"", "pk =", "((attribute_exists(pk)))", "attribute_exists(#p)"}) {
    put.condition_expression = wrong;
    same(put, &Database::put_item);
  }
  for (const char* right : {"attribute_exists(pk)", "(attribute_exists(pk))",
                            "attribute_exists(x) OR attribute_not_exists(x)",
                            "(attribute_exists(x)) OR (attribute_not_exists(x))"}) {
    put.condition_expression = right;
    EXPECT_EQ(fault(db.put_item(put)), "TransactionConflictException") << right;
  }
  TransactWriteItemsRequest missing{
      .transact_items = {TransactPut{.table_name = "Missing", .item = {{"pk", "a"}}}}};
  same(missing, &Database::transact_write_items);
  same(TransactGetItemsRequest{.transact_items = {{.table_name = "Missing", .key = {{"pk", "a"}}}}},
       &Database::transact_get_items);
  EXPECT_EQ(stored(), 0);
}

TEST_F(ConflictingDatabaseTest, StatementsThatWriteConflict) {
  ConflictingDatabase db(*engine_, {.rate = 1, .seed = 1});
  for (const char* text : {"INSERT INTO Tab VALUE {'pk': 'a'}", "DELETE FROM Tab WHERE pk = 'a'",
                           "UPDATE Tab SET n = 1 WHERE pk = 'a'"}) {
    const auto done = db.execute_statement({.statement = text});
    ASSERT_FALSE(done) << text;
    EXPECT_EQ(done.error().exception, "TransactionConflictException");
  }
  EXPECT_TRUE(db.execute_statement({.statement = "SELECT * FROM Tab"}));
  EXPECT_EQ(
      db.execute_statement({.statement = "DELETE FROM Nowhere WHERE pk = 'a'"}).error().exception,
      "ResourceNotFoundException");
  EXPECT_EQ(stored(), 0);
}

}  // namespace
}  // namespace keywright
