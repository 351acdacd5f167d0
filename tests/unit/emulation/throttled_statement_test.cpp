// PartiQL: statements are throttled as the requests that they stand for.

#include "throttling.hpp"

namespace keywright {
namespace {

class ThrottledStatementTest : public ThrottlingTest {
 protected:
  static std::string insert(const std::string& pk) {
    return "INSERT INTO \"Tab\" VALUE {'pk': '" + pk + "', 'sk': '1'}";
  }
  static std::string select(const std::string& pk) {
    return "SELECT * FROM \"Tab\" WHERE pk = '" + pk + "' AND sk = '1'";
  }
  std::int64_t stored() { return engine_->scan({.table_name = "Tab"})->count; }
};

TEST_F(ThrottledStatementTest, Alone) {
  create(table(1, 2));
  EXPECT_TRUE(db_->execute_statement({.statement = insert("a")}));
  EXPECT_TRUE(db_->execute_statement({.statement = insert("b")}));
  expect_throttled(db_->execute_statement({.statement = insert("c")}), kProvisionedException,
                   kTableText, "TableWriteProvisionedThroughputExceeded");
  EXPECT_EQ(
      passes(100,
             [&](int) { return db_->execute_statement({.statement = select("a")}).has_value(); }),
      2)
      << "eventually consistent";
  EXPECT_EQ(db_->execute_statement({.statement = "nonsense"}).error().exception,
            "ValidationException");
}

TEST_F(ThrottledStatementTest, InABatchEachByItself) {
  create(table(1, 2));
  const auto done = db_->batch_execute_statement({.statements = {{.statement = insert("a")},
                                                                 {.statement = insert("b")},
                                                                 {.statement = insert("c")},
                                                                 {.statement = insert("d")}}});
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->responses.size(), 4U);
  EXPECT_FALSE(done->responses[0].error);
  EXPECT_FALSE(done->responses[1].error);
  for (const std::size_t i : {2U, 3U}) {
    EXPECT_EQ(done->responses[i].error->code, "ProvisionedThroughputExceeded");
    EXPECT_EQ(done->responses[i].error->message, kTableText);
  }
  EXPECT_EQ(stored(), 2);
}

TEST_F(ThrottledStatementTest, ATransactionIsCancelled) {
  create(table(1, 2));
  const ExecuteTransactionRequest request{
      .transact_statements = {{.statement = insert("a")}, {.statement = insert("b")}}};
  const auto refused = db_->execute_transaction(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[None, ProvisionedThroughputExceeded]");
  EXPECT_EQ(stored(), 0);
  clock_.advance(milliseconds(500));  // one unit more
  EXPECT_TRUE(db_->execute_transaction(request));
}

}  // namespace
}  // namespace keywright
