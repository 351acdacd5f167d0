// CreateTable, DescribeTable, DeleteTable and ListTables.

#include "engine_fixture.hpp"

#include <regex>

namespace keywright {
namespace {

class TableTest : public EngineTest {
 protected:
  CreateTableRequest request_ = table_request("Music", AttributeType::string);

  void expect_refused(const std::string& message) {
    expect_invalid(db_->create_table(request_), message);
  }
};

constexpr const char* kInvalid = "One or more parameter values were invalid: ";

TEST_F(TableTest, IsDescribedAsItWasCreated) {
  request_.attribute_definitions.push_back({"g", AttributeType::number});
  request_.attribute_definitions.push_back({"l", AttributeType::binary});
  auto index = global_index("gsi", "g", "", ProjectionType::include, {"x"});
  request_.global_secondary_indexes = {index};
  request_.local_secondary_indexes = {{.index_name = "lsi",
                                       .key_schema = {{"pk", KeyType::hash}, {"l", KeyType::range}},
                                       .projection = {ProjectionType::all, {}}}};
  request_.table_class = TableClass::standard_infrequent_access;
  const auto created = db_->create_table(request_).value().table;
  EXPECT_EQ(created.table_name, "Music");
  EXPECT_EQ(created.table_arn, "arn:aws:dynamodb:us-east-1:000000000000:table/Music");
  EXPECT_TRUE(std::regex_match(
      created.table_id,
      std::regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")))
      << created.table_id;
  EXPECT_EQ(created.table_status, TableStatus::active);
  EXPECT_EQ(created.creation_date_time, kStart);
  EXPECT_EQ(created.key_schema, request_.key_schema);
  EXPECT_EQ(created.attribute_definitions, request_.attribute_definitions);
  EXPECT_EQ(created.billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(created.last_update_to_pay_per_request_date_time, kStart);
  EXPECT_EQ(created.provisioned_throughput, ProvisionedThroughput{});
  EXPECT_EQ(created.table_class, TableClass::standard_infrequent_access);
  EXPECT_EQ(created.item_count, 0);
  ASSERT_EQ(created.global_secondary_indexes.size(), 1U);
  const auto& gsi = created.global_secondary_indexes[0];
  EXPECT_EQ(gsi.index_name, "gsi");
  EXPECT_EQ(gsi.index_arn, created.table_arn + "/index/gsi");
  EXPECT_EQ(gsi.key_schema, index.key_schema);
  EXPECT_EQ(gsi.projection, index.projection);
  EXPECT_EQ(gsi.index_status, IndexStatus::active);
  ASSERT_EQ(created.local_secondary_indexes.size(), 1U);
  EXPECT_EQ(created.local_secondary_indexes[0].index_name, "lsi");
  EXPECT_EQ(describe("Music").table_id, created.table_id);
}

TEST_F(TableTest, EqualSeedsGiveEqualIds) {
  const auto other = Engine::in_memory({.clock = clock_, .seed = 1});
  EXPECT_EQ(db_->create_table(request_)->table.table_id,
            other->create_table(request_)->table.table_id);
  EXPECT_NE(db_->create_table(table_request("Other"))->table.table_id, describe("Music").table_id);
}

TEST_F(TableTest, ANameIsTakenOnce) {
  create(request_);
  expect_error(db_->create_table(request_), "ResourceInUseException",
               "Table already exists: Music");
}

TEST_F(TableTest, NamesHaveThreeTo255OfSomeCharacters) {
  request_.table_name = "";
  expect_refused("The parameter 'TableName' is required but was not present in the request");
  request_.table_name = "ab";
  expect_refused("TableName must be at least 3 characters long and at most 255 characters long");
  request_.table_name = std::string(256, 'a');
  expect_refused("TableName must be at least 3 characters long and at most 255 characters long");
  request_.table_name = "a b";
  expect_refused(
      "1 validation error detected: Value 'a b' at 'tableName' failed to satisfy constraint: "
      "Member "
      "must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  request_.table_name = std::string(255, 'a');
  EXPECT_TRUE(db_->create_table(request_));
}

TEST_F(TableTest, ConstraintsAreReportedTogether) {
  request_.table_name = "a b";
  request_.key_schema = {};
  request_.attribute_definitions = {{"", AttributeType::boolean}};
  expect_refused(
      "4 validation errors detected: Value 'a b' at 'tableName' failed to satisfy constraint: "
      "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value null at 'keySchema' "
      "failed to satisfy constraint: Member must not be null; Value '' at "
      "'attributeDefinitions.1.member.attributeName' failed to satisfy constraint: Member must "
      "have "
      "length greater than or equal to 1; Value 'BOOL' at "
      "'attributeDefinitions.1.member.attributeType' failed to satisfy constraint: Member must "
      "satisfy enum value set: [B, N, S]");
}

TEST_F(TableTest, BillingDecidesAboutThroughput) {
  request_.billing_mode.reset();
  expect_refused(std::string(kInvalid) +
                 "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode "
                 "is PROVISIONED");
  request_.provisioned_throughput = {5, 0};
  expect_refused(
      "1 validation error detected: Value '0' at 'provisionedThroughput.writeCapacityUnits' failed "
      "to satisfy constraint: Member must have value greater than or equal to 1");
  request_.provisioned_throughput = {5, 6};
  request_.billing_mode = BillingMode::pay_per_request;
  expect_refused(std::string(kInvalid) +
                 "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
                 "BillingMode is PAY_PER_REQUEST");
  request_.billing_mode = BillingMode::provisioned;
  request_.global_secondary_indexes = {global_index("gsi", "sk")};
  expect_refused(std::string(kInvalid) + "ProvisionedThroughput is not specified for index: gsi");
  request_.global_secondary_indexes[0].provisioned_throughput = {1, 1};
  request_.on_demand_throughput = OnDemandThroughput{10, std::nullopt};
  expect_refused(std::string(kInvalid) +
                 "MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table "
                 "BillingMode is PROVISIONED");
  request_.on_demand_throughput.reset();
  create(request_);
  EXPECT_EQ(describe("Music").provisioned_throughput, (ProvisionedThroughput{5, 6}));
  EXPECT_EQ(describe("Music").billing_mode, BillingMode::provisioned);
}

TEST_F(TableTest, OnDemandMaximaAreAtLeastOne) {
  request_.on_demand_throughput = OnDemandThroughput{std::nullopt, 0};
  expect_refused(std::string(kInvalid) +
                 "Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of "
                 "valid range");
  request_.on_demand_throughput = OnDemandThroughput{7, -1};
  create(request_);
  EXPECT_EQ(describe("Music").on_demand_throughput, (OnDemandThroughput{7, std::nullopt}));
}

TEST_F(TableTest, TheKeySchemaIsHashThenRange) {
  request_.key_schema = {{"pk", KeyType::range}, {"sk", KeyType::range}};
  expect_refused("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  request_.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::hash}};
  expect_refused("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  request_.key_schema = {{"pk", KeyType::hash}, {"pk", KeyType::range}};
  expect_refused("Both the Hash Key and the Range Key element in the KeySchema have the same name");
}

TEST_F(TableTest, DefinitionsAreThoseOfTheKeys) {
  request_.attribute_definitions = {{"pk", AttributeType::string}};
  expect_refused("Invalid KeySchema: Some index key attribute have no definition");
  request_.attribute_definitions = {{"pk", AttributeType::string}, {"x", AttributeType::string}};
  expect_refused(
      std::string(kInvalid) +
      "Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, sk], "
      "AttributeDefinitions: [pk, x]");
  request_.attribute_definitions = {
      {"pk", AttributeType::string}, {"sk", AttributeType::string}, {"x", AttributeType::string}};
  expect_refused(std::string(kInvalid) +
                 "Number of attributes in KeySchema does not exactly match number of attributes "
                 "defined in AttributeDefinitions");
  request_.global_secondary_indexes = {global_index("gsi", "sk")};
  expect_refused(std::string(kInvalid) +
                 "Some AttributeDefinitions are not used. AttributeDefinitions: [pk, sk, x], keys "
                 "used: [pk, sk]");
  request_.attribute_definitions.back() = {"pk", AttributeType::number};
  expect_refused("Attribute Name is duplicated: pk");
}

TEST_F(TableTest, LocalIndexesShareThePartitionKey) {
  request_.attribute_definitions.push_back({"l", AttributeType::string});
  request_.local_secondary_indexes = {{.index_name = "lsi",
                                       .key_schema = {{"l", KeyType::hash}, {"sk", KeyType::range}},
                                       .projection = {ProjectionType::all, {}}}};
  auto& index = request_.local_secondary_indexes[0];
  expect_refused(std::string(kInvalid) +
                 "Index KeySchema does not have the same leading hash key as table KeySchema for "
                 "index: lsi. index hash key: l, table hash key: pk");
  index.key_schema = {{"pk", KeyType::hash}};
  expect_refused(std::string(kInvalid) +
                 "Index KeySchema does not have a range key for index: lsi");
  index.key_schema = {{"pk", KeyType::hash}, {"l", KeyType::range}};
  request_.key_schema = {{"pk", KeyType::hash}};
  expect_refused(std::string(kInvalid) +
                 "Table KeySchema does not have a range key, which is required when specifying a "
                 "LocalSecondaryIndex");
}

TEST_F(TableTest, IndexNamesAreUnique) {
  request_.global_secondary_indexes = {global_index("same", "sk"), global_index("same", "pk")};
  expect_refused(std::string(kInvalid) + "Duplicate index name: same");
  request_.global_secondary_indexes = {global_index("x", "sk")};
  expect_refused(
      "1 validation error detected: Value 'x' at 'globalSecondaryIndexes.1.member.indexName' "
      "failed "
      "to satisfy constraint: Member must have length greater than or equal to 3");
}

TEST_F(TableTest, ProjectionsSayWhatTheyNeedTo) {
  const auto with = [this](Projection projection) {
    request_.global_secondary_indexes = {global_index("gsi", "sk")};
    request_.global_secondary_indexes[0].projection = std::move(projection);
  };
  with({});
  expect_refused(std::string(kInvalid) + "Unknown ProjectionType: null");
  with({ProjectionType::include, {}});
  expect_refused(std::string(kInvalid) +
                 "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
  with({ProjectionType::keys_only, {"a"}});
  expect_refused(std::string(kInvalid) +
                 "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified");
  with({ProjectionType::all, {"a"}});
  expect_refused(std::string(kInvalid) +
                 "ProjectionType is ALL, but NonKeyAttributes is specified");
  with({ProjectionType::include, {"a", "a"}});
  expect_refused(std::string(kInvalid) + "Duplicate element in NonKeyAttributes: a");
}

TEST_F(TableTest, GlobalIndexesHaveOneToFourHashAndUpToFourRangeAttributes) {
  const auto with = [this](int hashes, int ranges) {
    request_ = table_request("Music");
    auto index = global_index("gsi", "h1");
    index.key_schema.clear();
    for (int i = 1; i <= hashes; ++i) {
      index.key_schema.push_back({"h" + std::to_string(i), KeyType::hash});
    }
    for (int i = 1; i <= ranges; ++i) {
      index.key_schema.push_back({"r" + std::to_string(i), KeyType::range});
    }
    define_strings(request_.attribute_definitions, index.key_schema);
    request_.global_secondary_indexes = {index};
  };
  with(5, 0);
  expect_refused(std::string(kInvalid) +
                 "The KeySchema exceeds the maximum allowed number of HASH key attributes");
  with(1, 5);
  expect_refused(std::string(kInvalid) +
                 "The KeySchema exceeds the maximum allowed number of RANGE key attributes");
  with(2, 1);
  std::swap(request_.global_secondary_indexes[0].key_schema[1],
            request_.global_secondary_indexes[0].key_schema[2]);
  expect_refused(std::string(kInvalid) +
                 "All HASH key attributes must precede RANGE key attributes in the KeySchema");
  with(4, 4);
  create(request_);
}

TEST_F(TableTest, ThereAreAtMostTwentyGlobalAndFiveLocalIndexes) {
  for (int i = 0; i < 21; ++i) {
    request_.global_secondary_indexes.push_back(global_index("gsi" + std::to_string(i), "sk"));
  }
  expect_refused(std::string(kInvalid) +
                 "GlobalSecondaryIndex count exceeds the per-table limit of 20");
  request_.global_secondary_indexes.pop_back();
  for (int i = 0; i < 6; ++i) {
    request_.local_secondary_indexes.push_back(
        {.index_name = "lsi" + std::to_string(i),
         .key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}},
         .projection = {ProjectionType::all, {}}});
  }
  expect_refused(std::string(kInvalid) +
                 "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
  request_.local_secondary_indexes.pop_back();
  create(request_);
}

TEST_F(TableTest, SizesAreKeptLive) {
  create(request_);
  put("Music", {{"pk", "a"}, {"sk", "1"}, {"v", "xxx"}});  // 3 + 3 + 4
  put("Music", {{"pk", "a"}, {"sk", "2"}});
  EXPECT_EQ(describe("Music").item_count, 2);
  EXPECT_EQ(describe("Music").table_size_bytes, 16);
  put("Music", {{"pk", "a"}, {"sk", "1"}});
  EXPECT_EQ(describe("Music").table_size_bytes, 12);
  ASSERT_TRUE(db_->delete_item({.table_name = "Music", .key = {{"pk", "a"}, {"sk", "1"}}}));
  EXPECT_EQ(describe("Music").item_count, 1);
  EXPECT_EQ(describe("Music").table_size_bytes, 6);
}

TEST_F(TableTest, DeletedTablesAreGone) {
  create(request_);
  put("Music", {{"pk", "a"}, {"sk", "1"}});
  const auto deleted = db_->delete_table({"Music"}).value().table;
  EXPECT_EQ(deleted.table_status, TableStatus::deleting);
  EXPECT_EQ(deleted.table_name, "Music");
  EXPECT_TRUE(deleted.key_schema.empty());
  EXPECT_TRUE(deleted.attribute_definitions.empty());
  const std::string gone = "Requested resource not found: Table: Music not found";
  expect_error(db_->describe_table({"Music"}), "ResourceNotFoundException", gone);
  expect_error(db_->delete_table({"Music"}), "ResourceNotFoundException", gone);
  expect_error(db_->get_item({.table_name = "Music", .key = {{"pk", "a"}, {"sk", "1"}}}),
               "ResourceNotFoundException", "Requested resource not found");
  create(request_);
  EXPECT_EQ(get("Music", {{"pk", "a"}, {"sk", "1"}}), std::nullopt);
}

TEST_F(TableTest, ProtectedTablesAreNotDeleted) {
  request_.deletion_protection_enabled = true;
  create(request_);
  expect_invalid(
      db_->delete_table({"Music"}),
      "Resource cannot be deleted as it is currently protected against deletion. Disable "
      "deletion protection first.");
  ASSERT_TRUE(db_->update_table({.table_name = "Music", .deletion_protection_enabled = false}));
  EXPECT_TRUE(db_->delete_table({"Music"}));
}

TEST_F(TableTest, ListsByNameInPages) {
  for (const char* name : {"ccc", "aaa", "BBB", "ddd"}) create(table_request(name));
  auto page = db_->list_tables({}).value();
  EXPECT_EQ(page.table_names, (std::vector<std::string>{"BBB", "aaa", "ccc", "ddd"}));
  EXPECT_EQ(page.last_evaluated_table_name, std::nullopt);
  page = db_->list_tables({.limit = 2}).value();
  EXPECT_EQ(page.table_names, (std::vector<std::string>{"BBB", "aaa"}));
  EXPECT_EQ(page.last_evaluated_table_name, "aaa");
  page = db_->list_tables({.exclusive_start_table_name = "abc", .limit = 2}).value();
  EXPECT_EQ(page.table_names, (std::vector<std::string>{"ccc", "ddd"}));
  EXPECT_EQ(page.last_evaluated_table_name, std::nullopt);
  expect_invalid(db_->list_tables({.limit = 0}),
                 "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
                 "Member must have value greater than or equal to 1");
  expect_invalid(
      db_->list_tables({.limit = 101}),
      "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: "
      "Member must have value less than or equal to 100");
}

}  // namespace
}  // namespace keywright
