// EngineOptions::control_plane_delay: what tables, indexes and streams are while an operation takes
// its time, and what may be done to them meanwhile.

#include "stream_fixture.hpp"

namespace keywright {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kDelay{1000};
constexpr const char* kInUse = "ResourceInUseException";
constexpr const char* kStillInUse = "Attempt to change a resource which is still in use: ";

class ControlPlaneDelayTest : public StreamTestBase {
 protected:
  ControlPlaneDelayTest() {
    db_ = Engine::in_memory({.clock = clock_, .seed = 1, .control_plane_delay = kDelay});
  }
  void create_active(CreateTableRequest request,
                     const std::vector<GlobalSecondaryIndex>& indexes = {}) {
    create(std::move(request), indexes);
    clock_.advance(kDelay);
  }
  TableStatus status() { return describe("Tab").table_status; }

  Result<TableResponse> add_index(const std::string& name) {
    UpdateTableRequest request{.table_name = "Tab",
                               .attribute_definitions = {{"g", AttributeType::string}}};
    request.global_secondary_index_updates = {
        CreateGlobalSecondaryIndexAction{global_index(name, "g")}};
    return db_->update_table(request);
  }
  Result<TableResponse> remove_index(const std::string& name) {
    return db_->update_table(
        {.table_name = "Tab",
         .global_secondary_index_updates = {DeleteGlobalSecondaryIndexAction{name}}});
  }
  Result<TableResponse> protect(bool enabled) {
    return db_->update_table({.table_name = "Tab", .deletion_protection_enabled = enabled});
  }
  Result<QueryResponse> query(const std::string& index) {
    return db_->query({.table_name = "Tab",
                       .index_name = index,
                       .key_condition_expression = "g = :g",
                       .expression_attribute_values = {{":g", "G"}}});
  }
};

TEST_F(ControlPlaneDelayTest, ATableIsCreatingFirst) {
  const auto created = db_->create_table(table_request("Tab"));
  EXPECT_EQ(created->table.table_status, TableStatus::creating);
  EXPECT_EQ(db_->list_tables({})->table_names, (std::vector<std::string>{"Tab"}));
  clock_.advance(kDelay - milliseconds(1));
  EXPECT_EQ(status(), TableStatus::creating);

  const std::string missing = "Requested resource not found";
  expect_error(db_->put_item({.table_name = "Tab", .item = {{"pk", "a"}}}),
               "ResourceNotFoundException", missing);
  expect_error(db_->get_item({.table_name = "Tab", .key = {{"pk", "a"}}}),
               "ResourceNotFoundException", missing);
  expect_error(db_->scan({.table_name = "Tab"}), "ResourceNotFoundException", missing);
  const std::string busy = std::string(kStillInUse) + "Table is being created: Tab";
  expect_error(protect(true), kInUse, busy);
  expect_error(db_->delete_table({"Tab"}), kInUse, busy);
  expect_error(db_->update_time_to_live({.table_name = "Tab", .attribute_name = "x"}), kInUse,
               busy);
  expect_error(db_->tag_resource({describe("Tab").table_arn, {{"a", "b"}}}), kInUse, busy);
  expect_error(db_->create_table(table_request("Tab")), kInUse, "Table already exists: Tab");

  clock_.advance(milliseconds(1));
  EXPECT_EQ(status(), TableStatus::active);
  put("Tab", {{"pk", "a"}});
}

TEST_F(ControlPlaneDelayTest, IndexesAreCreatedWithTheirTable) {
  create(table_request("Tab"), {global_index("gsi", "g")});
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::creating);
  EXPECT_FALSE(describe_index("Tab", "gsi").backfilling);
  clock_.advance(kDelay);
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::active);
  EXPECT_TRUE(query("gsi"));
}

