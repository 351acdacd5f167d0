// Snapshots: whatever an engine holds comes back, and nothing that was done since.

#include "stream_fixture.hpp"

namespace keywright {
namespace {

class SnapshotTest : public StreamTestBase {
 protected:
  std::vector<std::string> tables() { return db_->list_tables({}).value().table_names; }
  std::vector<Item> query_index(const std::string& group) {
    const auto page = db_->query({.table_name = "Tab",
                                  .index_name = "gsi",
                                  .key_condition_expression = "g = :g",
                                  .expression_attribute_values = {{":g", group}}});
    EXPECT_TRUE(page) << page.error().message;
    return page ? page->items : std::vector<Item>();
  }
};

TEST_F(SnapshotTest, ItemsAndIndexEntriesComeBack) {
  create(table_request("Tab"), {global_index("gsi", "g")});
  const Item kept{{"pk", "kept"}, {"g", "A"}};
  const Item changed{{"pk", "changed"}, {"g", "A"}};
  put("Tab", kept);
  put("Tab", changed);
  const EngineSnapshot snapshot = db_->snapshot();

  put("Tab", {{"pk", "changed"}, {"g", "B"}});
  put("Tab", {{"pk", "new"}, {"g", "A"}});
  ASSERT_TRUE(db_->delete_item({.table_name = "Tab", .key = {{"pk", "kept"}}}));
  EXPECT_EQ(query_index("B").size(), 1U);

  db_->restore(snapshot);
  EXPECT_EQ(get("Tab", {{"pk", "kept"}}), kept);
  EXPECT_EQ(get("Tab", {{"pk", "changed"}}), changed);
  EXPECT_EQ(get("Tab", {{"pk", "new"}}), std::nullopt);
  EXPECT_EQ(query_index("A").size(), 2U);
  EXPECT_EQ(query_index("B").size(), 0U);
  EXPECT_EQ(describe("Tab").item_count, 2);
  EXPECT_EQ(describe("Tab").table_size_bytes,
            static_cast<std::int64_t>(kept.size_in_bytes() + changed.size_in_bytes()));
  EXPECT_EQ(describe_index("Tab", "gsi").item_count, 2);
}

TEST_F(SnapshotTest, OneSnapshotServesManyTests) {
  create(table_request("Tab"));
  for (int i = 0; i < 200; ++i) put("Tab", {{"pk", "p" + std::to_string(i)}, {"n", i}});
  const EngineSnapshot snapshot = db_->snapshot();
  for (int round = 0; round < 5; ++round) {
    for (int i = round; i < 200; i += 7) {
      put("Tab", {{"pk", "p" + std::to_string(i)}, {"n", -1}});
      put("Tab", {{"pk", "q" + std::to_string(i)}});
    }
    db_->restore(snapshot);
    EXPECT_EQ(describe("Tab").item_count, 200);
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(get("Tab", {{"pk", "p" + std::to_string(i)}})->find("n")->as_number(), Number(i));
    }
  }
}

TEST_F(SnapshotTest, SnapshotsAreRestoredInAnyOrder) {
  create(table_request("Tab"));
  std::vector<EngineSnapshot> snapshots;
  for (int i = 0; i < 4; ++i) {
    put("Tab", {{"pk", "p"}, {"n", i}});
    snapshots.push_back(db_->snapshot());
  }
  for (const std::size_t i : {1U, 3U, 0U, 2U, 2U}) {
    db_->restore(snapshots[i]);
    EXPECT_EQ(get("Tab", {{"pk", "p"}})->find("n")->as_number(), Number(i));
    put("Tab", {{"pk", "p"}, {"n", -1}});
  }
  snapshots.clear();
  EXPECT_EQ(get("Tab", {{"pk", "p"}})->find("n")->as_number(), Number(-1));
}

TEST_F(SnapshotTest, TablesComeAndGo) {
  create(table_request("Kept"));
  put("Kept", {{"pk", "a"}});
  const auto before = describe("Kept");
  const EngineSnapshot snapshot = db_->snapshot();
  ASSERT_TRUE(db_->delete_table({"Kept"}));
  create(table_request("Made"));
  db_->restore(snapshot);
  EXPECT_EQ(tables(), std::vector<std::string>{"Kept"});
  EXPECT_EQ(describe("Kept").table_id, before.table_id);
  EXPECT_EQ(get("Kept", {{"pk", "a"}}), (Item{{"pk", "a"}}));
  // The names are as free as they were.
  create(table_request("Made"));
  EXPECT_EQ(get("Made", {{"pk", "a"}}), std::nullopt);
}

TEST_F(SnapshotTest, IndexesComeAndGo) {
  create(table_request("Tab"), {global_index("gsi", "g")});
  put("Tab", {{"pk", "a"}, {"g", "G"}, {"h", "H"}});
  const EngineSnapshot snapshot = db_->snapshot();
  UpdateTableRequest add{.table_name = "Tab",
                         .attribute_definitions = {{"h", AttributeType::string}}};
  add.global_secondary_index_updates = {
      CreateGlobalSecondaryIndexAction{global_index("more", "h")}};
  ASSERT_TRUE(db_->update_table(add));
  UpdateTableRequest remove{.table_name = "Tab"};
  remove.global_secondary_index_updates = {DeleteGlobalSecondaryIndexAction{"gsi"}};
  ASSERT_TRUE(db_->update_table(remove));
  db_->restore(snapshot);
  EXPECT_EQ(query_index("G").size(), 1U);
  EXPECT_EQ(describe("Tab").global_secondary_indexes.size(), 1U);
  ASSERT_TRUE(db_->update_table(add));
  EXPECT_EQ(describe_index("Tab", "more").item_count, 1);
}

TEST_F(SnapshotTest, SettingsComeBack) {
  CreateTableRequest request = table_request("Tab");
  request.tags = {{"team", "a"}};
  create(request);
  ASSERT_TRUE(db_->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}));
  const std::string arn = describe("Tab").table_arn;
  ASSERT_TRUE(db_->put_resource_policy({.resource_arn = arn, .policy = "{}"}));
  const EngineSnapshot snapshot = db_->snapshot();

  clock_.advance(std::chrono::hours(2));
  ASSERT_TRUE(db_->update_time_to_live(
      {.table_name = "Tab", .attribute_name = "expires", .enabled = false}));
  ASSERT_TRUE(db_->tag_resource({.resource_arn = arn, .tags = {{"team", "b"}}}));
  ASSERT_TRUE(db_->put_resource_policy({.resource_arn = arn, .policy = "{ }"}));
  db_->restore(snapshot);
  EXPECT_EQ(db_->describe_time_to_live({"Tab"}).value().attribute_name, "expires");
  EXPECT_EQ(db_->list_tags_of_resource({.resource_arn = arn}).value().tags,
            (std::vector<Tag>{{"team", "a"}}));
  EXPECT_EQ(db_->get_resource_policy({.resource_arn = arn}).value().policy, "{}");
}

