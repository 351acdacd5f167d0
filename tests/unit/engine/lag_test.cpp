// EngineOptions::index_lag and read_lag: what reads see of writes that are young.

#include "engine_fixture.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace keywright {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLag{1000};

class LagTest : public EngineTest {
 protected:
  void start(EngineOptions options) {
    options.clock = clock_;
    options.seed = 1;
    db_ = Engine::in_memory(std::move(options));
    auto request = table_request("Tab", AttributeType::string);
    request.attribute_definitions.push_back({"l", AttributeType::string});
    request.local_secondary_indexes = {
        {.index_name = "local",
         .key_schema = {{"pk", KeyType::hash}, {"l", KeyType::range}},
         .projection = {ProjectionType::keys_only, {}}}};
    create(std::move(request), {global_index("global", "g", "sk")});
  }
  void put_item(const std::string& sk, const std::string& g, const std::string& value) {
    put("Tab", {{"pk", "p"}, {"sk", sk}, {"g", g}, {"l", "L" + sk}, {"value", value}});
  }
  std::vector<std::string> query(QueryRequest request) {
    request.table_name = "Tab";
    const auto page = db_->query(request);
    EXPECT_TRUE(page) << page.error().message;
    std::vector<std::string> found;
    for (const auto& item : page->items) {
      const auto value = item.find("value");
      found.push_back(std::string(item.find("sk")->as_string()) + "=" +
                      (value ? std::string(value->as_string()) : "?"));
    }
    return found;
  }
  std::vector<std::string> of_global(const std::string& g) {
    return query({.index_name = "global",
                  .key_condition_expression = "g = :g",
                  .expression_attribute_values = {{":g", g}}});
  }
  std::vector<std::string> of_table(bool consistent, std::optional<std::string> index = {}) {
    QueryRequest request{.key_condition_expression = "pk = :p",
                         .expression_attribute_values = {{":p", "p"}},
                         .consistent_read = consistent};
    if (index) {
      request.index_name = index;
      request.select = Select::all_attributes;
    }
    return query(std::move(request));
  }
  std::size_t scanned(std::optional<std::string> index, bool consistent = false) {
    return db_->scan({.table_name = "Tab", .index_name = index, .consistent_read = consistent})
        ->items.size();
  }
};

using Strings = std::vector<std::string>;

TEST_F(LagTest, AGlobalIndexShowsAWriteOnceTheClockHasPassedTheLag) {
  start({.index_lag = kLag});
  put_item("1", "G", "a");
  EXPECT_EQ(of_table(false), Strings{"1=a"}) << "tables do not lag";
  EXPECT_EQ(of_table(false, "local"), Strings{"1=a"}) << "nor do local indexes";
  clock_.advance(kLag - milliseconds(1));
  EXPECT_EQ(of_global("G"), Strings());
  EXPECT_EQ(scanned("global"), 0U);
  clock_.advance(milliseconds(1));
  EXPECT_EQ(of_global("G"), Strings{"1=a"});
  EXPECT_EQ(scanned("global"), 1U);
}

TEST_F(LagTest, AGlobalIndexShowsEachStateOfAnItemInItsOrder) {
  start({.index_lag = kLag});
  put_item("1", "G", "a");
  clock_.advance(milliseconds(400));
  put_item("1", "G", "b");
  clock_.advance(milliseconds(400));
  put_item("1", "H", "c");            // moves
  clock_.advance(milliseconds(400));  // 1200
  EXPECT_EQ(of_global("G"), Strings{"1=a"});
  clock_.advance(milliseconds(200));  // 1400
  EXPECT_EQ(of_global("G"), Strings{"1=b"});
  EXPECT_EQ(of_global("H"), Strings());
  ASSERT_TRUE(db_->delete_item({.table_name = "Tab", .key = {{"pk", "p"}, {"sk", "1"}}}));
  clock_.advance(milliseconds(400));  // 1800
  EXPECT_EQ(of_global("G"), Strings());
  EXPECT_EQ(of_global("H"), Strings{"1=c"}) << "deleted in the table, but not long enough ago";
  clock_.advance(milliseconds(600));
  EXPECT_EQ(of_global("H"), Strings());
}

