// Query: which items a key condition finds, in which order, page by page; what is returned of them,
// and what it costs.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

using Texts = std::vector<std::string>;

/// The string attribute of every item, "-" where there is none.
Texts column(const std::vector<Item>& items, std::string_view attribute) {
  Texts texts;
  for (const Item& item : items) {
    const auto value = item.find(attribute);
    texts.emplace_back(value ? value->as_string() : "-");
  }
  return texts;
}

class QueryTest : public EngineTest {
 protected:
  void SetUp() override { create(table_request("Tab", AttributeType::string)); }

  void put_sorted(const Texts& sort_keys, const std::string& pk = "p") {
    for (const auto& sk : sort_keys) put("Tab", {{"pk", pk}, {"sk", sk}});
  }
  /// `pk = :p`, :p being "p", AND the rest.
  QueryRequest request(const std::string& rest = "", ExpressionAttributeValues values = {}) {
    QueryRequest query;
    query.table_name = "Tab";
    query.key_condition_expression = rest.empty() ? "pk = :p" : "pk = :p AND " + rest;
    query.expression_attribute_values = std::move(values);
    query.expression_attribute_values.emplace_back(":p", "p");
    return query;
  }
  Texts sort_keys(const QueryRequest& query) {
    const auto found = db_->query(query);
    EXPECT_TRUE(found) << found.error().message;
    return found ? column(found->items, "sk") : Texts{};
  }
};

TEST_F(QueryTest, FindsThePartitionInOrder) {
  put_sorted({"b", "a", "B", "ab", "\xc3\xa9", "10", "9"});
  put_sorted({"other"}, "q");
  EXPECT_EQ(sort_keys(request()), (Texts{"10", "9", "B", "a", "ab", "b", "\xc3\xa9"}));
  QueryRequest backward = request();
  backward.scan_index_forward = false;
  EXPECT_EQ(sort_keys(backward), (Texts{"\xc3\xa9", "b", "ab", "a", "B", "9", "10"}));
}

TEST_F(QueryTest, HasEveryOperatorOnTheSortKey) {
  put_sorted({"a", "b", "ba", "bb", "c"});
  const auto with = [&](const std::string& rest) {
    return sort_keys(request(rest, {{":v", "b"}}));
  };
  EXPECT_EQ(with("sk = :v"), (Texts{"b"}));
  EXPECT_EQ(with("sk < :v"), (Texts{"a"}));
  EXPECT_EQ(with("sk <= :v"), (Texts{"a", "b"}));
  EXPECT_EQ(with("sk > :v"), (Texts{"ba", "bb", "c"}));
  EXPECT_EQ(with("sk >= :v"), (Texts{"b", "ba", "bb", "c"}));
  EXPECT_EQ(with(":v >= sk"), (Texts{"a", "b"}));
  EXPECT_EQ(with("begins_with(sk, :v)"), (Texts{"b", "ba", "bb"}));
  EXPECT_EQ(sort_keys(request("sk BETWEEN :v AND :w", {{":v", "b"}, {":w", "bb"}})),
            (Texts{"b", "ba", "bb"}));
  EXPECT_EQ(sort_keys(request("sk BETWEEN :v AND :w", {{":v", "x"}, {":w", "x"}})), Texts{});
}

TEST_F(QueryTest, TellsApartKeysWithZeroAndHighBytes) {
  create(table_request("Bytes", AttributeType::binary));
  const std::vector<std::string> keys{
      std::string("\0", 1),     std::string("\0\0", 2),    std::string("\0\1", 2),
      std::string("\0\xff", 2), std::string("\1", 1),      std::string("a", 1),
      std::string("a\0", 2),    std::string("a\0\xff", 3), std::string("a\1", 2),
      std::string("\xff", 1),   std::string("\xff\0", 2),  std::string("\xff\xff", 2)};
  for (const auto& key : keys) {
    put("Bytes", {{"pk", "p"}, {"sk", AttributeValue::binary(key)}});
  }
  const auto find = [&](const std::string& rest, const std::string& value) {
    QueryRequest query = request(rest, {{":v", AttributeValue::binary(value)}});
    query.table_name = "Bytes";
    std::vector<std::string> found;
    const auto page = db_->query(query).value();
    for (const Item& item : page.items) found.emplace_back(item.find("sk")->as_binary());
    return found;
  };
  for (const auto& value : keys) {
    std::vector<std::string> less, greater, beginning;
    for (const auto& key : keys) {
      if (key < value) less.push_back(key);
      if (key > value) greater.push_back(key);
      if (key.starts_with(value)) beginning.push_back(key);
    }
    EXPECT_EQ(find("sk < :v", value), less);
    EXPECT_EQ(find("sk > :v", value), greater);
    EXPECT_EQ(find("sk = :v", value), std::vector<std::string>{value});
    EXPECT_EQ(find("begins_with(sk, :v)", value), beginning);
  }
}

