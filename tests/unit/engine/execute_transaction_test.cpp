// BatchExecuteStatement and ExecuteTransaction.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

using Statements = std::vector<std::string>;

class StatementsTest : public EngineTest {
 protected:
  void SetUp() override {
    create(table_request("one"), {global_index("by_g", "g")});
    create(table_request("two", AttributeType::number));
    put("one", {{"pk", "a"}, {"n", 1}, {"g", "x"}});
    put("one", {{"pk", "b"}, {"n", 2}});
    put("two", {{"pk", "a"}, {"sk", 1}, {"n", 3}});
  }

  Result<BatchExecuteStatementResponse> batch(const Statements& statements) {
    BatchExecuteStatementRequest request;
    for (const std::string& text : statements) request.statements.push_back({.statement = text});
    request.return_consumed_capacity = ReturnConsumedCapacity::total;
    return db_->batch_execute_statement(request);
  }
  /// Each result on a line: the table, and the item or the error.
  std::string batch_text(const Statements& statements) {
    const auto response = batch(statements);
    if (!response) return response.error().message;
    std::string text;
    for (const auto& result : response->responses) {
      text += result.table_name;
      if (result.error) text += " " + result.error->code + ": " + result.error->message;
      if (result.item) text += " " + to_json(*result.item);
      text += "\n";
    }
    return text;
  }

  static ExecuteTransactionRequest transaction(const Statements& statements) {
    ExecuteTransactionRequest request;
    for (const std::string& text : statements) {
      request.transact_statements.push_back({.statement = text});
    }
    return request;
  }
  Result<ExecuteTransactionResponse> transact(const Statements& statements) {
    return db_->execute_transaction(transaction(statements));
  }
  /// The codes of the reasons, or the message of another error.
  std::string cancelled(const Statements& statements) {
    const auto result = transact(statements);
    if (result) return "done";
    if (result.error().exception != "TransactionCanceledException") return result.error().message;
    std::string text;
    for (const auto& reason : result.error().reasons) {
      if (!text.empty()) text += ", ";
      text += reason.code;
    }
    return text;
  }
  std::string stored(const std::string& pk) {
    const auto item = get("one", {{"pk", pk}});
    return item ? to_json(*item) : "none";
  }
};

// BatchExecuteStatement
// ----------------------------------------------------------------------------

TEST_F(StatementsTest, ABatchReadsItemsByTheirKeys) {
  EXPECT_EQ(
      batch_text({"SELECT * FROM one WHERE pk = 'a'", "SELECT n FROM two WHERE pk = 'a' AND sk = 1",
                  "SELECT * FROM one WHERE pk = 'absent'"}),
      "one {\"g\":{\"S\":\"x\"},\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"a\"}}\n"
      "two {\"n\":{\"N\":\"3\"}}\n"
      "one\n");
}

TEST_F(StatementsTest, ABatchReportsWhatIsWrongWithEachRead) {
  const std::string key =
      " ValidationError: Select statements within BatchExecuteStatement must specify the primary "
      "key in the where clause.\n";
  EXPECT_EQ(batch_text({"SELECT * FROM two WHERE pk = 'a'", "SELECT * FROM one.by_g WHERE g = 'x'",
                        "SELECT * FROM one", "SELECT * FROM one WHERE pk = 'a' AND n = 1",
                        "SELECT * FROM one WHERE pk = 'a' AND NOT pk = 'a'",
                        "SELECT * FROM gone WHERE pk = 'a'", "NONSENSE",
                        "SELECT * FROM one WHERE pk = 1", "SELECT n FROM one WHERE pk = 'b'"}),
            "two" + key + "one" + key + "one" + key + "one" + key + "one" + key +
                "gone ResourceNotFound: Requested resource not found\n"
                " ValidationError: Statement wasn't well formed, can't be processed: Expected data "
                "manipulation\n"
                "one ValidationError: The provided key element does not match the schema\n"
                "one {\"n\":{\"N\":\"2\"}}\n");
}

