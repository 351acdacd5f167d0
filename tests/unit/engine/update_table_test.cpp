// UpdateTable: settings, and global indexes that come and go while there are items.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

constexpr const char* kInvalid = "One or more parameter values were invalid: ";

class UpdateTableTest : public EngineTest {
 protected:
  void SetUp() override { create(table_request("Tab")); }

  UpdateTableRequest add(GlobalSecondaryIndex index) {
    UpdateTableRequest request{.table_name = "Tab"};
    define_strings(request.attribute_definitions, index.key_schema);
    request.global_secondary_index_updates = {CreateGlobalSecondaryIndexAction{std::move(index)}};
    return request;
  }
  static UpdateTableRequest remove(const std::string& index) {
    return {.table_name = "Tab",
            .global_secondary_index_updates = {DeleteGlobalSecondaryIndexAction{index}}};
  }
  void expect_refused(const UpdateTableRequest& request, const std::string& message) {
    expect_invalid(db_->update_table(request), message);
  }
  std::vector<Item> query(const std::string& index, const std::string& attribute,
                          const AttributeValue& value) {
    const auto page = db_->query({.table_name = "Tab",
                                  .index_name = index,
                                  .key_condition_expression = "#a = :v",
                                  .expression_attribute_names = {{"#a", attribute}},
                                  .expression_attribute_values = {{":v", value}}});
    EXPECT_TRUE(page) << page.error().message;
    return page ? page->items : std::vector<Item>{};
  }
};

TEST_F(UpdateTableTest, SomethingMustBeAsked) {
  expect_refused({.table_name = "Tab"},
                 "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
                 "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, "
                 "MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, "
                 "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is "
                 "required");
}

TEST_F(UpdateTableTest, TheTableMustExist) {
  expect_error(
      db_->update_table({.table_name = "None", .billing_mode = BillingMode::pay_per_request}),
      "ResourceNotFoundException", "Requested resource not found: Table: None not found");
}

TEST_F(UpdateTableTest, ClassAndProtectionChangeAlone) {
  expect_refused(
      {.table_name = "Tab",
       .table_class = TableClass::standard,
       .deletion_protection_enabled = true},
      std::string(kInvalid) + "TableClass modification must be the only operation in the request");
  ASSERT_TRUE(db_->update_table({.table_name = "Tab", .table_class = TableClass::standard}));
  ASSERT_TRUE(db_->update_table({.table_name = "Tab", .deletion_protection_enabled = true}));
  EXPECT_EQ(describe("Tab").table_class, TableClass::standard);
  EXPECT_TRUE(describe("Tab").deletion_protection_enabled);
}

