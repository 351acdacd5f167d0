// The requests on tables, with every member.

#include "recording_database.hpp"
#include "wire_test.hpp"

#include <gmock/gmock.h>

namespace keywright::wire {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class TableRequests : public WireTest {
 protected:
  template <class Request>
  Request read(std::string_view operation, std::string_view body) {
    const Answer answer = dispatcher_.answer(
        database_, "DynamoDB_20120810." + std::string(operation), exchanged(body, '\'', '"'));
    EXPECT_EQ(answer.status, 200U) << answer.body;
    return database_.last<Request>();
  }
  RecordingDatabase database_;
};

constexpr std::string_view kOptions =
    "'BillingMode':'PROVISIONED',"
    "'ProvisionedThroughput':{'ReadCapacityUnits':3,'WriteCapacityUnits':4},"
    "'OnDemandThroughput':{'MaxReadRequestUnits':-1,'MaxWriteRequestUnits':9},"
    "'TableClass':'STANDARD_INFREQUENT_ACCESS','DeletionProtectionEnabled':true,"
    "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'OLD_IMAGE'},"
    "'WarmThroughput':{'ReadUnitsPerSecond':12000,'WriteUnitsPerSecond':4000},"
    "'SSESpecification':{'Enabled':true,'SSEType':'KMS','KMSMasterKeyId':'key'}}";

template <class Request>
void expect_options(const Request& request) {
  EXPECT_EQ(request.table_name, "tab");
  EXPECT_EQ(request.billing_mode, BillingMode::provisioned);
  EXPECT_EQ(request.provisioned_throughput, (ProvisionedThroughput{3, 4}));
  EXPECT_EQ(request.on_demand_throughput, (OnDemandThroughput{-1, 9}));
  EXPECT_EQ(request.table_class, TableClass::standard_infrequent_access);
  EXPECT_EQ(request.deletion_protection_enabled, true);
  EXPECT_EQ(request.stream_specification, (StreamSpecification{true, StreamViewType::old_image}));
  EXPECT_EQ(request.warm_throughput, (WarmThroughput{12000, 4000}));
  EXPECT_EQ(request.sse_specification, (SseSpecification{true, "KMS", "key"}));
}

const std::string kIndex =
    "'IndexName':'gsi1','KeySchema':[{'AttributeName':'g','KeyType':'HASH'}],"
    "'Projection':{'ProjectionType':'INCLUDE','NonKeyAttributes':['x']},"
    "'ProvisionedThroughput':{'ReadCapacityUnits':1,'WriteCapacityUnits':2},"
    "'OnDemandThroughput':{'MaxReadRequestUnits':5},"
    "'WarmThroughput':{'WriteUnitsPerSecond':6}}";

void expect_index(const GlobalSecondaryIndex& index) {
  EXPECT_EQ(index.index_name, "gsi1");
  EXPECT_THAT(index.key_schema, ElementsAre(KeySchemaElement{"g", KeyType::hash}));
  EXPECT_EQ(index.projection, (Projection{ProjectionType::include, {"x"}}));
  EXPECT_EQ(index.provisioned_throughput, (ProvisionedThroughput{1, 2}));
  EXPECT_EQ(index.on_demand_throughput, (OnDemandThroughput{5, std::nullopt}));
  EXPECT_EQ(index.warm_throughput, (WarmThroughput{std::nullopt, 6}));
}

TEST_F(TableRequests, CreateTable) {
  const auto request = read<CreateTableRequest>(
      "CreateTable",
      "{'TableName':'tab','KeySchema':[{'AttributeName':'pk','KeyType':'HASH'},"
      "{'AttributeName':'sk','KeyType':'RANGE'}],'AttributeDefinitions':["
      "{'AttributeName':'pk','AttributeType':'S'},{'AttributeName':'sk','AttributeType':'N'},"
      "{'AttributeName':'g','AttributeType':'B'}],'GlobalSecondaryIndexes':[{" +
          kIndex +
          "],'LocalSecondaryIndexes':[{'IndexName':'lsi1','KeySchema':["
          "{'AttributeName':'pk','KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}}],"
          "'Tags':[{'Key':'k','Value':'v'}],'ResourcePolicy':'{}'," +
          std::string(kOptions));
  EXPECT_THAT(request.key_schema, ElementsAre(KeySchemaElement{"pk", KeyType::hash},
                                              KeySchemaElement{"sk", KeyType::range}));
  EXPECT_THAT(request.attribute_definitions,
              ElementsAre(AttributeDefinition{"pk", AttributeType::string},
                          AttributeDefinition{"sk", AttributeType::number},
                          AttributeDefinition{"g", AttributeType::binary}));
  ASSERT_THAT(request.global_secondary_indexes, SizeIs(1));
  expect_index(request.global_secondary_indexes[0]);
  ASSERT_THAT(request.local_secondary_indexes, SizeIs(1));
  EXPECT_EQ(request.local_secondary_indexes[0].index_name, "lsi1");
  EXPECT_THAT(request.local_secondary_indexes[0].key_schema,
              ElementsAre(KeySchemaElement{"pk", KeyType::hash}));
  EXPECT_EQ(request.local_secondary_indexes[0].projection, (Projection{ProjectionType::all, {}}));
  EXPECT_THAT(request.tags, ElementsAre(keywright::Tag{"k", "v"}));
  EXPECT_EQ(request.resource_policy, "{}");
  expect_options(request);
}

TEST_F(TableRequests, UpdateTable) {
  const auto request = read<UpdateTableRequest>(
      "UpdateTable",
      "{'TableName':'tab','AttributeDefinitions':[{'AttributeName':'g','AttributeType':'B'}],"
      "'GlobalSecondaryIndexUpdates':[{'Create':{" +
          kIndex +
          "},{'Update':{'IndexName':'gsi2','ProvisionedThroughput':{'ReadCapacityUnits':1,"
          "'WriteCapacityUnits':2},'OnDemandThroughput':{'MaxReadRequestUnits':5},"
          "'WarmThroughput':{'WriteUnitsPerSecond':6}}},{'Delete':{'IndexName':'gsi3'}}]," +
          std::string(kOptions));
  EXPECT_THAT(request.attribute_definitions,
              ElementsAre(AttributeDefinition{"g", AttributeType::binary}));
  const auto& updates = request.global_secondary_index_updates;
  ASSERT_THAT(updates, SizeIs(3));
  expect_index(std::get<CreateGlobalSecondaryIndexAction>(updates[0]).index);
  const auto& update = std::get<UpdateGlobalSecondaryIndexAction>(updates[1]);
  EXPECT_EQ(update.index_name, "gsi2");
  EXPECT_EQ(update.provisioned_throughput, (ProvisionedThroughput{1, 2}));
  EXPECT_EQ(update.on_demand_throughput, (OnDemandThroughput{5, std::nullopt}));
  EXPECT_EQ(update.warm_throughput, (WarmThroughput{std::nullopt, 6}));
  EXPECT_EQ(std::get<DeleteGlobalSecondaryIndexAction>(updates[2]).index_name, "gsi3");
  expect_options(request);
}

TEST_F(TableRequests, Others) {
  EXPECT_EQ(read<DescribeTableRequest>("DescribeTable", "{'TableName':'tab'}").table_name, "tab");
  EXPECT_EQ(read<DeleteTableRequest>("DeleteTable", "{'TableName':'tab'}").table_name, "tab");
  const auto list =
      read<ListTablesRequest>("ListTables", "{'ExclusiveStartTableName':'tab','Limit':2}");
  EXPECT_EQ(list.exclusive_start_table_name, "tab");
  EXPECT_EQ(list.limit, 2);
  EXPECT_EQ(read<DescribeTimeToLiveRequest>("DescribeTimeToLive", "{'TableName':'tab'}").table_name,
            "tab");
  const auto expiry = read<UpdateTimeToLiveRequest>(
      "UpdateTimeToLive",
      "{'TableName':'tab','TimeToLiveSpecification':{'AttributeName':'ttl','Enabled':false}}");
  EXPECT_EQ(expiry.table_name, "tab");
  EXPECT_EQ(expiry.attribute_name, "ttl");
  EXPECT_FALSE(expiry.enabled);
}

TEST_F(TableRequests, WhatCannotBeDoneIsRefusedAndNotIgnored) {
  const Answer answer = dispatcher_.answer(
      database_, "DynamoDB_20120810.UpdateTable",
      R"({"TableName":"tab","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]})");
  EXPECT_EQ(exchanged(answer.body, '"', '\''),
            validation("Keywright does not support ReplicaUpdates"));
  EXPECT_FALSE(database_.called());
}

}  // namespace
}  // namespace keywright::wire