TEST_F(ControlPlaneDelayTest, AnUpdateTakesItsTime) {
  create_active(table_request("Tab"));
  const auto updated = protect(true);
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_EQ(updated->table.table_status, TableStatus::updating);
  EXPECT_TRUE(updated->table.deletion_protection_enabled);
  put("Tab", {{"pk", "a"}});
  EXPECT_TRUE(get("Tab", {{"pk", "a"}})) << "items are used meanwhile";
  const std::string busy = std::string(kStillInUse) + "Table is being updated: Tab";
  expect_error(protect(false), kInUse, busy);
  expect_error(db_->delete_table({"Tab"}), kInUse, busy);
  EXPECT_TRUE(db_->tag_resource({describe("Tab").table_arn, {{"a", "b"}}}));
  clock_.advance(kDelay);
  EXPECT_EQ(status(), TableStatus::active);
  EXPECT_TRUE(protect(false));
}

TEST_F(ControlPlaneDelayTest, ATableIsDeletingBeforeItIsGone) {
  create_active(table_request("Tab"));
  put("Tab", {{"pk", "a"}});
  EXPECT_EQ(db_->delete_table({"Tab"})->table.table_status, TableStatus::deleting);
  EXPECT_EQ(status(), TableStatus::deleting);
  EXPECT_EQ(db_->list_tables({})->table_names, (std::vector<std::string>{"Tab"}));
  expect_error(db_->get_item({.table_name = "Tab", .key = {{"pk", "a"}}}),
               "ResourceNotFoundException", "Requested resource not found");
  const std::string busy = std::string(kStillInUse) + "Table is being deleted: Tab";
  expect_error(db_->delete_table({"Tab"}), kInUse, busy);
  expect_error(protect(true), kInUse, busy);
  expect_error(db_->create_table(table_request("Tab")), kInUse, busy);

  clock_.advance(kDelay);
  const std::string gone = "Requested resource not found: Table: Tab not found";
  expect_error(db_->describe_table({"Tab"}), "ResourceNotFoundException", gone);
  expect_error(db_->delete_table({"Tab"}), "ResourceNotFoundException", gone);
  EXPECT_TRUE(db_->list_tables({})->table_names.empty());
  create_active(table_request("Tab"));
  EXPECT_EQ(get("Tab", {{"pk", "a"}}), std::nullopt);
}

TEST_F(ControlPlaneDelayTest, ANewIndexIsAllocatedThenBackfilledThenActive) {
  create_active(table_request("Tab"));
  put("Tab", {{"pk", "old"}, {"g", "G"}});
  const auto created = add_index("gsi");
  ASSERT_TRUE(created) << created.error().message;
  EXPECT_EQ(created->table.table_status, TableStatus::updating);
  ASSERT_EQ(created->table.global_secondary_indexes.size(), 1U);
  EXPECT_EQ(created->table.global_secondary_indexes[0].index_status, IndexStatus::creating);
  EXPECT_FALSE(created->table.global_secondary_indexes[0].backfilling);
  const std::string updating = std::string(kStillInUse) + "Table is being updated: Tab";
  expect_error(add_index("other"), kInUse, updating);
  expect_error(db_->delete_table({"Tab"}), kInUse, updating);

  clock_.advance(kDelay / 2);
  EXPECT_EQ(status(), TableStatus::active);
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::creating);
  EXPECT_TRUE(describe_index("Tab", "gsi").backfilling);
  put("Tab", {{"pk", "new"}, {"g", "G"}});
  expect_invalid(query("gsi"), "Cannot read from backfilling global secondary index: gsi");
  expect_invalid(db_->scan({.table_name = "Tab", .index_name = "gsi"}),
                 "Cannot read from backfilling global secondary index: gsi");
  expect_error(add_index("other"), "LimitExceededException",
               "Subscriber limit exceeded: Only 1 online index can be created or deleted "
               "simultaneously per table");
  expect_error(db_->delete_table({"Tab"}), kInUse,
               std::string(kStillInUse) +
                   "Cannot delete table while indexes are being created, updated, or deleted.");

  clock_.advance(kDelay / 2);
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::active);
  EXPECT_FALSE(describe_index("Tab", "gsi").backfilling);
  const auto found = query("gsi");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->count, 2) << "of before and of meanwhile";
}

