// Query and Scan of secondary indexes: ties, several key attributes, what is projected, and what is
// fetched from the table.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

using Texts = std::vector<std::string>;

class QueryIndexTest : public EngineTest {
 protected:
  void SetUp() override {
    CreateTableRequest table = table_request("Tab", AttributeType::string);
    LocalSecondaryIndex local;
    local.index_name = "local";
    local.key_schema = {{"pk", KeyType::hash}, {"l", KeyType::range}};
    local.projection = {ProjectionType::include, {"x"}};
    table.local_secondary_indexes = {local};
    table.attribute_definitions.push_back({"l", AttributeType::string});
    table.attribute_definitions.push_back({"n", AttributeType::number});
    GlobalSecondaryIndex multi;
    multi.index_name = "multi";
    multi.key_schema = {
        {"t", KeyType::hash}, {"u", KeyType::hash}, {"n", KeyType::range}, {"w", KeyType::range}};
    multi.projection = {ProjectionType::all, {}};
    create(std::move(table), {global_index("gsi", "g", "r"),
                              global_index("keys", "g", "", ProjectionType::keys_only), multi});
  }

  QueryRequest request(const std::string& index, const std::string& condition,
                       ExpressionAttributeValues values) {
    QueryRequest query;
    query.table_name = "Tab";
    query.index_name = index;
    query.key_condition_expression = condition;
    query.expression_attribute_values = std::move(values);
    return query;
  }
  Texts found(const QueryRequest& query) {
    Texts texts;
    const auto page = db_->query(query);
    EXPECT_TRUE(page) << page.error().message;
    if (!page) return texts;
    for (const Item& item : page->items) texts.emplace_back(item.find("sk")->as_string());
    return texts;
  }
};

TEST_F(QueryIndexTest, OrdersByTheIndexKeyAndTiesByTheTableKey) {
  put("Tab", {{"pk", "2"}, {"sk", "a"}, {"g", "G"}, {"r", "1"}});
  put("Tab", {{"pk", "1"}, {"sk", "c"}, {"g", "G"}, {"r", "1"}});
  put("Tab", {{"pk", "1"}, {"sk", "b"}, {"g", "G"}, {"r", "1"}});
  put("Tab", {{"pk", "3"}, {"sk", "d"}, {"g", "G"}, {"r", "0"}});
  put("Tab", {{"pk", "4"}, {"sk", "e"}, {"g", "H"}, {"r", "0"}});
  put("Tab", {{"pk", "5"}, {"sk", "f"}, {"g", "G"}});
  QueryRequest query = request("gsi", "g = :g", {{":g", "G"}});
  EXPECT_EQ(found(query), (Texts{"d", "b", "c", "a"}));
  query.limit = 1;
  Texts paged;
  Key last;
  for (int pages = 0; pages < 5; ++pages) {
    const auto page = db_->query(query).value();
    for (const Item& item : page.items) paged.emplace_back(item.find("sk")->as_string());
    if (!page.last_evaluated_key) break;
    last = *page.last_evaluated_key;
    query.exclusive_start_key = last;
  }
  EXPECT_EQ(paged, (Texts{"d", "b", "c", "a"}));
  EXPECT_EQ(last, (Key{{"pk", "2"}, {"sk", "a"}, {"g", "G"}, {"r", "1"}}));
}

TEST_F(QueryIndexTest, StartKeysHaveTheKeysOfIndexAndTable) {
  QueryRequest query = request("gsi", "g = :g AND r > :r", {{":g", "G"}, {":r", "5"}});
  const auto start = [&](Key key) {
    query.exclusive_start_key = std::move(key);
    return db_->query(query);
  };
  expect_invalid(start({{"pk", "p"}, {"sk", "s"}}), "The provided starting key is invalid");
  expect_invalid(start({{"g", "G"}, {"r", "7"}}), "The provided starting key is invalid");
  expect_invalid(start({{"pk", "p"}, {"sk", "s"}, {"g", "G"}, {"r", 7}}),
                 "The provided starting key is invalid");
  expect_invalid(
      start({{"pk", "p"}, {"sk", "s"}, {"g", "H"}, {"r", "7"}}),
      "The provided starting key is outside query boundaries based on provided conditions");
  expect_invalid(start({{"pk", "p"}, {"sk", "s"}, {"g", "G"}, {"r", "5"}}),
                 "The provided starting key does not match the range key predicate");
  EXPECT_TRUE(start({{"pk", "p"}, {"sk", "s"}, {"g", "G"}, {"r", "7"}}));
}