TEST_F(SnapshotTest, TokensComeBack) {
  create(table_request("Tab"));
  const auto count = [](const std::string& token) {
    TransactUpdate update;
    update.table_name = "Tab";
    update.key = {{"pk", "1"}};
    update.update_expression = "ADD n :one";
    update.expression_attribute_values = {{":one", 1}};
    TransactWriteItemsRequest request;
    request.transact_items = {update};
    request.client_request_token = token;
    return request;
  };
  const auto counted = [this] { return get("Tab", {{"pk", "1"}})->find("n")->as_number(); };
  ASSERT_TRUE(db_->transact_write_items(count("before")));
  const EngineSnapshot snapshot = db_->snapshot();
  ASSERT_TRUE(db_->transact_write_items(count("after")));
  EXPECT_EQ(counted(), Number(2));
  db_->restore(snapshot);
  ASSERT_TRUE(db_->transact_write_items(count("before")));  // was done
  EXPECT_EQ(counted(), Number(1));
  ASSERT_TRUE(db_->transact_write_items(count("after")));  // was not
  EXPECT_EQ(counted(), Number(2));
  clock_.advance(std::chrono::minutes(10));
  ASSERT_TRUE(db_->transact_write_items(count("before")));
  EXPECT_EQ(counted(), Number(3));
}

TEST_F(SnapshotTest, TokensOfStatementsComeBack) {
  create(table_request("Tab"));
  const EngineSnapshot before = db_->snapshot();
  ExecuteTransactionRequest request;
  request.transact_statements.resize(1);
  request.transact_statements[0].statement = "INSERT INTO Tab VALUE {'pk': '1'}";
  request.client_request_token = "token";
  ASSERT_TRUE(db_->execute_transaction(request));
  const EngineSnapshot after = db_->snapshot();
  db_->restore(before);
  ASSERT_TRUE(db_->execute_transaction(request));  // was not done
  EXPECT_EQ(get("Tab", {{"pk", "1"}}), (Item{{"pk", "1"}}));
  db_->reset();
  create(table_request("Tab"));
  ASSERT_TRUE(db_->execute_transaction(request));
  EXPECT_EQ(get("Tab", {{"pk", "1"}}), (Item{{"pk", "1"}}));
  db_->restore(after);
  ASSERT_TRUE(db_->delete_item({.table_name = "Tab", .key = {{"pk", "1"}}}));
  ASSERT_TRUE(db_->execute_transaction(request));  // was done
  EXPECT_EQ(get("Tab", {{"pk", "1"}}), std::nullopt);
}

