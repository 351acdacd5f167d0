// ExecuteStatement: PartiQL against tables.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

using List = std::vector<AttributeValue>;

constexpr const char* kNoKey =
    "Where clause does not contain a mandatory equality on all key attributes";

class ExecuteStatementTest : public EngineTest {
 protected:
  void SetUp() override {
    CreateTableRequest request = table_request("music", AttributeType::number);
    request.attribute_definitions.push_back({"lsk", AttributeType::string});
    LocalSecondaryIndex local;
    local.index_name = "local";
    local.key_schema = {{"pk", KeyType::hash}, {"lsk", KeyType::range}};
    local.projection = {ProjectionType::keys_only, {}};
    request.local_secondary_indexes.push_back(local);
    create(std::move(request), {global_index("by_g", "g", "h", ProjectionType::keys_only)});
    for (const char* pk : {"a", "b"}) {
      for (int sk = 1; sk <= 3; ++sk) {
        put("music", {{"pk", pk},
                      {"sk", sk},
                      {"g", "x"},
                      {"h", std::to_string(sk)},
                      {"lsk", std::to_string(9 - sk)},
                      {"n", sk * 10}});
      }
    }
  }

  Result<ExecuteStatementResponse> run(const std::string& statement, List parameters = {}) {
    ExecuteStatementRequest request{.statement = statement};
    if (!parameters.empty()) request.parameters = std::move(parameters);
    return db_->execute_statement(request);
  }
  ExecuteStatementResponse done(const std::string& statement, List parameters = {}) {
    auto result = run(statement, std::move(parameters));
    EXPECT_TRUE(result) << statement << ": " << result.error().message;
    return result ? *std::move(result) : ExecuteStatementResponse();
  }
  /// "a1 a2 b3": the keys of the items.
  static std::string keys(const std::vector<Item>& items) {
    std::string text;
    for (const Item& item : items) {
      if (!text.empty()) text += ' ';
      text += item.find("pk")->as_string();
      text += item.find("sk")->as_number().to_string();
    }
    return text;
  }
  std::string selected(const std::string& rest, List parameters = {}) {
    return keys(done("SELECT * FROM music" + rest, std::move(parameters)).items);
  }
  double cost(const std::string& statement) {
    ExecuteStatementRequest request{.statement = statement};
    request.return_consumed_capacity = ReturnConsumedCapacity::total;
    return db_->execute_statement(request).value().consumed_capacity->capacity_units;
  }
  std::string stored(const std::string& pk, int sk) {
    const auto item = get("music", {{"pk", pk}, {"sk", sk}});
    return item ? to_json(*item) : "none";
  }
};

// SELECT -----------------------------------------------------------------------------------------

TEST_F(ExecuteStatementTest, SelectsOneItemByItsKey) {
  EXPECT_EQ(selected(" WHERE pk = 'a' AND sk = 2"), "a2");
  EXPECT_EQ(selected(" WHERE pk = ? AND sk = ?", {"b", 3}), "b3");
  EXPECT_EQ(selected(" WHERE 2 = sk AND pk = 'a' AND n = 20"), "a2");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND sk = 2 AND n = 21"), "");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND sk = 7"), "");
  EXPECT_EQ(selected(" WHERE pk IN ['a', 'b'] AND sk IN (3, 1)"), "a3 a1 b3 b1");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND pk = 'b' AND sk = 1"), "");
}

TEST_F(ExecuteStatementTest, SelectsPartitionsAndRanges) {
  EXPECT_EQ(selected(" WHERE pk = 'a'"), "a1 a2 a3");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND sk > 1"), "a2 a3");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND 3 > sk AND n > 10"), "a2");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND sk BETWEEN 2 AND 9"), "a2 a3");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND sk > 1 AND sk < 3"), "a2");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND NOT sk = 2"), "a1 a3");
  EXPECT_EQ(selected(" WHERE pk IN ['b', 'a'] AND sk <= 2"), "b1 b2 a1 a2");
  EXPECT_EQ(selected(" WHERE (pk = 'a' AND sk = 1) OR (pk = 'b' AND sk = 2)"), "a1 b2");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND (sk = 1 OR n = 30)"), "a1 a3");
}

