#include "apply/model_table.hpp"

#include "tables.hpp"

#include <gmock/gmock.h>

namespace keywright::apply {
namespace {

TEST(ModelTable, HasWhatTheModelSays) {
  const auto table = table_with(
      ", indexes: {gsi1: {partition: gsi1pk}, lsi1: {local: true, sort: {name: n, type: N}}}, "
      "ttl: exp, stream: old_image, class: infrequent_access, encryption: aws_managed, "
      "warm_throughput: {read: 20000}, deletion_protection: true, point_in_time_recovery: true, "
      "billing: {mode: provisioned, read: 5, write: 3, autoscale: {max_read: 9}}");
  const auto& made = table.definition;
  EXPECT_EQ(made.table_name, "app");
  EXPECT_EQ(made.key_schema,
            (std::vector<KeySchemaElement>{{"pk", KeyType::hash}, {"sk", KeyType::range}}));
  EXPECT_EQ(made.attribute_definitions,
            (std::vector<AttributeDefinition>{{"pk", AttributeType::string},
                                              {"sk", AttributeType::string},
                                              {"gsi1pk", AttributeType::string},
                                              {"n", AttributeType::number}}));
  ASSERT_EQ(made.global_secondary_indexes.size(), 1U);
  EXPECT_EQ(made.global_secondary_indexes[0].provisioned_throughput, (ProvisionedThroughput{5, 3}));
  ASSERT_EQ(made.local_secondary_indexes.size(), 1U);
  EXPECT_EQ(made.billing_mode, BillingMode::provisioned);
  EXPECT_EQ(made.table_class, TableClass::standard_infrequent_access);
  EXPECT_EQ(made.stream_specification, (StreamSpecification{true, StreamViewType::old_image}));
  EXPECT_EQ(made.sse_specification, (SseSpecification{true, "KMS", std::nullopt}));
  EXPECT_EQ(made.warm_throughput, (WarmThroughput{20000, std::nullopt}));
  EXPECT_TRUE(made.deletion_protection_enabled);
  EXPECT_EQ(table.ttl_attribute, "exp");
  EXPECT_EQ(table.recovery_days, 35U);
  ASSERT_TRUE(table.autoscale);
  EXPECT_EQ(table.autoscale->max_read, 9);
  EXPECT_EQ(table.autoscale->max_write, 3);  // not named: it stays as provisioned
  EXPECT_EQ(table.autoscale->target, 70);    // likewise
  EXPECT_TRUE(table.stated.billing && table.stated.table_class && table.stated.encryption);
}

TEST(ModelTable, ScalesToTheTargetThatIsNamed) {
  const auto table = table_with(
      ", billing: {mode: provisioned, read: 5, write: 3, autoscale: {max_write: 9, target: 62.5}}");
  ASSERT_TRUE(table.autoscale);
  EXPECT_EQ(table.autoscale->target, 62.5);
}

TEST(ModelTable, TellsADefaultFromWhatIsSaid) {
  const auto silent = table_with("");
  EXPECT_FALSE(silent.stated.billing || silent.stated.deletion_protection ||
               silent.stated.table_class || silent.stated.encryption);
  EXPECT_EQ(silent.definition.billing_mode, BillingMode::pay_per_request);
  EXPECT_TRUE(table_with(", billing: on_demand").stated.billing);
  EXPECT_TRUE(table_with(", deletion_protection: false").stated.deletion_protection);
}

}  // namespace
}  // namespace keywright::apply
