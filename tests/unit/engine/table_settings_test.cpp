// Settings of tables that are kept and described: warm throughput and encryption.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

constexpr const char* kInvalid = "One or more parameter values were invalid: ";

class TableSettingsTest : public EngineTest {
 protected:
  Result<TableResponse> warm(WarmThroughput to) {
    return db_->update_table({.table_name = "Tab", .warm_throughput = to});
  }
  Result<TableResponse> encrypt(SseSpecification specification) {
    return db_->update_table({.table_name = "Tab", .sse_specification = std::move(specification)});
  }
  static CreateTableRequest provisioned(std::int64_t read, std::int64_t write) {
    auto request = table_request("Tab");
    request.billing_mode = BillingMode::provisioned;
    request.provisioned_throughput = ProvisionedThroughput{read, write};
    return request;
  }
};

TEST_F(TableSettingsTest, TablesAndIndexesOnDemandAreWarmForABaseline) {
  create(table_request("Tab"), {global_index("gsi", "g")});
  EXPECT_EQ(describe("Tab").warm_throughput, (WarmThroughput{12000, 4000}));
  EXPECT_EQ(describe_index("Tab", "gsi").warm_throughput, (WarmThroughput{12000, 4000}));
}

TEST_F(TableSettingsTest, ProvisionedTablesAreWarmForTheirUnits) {
  create(provisioned(5, 6));
  EXPECT_EQ(describe("Tab").warm_throughput, (WarmThroughput{5, 6}));
  ASSERT_TRUE(db_->update_table(
      {.table_name = "Tab", .provisioned_throughput = ProvisionedThroughput{9, 2}}));
  EXPECT_EQ(describe("Tab").warm_throughput, (WarmThroughput{9, 6})) << "it never falls";
  ASSERT_TRUE(
      db_->update_table({.table_name = "Tab", .billing_mode = BillingMode::pay_per_request}));
  EXPECT_EQ(describe("Tab").warm_throughput, (WarmThroughput{12000, 4000}));
}

TEST_F(TableSettingsTest, WarmThroughputIsAskedForAtCreation) {
  auto request = table_request("Tab");
  request.warm_throughput = WarmThroughput{15000, std::nullopt};
  auto index = global_index("gsi", "g");
  index.warm_throughput = WarmThroughput{std::nullopt, 5000};
  create(request, {index});
  EXPECT_EQ(describe("Tab").warm_throughput, (WarmThroughput{15000, 4000}));
  EXPECT_EQ(describe_index("Tab", "gsi").warm_throughput, (WarmThroughput{12000, 5000}));

  request.table_name = "Low";
  request.warm_throughput = WarmThroughput{11999, 4000};
  expect_invalid(db_->create_table(request),
                 std::string(kInvalid) +
                     "Requested ReadUnitsPerSecond for WarmThroughput for table is outside of "
                     "valid range");
  request.warm_throughput = WarmThroughput{12000, 0};
  expect_invalid(db_->create_table(request),
                 "1 validation error detected: Value '0' at 'warmThroughput.writeUnitsPerSecond' "
                 "failed to satisfy constraint: Member must have value greater than or equal to 1");
  request = provisioned(5, 5);
  request.table_name = "Few";
  request.warm_throughput = WarmThroughput{6, 5};
  EXPECT_TRUE(db_->create_table(request));
}