TEST_F(StatementsTest, ABatchWritesEachStatementByItself) {
  EXPECT_EQ(
      batch_text({"INSERT INTO one VALUE {'pk': 'a'}",
                  "UPDATE one SET n = 9 WHERE pk = 'b' AND n = 7",
                  "UPDATE two SET n = 9 WHERE pk = 'a' AND sk = 1 RETURNING ALL NEW *",
                  "DELETE FROM one WHERE pk = 'absent'", "INSERT INTO one VALUE {'pk': 'c'}"}),
      "one DuplicateItem: Duplicate primary key exists in table\n"
      "one ConditionalCheckFailed: The conditional request failed\n"
      "two {\"n\":{\"N\":\"9\"},\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}\n"
      "one\n"
      "one\n");
  EXPECT_EQ(stored("c"), R"({"pk":{"S":"c"}})");
}

TEST_F(StatementsTest, ABatchIsRefusedAsAWhole) {
  EXPECT_EQ(batch_text({}),
            "1 validation error detected: Value '[]' at 'statements' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1");
  EXPECT_EQ(batch_text(Statements(26, "SELECT * FROM one WHERE pk = 'a'")),
            "1 validation error detected: Value '[...]' at 'statements' failed to satisfy "
            "constraint: Member must have length less than or equal to 25");
  EXPECT_EQ(batch_text({"SELECT * FROM one WHERE pk = 'a'", "DELETE FROM one WHERE pk = 'b'"}),
            "A batch consists of either reads or writes: it cannot have both");
  EXPECT_EQ(batch_text({"DELETE FROM one WHERE pk = 'a'", "INSERT INTO one VALUE {'pk': 'a'}"}),
            "Provided list of item keys contains duplicates");
  EXPECT_NE(stored("a"), "none");
}

TEST_F(StatementsTest, ABatchCostsWhatItsStatementsCost) {
  const auto cost = batch({"INSERT INTO one VALUE {'pk': 'c'}", "DELETE FROM one WHERE pk = 'b'",
                           "UPDATE two SET n = 1 WHERE pk = 'a' AND sk = 1"})
                        .value()
                        .consumed_capacity;
  ASSERT_EQ(cost.size(), 2U);
  EXPECT_EQ(cost[0].capacity_units, 2);
  EXPECT_EQ(cost[1].capacity_units, 1);
}

// ExecuteTransaction
// -------------------------------------------------------------------------------

TEST_F(StatementsTest, ATransactionReadsItemsTogether) {
  const auto response =
      transact({"SELECT * FROM one WHERE pk = 'b'", "SELECT n FROM two WHERE pk = 'a' AND sk = 1",
                "SELECT * FROM one WHERE pk = 'absent'"})
          .value();
  ASSERT_EQ(response.responses.size(), 3U);
  EXPECT_EQ(to_json(*response.responses[0]), R"({"n":{"N":"2"},"pk":{"S":"b"}})");
  EXPECT_EQ(to_json(*response.responses[1]), R"({"n":{"N":"3"}})");
  EXPECT_FALSE(response.responses[2]);
}

TEST_F(StatementsTest, ATransactionWritesAllOrNothing) {
  const auto response =
      transact({"EXISTS(SELECT * FROM one WHERE pk = 'b' AND n = 2)",
                "UPDATE one SET n = n + 1 WHERE pk = 'a'", "INSERT INTO one VALUE {'pk': 'c'}",
                "DELETE FROM two WHERE pk = 'a' AND sk = 1"})
          .value();
  EXPECT_EQ(response.responses.size(), 4U);
  EXPECT_EQ(stored("a"), R"({"g":{"S":"x"},"n":{"N":"2"},"pk":{"S":"a"}})");
  EXPECT_EQ(stored("c"), R"({"pk":{"S":"c"}})");
  EXPECT_FALSE(get("two", {{"pk", "a"}, {"sk", 1}}));

  EXPECT_EQ(cancelled({"UPDATE one SET n = 100 WHERE pk = 'a'", "INSERT INTO one VALUE {'pk': 'c'}",
                       "EXISTS(SELECT * FROM one WHERE pk = 'b' AND n = 3)",
                       "UPDATE one SET n = 1 WHERE pk = 'absent'"}),
            "None, DuplicateItem, ConditionalCheckFailed, ConditionalCheckFailed");
  EXPECT_EQ(stored("a"), R"({"g":{"S":"x"},"n":{"N":"2"},"pk":{"S":"a"}})");
}