TEST_F(ExecuteStatementTest, ScansWhereNoPartitionIsNamed) {
  const auto count = [&](const std::string& rest) {
    return done("SELECT * FROM music" + rest).items.size();
  };
  EXPECT_EQ(count(""), 6U);
  EXPECT_EQ(count(" WHERE sk = 1"), 2U);
  EXPECT_EQ(count(" WHERE pk > 'a'"), 3U);
  EXPECT_EQ(count(" WHERE pk = 'a' OR n = 10"), 4U);
  EXPECT_EQ(count(" WHERE zz IS MISSING AND NOT yy = 1"), 6U);
  EXPECT_EQ(count(" WHERE zz = 1"), 0U);
}

TEST_F(ExecuteStatementTest, SelectsFromIndexes) {
  EXPECT_EQ(keys(done("SELECT * FROM music.by_g WHERE g = 'x' AND h = '2' AND pk = 'b'").items),
            "b2");
  EXPECT_EQ(keys(done("SELECT * FROM \"music\".\"local\" WHERE pk = 'a'").items), "a3 a2 a1");
  EXPECT_EQ(to_json(done("SELECT n FROM music.local WHERE pk = 'a' AND lsk = '7'").items.at(0)),
            R"({"n":{"N":"20"}})");
  EXPECT_EQ(done("SELECT * FROM music.by_g").items.size(), 6U);
  expect_invalid(run("SELECT * FROM music.none"),
                 "The table does not have the specified index: none");
  expect_invalid(run("SELECT n FROM music.by_g"),
                 "One or more parameter values were invalid: Global secondary index by_g does not "
                 "project [n]");
  ExecuteStatementRequest strong{.statement = "SELECT * FROM music.by_g", .consistent_read = true};
  expect_invalid(db_->execute_statement(strong),
                 "Consistent reads are not supported on global secondary indexes");
}

TEST_F(ExecuteStatementTest, OrdersByKeys) {
  EXPECT_EQ(selected(" WHERE pk = 'a' ORDER BY sk"), "a1 a2 a3");
  EXPECT_EQ(selected(" WHERE pk = 'a' ORDER BY sk DESC"), "a3 a2 a1");
  EXPECT_EQ(selected(" WHERE pk = 'a' AND sk IN [3, 1, 2] ORDER BY pk, sk DESC"), "a3 a2 a1");
  EXPECT_EQ(selected(" WHERE pk IN ['a', 'b'] AND sk < 3 ORDER BY pk DESC, sk DESC"),
            "b2 b1 a2 a1");
  EXPECT_EQ(selected(" WHERE pk IN ['b', 'a'] ORDER BY pk ASC"), "a1 a2 a3 b1 b2 b3");
  expect_invalid(run("SELECT * FROM music ORDER BY sk"),
                 "Must have WHERE optional clause when using ORDER BY optional clause.");
  expect_invalid(
      run("SELECT * FROM music WHERE n = 1 ORDER BY sk"),
      "Must have at least one non-optional hash key condition in WHERE clause when using "
      "ORDER BY clause.");
  expect_invalid(run("SELECT * FROM music WHERE pk = 'a' ORDER BY n"),
                 "Attribute n in ORDER BY clause must be part of the primary key");
  expect_invalid(run("SELECT * FROM music WHERE pk IN ['a', 'b'] ORDER BY sk"),
                 "Must have hash key in ORDER BY clause when more than one hash key condition "
                 "specified in WHERE clause.");
}