TEST_F(TableSettingsTest, WarmThroughputIsOnlyRaised) {
  create(table_request("Tab"), {global_index("gsi", "g")});
  ASSERT_TRUE(warm({13000, std::nullopt}));
  ASSERT_TRUE(warm({13000, 5000}));
  EXPECT_EQ(describe("Tab").warm_throughput, (WarmThroughput{13000, 5000}));
  expect_invalid(warm({12999, 6000}),
                 std::string(kInvalid) +
                     "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than "
                     "current WarmThroughput, decreasing WarmThroughput is not supported");
  EXPECT_EQ(describe("Tab").warm_throughput, (WarmThroughput{13000, 5000}));

  UpdateTableRequest request{.table_name = "Tab"};
  request.global_secondary_index_updates = {
      UpdateGlobalSecondaryIndexAction{"gsi", {}, {}, WarmThroughput{std::nullopt, 4001}}};
  ASSERT_TRUE(db_->update_table(request));
  EXPECT_EQ(describe_index("Tab", "gsi").warm_throughput, (WarmThroughput{12000, 4001}));
  request.global_secondary_index_updates = {
      UpdateGlobalSecondaryIndexAction{"gsi", {}, {}, WarmThroughput{std::nullopt, 4000}}};
  expect_invalid(db_->update_table(request),
                 std::string(kInvalid) +
                     "Requested WriteUnitsPerSecond for WarmThroughput for index : gsi is lower "
                     "than current WarmThroughput, decreasing WarmThroughput is not supported");
}

TEST_F(TableSettingsTest, ANewIndexIsWarm) {
  create(table_request("Tab"));
  UpdateTableRequest request{.table_name = "Tab",
                             .attribute_definitions = {{"g", AttributeType::string}}};
  auto index = global_index("gsi", "g");
  index.warm_throughput = WarmThroughput{20000, std::nullopt};
  request.global_secondary_index_updates = {CreateGlobalSecondaryIndexAction{index}};
  ASSERT_TRUE(db_->update_table(request));
  EXPECT_EQ(describe_index("Tab", "gsi").warm_throughput, (WarmThroughput{20000, 4000}));
}

TEST_F(TableSettingsTest, EncryptionIsDescribedWithItsKey) {
  auto request = table_request("Tab");
  request.sse_specification = SseSpecification{true, "KMS", "1234abcd"};
  create(request);
  EXPECT_EQ(describe("Tab").sse_description,
            (SseSpecification{true, "KMS", "arn:aws:kms:us-east-1:000000000000:key/1234abcd"}));
  const std::string arn = "arn:aws:kms:us-east-1:111111111111:key/1";
  ASSERT_TRUE(encrypt({true, "KMS", arn}));
  EXPECT_EQ(describe("Tab").sse_description->kms_master_key_id, arn);
  ASSERT_TRUE(encrypt({true, "KMS", "alias/mine"}));
  EXPECT_EQ(describe("Tab").sse_description->kms_master_key_id,
            "arn:aws:kms:us-east-1:000000000000:alias/mine");
  expect_invalid(encrypt({true, "KMS", "alias/mine"}),
                 std::string(kInvalid) + "Table is already encrypted by given KMSMasterKeyId");
  ASSERT_TRUE(encrypt({true, {}, {}}));
  EXPECT_TRUE(describe("Tab").sse_description->kms_master_key_id) << "AWS's key in the account";
  ASSERT_TRUE(encrypt({false, {}, {}}));
  EXPECT_EQ(describe("Tab").sse_description, std::nullopt);
}

TEST_F(TableSettingsTest, EncryptionMustMakeSense) {
  create(table_request("Tab"));
  EXPECT_EQ(describe("Tab").sse_description, std::nullopt);
  expect_invalid(encrypt({false, {}, {}}),
                 std::string(kInvalid) + "Table is already encrypted by default");
  expect_invalid(encrypt({true, {}, "1234"}),
                 std::string(kInvalid) + "SSEType KMS is required if KMSMasterKeyId is specified");
  expect_invalid(
      encrypt({true, "AES256", {}}),
      std::string(kInvalid) + "SSEType AES256 is not supported: the only valid SSEType is KMS");
  expect_invalid(encrypt({false, "KMS", {}}),
                 std::string(kInvalid) + "SSEType can only be specified if encryption is enabled");
  ASSERT_TRUE(encrypt({true, "KMS", "1234"}));
  expect_invalid(encrypt({true, "KMS", "1234"}),
                 std::string(kInvalid) + "Table is already encrypted by given KMSMasterKeyId");
  EXPECT_TRUE(encrypt({true, "KMS", "34"})) << "another key, though its name ends alike";
}

}  // namespace
}  // namespace keywright