TEST_F(StatementsTest, ATransactionSaysWhyItWasCancelled) {
  auto request = transaction(
      {"UPDATE one SET n = 1 WHERE pk = 'b' AND n = 7", "UPDATE one SET n = gone WHERE pk = 'a'"});
  request.transact_statements[0].return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::all_old;
  const auto result = db_->execute_transaction(request);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().exception, "TransactionCanceledException");
  EXPECT_EQ(result.error().message,
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[ConditionalCheckFailed, ValidationError]");
  const auto& reasons = result.error().reasons;
  EXPECT_EQ(reasons[0].message, "The conditional request failed");
  EXPECT_EQ(to_json(*reasons[0].item), stored("b"));
  EXPECT_EQ(reasons[1].message,
            "The provided expression refers to an attribute that does not exist in the item");
}

TEST_F(StatementsTest, ATransactionIsRefusedAsAWhole) {
  EXPECT_EQ(cancelled({}),
            "1 validation error detected: Value '[]' at 'transactStatements' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1");
  EXPECT_EQ(cancelled(Statements(101, "DELETE FROM one WHERE pk = 'a'")),
            "1 validation error detected: Value '[...]' at 'transactStatements' failed to satisfy "
            "constraint: Member must have length less than or equal to 100");
  EXPECT_EQ(cancelled({"SELECT * FROM one WHERE pk = 'a'", "DELETE FROM one WHERE pk = 'b'"}),
            "A transaction consists of either reads or writes: it cannot have both");
  EXPECT_EQ(cancelled({"DELETE FROM one WHERE pk = 'a'", "UPDATE one SET n = 1 WHERE pk = 'a'"}),
            "Transaction request cannot include multiple operations on one item");
  EXPECT_EQ(cancelled({"SELECT * FROM one.by_g WHERE g = 'x'"}),
            "Select statements within ExecuteTransaction may not name an index");
  EXPECT_EQ(cancelled({"SELECT * FROM one WHERE n = 1"}),
            "Select statements within ExecuteTransaction must specify the primary key in the where "
            "clause.");
  EXPECT_EQ(cancelled({"DELETE FROM two WHERE pk = 'a'"}),
            "Where clause does not contain a mandatory equality on all key attributes");
  EXPECT_EQ(cancelled({"DELETE FROM gone WHERE pk = 'a'"}), "Requested resource not found");
  EXPECT_EQ(cancelled({"DELETE FROM one WHERE pk = 1", "DELETE FROM one WHERE pk = 'a'"}),
            "ValidationError, None");
}

TEST_F(StatementsTest, ATokenStandsForOneTransaction) {
  auto request = transaction({"UPDATE one SET n = n + 1 WHERE pk = 'b'"});
  request.client_request_token = "token";
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  EXPECT_EQ(db_->execute_transaction(request).value().consumed_capacity.at(0).write_capacity_units,
            2);
  EXPECT_EQ(db_->execute_transaction(request).value().consumed_capacity.at(0).read_capacity_units,
            2);
  EXPECT_EQ(stored("b"), R"({"n":{"N":"3"},"pk":{"S":"b"}})");
  request.transact_statements[0].statement = "UPDATE one SET n = n + 2 WHERE pk = 'b'";
  const auto other = db_->execute_transaction(request);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().exception, "IdempotentParameterMismatchException");
  // TransactWriteItems has tokens of its own.
  TransactWriteItemsRequest items;
  items.transact_items.push_back(TransactDelete{.table_name = "one", .key = {{"pk", "b"}}});
  items.client_request_token = "token";
  EXPECT_TRUE(db_->transact_write_items(items));
  EXPECT_EQ(stored("b"), "none");
}

}  // namespace
}  // namespace keywright