TEST_F(ControlPlaneDelayTest, AnIndexMayBeGivenUpWhileItIsBackfilled) {
  create_active(table_request("Tab"));
  ASSERT_TRUE(add_index("gsi"));
  clock_.advance(kDelay / 2);
  const auto removed = remove_index("gsi");
  ASSERT_TRUE(removed) << removed.error().message;
  clock_.advance(kDelay);
  EXPECT_TRUE(describe("Tab").global_secondary_indexes.empty());
}

TEST_F(ControlPlaneDelayTest, AnIndexIsDeletingBeforeItIsGone) {
  create_active(table_request("Tab"), {global_index("gsi", "g"), global_index("gsi2", "g")});
  put("Tab", {{"pk", "a"}, {"g", "G"}});
  const auto removed = remove_index("gsi");
  ASSERT_TRUE(removed) << removed.error().message;
  EXPECT_EQ(removed->table.table_status, TableStatus::updating);
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::deleting);
  EXPECT_EQ(describe_index("Tab", "gsi2").index_status, IndexStatus::active);
  expect_invalid(query("gsi"), "The table does not have the specified index: gsi");
  clock_.advance(kDelay / 2);
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::deleting);
  expect_error(remove_index("gsi2"), "LimitExceededException",
               "Subscriber limit exceeded: Only 1 online index can be created or deleted "
               "simultaneously per table");
  clock_.advance(kDelay / 2);
  EXPECT_EQ(describe("Tab").global_secondary_indexes.size(), 1U);
  EXPECT_TRUE(remove_index("gsi2"));
  EXPECT_EQ(describe("Tab").attribute_definitions.size(), 1U);
}

TEST_F(ControlPlaneDelayTest, AnIndexWithOtherUnitsIsUpdating) {
  auto request = table_request("Tab");
  request.billing_mode = BillingMode::provisioned;
  request.provisioned_throughput = ProvisionedThroughput{5, 5};
  auto index = global_index("gsi", "g");
  index.provisioned_throughput = ProvisionedThroughput{5, 5};
  create_active(request, {index});
  UpdateTableRequest change{.table_name = "Tab"};
  change.global_secondary_index_updates = {
      UpdateGlobalSecondaryIndexAction{"gsi", ProvisionedThroughput{6, 6}, {}, {}}};
  ASSERT_TRUE(db_->update_table(change));
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::updating);
  EXPECT_TRUE(query("gsi")) << "it is read meanwhile";
  clock_.advance(kDelay);
  EXPECT_EQ(describe_index("Tab", "gsi").index_status, IndexStatus::active);
}

TEST_F(ControlPlaneDelayTest, AStreamIsEnablingAndDisabling) {
  create_active(table_request("Tab"));
  const auto stream_status = [this] { return describe_stream(arn_of("Tab")).stream_status; };
  ASSERT_TRUE(set_stream("Tab", StreamViewType::keys_only));
  EXPECT_EQ(stream_status(), StreamStatus::enabling);
  clock_.advance(kDelay);
  EXPECT_EQ(stream_status(), StreamStatus::enabled);
  put("Tab", {{"pk", "a"}});
  ASSERT_TRUE(set_stream("Tab", std::nullopt));
  EXPECT_EQ(stream_status(), StreamStatus::disabling);
  clock_.advance(kDelay);
  EXPECT_EQ(stream_status(), StreamStatus::disabled);
  EXPECT_EQ(read_all(arn_of("Tab")).size(), 1U);
}

TEST_F(ControlPlaneDelayTest, WithoutDelayNothingIsBusyWhateverTheClockDoes) {
  db_ = Engine::in_memory({.clock = clock_, .seed = 1});
  create(table_request("Tab"));
  ASSERT_TRUE(protect(true));
  ASSERT_TRUE(add_index("gsi"));
  clock_.advance(-std::chrono::hours(1));
  EXPECT_EQ(status(), TableStatus::active);
  EXPECT_TRUE(query("gsi"));
  ASSERT_TRUE(remove_index("gsi"));
  EXPECT_TRUE(describe("Tab").global_secondary_indexes.empty());
}

}  // namespace
}  // namespace keywright