TEST_F(ExecuteStatementTest, ReadsPageByPage) {
  const auto pages = [&](const std::string& statement, std::int64_t limit) {
    ExecuteStatementRequest request{.statement = statement, .limit = limit};
    std::string text;
    for (int page = 0; page < 20; ++page) {
      const auto response = db_->execute_statement(request).value();
      text += "[" + keys(response.items) + "]";
      request.next_token = response.next_token;
      if (!request.next_token) return text;
    }
    return text + "...";
  };
  EXPECT_EQ(pages("SELECT * FROM music WHERE pk = 'a'", 2), "[a1 a2][a3]");
  EXPECT_EQ(pages("SELECT * FROM music WHERE pk = 'a'", 3), "[a1 a2 a3][]");
  EXPECT_EQ(pages("SELECT * FROM music WHERE pk = 'a' ORDER BY sk DESC", 1), "[a3][a2][a1][]");
  EXPECT_EQ(pages("SELECT * FROM music WHERE pk IN ['a', 'b']", 2), "[a1 a2][a3 b1][b2 b3][]");
  EXPECT_EQ(pages("SELECT * FROM music WHERE pk IN ['a', 'b'] AND n = 30", 2), "[][a3][b3][]");
  EXPECT_EQ(pages("SELECT * FROM music WHERE pk = 'a' AND sk IN [1, 7, 2]", 2), "[a1][a2]");
  EXPECT_EQ(pages("SELECT * FROM music WHERE pk = 'a' AND sk = 1", 1), "[a1]");
  EXPECT_EQ(pages("SELECT * FROM music.by_g WHERE g = 'x' AND h = '2'", 1), "[a2][b2][]");
  const std::string scanned = pages("SELECT * FROM music", 4);
  EXPECT_EQ(std::count(scanned.begin(), scanned.end(), '['), 2) << scanned;

  ExecuteStatementRequest request{.statement = "SELECT * FROM music WHERE pk = 'a'", .limit = 2};
  const auto first = db_->execute_statement(request).value();
  EXPECT_EQ(to_json(*first.last_evaluated_key), R"({"pk":{"S":"a"},"sk":{"N":"2"}})");
}