TEST_F(QueryTest, OrdersNumbersByValue) {
  create(table_request("Numbers", AttributeType::number));
  for (const char* text : {"10", "9", "-1", "-10", "0", "0.5", "1e20", "-1e-20"}) {
    put("Numbers", {{"pk", "p"}, {"sk", Number::parse(text).value()}});
  }
  QueryRequest query = request("sk BETWEEN :l AND :h", {{":l", -1}, {":h", 10}});
  query.table_name = "Numbers";
  Texts found;
  const auto page = db_->query(query).value();
  for (const Item& item : page.items) found.push_back(item.find("sk")->as_number().to_string());
  EXPECT_EQ(found, (Texts{"-1", "-0.00000000000000000001", "0", "0.5", "9", "10"}));
}

// Pages

TEST_F(QueryTest, PagesEndAtTheLimitAndSayWhereTheNextBegins) {
  put_sorted({"a", "b", "c", "d"});
  QueryRequest query = request();
  query.limit = 2;
  auto page = db_->query(query).value();
  EXPECT_EQ(column(page.items, "sk"), (Texts{"a", "b"}));
  EXPECT_EQ(page.last_evaluated_key, (Key{{"pk", "p"}, {"sk", "b"}}));
  query.exclusive_start_key = page.last_evaluated_key;
  page = db_->query(query).value();
  EXPECT_EQ(column(page.items, "sk"), (Texts{"c", "d"}));
  EXPECT_EQ(page.last_evaluated_key, (Key{{"pk", "p"}, {"sk", "d"}}))
      << "the limit ended the page, though nothing follows";
  query.exclusive_start_key = page.last_evaluated_key;
  page = db_->query(query).value();
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.last_evaluated_key, std::nullopt);
}

TEST_F(QueryTest, AStartKeyNeedNotExistAndWorksBackwards) {
  put_sorted({"a", "b", "d"});
  QueryRequest query = request();
  query.exclusive_start_key = Key{{"pk", "p"}, {"sk", "c"}};
  EXPECT_EQ(sort_keys(query), (Texts{"d"}));
  query.scan_index_forward = false;
  EXPECT_EQ(sort_keys(query), (Texts{"b", "a"}));
}

TEST_F(QueryTest, TheLimitCountsWhatIsEvaluated) {
  for (int i = 0; i < 6; ++i) {
    put("Tab", {{"pk", "p"}, {"sk", std::to_string(i)}, {"even", i % 2 == 0}});
  }
  QueryRequest query = request("", {{":yes", true}});
  query.filter_expression = "even = :yes";
  query.limit = 3;
  const auto page = db_->query(query).value();
  EXPECT_EQ(column(page.items, "sk"), (Texts{"0", "2"}));
  EXPECT_EQ(page.count, 2);
  EXPECT_EQ(page.scanned_count, 3);
  EXPECT_EQ(page.last_evaluated_key, (Key{{"pk", "p"}, {"sk", "2"}}));
}