TEST_F(LagTest, TransactionsAndBatchesLagAsWell) {
  start({.index_lag = kLag});
  ASSERT_TRUE(db_->transact_write_items(
      {.transact_items = {
           TransactPut{.table_name = "Tab", .item = {{"pk", "p"}, {"sk", "1"}, {"g", "G"}}}}}));
  ASSERT_TRUE(db_->batch_write_item(
      {.request_items = {{"Tab", {PutRequest{{{"pk", "p"}, {"sk", "2"}, {"g", "G"}}}}}}}));
  EXPECT_EQ(of_global("G"), Strings());
  clock_.advance(kLag);
  EXPECT_EQ(of_global("G"), (Strings{"1=?", "2=?"}));
}

TEST_F(LagTest, AnAddedIndexIsFilledAndThenLags) {
  start({.index_lag = kLag});
  put_item("1", "G", "a");
  UpdateTableRequest request{.table_name = "Tab",
                             .attribute_definitions = {{"g", AttributeType::string}}};
  request.global_secondary_index_updates = {
      CreateGlobalSecondaryIndexAction{global_index("added", "g")}};
  ASSERT_TRUE(db_->update_table(request));
  EXPECT_EQ(scanned("added"), 1U);
  put_item("2", "G", "b");
  EXPECT_EQ(scanned("added"), 1U);
  clock_.advance(kLag);
  EXPECT_EQ(scanned("added"), 2U);
}

TEST_F(LagTest, EventuallyConsistentReadsSeeTheStateOfTheLagAgo) {
  start({.read_lag = kLag});
  put_item("1", "G", "old");
  clock_.advance(kLag);
  put_item("1", "G", "new");
  put_item("2", "G", "new");
  const auto got = [&](bool consistent) {
    const auto item = db_->get_item({.table_name = "Tab",
                                     .key = {{"pk", "p"}, {"sk", "1"}},
                                     .consistent_read = consistent})
                          ->item;
    return std::string(item->find("value")->as_string());
  };
  const auto got_in_batch = [&](bool consistent) {
    const auto answer = db_->batch_get_item(
        {.request_items = {
             {"Tab", {.keys = {{{"pk", "p"}, {"sk", "1"}}}, .consistent_read = consistent}}}});
    return std::string(answer->responses.at("Tab").at(0).find("value")->as_string());
  };
  const auto selected = [&](bool consistent) {
    const std::string statement = "SELECT * FROM \"Tab\" WHERE pk = 'p' AND sk = '1'";
    const auto one =
        db_->execute_statement({.statement = statement, .consistent_read = consistent});
    const auto in_batch = db_->batch_execute_statement(
        {.statements = {{.statement = statement, .consistent_read = consistent}}});
    const auto value = one->items.at(0).find("value")->as_string();
    EXPECT_EQ(in_batch->responses.at(0).item->find("value")->as_string(), value);
    return std::string(value);
  };
  EXPECT_EQ(got(false), "old");
  EXPECT_EQ(selected(false), "old");
  EXPECT_EQ(selected(true), "new");
  EXPECT_EQ(got_in_batch(false), "old");
  EXPECT_EQ(of_table(false), Strings{"1=old"});
  EXPECT_EQ(of_table(false, "local"), Strings{"1=old"});
  EXPECT_EQ(scanned(std::nullopt), 1U);

  EXPECT_EQ(got(true), "new");
  EXPECT_EQ(got_in_batch(true), "new");
  EXPECT_EQ(of_table(true), (Strings{"1=new", "2=new"}));
  EXPECT_EQ(of_table(true, "local"), (Strings{"1=new", "2=new"}));
  EXPECT_EQ(scanned(std::nullopt, true), 2U);
  EXPECT_EQ(of_global("G"), (Strings{"1=new", "2=new"})) << "index_lag is another option";

  clock_.advance(kLag);
  EXPECT_EQ(got(false), "new");
  EXPECT_EQ(of_table(false), (Strings{"1=new", "2=new"}));
  EXPECT_EQ(of_table(false, "local"), (Strings{"1=new", "2=new"}));
}