// A consumer under way reads on by its iterator, as test suites put data back below it.
TEST_F(SnapshotTest, WhoReadsAStreamMissesNothingThatFollowsARestore) {
  create(streamed("Tab"));
  const auto snapshot = db_->snapshot();
  put("Tab", {{"pk", "a"}});
  const auto arn = arn_of("Tab");
  std::vector<std::string> places;  // behind what was written
  for (const auto& shard : describe_stream(arn).shards) {
    places.push_back(iterator(arn, shard.shard_id, ShardIteratorType::latest));
  }
  const auto last = read_all(arn).back().sequence_number;
  db_->restore(snapshot);
  EXPECT_TRUE(read_all(arn).empty());
  put("Tab", {{"pk", "b"}});
  std::vector<StreamRecord> seen;
  for (const auto& place : places) {
    for (auto& record : read_on(place)) seen.push_back(std::move(record));
  }
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0].keys.find("pk")->as_string(), "b");
  EXPECT_GT(seen[0].sequence_number, last);
}

TEST_F(SnapshotTest, StreamsComeBack) {
  create(streamed("Tab"));
  const std::string arn = arn_of("Tab");
  put("Tab", {{"pk", "a"}});
  const auto before = read_all(arn);
  ASSERT_EQ(before.size(), 1U);
  const EngineSnapshot snapshot = db_->snapshot();
  put("Tab", {{"pk", "b"}});
  ASSERT_TRUE(set_stream("Tab", std::nullopt));
  db_->restore(snapshot);
  ASSERT_EQ(arn_of("Tab"), arn);
  ASSERT_EQ(read_all(arn).size(), 1U);
  EXPECT_EQ(read_all(arn)[0].sequence_number, before[0].sequence_number);
  // The stream of the table, and the one that its ARN finds, are one.
  put("Tab", {{"pk", "c"}});
  const auto after = read_all(arn);
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(after[1].keys, (Item{{"pk", "c"}}));
  db_->restore(snapshot);
  EXPECT_EQ(read_all(arn).size(), 1U);
}

TEST_F(SnapshotTest, ResetLeavesNothing) {
  create(streamed("Tab"));
  put("Tab", {{"pk", "a"}});
  const std::string arn = arn_of("Tab");
  const EngineSnapshot snapshot = db_->snapshot();
  db_->reset();
  EXPECT_TRUE(tables().empty());
  EXPECT_FALSE(db_->describe_stream({.stream_arn = arn}));
  create(table_request("Tab"));
  EXPECT_EQ(get("Tab", {{"pk", "a"}}), std::nullopt);
  db_->restore(snapshot);
  EXPECT_EQ(get("Tab", {{"pk", "a"}}), (Item{{"pk", "a"}}));
  db_->restore({});
  EXPECT_TRUE(tables().empty());
}

TEST_F(SnapshotTest, ASnapshotMayOutliveItsEngine) {
  create(streamed("Tab"));
  put("Tab", {{"pk", "a"}});
  const EngineSnapshot snapshot = db_->snapshot();
  put("Tab", {{"pk", "b"}});
  db_.reset();
  const EngineSnapshot copy = snapshot;
}

TEST_F(SnapshotTest, ExpiryGoesOnInWhatWasRestored) {
  create(table_request("Tab"));
  ASSERT_TRUE(db_->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}));
  for (int i = 0; i < 10; ++i) {
    put("Tab", {{"pk", "p" + std::to_string(i)}, {"expires", 1'600'000'000}});
  }
  const EngineSnapshot snapshot = db_->snapshot();
  EXPECT_EQ(db_->delete_expired_items(7).deleted, 7U);
  db_->restore(snapshot);
  EXPECT_EQ(db_->delete_expired_items().deleted, 10U);
  EXPECT_EQ(describe("Tab").item_count, 0);
}

}  // namespace
}  // namespace keywright
