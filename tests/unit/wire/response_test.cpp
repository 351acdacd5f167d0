// Responses to the exact JSON.

#include "recording_database.hpp"
#include "wire/json_writer.hpp"
#include "wire_test.hpp"

namespace keywright::wire {
namespace {

class Responses : public WireTest {
 protected:
  /// What is written of `response`, if it answers `body`.
  template <class Response>
  std::string written(std::string_view operation, Response response, std::string_view body = "{}",
                      std::string_view prefix = "DynamoDB_20120810.") {
    RecordingDatabase database;
    database.response = std::move(response);
    const Answer answer = dispatcher_.answer(database, std::string(prefix) + std::string(operation),
                                             exchanged(body, '\'', '"'));
    EXPECT_EQ(answer.status, 200U);
    return exchanged(answer.body, '"', '\'');
  }
  template <class Response>
  std::string stream(std::string_view operation, Response response, std::string_view body = "{}") {
    return written(operation, std::move(response), body, "DynamoDBStreams_20120810.");
  }
};

const Item kItem{{"pk", "a"}};
constexpr std::string_view kTable = "{'TableName':'tab'}";
constexpr std::string_view kGet = "{'TableName':'tab','Key':{'pk':{'S':'a'}}}";

TimePoint at(std::int64_t milliseconds) {
  return TimePoint(std::chrono::milliseconds(milliseconds));
}

TEST_F(Responses, WhatIsAbsentIsNotWritten) {
  EXPECT_EQ(written("GetItem", GetItemResponse{}, kGet), "{}");
  EXPECT_EQ(written("UpdateItem", UpdateItemResponse{}, kGet), "{}");
  EXPECT_EQ(written("ListTables", ListTablesResponse{}), "{'TableNames':[]}");
  EXPECT_EQ(written("BatchGetItem", BatchGetItemResponse{}, "{'RequestItems':{}}"),
            "{'Responses':{},'UnprocessedKeys':{}}");
  EXPECT_EQ(written("BatchWriteItem", BatchWriteItemResponse{}, "{'RequestItems':{}}"),
            "{'UnprocessedItems':{}}");
  EXPECT_EQ(written("TransactWriteItems", TransactWriteItemsResponse{}, "{'TransactItems':[]}"),
            "{}");
  EXPECT_EQ(written("TransactGetItems", TransactGetItemsResponse{}, "{'TransactItems':[]}"),
            "{'Responses':[]}");
}

TEST_F(Responses, ConsumedCapacityHasItsArms) {
  ConsumedCapacity capacity{.table_name = "tab", .capacity_units = 3.5};
  capacity.read_capacity_units = 0.5;
  capacity.write_capacity_units = 3;
  capacity.table = Capacity{1, {}, 1};
  capacity.local_secondary_indexes["lsi1"] = Capacity{1, {}, {}};
  capacity.global_secondary_indexes["gsi1"] = Capacity{1.5, {}, {}};
  EXPECT_EQ(written("GetItem", GetItemResponse{{}, capacity}, kGet),
            "{'ConsumedCapacity':{'TableName':'tab','CapacityUnits':3.5,'ReadCapacityUnits':0.5,"
            "'WriteCapacityUnits':3.0,'Table':{'CapacityUnits':1.0,'WriteCapacityUnits':1.0},"
            "'LocalSecondaryIndexes':{'lsi1':{'CapacityUnits':1.0}},"
            "'GlobalSecondaryIndexes':{'gsi1':{'CapacityUnits':1.5}}}}");
}

TEST_F(Responses, ItemCollectionMetrics) {
  WriteItemResponse response{.item_collection_metrics = {{kItem, 0, 1}}};
  EXPECT_EQ(written("UpdateItem", response, kGet),
            "{'ItemCollectionMetrics':{'ItemCollectionKey':{'pk':{'S':'a'}},"
            "'SizeEstimateRangeGB':[0.0,1.0]}}");
}

TEST_F(Responses, Batches) {
  BatchGetItemResponse get;
  get.responses["tab"] = {kItem};
  get.responses["none"] = {};
  KeysAndAttributes rest{.keys = {kItem}, .consistent_read = true};
  rest.projection_expression = "#x";
  rest.expression_attribute_names = {{"#x", "x"}};
  rest.attributes_to_get = AttributesToGet{"y"};
  get.unprocessed_keys["tab"] = rest;
  get.consumed_capacity = {{.table_name = "tab", .capacity_units = 1}};
  EXPECT_EQ(written("BatchGetItem", get, "{'RequestItems':{}}"),
            "{'Responses':{'none':[],'tab':[{'pk':{'S':'a'}}]},'UnprocessedKeys':{'tab':{"
            "'Keys':[{'pk':{'S':'a'}}],'ConsistentRead':true,'ProjectionExpression':'#x',"
            "'ExpressionAttributeNames':{'#x':'x'},'AttributesToGet':['y']}},"
            "'ConsumedCapacity':[{'TableName':'tab','CapacityUnits':1.0}]}");

  BatchWriteItemResponse write;
  write.unprocessed_items["tab"] = {PutRequest{kItem}, DeleteRequest{kItem}};
  write.item_collection_metrics["tab"] = {{kItem, 0, 1}};
  EXPECT_EQ(written("BatchWriteItem", write, "{'RequestItems':{}}"),
            "{'UnprocessedItems':{'tab':[{'PutRequest':{'Item':{'pk':{'S':'a'}}}},"
            "{'DeleteRequest':{'Key':{'pk':{'S':'a'}}}}]},'ItemCollectionMetrics':{'tab':[{"
            "'ItemCollectionKey':{'pk':{'S':'a'}},'SizeEstimateRangeGB':[0.0,1.0]}]}}");
}

TEST_F(Responses, Transactions) {
  TransactGetItemsResponse get;
  get.responses = {kItem, std::nullopt};
  EXPECT_EQ(written("TransactGetItems", get, "{'TransactItems':[]}"),
            "{'Responses':[{'Item':{'pk':{'S':'a'}}},{}]}");
  ExecuteTransactionResponse execute;
  execute.responses = {kItem};
  EXPECT_EQ(written("ExecuteTransaction", execute, "{'TransactStatements':[]}"),
            "{'Responses':[{'Item':{'pk':{'S':'a'}}}]}");
}

TEST_F(Responses, PartiQl) {
  ExecuteStatementResponse one{.items = {kItem}, .next_token = "n", .last_evaluated_key = kItem};
  EXPECT_EQ(written("ExecuteStatement", one, "{'Statement':'s'}"),
            "{'Items':[{'pk':{'S':'a'}}],'NextToken':'n','LastEvaluatedKey':{'pk':{'S':'a'}}}");
  BatchExecuteStatementResponse batch;
  batch.responses = {{.table_name = "tab", .item = kItem},
                     {.error = {{"ConditionalCheckFailed", "No.", kItem}}, .table_name = "tab"}};
  EXPECT_EQ(written("BatchExecuteStatement", batch, "{'Statements':[]}"),
            "{'Responses':[{'TableName':'tab','Item':{'pk':{'S':'a'}}},"
            "{'Error':{'Code':'ConditionalCheckFailed','Message':'No.','Item':{'pk':{'S':'a'}}},"
            "'TableName':'tab'}]}");
}

TableDescription on_demand_table() {
  TableDescription table;
  table.table_name = "tab";
  table.table_arn = "arn:tab";
  table.table_id = "id";
  table.creation_date_time = at(1'700'000'000'250);
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.item_count = 2;
  table.table_size_bytes = 30;
  table.billing_mode = BillingMode::pay_per_request;
  table.last_update_to_pay_per_request_date_time = at(1'700'000'000'000);
  return table;
}

TEST_F(Responses, ATableOnDemand) {
  EXPECT_EQ(written("DescribeTable", TableResponse{on_demand_table()}, kTable),
            "{'Table':{'TableName':'tab','TableStatus':'ACTIVE','CreationDateTime':1700000000.25,"
            "'AttributeDefinitions':[{'AttributeName':'pk','AttributeType':'S'}],"
            "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],'ProvisionedThroughput':{"
            "'NumberOfDecreasesToday':0,'ReadCapacityUnits':0,'WriteCapacityUnits':0},"
            "'BillingModeSummary':{'BillingMode':'PAY_PER_REQUEST',"
            "'LastUpdateToPayPerRequestDateTime':1700000000},"
            "'TableThroughputModeSummary':{'TableThroughputMode':'PAY_PER_REQUEST',"
            "'LastUpdateToPayPerRequestDateTime':1700000000},'TableSizeBytes':30,'ItemCount':2,"
            "'TableArn':'arn:tab','TableId':'id','DeletionProtectionEnabled':false}}");
}

TEST_F(Responses, ATableWithEverything) {
  TableDescription table = on_demand_table();
  table.table_status = TableStatus::updating;
  table.billing_mode = BillingMode::provisioned;
  table.provisioned_throughput = {5, 6};
  table.on_demand_throughput = OnDemandThroughput{7, -1};
  table.warm_throughput = WarmThroughput{12000, 4000};
  table.table_class = TableClass::standard;
  table.deletion_protection_enabled = true;
  table.stream_specification = StreamSpecification{true, StreamViewType::new_image};
  table.latest_stream_label = "label";
  table.latest_stream_arn = "arn:stream";
  table.sse_description = SseSpecification{true, "KMS", "key"};
  SecondaryIndexDescription index;
  index.index_name = "i";
  index.index_arn = "arn:i";
  index.key_schema = {{"pk", KeyType::hash}};
  index.projection = {ProjectionType::include, {"x"}};
  index.item_count = 1;
  index.index_size_bytes = 15;
  table.local_secondary_indexes = {index};
  index.index_status = IndexStatus::creating;
  index.backfilling = true;
  index.warm_throughput = WarmThroughput{1, 2};
  table.global_secondary_indexes = {index};
  const std::string both =
      "'IndexName':'i','KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],'Projection':{"
      "'ProjectionType':'INCLUDE','NonKeyAttributes':['x']},'IndexSizeBytes':15,'ItemCount':1,"
      "'IndexArn':'arn:i'";
  EXPECT_EQ(
      written("UpdateTable", TableResponse{table}, kTable),
      "{'TableDescription':{'TableName':'tab','TableStatus':'UPDATING',"
      "'CreationDateTime':1700000000.25,'AttributeDefinitions':[{'AttributeName':'pk',"
      "'AttributeType':'S'}],'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],"
      "'LocalSecondaryIndexes':[{" +
          both + "}],'GlobalSecondaryIndexes':[{" + both +
          ",'IndexStatus':'CREATING','Backfilling':true,'ProvisionedThroughput':{"
          "'NumberOfDecreasesToday':0,'ReadCapacityUnits':0,'WriteCapacityUnits':0},"
          "'WarmThroughput':{'ReadUnitsPerSecond':1,'WriteUnitsPerSecond':2,'Status':'ACTIVE'}}],"
          "'ProvisionedThroughput':{'NumberOfDecreasesToday':0,'ReadCapacityUnits':5,"
          "'WriteCapacityUnits':6},'BillingModeSummary':{'BillingMode':'PROVISIONED',"
          "'LastUpdateToPayPerRequestDateTime':1700000000},'TableThroughputModeSummary':{"
          "'TableThroughputMode':'PROVISIONED','LastUpdateToPayPerRequestDateTime':1700000000},"
          "'OnDemandThroughput':{'MaxReadRequestUnits':7,"
          "'MaxWriteRequestUnits':-1},'WarmThroughput':{'ReadUnitsPerSecond':12000,"
          "'WriteUnitsPerSecond':4000,'Status':'ACTIVE'},'TableSizeBytes':30,'ItemCount':2,"
          "'TableArn':'arn:tab','TableId':'id','StreamSpecification':{'StreamEnabled':true,"
          "'StreamViewType':'NEW_IMAGE'},'LatestStreamLabel':'label',"
          "'LatestStreamArn':'arn:stream','SSEDescription':{'Status':'ENABLED','SSEType':'KMS',"
          "'KMSMasterKeyArn':'key'},'TableClassSummary':{'TableClass':'STANDARD'},"
          "'DeletionProtectionEnabled':true}}");
}

TEST_F(Responses, ADeletedTableHasNoDate) {
  TableDescription table;
  table.table_name = "tab";
  table.table_status = TableStatus::deleting;
  EXPECT_EQ(written("DeleteTable", TableResponse{table}, kTable),
            "{'TableDescription':{'TableName':'tab','TableStatus':'DELETING',"
            "'ProvisionedThroughput':{'NumberOfDecreasesToday':0,'ReadCapacityUnits':0,"
            "'WriteCapacityUnits':0},'TableSizeBytes':0,'ItemCount':0,'TableArn':'',"
            "'TableId':'','DeletionProtectionEnabled':false}}");
}

TEST_F(Responses, TablesAndExpiry) {
  EXPECT_EQ(written("ListTables", ListTablesResponse{{"a", "b"}, "b"}),
            "{'TableNames':['a','b'],'LastEvaluatedTableName':'b'}");
  EXPECT_EQ(written("UpdateTimeToLive", UpdateTimeToLiveResponse{"ttl", true},
                    "{'TableName':'tab','TimeToLiveSpecification':{'AttributeName':'ttl',"
                    "'Enabled':true}}"),
            "{'TimeToLiveSpecification':{'AttributeName':'ttl','Enabled':true}}");
  EXPECT_EQ(written("DescribeTimeToLive", DescribeTimeToLiveResponse{"ttl"}, kTable),
            "{'TimeToLiveDescription':{'TimeToLiveStatus':'ENABLED','AttributeName':'ttl'}}");
  EXPECT_EQ(written("DescribeTimeToLive", DescribeTimeToLiveResponse{}, kTable),
            "{'TimeToLiveDescription':{'TimeToLiveStatus':'DISABLED'}}");
}

TEST_F(Responses, Streams) {
  EXPECT_EQ(stream("ListStreams", ListStreamsResponse{{{"arn", "tab", "label"}}, "arn"}),
            "{'Streams':[{'StreamArn':'arn','TableName':'tab','StreamLabel':'label'}],"
            "'LastEvaluatedStreamArn':'arn'}");
  StreamDescription description{.stream_arn = "arn", .stream_label = "label"};
  description.creation_request_date_time = at(1'700'000'000'001);
  description.table_name = "tab";
  description.key_schema = {{"pk", KeyType::hash}};
  description.shards = {{"shard-1", {}, "1", "2"}, {"shard-2", "shard-1", "3", {}}};
  description.last_evaluated_shard_id = "shard-2";
  EXPECT_EQ(stream("DescribeStream", DescribeStreamResponse{description}, "{'StreamArn':'arn'}"),
            "{'StreamDescription':{'StreamArn':'arn','StreamLabel':'label',"
            "'StreamStatus':'ENABLED','StreamViewType':'NEW_AND_OLD_IMAGES',"
            "'CreationRequestDateTime':1700000000.001,'TableName':'tab',"
            "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],'Shards':[{"
            "'ShardId':'shard-1','SequenceNumberRange':{'StartingSequenceNumber':'1',"
            "'EndingSequenceNumber':'2'}},{'ShardId':'shard-2','SequenceNumberRange':{"
            "'StartingSequenceNumber':'3'},'ParentShardId':'shard-1'}],"
            "'LastEvaluatedShardId':'shard-2'}}");
  EXPECT_EQ(stream("GetShardIterator", GetShardIteratorResponse{"i"},
                   "{'StreamArn':'arn','ShardId':'s','ShardIteratorType':'LATEST'}"),
            "{'ShardIterator':'i'}");
}

TEST_F(Responses, StreamRecords) {
  StreamRecord record{.event_id = "id", .event_name = StreamEventName::modify};
  record.aws_region = "us-east-1";
  record.approximate_creation_date_time = at(1'700'000'000'999);
  record.keys = kItem;
  record.new_image = kItem;
  record.old_image = kItem;
  record.sequence_number = "1";
  record.size_bytes = 9;
  StreamRecord expired = record;
  expired.event_name = StreamEventName::remove;
  expired.new_image.reset();
  expired.expired = true;
  const std::string event =
      "'eventVersion':'1.1','eventSource':'aws:dynamodb','awsRegion':'us-east-1','dynamodb':{"
      "'ApproximateCreationDateTime':1700000000,'Keys':{'pk':{'S':'a'}},";
  const std::string end =
      "'OldImage':{'pk':{'S':'a'}},'SequenceNumber':'1','SizeBytes':9,"
      "'StreamViewType':'NEW_AND_OLD_IMAGES'}";
  EXPECT_EQ(
      stream("GetRecords", GetRecordsResponse{{record, expired}, "next"}, "{'ShardIterator':'i'}"),
      "{'Records':[{'eventID':'id','eventName':'MODIFY'," + event + "'NewImage':{'pk':{'S':'a'}}," +
          end + "},{'eventID':'id','eventName':'REMOVE'," + event + end +
          ",'userIdentity':{'Type':'Service','PrincipalId':'dynamodb.amazonaws.com'}}],"
          "'NextShardIterator':'next'}");
  EXPECT_EQ(stream("GetRecords", GetRecordsResponse{}, "{'ShardIterator':'i'}"), "{'Records':[]}");
}

TEST_F(Responses, Resources) {
  EXPECT_EQ(written("TagResource", 0, "{'ResourceArn':'arn','Tags':[]}"), "");
  EXPECT_EQ(written("UntagResource", 0, "{'ResourceArn':'arn','TagKeys':[]}"), "");
  EXPECT_EQ(written("ListTagsOfResource", ListTagsOfResourceResponse{{{"k", "v"}}, "n"},
                    "{'ResourceArn':'arn'}"),
            "{'Tags':[{'Key':'k','Value':'v'}],'NextToken':'n'}");
  EXPECT_EQ(written("PutResourcePolicy", PutResourcePolicyResponse{"r"},
                    "{'ResourceArn':'arn','Policy':'{}'}"),
            "{'RevisionId':'r'}");
  EXPECT_EQ(
      written("GetResourcePolicy", GetResourcePolicyResponse{"{}", "r"}, "{'ResourceArn':'arn'}"),
      "{'Policy':'{}','RevisionId':'r'}");
  EXPECT_EQ(
      written("DeleteResourcePolicy", DeleteResourcePolicyResponse{}, "{'ResourceArn':'arn'}"),
      "{}");
  EXPECT_EQ(written("DescribeLimits", DescribeLimitsResponse{}),
            "{'AccountMaxReadCapacityUnits':80000,'AccountMaxWriteCapacityUnits':80000,"
            "'TableMaxReadCapacityUnits':40000,'TableMaxWriteCapacityUnits':40000}");
  EXPECT_EQ(written("DescribeEndpoints", DescribeEndpointsResponse{{{"localhost:8000"}}}),
            "{'Endpoints':[{'Address':'localhost:8000','CachePeriodInMinutes':1440}]}");
}

TEST(AppendDate, OfTimesBefore1970AsWell) {
  const auto date = [](std::int64_t milliseconds) {
    std::string out;
    append_date(out, TimePoint(std::chrono::milliseconds(milliseconds)));
    return out;
  };
  EXPECT_EQ(date(1'700'000'000'250), "1700000000.25");
  EXPECT_EQ(date(-1500), "-1.5");
  EXPECT_EQ(date(-7), "-0.007");
  EXPECT_EQ(date(-2000), "-2");
}

}  // namespace
}  // namespace keywright::wire