TEST_F(QueryTest, PagesEndBehindOneMegabyte) {
  const std::string text(300'000, 'x');
  for (const char* sk : {"a", "b", "c", "d", "e"}) {
    put("Tab", {{"pk", "p"}, {"sk", sk}, {"text", text}});
  }
  QueryRequest query = request();
  query.return_consumed_capacity = ReturnConsumedCapacity::total;
  auto page = db_->query(query).value();
  EXPECT_EQ(column(page.items, "sk"), (Texts{"a", "b", "c", "d"}));
  EXPECT_EQ(page.last_evaluated_key, (Key{{"pk", "p"}, {"sk", "d"}}));
  // 4 * (2+1 + 2+1 + 4+300000) bytes are 293 units of 4 KB
  EXPECT_EQ(page.consumed_capacity->capacity_units, 146.5);
  query.exclusive_start_key = page.last_evaluated_key;
  page = db_->query(query).value();
  EXPECT_EQ(column(page.items, "sk"), (Texts{"e"}));
  EXPECT_EQ(page.last_evaluated_key, std::nullopt);
}

TEST_F(QueryTest, RefusesStartKeysOfElsewhere) {
  QueryRequest query = request("sk < :v", {{":v", "m"}});
  const auto start = [&](Key key) {
    query.exclusive_start_key = std::move(key);
    return db_->query(query);
  };
  expect_invalid(start({{"pk", "p"}}), "The provided starting key is invalid");
  expect_invalid(start({{"pk", "p"}, {"sk", 1}}), "The provided starting key is invalid");
  expect_invalid(start({{"pk", "p"}, {"sk", "a"}, {"x", "a"}}),
                 "The provided starting key is invalid");
  expect_invalid(
      start({{"pk", "q"}, {"sk", "a"}}),
      "The provided starting key is outside query boundaries based on provided conditions");
  expect_invalid(start({{"pk", "p"}, {"sk", "z"}}),
                 "The provided starting key does not match the range key predicate");
}

TEST_F(QueryTest, ATableWithoutSortKeyHasNoSecondPage) {
  create(table_request("Hash"));
  put("Hash", {{"pk", "p"}});
  QueryRequest query = request();
  query.table_name = "Hash";
  query.limit = 1;
  const auto page = db_->query(query).value();
  EXPECT_EQ(page.items, (std::vector<Item>{{{"pk", "p"}}}));
  EXPECT_EQ(page.last_evaluated_key, std::nullopt);
  query.exclusive_start_key = Key{{"pk", "p"}};
  expect_invalid(db_->query(query), "The query can return at most one row and cannot be restarted");
}

// What is returned

TEST_F(QueryTest, CountsWithoutItems) {
  put_sorted({"a", "b", "c"});
  QueryRequest query = request("", {{":b", "b"}});
  query.select = Select::count;
  query.filter_expression = "NOT note = :b";
  query.limit = 2;
  const auto page = db_->query(query).value();
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.count, 2);
  EXPECT_EQ(page.scanned_count, 2);
  EXPECT_EQ(page.last_evaluated_key, (Key{{"pk", "p"}, {"sk", "b"}}));
}

TEST_F(QueryTest, ProjectsAfterFiltering) {
  put("Tab", {{"pk", "p"}, {"sk", "a"}, {"x", 1}, {"y", "Y"}});
  put("Tab", {{"pk", "p"}, {"sk", "b"}, {"x", 2}});
  QueryRequest query = request("", {{":zero", 0}});
  query.filter_expression = "x > :zero";
  query.projection_expression = "y";
  const auto page = db_->query(query).value();
  EXPECT_EQ(page.items, (std::vector<Item>{{{"y", "Y"}}, {}}));
  EXPECT_EQ(page.count, 2);
}