TEST_F(UpdateTableTest, BillingGoesBothWays) {
  expect_refused({.table_name = "Tab", .billing_mode = BillingMode::provisioned},
                 std::string(kInvalid) +
                     "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
  const UpdateTableRequest provisioned{.table_name = "Tab",
                                       .billing_mode = BillingMode::provisioned,
                                       .provisioned_throughput = ProvisionedThroughput{5, 5}};
  ASSERT_TRUE(db_->update_table(provisioned));
  EXPECT_EQ(describe("Tab").provisioned_throughput, (ProvisionedThroughput{5, 5}));
  expect_refused(
      {.table_name = "Tab", .provisioned_throughput = ProvisionedThroughput{5, 5}},
      "The provisioned throughput for the table will not change. The requested value equals the "
      "current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
      "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 5. Requested "
      "WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for current limits and "
      "how to request higher limits.");
  ASSERT_TRUE(db_->update_table(
      {.table_name = "Tab", .provisioned_throughput = ProvisionedThroughput{6, 5}}));
  clock_.advance(std::chrono::hours(1));
  ASSERT_TRUE(
      db_->update_table({.table_name = "Tab", .billing_mode = BillingMode::pay_per_request}));
  EXPECT_EQ(describe("Tab").provisioned_throughput, ProvisionedThroughput{});
  EXPECT_EQ(describe("Tab").last_update_to_pay_per_request_date_time,
            kStart + std::chrono::hours(1));
}

TEST_F(UpdateTableTest, ATableWithIndexesBecomesProvisionedWithThem) {
  ASSERT_TRUE(db_->update_table(add(global_index("gsi", "g"))));
  UpdateTableRequest request{.table_name = "Tab",
                             .billing_mode = BillingMode::provisioned,
                             .provisioned_throughput = ProvisionedThroughput{5, 5}};
  expect_refused(request,
                 std::string(kInvalid) + "ProvisionedThroughput must be specified for index: gsi");
  request.global_secondary_index_updates = {
      UpdateGlobalSecondaryIndexAction{"gsi", ProvisionedThroughput{2, 3}, {}}};
  ASSERT_TRUE(db_->update_table(request));
  EXPECT_EQ(describe_index("Tab", "gsi").provisioned_throughput, (ProvisionedThroughput{2, 3}));
  ASSERT_TRUE(
      db_->update_table({.table_name = "Tab", .billing_mode = BillingMode::pay_per_request}));
  EXPECT_EQ(describe_index("Tab", "gsi").provisioned_throughput, std::nullopt);
}

TEST_F(UpdateTableTest, OnDemandMaximaAreSetAndRemoved) {
  ASSERT_TRUE(
      db_->update_table({.table_name = "Tab", .on_demand_throughput = OnDemandThroughput{10, 20}}));
  EXPECT_EQ(describe("Tab").on_demand_throughput, (OnDemandThroughput{10, 20}));
  ASSERT_TRUE(db_->update_table(
      {.table_name = "Tab", .on_demand_throughput = OnDemandThroughput{-1, std::nullopt}}));
  EXPECT_EQ(describe("Tab").on_demand_throughput, (OnDemandThroughput{std::nullopt, 20}));
  ASSERT_TRUE(db_->update_table(
      {.table_name = "Tab", .on_demand_throughput = OnDemandThroughput{std::nullopt, -1}}));
  EXPECT_EQ(describe("Tab").on_demand_throughput, std::nullopt);
}

TEST_F(UpdateTableTest, ANewIndexHoldsTheItemsThatAreThere) {
  for (int i = 0; i < 2500; ++i) {
    Item item{{"pk", "p" + std::to_string(i)}, {"g", "G" + std::to_string(i % 5)}};
    put("Tab", i % 2 == 0 ? item : Item{{"pk", "p" + std::to_string(i)}});
  }
  const auto updated =
      db_->update_table(add(global_index("gsi", "g", "", ProjectionType::keys_only)));
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_EQ(updated->table.table_status, TableStatus::active);
  ASSERT_EQ(updated->table.global_secondary_indexes.size(), 1U);
  const auto& index = updated->table.global_secondary_indexes[0];
  EXPECT_EQ(index.index_status, IndexStatus::active);
  EXPECT_FALSE(index.backfilling);
  EXPECT_EQ(index.item_count, 1250);
  EXPECT_EQ(query("gsi", "g", "G1").size(), 250U);
  EXPECT_EQ(updated->table.attribute_definitions,
            (std::vector<AttributeDefinition>{{"pk", AttributeType::string},
                                              {"g", AttributeType::string}}));
  // And it is kept from now on.
  put("Tab", {{"pk", "p0"}, {"g", "G1"}});
  EXPECT_EQ(query("gsi", "g", "G1").size(), 251U);
}

TEST_F(UpdateTableTest, ItemsThatCannotBeIndexedStayOutAndStay) {
  put("Tab", {{"pk", "number"}, {"g", 5}});
  put("Tab", {{"pk", "empty"}, {"g", ""}});
  put("Tab", {{"pk", "long"}, {"g", std::string(2049, 'g')}});
  put("Tab", {{"pk", "good"}, {"g", "G"}});
  ASSERT_TRUE(db_->update_table(add(global_index("gsi", "g"))));
  EXPECT_EQ(describe_index("Tab", "gsi").item_count, 1);
  EXPECT_TRUE(get("Tab", {{"pk", "number"}}));
  // Other attributes of such an item may be changed; the index key may be mended.
  for (const char* key : {"number", "empty", "long"}) {
    const auto updated = db_->update_item({.table_name = "Tab",
                                           .key = {{"pk", key}},
                                           .update_expression = "SET v = :v",
                                           .expression_attribute_values = {{":v", 1}}});
    EXPECT_TRUE(updated) << updated.error().message;
  }
  EXPECT_EQ(describe_index("Tab", "gsi").item_count, 1);
  ASSERT_TRUE(db_->update_item({.table_name = "Tab",
                                .key = {{"pk", "empty"}},
                                .update_expression = "SET g = :g",
                                .expression_attribute_values = {{":g", "G"}}}));
  EXPECT_EQ(query("gsi", "g", "G").size(), 2U);
  ASSERT_TRUE(db_->delete_item({.table_name = "Tab", .key = {{"pk", "number"}}}));
  EXPECT_EQ(describe_index("Tab", "gsi").item_count, 2);
}

TEST_F(UpdateTableTest, ARemovedIndexTakesItsDefinitionsAlong) {
  ASSERT_TRUE(db_->update_table(add(global_index("gsi", "g", "r"))));
  const auto updated = db_->update_table(remove("gsi"));
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_TRUE(updated->table.global_secondary_indexes.empty());
  EXPECT_EQ(updated->table.attribute_definitions,
            (std::vector<AttributeDefinition>{{"pk", AttributeType::string}}));
  put("Tab", {{"pk", "a"}, {"g", 5}});  // no index key any more
  expect_invalid(db_->query({.table_name = "Tab",
                             .index_name = "gsi",
                             .key_condition_expression = "g = :v",
                             .expression_attribute_values = {{":v", "x"}}}),
                 "The table does not have the specified index: gsi");
}

TEST_F(UpdateTableTest, OneIndexAtATime) {
  auto request = add(global_index("one", "g"));
  request.global_secondary_index_updates.push_back(
      CreateGlobalSecondaryIndexAction{global_index("two", "g")});
  expect_error(db_->update_table(request), "LimitExceededException",
               "Subscriber limit exceeded: Only 1 online index can be created or deleted "
               "simultaneously per table");
}

TEST_F(UpdateTableTest, IndexesMustFit) {
  auto request = add(global_index("gsi", "g"));
  request.attribute_definitions.clear();
  expect_refused(
      request, std::string(kInvalid) +
                   "Some index key attributes are not defined in AttributeDefinitions. Keys: [g], "
                   "AttributeDefinitions: []");
  ASSERT_TRUE(db_->update_table(add(global_index("gsi", "g"))));
  expect_refused(add(global_index("gsi", "g")),
                 "Attempting to create an index which already exists");
  expect_error(db_->update_table(remove("other")), "ResourceNotFoundException",
               "Requested resource not found: Table: Tab, Index: other not found");
  auto throughput = add(global_index("gsi2", "g"));
  std::get<CreateGlobalSecondaryIndexAction>(throughput.global_secondary_index_updates[0])
      .index.provisioned_throughput = ProvisionedThroughput{1, 1};
  expect_refused(throughput,
                 std::string(kInvalid) +
                     "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified "
                     "for index: gsi2 when BillingMode is PAY_PER_REQUEST");
}

TEST_F(UpdateTableTest, KnownDefinitionsWinOverTheRequests) {
  ASSERT_TRUE(db_->update_table(add(global_index("gsi", "g"))));
  auto request = add(global_index("gsi2", "g", "pk"));
  request.attribute_definitions = {{"g", AttributeType::number}, {"pk", AttributeType::number}};
  ASSERT_TRUE(db_->update_table(request));
  put("Tab", {{"pk", "a"}, {"g", "text"}});
  EXPECT_EQ(describe_index("Tab", "gsi2").item_count, 1);
}

}  // namespace
}  // namespace keywright