TEST_F(LagTest, ConditionsUpdatesAndTransactionsGoByTheNewest) {
  start({.read_lag = kLag});
  put_item("1", "G", "a");
  const auto again = db_->put_item({.table_name = "Tab",
                                    .item = {{"pk", "p"}, {"sk", "1"}},
                                    .condition_expression = "attribute_not_exists(pk)"});
  expect_error(again, "ConditionalCheckFailedException", "The conditional request failed");
  const auto read = db_->transact_get_items(
      {.transact_items = {{.table_name = "Tab", .key = {{"pk", "p"}, {"sk", "1"}}}}});
  EXPECT_TRUE(read->responses.at(0));
}

TEST_F(LagTest, ADroppedTableTakesWhatIsNotShownYetWithIt) {
  start({.index_lag = kLag, .read_lag = kLag});
  put_item("1", "G", "a");
  ASSERT_TRUE(db_->delete_table({"Tab"}));
  create(table_request("Tab", AttributeType::string), {global_index("global", "g", "sk")});
  clock_.advance(kLag);
  EXPECT_EQ(scanned(std::nullopt), 0U);
  EXPECT_EQ(scanned("global"), 0U);
}

TEST_F(LagTest, ASnapshotKeepsWhatIsNotShownYet) {
  start({.index_lag = kLag, .read_lag = kLag});
  put_item("1", "G", "a");
  const auto snapshot = db_->snapshot();
  put_item("1", "H", "b");
  put_item("2", "H", "b");
  const auto expect_state_of_snapshot = [&] {
    EXPECT_EQ(of_table(true), Strings{"1=a"});
    EXPECT_EQ(of_table(false), Strings{"1=a"});
    EXPECT_EQ(of_table(false, "local"), Strings{"1=a"});
    EXPECT_EQ(of_global("G"), Strings{"1=a"});
    EXPECT_EQ(of_global("H"), Strings());
  };
  db_->restore(snapshot);
  EXPECT_EQ(of_table(true), Strings{"1=a"});
  EXPECT_EQ(of_table(false), Strings());
  EXPECT_EQ(of_table(false, "local"), Strings());
  EXPECT_EQ(of_global("G"), Strings());
  clock_.advance(kLag);
  expect_state_of_snapshot();
  put_item("1", "H", "c");
  db_->restore(snapshot);  // what was shown and written since is no part of it
  expect_state_of_snapshot();
}

TEST_F(LagTest, AClockThatIsSetBackKeepsTheOrder) {
  start({.index_lag = kLag});
  put_item("1", "G", "a");
  clock_.advance(milliseconds(-500));
  put_item("1", "G", "b");
  clock_.advance(kLag);
  EXPECT_EQ(of_global("G"), Strings());
  clock_.advance(milliseconds(500));
  EXPECT_EQ(of_global("G"), Strings{"1=b"});
}

TEST_F(LagTest, WritersAndReadersTogetherEndInTheSameState) {
  start({.index_lag = milliseconds(3), .read_lag = milliseconds(5)});
  constexpr int kRounds = 300;
  std::atomic<bool> done = false;
  std::vector<std::thread> writers;
  for (int w = 0; w < 3; ++w) {
    writers.emplace_back([&, w] {
      for (int i = 0; i < kRounds; ++i) {
        const auto n = std::to_string(i % 7);
        put_item(n, "G" + std::to_string((i + w) % 3), std::to_string(w));
        clock_.advance(milliseconds(1));
      }
    });
  }
  std::thread reader([&] {
    while (!done) {
      (void)of_global("G1");
      (void)of_table(false, "local");
    }
  });
  for (auto& writer : writers) writer.join();
  done = true;
  reader.join();
  clock_.advance(milliseconds(5));
  EXPECT_EQ(of_table(false), of_table(true));
  EXPECT_EQ(of_table(false, "local"), of_table(true, "local"));
  Strings indexed;
  for (const auto* g : {"G0", "G1", "G2"}) {
    for (auto& entry : of_global(g)) indexed.push_back(std::move(entry));
  }
  std::sort(indexed.begin(), indexed.end());
  EXPECT_EQ(indexed, of_table(true));
}

}  // namespace
}  // namespace keywright