TEST_F(QueryTest, RefusesSelectsThatContradict) {
  const auto select = [&](std::optional<Select> value, std::optional<std::string> projection) {
    QueryRequest query = request();
    query.select = value;
    query.projection_expression = std::move(projection);
    return db_->query(query);
  };
  const std::string envelope = "1 validation error detected: ";
  expect_invalid(
      select(Select::all_projected_attributes, {}),
      envelope + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  expect_invalid(select(Select::specific_attributes, {}),
                 envelope +
                     "Must specify the AttributesToGet or ProjectionExpression when choosing to "
                     "get SPECIFIC_ATTRIBUTES");
  expect_invalid(
      select(Select::count, "x"),
      envelope + "Cannot specify the ProjectionExpression when choosing to get only the Count");
  expect_invalid(
      select(Select::all_attributes, "x"),
      envelope + "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES");
  EXPECT_TRUE(select(Select::specific_attributes, "x"));
  EXPECT_TRUE(select(Select::all_attributes, {}));
  db_ = Engine::in_memory({.clock = clock_, .validation_envelope = false});
  expect_invalid(select(Select::count, "x"),
                 "Cannot specify the ProjectionExpression when choosing to get only the Count");
}

// What is refused

TEST_F(QueryTest, RefusesLimitsBelowOne) {
  QueryRequest query = request();
  query.limit = 0;
  expect_invalid(db_->query(query),
                 "1 validation error detected: Value at 'Limit' failed to satisfy constraint: "
                 "Member must have value greater than or equal to 1");
}

TEST_F(QueryTest, ChecksTheRequestBeforeTheTable) {
  QueryRequest query = request();
  query.table_name = "none";
  expect_error(db_->query(query), "ResourceNotFoundException", "Requested resource not found");
  query.key_condition_expression.reset();
  query.expression_attribute_values.clear();
  expect_invalid(db_->query(query),
                 "Either the KeyConditions or KeyConditionExpression parameter must be specified "
                 "in the request.");
  query = request("sk BETWEEN :b AND :a", {{":a", "a"}, {":b", "b"}});
  query.table_name = "none";
  expect_invalid(db_->query(query),
                 "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be "
                 "greater than or equal to lower bound; lower bound operand: AttributeValue: "
                 "{S:b}, upper bound operand: AttributeValue: {S:a}");
  query = request("", {{":unused", 1}});
  query.table_name = "none";
  expect_invalid(
      db_->query(query),
      "Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}");
  query = request();
  query.index_name = "a";
  expect_invalid(db_->query(query),
                 "1 validation error detected: Value 'a' at 'indexName' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 3");
  query.index_name = "none";
  expect_invalid(db_->query(query), "The table does not have the specified index: none");
}

TEST_F(QueryTest, RefusesConditionsThatDoNotFitTheKey) {
  const auto with = [&](const std::string& condition, ExpressionAttributeValues values) {
    QueryRequest query;
    query.table_name = "Tab";
    query.key_condition_expression = condition;
    query.expression_attribute_values = std::move(values);
    return db_->query(query);
  };
  expect_invalid(with("sk = :a", {{":a", "a"}}), "Query condition missed key schema element: pk");
  expect_invalid(with("pk > :a", {{":a", "a"}}), "Query key condition not supported");
  expect_invalid(with("pk = :a AND x = :a", {{":a", "a"}}),
                 "Query condition missed key schema element: sk");
  expect_invalid(
      with("pk = :a", {{":a", 1}}),
      "One or more parameter values were invalid: Condition parameter type does not match schema "
      "type");
  expect_invalid(with("pk = :a", {{":a", ""}}),
                 "One or more parameter values are not valid. The AttributeValue for a key "
                 "attribute cannot contain an empty string value. Key: pk");
}

TEST_F(QueryTest, FiltersMayNotNameKeys) {
  QueryRequest query = request("", {{":a", "a"}});
  query.filter_expression = "x = :a AND sk = :a";
  expect_invalid(db_->query(query),
                 "Filter Expression can only contain non-primary key attributes: Primary key "
                 "attribute: sk");
}

TEST_F(QueryTest, CostsWholeUnitsOfAllThatIsEvaluated) {
  for (const char* sk : {"a", "b", "c"}) {
    put("Tab", {{"pk", "p"}, {"sk", sk}, {"x", std::string(3000, 'x')}});
  }
  QueryRequest query = request("", {{":none", "none"}});
  query.filter_expression = "y = :none";
  query.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  auto cost = *db_->query(query).value().consumed_capacity;
  EXPECT_EQ(cost.table_name, "Tab");
  EXPECT_EQ(cost.capacity_units, 1.5);  // 9,021 bytes
  EXPECT_EQ(cost.table->capacity_units, 1.5);
  EXPECT_EQ(cost.read_capacity_units, std::nullopt);
  query.consistent_read = true;
  EXPECT_EQ(db_->query(query).value().consumed_capacity->capacity_units, 3);
  query = request("sk > :z", {{":z", "z"}});
  query.return_consumed_capacity = ReturnConsumedCapacity::total;
  cost = *db_->query(query).value().consumed_capacity;
  EXPECT_EQ(cost.capacity_units, 0.5) << "nothing read costs as much as one byte";
  EXPECT_EQ(cost.table, std::nullopt);
}

}  // namespace
}  // namespace keywright
