// EngineOptions::index_lag and read_lag: what reads see of writes that are young.

#include "lag_fixture.hpp"

namespace keywright {
namespace {

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

// The states of tables go on by a clock that is never set back; what lags goes by that of writes.
TEST_F(LagTest, AClockThatIsSetBackMakesEveryReadLagAlike) {
  start({.control_plane_delay = kLag, .index_lag = kLag, .read_lag = kLag});
  clock_.advance(kLag);
  ASSERT_TRUE(db_->describe_table({.table_name = "Tab"}));
  clock_.advance(-kLag);
  ASSERT_TRUE(db_->describe_table({.table_name = "Tab"}));
  put_item("1", "G", "a");
  const auto got = [&] {
    return db_->get_item({.table_name = "Tab", .key = {{"pk", "p"}, {"sk", "1"}}})
        ->item.has_value();
  };
  const std::string statement = "SELECT * FROM \"Tab\" WHERE pk = 'p' AND sk = '1'";
  const auto selected = [&] {
    const auto in_batch = db_->batch_execute_statement({.statements = {{.statement = statement}}});
    return std::pair(db_->execute_statement({.statement = statement})->items.size(),
                     in_batch->responses.at(0).item.has_value());
  };
  EXPECT_FALSE(got());
  EXPECT_EQ(of_table(false), Strings());
  EXPECT_EQ(of_global("G"), Strings());
  EXPECT_EQ(scanned(std::nullopt), 0U);
  EXPECT_EQ(selected(), std::pair(std::size_t{0}, false));
  clock_.advance(kLag);
  EXPECT_TRUE(got());
  EXPECT_EQ(of_table(false), Strings{"1=a"});
  EXPECT_EQ(of_global("G"), Strings{"1=a"});
  EXPECT_EQ(scanned(std::nullopt), 1U);
  EXPECT_EQ(selected(), std::pair(std::size_t{1}, true));
}

}  // namespace
}  // namespace keywright