TEST_F(ExecuteStatementTest, EndsAPageAtAMegabyteWhereverItIs) {
  for (const char* pk : {"x", "y"}) {
    for (int sk = 1; sk <= 2; ++sk) {
      put("music", {{"pk", pk}, {"sk", sk}, {"v", std::string(390'000, 'v')}});
    }
  }
  for (const char* where : {"pk IN ['x', 'y']", "pk IN ['x', 'y'] AND sk IN [1, 2]"}) {
    ExecuteStatementRequest request{.statement = std::string("SELECT * FROM music WHERE ") + where};
    const auto first = db_->execute_statement(request).value();
    EXPECT_EQ(keys(first.items), "x1 x2 y1") << where;
    request.next_token = first.next_token;
    ASSERT_TRUE(request.next_token) << where;
    const auto second = db_->execute_statement(request).value();
    EXPECT_EQ(keys(second.items), "y2") << where;
    EXPECT_FALSE(second.next_token) << where;
  }
}

TEST_F(ExecuteStatementTest, BindsTokensToStatementAndParameters) {
  ExecuteStatementRequest request{.statement = "SELECT * FROM music WHERE pk = ?", .limit = 1};
  request.parameters = List{"a"};
  const auto token = db_->execute_statement(request).value().next_token;
  ASSERT_TRUE(token);
  request.next_token = token;
  request.limit = 5;  // may change
  EXPECT_EQ(keys(db_->execute_statement(request).value().items), "a2 a3");
  request.parameters = List{"b"};
  expect_invalid(db_->execute_statement(request), "NextToken does not match request");
  request.parameters = List{"a"};
  request.statement += " ";
  expect_invalid(db_->execute_statement(request), "NextToken does not match request");
  for (const std::string& bad : {std::string("x"), std::string("AAAA"), *token + "AAAA"}) {
    request.next_token = bad;
    expect_invalid(db_->execute_statement(request), "Invalid NextToken");
  }
}

TEST_F(ExecuteStatementTest, ChecksRequests) {
  ExecuteStatementRequest request;
  const auto expect = [&](const std::string& message) {
    expect_invalid(db_->execute_statement(request), message);
  };
  expect(
      "1 validation error detected: Value '' at 'statement' failed to satisfy constraint: Member "
      "must have length greater than or equal to 1");
  request.statement = "SELECT * FROM music";
  request.parameters = List{};
  expect(
      "1 validation error detected: Value '[]' at 'parameters' failed to satisfy constraint: "
      "Member must have length greater than or equal to 1");
  request.parameters.reset();
  request.limit = 0;
  expect(
      "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member "
      "must have value greater than or equal to 1");
  request.limit.reset();
  request.statement = "SELECT * FROM music WHERE n = '" + std::string(8160, 'x') + "'";
  ASSERT_EQ(request.statement.size(), 8192U);
  EXPECT_FALSE(db_->execute_statement(request).value().next_token);
  request.statement += " ";
  EXPECT_FALSE(db_->execute_statement(request));
  expect_error(run("SELECT * FROM absent"), "ResourceNotFoundException",
               "Requested resource not found");
  expect_invalid(run("SELEC * FROM absent"),
                 "Statement wasn't well formed, can't be processed: Expected data manipulation");
  expect_invalid(run("EXISTS(SELECT * FROM music WHERE pk = 'a' AND sk = 1)"),
                 "EXISTS is supported in ExecuteTransaction only");
  expect_invalid(run("SELECT * FROM music WHERE pk = 1"),
                 "One or more parameter values were invalid: Condition parameter type does not "
                 "match schema type");
  EXPECT_EQ(keys(done("SELECT * FROM \"arn:aws:dynamodb:us-east-1:000000000000:table/music\" WHERE "
                      "pk = 'a' AND sk = 1")
                     .items),
            "a1");
}

TEST_F(ExecuteStatementTest, ChargesForRowsWalked) {
  EXPECT_EQ(cost("SELECT * FROM music WHERE pk = 'a' AND sk = 1"), 0.5);
  EXPECT_EQ(cost("SELECT * FROM music WHERE pk = 'a' AND sk = 9"), 0.5);
  EXPECT_EQ(cost("SELECT * FROM music"), 0.5);
  EXPECT_EQ(cost("UPDATE music SET n = 1 WHERE pk = 'a' AND sk = 1"), 1);
  put("music", {{"pk", "big"}, {"sk", 1}, {"v", std::string(9000, 'x')}});
  EXPECT_EQ(cost("SELECT sk FROM music WHERE pk = 'big' AND v = 'y'"), 1.5);
}

// INSERT -----------------------------------------------------------------------------------------

TEST_F(ExecuteStatementTest, InsertsOnlyWhatIsNotThere) {
  EXPECT_TRUE(done("INSERT INTO music VALUE {'pk': 'c', 'sk': 1, 'l': [1, 'x'], 's': <<'q'>>}")
                  .items.empty());
  EXPECT_EQ(stored("c", 1),
            R"({"l":{"L":[{"N":"1"},{"S":"x"}]},"pk":{"S":"c"},"s":{"SS":["q"]},"sk":{"N":"1"}})");
  expect_error(run("INSERT INTO music VALUE {'pk': 'c', 'sk': 1.0}"), "DuplicateItemException",
               "Duplicate primary key exists in table");
  done("INSERT INTO music VALUE ?", {AttributeValue::map({{"pk", "d"}, {"sk", 1}})});
  EXPECT_EQ(stored("d", 1), R"({"pk":{"S":"d"},"sk":{"N":"1"}})");
  expect_invalid(run("INSERT INTO music VALUE {'pk': 'c'}"),
                 "One or more parameter values were invalid: Missing the key sk in the item");
  expect_invalid(run("INSERT INTO music VALUE {'pk': 'e', 'sk': 1, 'g': 2}"),
                 "One or more parameter values were invalid: Type mismatch for Index Key g "
                 "Expected: S Actual: N IndexName: by_g");
  expect_invalid(
      run("INSERT INTO music VALUE {'pk': 'e', 'sk': 1, 'v': ?}", {std::string(409600, 'x')}),
      "Item size has exceeded the maximum allowed size");
}

// UPDATE and DELETE
// --------------------------------------------------------------------------------

TEST_F(ExecuteStatementTest, UpdatesOneItemThatIsThere) {
  done("UPDATE music SET n = n + 5 REMOVE g SET \"new\" = ? WHERE pk = 'a' AND sk = 1", {"v"});
  EXPECT_EQ(stored("a", 1),
            R"({"h":{"S":"1"},"lsk":{"S":"8"},"n":{"N":"15"},"new":{"S":"v"},"pk":{"S":"a"},)"
            R"("sk":{"N":"1"}})");
  const char* failed = "The conditional request failed";
  expect_error(run("UPDATE music SET n = 1 WHERE pk = 'z' AND sk = 1"),
               "ConditionalCheckFailedException", failed);
  EXPECT_EQ(stored("z", 1), "none");
  expect_error(run("UPDATE music SET n = 1 WHERE pk = 'a' AND sk = 1 AND n = 99"),
               "ConditionalCheckFailedException", failed);
  expect_error(run("UPDATE music SET n = 1 WHERE pk = 'a' AND sk = 1 AND sk = 2"),
               "ConditionalCheckFailedException", failed);
  expect_invalid(run("UPDATE music SET n = 1 WHERE pk = 'a'"), kNoKey);
  expect_invalid(run("UPDATE music SET n = 1 WHERE pk = 'a' OR sk = 1"), kNoKey);
  expect_invalid(run("UPDATE music SET n = 1"), kNoKey);
  expect_invalid(run("UPDATE music SET pk = 'b' WHERE pk = 'a' AND sk = 1"),
                 "One or more parameter values were invalid: Cannot update attribute pk. This "
                 "attribute is part of the key");
  expect_invalid(run("UPDATE music SET n = 1 WHERE pk = 1 AND sk = 1"),
                 "The provided key element does not match the schema");
  expect_invalid(run("UPDATE music SET n = gone WHERE pk = 'a' AND sk = 1"),
                 "The provided expression refers to an attribute that does not exist in the item");
}

TEST_F(ExecuteStatementTest, ReturnsWhatRETURNINGAsksFor) {
  const auto returned = [&](const std::string& what, const std::string& rest = "SET n = n + 1") {
    const auto items =
        done("UPDATE music " + rest + " WHERE pk = 'a' AND sk = 1 RETURNING " + what).items;
    return items.empty() ? "none" : to_json(items.at(0));
  };
  EXPECT_EQ(returned("MODIFIED OLD *"), R"({"n":{"N":"10"}})");
  EXPECT_EQ(returned("MODIFIED NEW *"), R"({"n":{"N":"12"}})");
  EXPECT_EQ(returned("MODIFIED NEW *", "REMOVE g"), "none");
  EXPECT_EQ(returned("ALL OLD *", "SET n = 0 REMOVE h REMOVE lsk"),
            R"({"h":{"S":"1"},"lsk":{"S":"8"},"n":{"N":"12"},"pk":{"S":"a"},"sk":{"N":"1"}})");
  EXPECT_EQ(returned("ALL NEW *"), R"({"n":{"N":"1"},"pk":{"S":"a"},"sk":{"N":"1"}})");
  EXPECT_EQ(
      to_json(done("DELETE FROM music WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD *").items.at(0)),
      R"({"n":{"N":"1"},"pk":{"S":"a"},"sk":{"N":"1"}})");
  EXPECT_TRUE(
      done("DELETE FROM music WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD *").items.empty());
}

TEST_F(ExecuteStatementTest, DeletesOneItemOrNothing) {
  expect_error(run("DELETE FROM music WHERE pk = 'a' AND sk = 1 AND n = 99"),
               "ConditionalCheckFailedException", "The conditional request failed");
  EXPECT_TRUE(done("DELETE FROM music WHERE pk = 'a' AND sk = 1 AND n = 10").items.empty());
  EXPECT_EQ(stored("a", 1), "none");
  done("DELETE FROM music WHERE pk = 'a' AND sk = 1");
  done("DELETE FROM music WHERE pk = 'a' AND sk = 1 AND n = 10");  // nothing there: no condition
  expect_invalid(run("DELETE FROM music WHERE sk = 1"), kNoKey);
  expect_invalid(run("DELETE FROM music"), kNoKey);
  EXPECT_EQ(selected(" WHERE pk = 'a'"), "a2 a3");
}

TEST_F(ExecuteStatementTest, ReturnsTheItemThatFailedTheCondition) {
  ExecuteStatementRequest request{
      .statement = "UPDATE music SET n = 1 REMOVE g WHERE pk = 'a' AND sk = 1 AND n = 99"};
  const auto without = db_->execute_statement(request);
  ASSERT_FALSE(without);
  EXPECT_FALSE(without.error().item);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  const auto with = db_->execute_statement(request);
  ASSERT_FALSE(with);
  ASSERT_TRUE(with.error().item);
  EXPECT_EQ(to_json(*with.error().item), stored("a", 1));
}

TEST_F(ExecuteStatementTest, MeasuresUpdatesFlat) {
  // UpdateItem would add the bytes of its actions and refuse.
  const std::string most(409600 - std::string("pkzskv").size() - 2 - 1, 'x');
  done("INSERT INTO music VALUE {'pk': 'z', 'sk': 1}");
  done("UPDATE music SET v = ? WHERE pk = 'z' AND sk = 1", {most});
  EXPECT_EQ(get("music", {{"pk", "z"}, {"sk", 1}})->size_in_bytes(), 409599U);
  expect_invalid(run("UPDATE music SET v = ? WHERE pk = 'z' AND sk = 1", {most + "yy"}),
                 "Item size to update has exceeded the maximum allowed size");
}

TEST_F(ExecuteStatementTest, APageIsAMegabyteOfAllPartitionsTogether) {
  for (const char* pk : {"p", "q"}) {
    for (int sk = 0; sk < 9; ++sk) {
      put("music", {{"pk", pk}, {"sk", sk}, {"v", std::string(150'000, 'x')}});
    }
  }
  ExecuteStatementRequest request{.statement = "SELECT * FROM music WHERE pk IN ('p', 'q')"};
  const auto first = db_->execute_statement(request).value();
  EXPECT_EQ(keys(first.items), "p0 p1 p2 p3 p4 p5 p6");
  request.next_token = first.next_token;
  const auto second = db_->execute_statement(request).value();
  EXPECT_EQ(keys(second.items), "p7 p8 q0 q1 q2 q3 q4");
  request.next_token = second.next_token;
  const auto rest = db_->execute_statement(request).value();
  EXPECT_EQ(keys(rest.items), "q5 q6 q7 q8");
  EXPECT_FALSE(rest.next_token);
}

TEST_F(ExecuteStatementTest, APageOfWhatInNamesHasTenItems) {
  std::string listed;
  for (int sk = 0; sk < 12; ++sk) {
    put("music", {{"pk", "p"}, {"sk", sk}});
    put("music", {{"pk", "q"}, {"sk", sk}});
    listed += (sk == 0 ? "" : ", ") + std::to_string(sk);
  }
  const auto pages = [&](const std::string& where, std::optional<std::int64_t> limit) {
    ExecuteStatementRequest request{.statement = "SELECT * FROM music WHERE " + where,
                                    .limit = limit};
    std::string sizes;
    do {
      const auto response = db_->execute_statement(request).value();
      sizes += std::to_string(response.items.size()) + " ";
      request.next_token = response.next_token;
    } while (request.next_token);
    return sizes;
  };
  EXPECT_EQ(pages("pk IN ['p', 'q']", std::nullopt), "10 10 4 ");
  EXPECT_EQ(pages("pk IN ['p', 'q']", 20), "10 10 4 ");
  EXPECT_EQ(pages("pk = 'p' AND sk IN [" + listed + "]", std::nullopt), "10 2 ");
  EXPECT_EQ(pages("pk = 'p'", std::nullopt), "12 ");
}

TEST_F(ExecuteStatementTest, AnInOfPartitionsHasFiftyValues) {
  const auto with = [](std::string_view attribute, int count) {
    std::string text = "SELECT * FROM music WHERE " + std::string(attribute) + " IN [";
    for (int i = 0; i < count; ++i) text += (i == 0 ? "'" : ", '") + std::to_string(i) + "'";
    return text + "]";
  };
  EXPECT_TRUE(run(with("pk", 50)));
  EXPECT_TRUE(run(with("v", 100)));
  expect_invalid(run(with("pk", 51)),
                 "The IN operator is provided with too many operands; number of operands: 51");
}

}  // namespace
}  // namespace keywright