TEST_F(QueryIndexTest, KeysOfSeveralAttributesGoFromLeftToRight) {
  const auto add = [&](const std::string& sk, int n, const std::string& w,
                       const std::string& u = "U") {
    put("Tab", {{"pk", "p"}, {"sk", sk}, {"t", "T"}, {"u", u}, {"n", n}, {"w", w}});
  };
  add("a", 10, "x");
  add("b", 9, "z");
  add("c", 9, "y");
  add("d", -1, "y");
  add("e", 9, "y", "V");
  put("Tab", {{"pk", "p"}, {"sk", "f"}, {"t", "T"}, {"u", "U"}, {"n", 1}});
  const ExpressionAttributeValues hash{{":t", "T"}, {":u", "U"}};
  const auto with = [&](const std::string& condition, ExpressionAttributeValues values) {
    values.insert(values.end(), hash.begin(), hash.end());
    return request("multi", condition, std::move(values));
  };
  EXPECT_EQ(found(with("t = :t AND u = :u", {})), (Texts{"d", "c", "b", "a"}));
  EXPECT_EQ(found(with("u = :u AND t = :t AND n = :n", {{":n", 9}})), (Texts{"c", "b"}));
  EXPECT_EQ(found(with("n > :n AND u = :u AND t = :t", {{":n", -1}})), (Texts{"c", "b", "a"}));
  EXPECT_EQ(
      found(with("t = :t AND u = :u AND n = :n AND begins_with(w, :w)", {{":n", 9}, {":w", "z"}})),
      (Texts{"b"}));
  expect_invalid(db_->query(request("multi", "t = :t", {{":t", "T"}})),
                 "Query condition missed key schema element: u");
  expect_invalid(db_->query(with("t = :t AND u = :u AND w = :w", {{":w", "z"}})),
                 "Query condition missed key schema element: n");
  expect_invalid(
      db_->query(with("t = :t AND u = :u AND n > :n AND w = :w", {{":n", 9}, {":w", "z"}})),
      "Query key condition not supported");
  QueryRequest paged = with("t = :t AND u = :u", {});
  paged.limit = 1;
  EXPECT_EQ(db_->query(paged).value().last_evaluated_key,
            (Key{{"pk", "p"}, {"sk", "d"}, {"t", "T"}, {"u", "U"}, {"n", -1}, {"w", "y"}}));
}

TEST_F(QueryIndexTest, GlobalIndexesGiveWhatTheyProject) {
  put("Tab", {{"pk", "1"}, {"sk", "a"}, {"g", "G"}, {"x", "X"}});
  QueryRequest query = request("keys", "g = :g", {{":g", "G"}});
  EXPECT_EQ(db_->query(query).value().items,
            (std::vector<Item>{{{"pk", "1"}, {"sk", "a"}, {"g", "G"}}}));
  query.select = Select::all_projected_attributes;
  EXPECT_TRUE(db_->query(query));
  query.select = Select::all_attributes;
  expect_invalid(db_->query(query),
                 "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
                 "supported for global secondary index keys because its projection type is not "
                 "ALL");
  query.select.reset();
  query.projection_expression = "pk, x, y";
  expect_invalid(db_->query(query),
                 "One or more parameter values were invalid: Global secondary index keys does not "
                 "project [x, y]");
  query.projection_expression = "pk";
  query.consistent_read = true;
  expect_invalid(db_->query(query),
                 "Consistent reads are not supported on global secondary indexes");
  ScanRequest scan;
  scan.table_name = "Tab";
  scan.index_name = "keys";
  scan.consistent_read = true;
  expect_invalid(db_->scan(scan), "Consistent reads are not supported on global secondary indexes");
}

TEST_F(QueryIndexTest, FiltersMayNameTheKeysOfTheTableButNotOfTheIndex) {
  put("Tab", {{"pk", "1"}, {"sk", "a"}, {"g", "G"}, {"r", "R"}});
  QueryRequest query = request("gsi", "g = :g", {{":g", "G"}, {":a", "a"}});
  query.filter_expression = "sk = :a";
  EXPECT_EQ(found(query), (Texts{"a"}));
  query.filter_expression = "r = :a";
  expect_invalid(db_->query(query),
                 "Filter Expression can only contain non-primary key attributes: Primary key "
                 "attribute: r");
}

TEST_F(QueryIndexTest, LocalIndexesFetchWhatTheyDoNotProject) {
  const Item item{{"pk", "p"}, {"sk", "a"}, {"l", "L"}, {"x", "X"}, {"y", std::string(5000, 'y')}};
  const Item projected{{"pk", "p"}, {"sk", "a"}, {"l", "L"}, {"x", "X"}};
  put("Tab", item);
  QueryRequest query = request("local", "pk = :p AND l = :l", {{":p", "p"}, {":l", "L"}});
  query.consistent_read = true;
  query.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  const auto run = [&](std::vector<Item> items, double index_units, double table_units) {
    const auto page = db_->query(query).value();
    EXPECT_EQ(page.items, items);
    EXPECT_EQ(page.consumed_capacity->capacity_units, index_units + table_units);
    EXPECT_EQ(page.consumed_capacity->table->capacity_units, table_units);
    EXPECT_EQ(page.consumed_capacity->local_secondary_indexes.at("local").capacity_units,
              index_units);
  };
  run({projected}, 1, 0);
  query.projection_expression = "x";
  run({{{"x", "X"}}}, 1, 0);
  query.projection_expression = "x, y";
  run({{{"x", "X"}, {"y", std::string(5000, 'y')}}}, 1, 2);
  query.projection_expression.reset();
  query.select = Select::all_attributes;
  run({item}, 1, 2);
  query.select.reset();
  query.filter_expression = "begins_with(y, :l)";
  run({}, 1, 2);
  query.filter_expression = "NOT begins_with(y, :l)";
  run({projected}, 1, 2);
}

TEST_F(QueryIndexTest, GlobalIndexesAreChargedOnTheirOwnArm) {
  put("Tab", {{"pk", "1"}, {"sk", "a"}, {"g", "G"}, {"r", "R"}, {"x", std::string(5000, 'x')}});
  QueryRequest query = request("gsi", "g = :g", {{":g", "G"}});
  query.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  const auto cost = *db_->query(query).value().consumed_capacity;
  EXPECT_EQ(cost.capacity_units, 1);
  EXPECT_EQ(cost.table->capacity_units, 0);
  EXPECT_EQ(cost.global_secondary_indexes, (std::map<std::string, Capacity>{{"gsi", {1}}}));
  EXPECT_TRUE(cost.local_secondary_indexes.empty());
}

}  // namespace
}  // namespace keywright
