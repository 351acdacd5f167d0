// Every member of every operation's request arrives in its struct.

#include "recording_database.hpp"
#include "wire_test.hpp"

#include <gmock/gmock.h>

namespace keywright::wire {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// Tests on the requests that a database is given.
class Requests : public WireTest {
 protected:
  template <class Request>
  Request read(std::string_view operation, std::string_view body,
               std::string_view prefix = "DynamoDB_20120810.") {
    const Answer answer = dispatcher_.answer(
        database_, std::string(prefix) + std::string(operation), exchanged(body, '\'', '"'));
    EXPECT_EQ(answer.status, 200U) << answer.body;
    EXPECT_EQ(answer.operation, operation);
    return database_.last<Request>();
  }
  template <class Request>
  Request read_stream(std::string_view operation, std::string_view body) {
    return read<Request>(operation, body, "DynamoDBStreams_20120810.");
  }

  RecordingDatabase database_;
};

const Key kKey{{"pk", "a"}};

TEST_F(Requests, GetItem) {
  const auto request = read<GetItemRequest>(
      "GetItem",
      "{'TableName':'tab','Key':{'pk':{'S':'a'}},'ConsistentRead':true,'ProjectionExpression':'#x',"
      "'ExpressionAttributeNames':{'#x':'x'},'ReturnConsumedCapacity':'INDEXES',"
      "'AttributesToGet':['a','b']}");
  EXPECT_EQ(request.table_name, "tab");
  EXPECT_EQ(request.key, kKey);
  EXPECT_TRUE(request.consistent_read);
  EXPECT_EQ(request.projection_expression, "#x");
  EXPECT_THAT(request.expression_attribute_names, ElementsAre(Pair("#x", "x")));
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::indexes);
  EXPECT_THAT(*request.attributes_to_get, ElementsAre("a", "b"));
}

TEST_F(Requests, AbsentNullAndUnknownMembersLeaveTheDefaults) {
  const auto request = read<GetItemRequest>(
      "GetItem",
      "{'TableName':'tab','Key':{'pk':{'S':'a','N':null,'X':1}},'ConsistentRead':null,"
      "'ProjectionExpression':null,'ExpressionAttributeNames':null,'Unknown':{'a':[1.5]},"
      "'ReturnConsumedCapacity':null,'AttributesToGet':null}");
  EXPECT_EQ(request.key, kKey);
  EXPECT_FALSE(request.consistent_read);
  EXPECT_EQ(request.projection_expression, std::nullopt);
  EXPECT_THAT(request.expression_attribute_names, IsEmpty());
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::none);
  EXPECT_EQ(request.attributes_to_get, std::nullopt);
}

TEST_F(Requests, OfAMemberGivenTwiceTheLastCounts) {
  const auto request = read<GetItemRequest>(
      "GetItem", "{'TableName':'no','TableName':'tab','Key':{'pk':{'S':'b'},'pk':{'S':'a'}}}");
  EXPECT_EQ(request.table_name, "tab");
  EXPECT_EQ(request.key, kKey);
}

constexpr std::string_view kWriteOptions =
    "'ConditionExpression':'c','ExpressionAttributeNames':{'#x':'x','#y':'y'},"
    "'ExpressionAttributeValues':{':v':{'N':'1'}},'ReturnValues':'ALL_OLD',"
    "'ReturnValuesOnConditionCheckFailure':'ALL_OLD','ReturnConsumedCapacity':'TOTAL',"
    "'ReturnItemCollectionMetrics':'SIZE','ConditionalOperator':'OR','Expected':{"
    "'v':{'Value':{'S':'x'},'Exists':true},'c':{'ComparisonOperator':'BETWEEN',"
    "'AttributeValueList':[{'N':'1'},{'N':'2'}]}}}";

template <class Write>
void expect_write_options(const Write& request) {
  EXPECT_EQ(request.table_name, "tab");
  EXPECT_EQ(request.condition_expression, "c");
  EXPECT_THAT(request.expression_attribute_names, ElementsAre(Pair("#x", "x"), Pair("#y", "y")));
  EXPECT_THAT(request.expression_attribute_values, ElementsAre(Pair(":v", AttributeValue(1))));
  EXPECT_EQ(request.return_values, ReturnValues::all_old);
  EXPECT_EQ(request.return_values_on_condition_check_failure,
            ReturnValuesOnConditionCheckFailure::all_old);
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::total);
  EXPECT_EQ(request.return_item_collection_metrics, ReturnItemCollectionMetrics::size);
  EXPECT_EQ(request.conditional_operator, ConditionalOperator::or_);
  ASSERT_EQ(request.expected->size(), 2U);
  EXPECT_EQ(request.expected->at("v").value, AttributeValue("x"));
  EXPECT_EQ(request.expected->at("v").exists, true);
  EXPECT_EQ(request.expected->at("c").comparison_operator, ComparisonOperator::between);
  EXPECT_THAT(*request.expected->at("c").attribute_value_list,
              ElementsAre(AttributeValue(1), AttributeValue(2)));
}

TEST_F(Requests, PutItem) {
  const auto request = read<PutItemRequest>(
      "PutItem", "{'TableName':'tab','Item':{'pk':{'S':'a'}}," + std::string(kWriteOptions));
  EXPECT_EQ(request.item, kKey);
  expect_write_options(request);
}

TEST_F(Requests, DeleteItem) {
  const auto request = read<DeleteItemRequest>(
      "DeleteItem", "{'TableName':'tab','Key':{'pk':{'S':'a'}}," + std::string(kWriteOptions));
  EXPECT_EQ(request.key, kKey);
  expect_write_options(request);
}

TEST_F(Requests, UpdateItem) {
  const auto request = read<UpdateItemRequest>(
      "UpdateItem",
      "{'TableName':'tab','Key':{'pk':{'S':'a'}},'UpdateExpression':'u','AttributeUpdates':{"
      "'p':{'Value':{'S':'x'}},'d':{'Action':'DELETE'}}," +
          std::string(kWriteOptions));
  EXPECT_EQ(request.key, kKey);
  EXPECT_EQ(request.update_expression, "u");
  EXPECT_EQ(request.attribute_updates->at("p").value, AttributeValue("x"));
  EXPECT_EQ(request.attribute_updates->at("p").action, AttributeAction::put);
  EXPECT_EQ(request.attribute_updates->at("d").value, std::nullopt);
  EXPECT_EQ(request.attribute_updates->at("d").action, AttributeAction::delete_);
  expect_write_options(request);
}

constexpr std::string_view kPageOptions =
    "{'TableName':'tab','IndexName':'gsi1','FilterExpression':'f','ProjectionExpression':'p',"
    "'ExpressionAttributeNames':{'#x':'x'},'ExpressionAttributeValues':{':v':{'N':'1'}},"
    "'Select':'SPECIFIC_ATTRIBUTES','Limit':7,'ConsistentRead':true,"
    "'ExclusiveStartKey':{'pk':{'S':'a'}},'ReturnConsumedCapacity':'TOTAL',"
    "'ConditionalOperator':'AND','AttributesToGet':['a'],";

template <class Read>
void expect_page_options(const Read& request) {
  EXPECT_EQ(request.table_name, "tab");
  EXPECT_EQ(request.index_name, "gsi1");
  EXPECT_EQ(request.filter_expression, "f");
  EXPECT_EQ(request.projection_expression, "p");
  EXPECT_THAT(request.expression_attribute_names, ElementsAre(Pair("#x", "x")));
  EXPECT_THAT(request.expression_attribute_values, ElementsAre(Pair(":v", AttributeValue(1))));
  EXPECT_EQ(request.select, Select::specific_attributes);
  EXPECT_EQ(request.limit, 7);
  EXPECT_TRUE(request.consistent_read);
  EXPECT_EQ(request.exclusive_start_key, kKey);
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::total);
  EXPECT_EQ(request.conditional_operator, ConditionalOperator::and_);
  EXPECT_THAT(*request.attributes_to_get, ElementsAre("a"));
}

TEST_F(Requests, Query) {
  const auto request = read<QueryRequest>(
      "Query", std::string(kPageOptions) +
                   "'KeyConditionExpression':'k','ScanIndexForward':false,'KeyConditions':{"
                   "'pk':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'a'}]}},"
                   "'QueryFilter':{'x':{'ComparisonOperator':'NOT_NULL'}}}");
  expect_page_options(request);
  EXPECT_EQ(request.key_condition_expression, "k");
  EXPECT_FALSE(request.scan_index_forward);
  EXPECT_EQ(request.key_conditions->at("pk").comparison_operator, ComparisonOperator::eq);
  EXPECT_THAT(*request.key_conditions->at("pk").attribute_value_list,
              ElementsAre(AttributeValue("a")));
  EXPECT_EQ(request.query_filter->at("x").comparison_operator, ComparisonOperator::not_null);
  EXPECT_EQ(request.query_filter->at("x").attribute_value_list, std::nullopt);
}

TEST_F(Requests, Scan) {
  const auto request =
      read<ScanRequest>("Scan", std::string(kPageOptions) +
                                    "'Segment':0,'TotalSegments':4,'ScanFilter':{"
                                    "'x':{'ComparisonOperator':'NULL','AttributeValueList':[]}}}");
  expect_page_options(request);
  EXPECT_EQ(request.segment, 0);
  EXPECT_EQ(request.total_segments, 4);
  EXPECT_EQ(request.scan_filter->at("x").comparison_operator, ComparisonOperator::null);
  EXPECT_THAT(*request.scan_filter->at("x").attribute_value_list, IsEmpty());
}

TEST_F(Requests, BatchGetItem) {
  const auto request = read<BatchGetItemRequest>(
      "BatchGetItem",
      "{'RequestItems':{'tab':{'Keys':[{'pk':{'S':'a'}}],'ConsistentRead':true,"
      "'ProjectionExpression':'p','ExpressionAttributeNames':{'#x':'x'},'AttributesToGet':['a']},"
      "'other':{'Keys':[]}},'ReturnConsumedCapacity':'TOTAL'}");
  ASSERT_EQ(request.request_items.size(), 2U);
  const KeysAndAttributes& wanted = request.request_items.at("tab");
  EXPECT_THAT(wanted.keys, ElementsAre(kKey));
  EXPECT_TRUE(wanted.consistent_read);
  EXPECT_EQ(wanted.projection_expression, "p");
  EXPECT_THAT(wanted.expression_attribute_names, ElementsAre(Pair("#x", "x")));
  EXPECT_THAT(*wanted.attributes_to_get, ElementsAre("a"));
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::total);
}

// A body has room for a hundred thousand requests. To refuse them takes one more than is allowed.
TEST_F(Requests, NoMoreOfABatchIsReadThanShowsThatItIsTooLong) {
  std::string writes;
  std::string keys;
  for (int i = 0; i < 1000; ++i) {
    writes += std::string(i == 0 ? "" : ",") + "{'DeleteRequest':{'Key':{'pk':{'S':'a'}}}}";
    keys += std::string(i == 0 ? "" : ",") + "{'pk':{'S':'a'}}";
  }
  const auto write =
      read<BatchWriteItemRequest>("BatchWriteItem", "{'RequestItems':{'tab':[" + writes + "]}}");
  EXPECT_EQ(write.request_items.at("tab").size(), 26U);
  const auto get =
      read<BatchGetItemRequest>("BatchGetItem", "{'RequestItems':{'tab':{'Keys':[" + keys + "]}}}");
  EXPECT_EQ(get.request_items.at("tab").keys.size(), 101U);
}

TEST_F(Requests, BatchWriteItem) {
  const auto request = read<BatchWriteItemRequest>(
      "BatchWriteItem",
      "{'RequestItems':{'tab':[{'PutRequest':{'Item':{'pk':{'S':'a'}}}},"
      "{'DeleteRequest':{'Key':{'pk':{'S':'b'}}},'PutRequest':null}]},"
      "'ReturnConsumedCapacity':'TOTAL','ReturnItemCollectionMetrics':'SIZE'}");
  const auto& writes = request.request_items.at("tab");
  ASSERT_EQ(writes.size(), 2U);
  EXPECT_EQ(std::get<PutRequest>(writes[0]).item, kKey);
  EXPECT_EQ(std::get<DeleteRequest>(writes[1]).key, (Key{{"pk", "b"}}));
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::total);
  EXPECT_EQ(request.return_item_collection_metrics, ReturnItemCollectionMetrics::size);
}

template <class Action>
void expect_action(const TransactWriteItem& item) {
  const Action& action = std::get<Action>(item);
  EXPECT_EQ(action.table_name, "tab");
  EXPECT_EQ(action.condition_expression, "c");
  EXPECT_THAT(action.expression_attribute_names, ElementsAre(Pair("#x", "x")));
  EXPECT_THAT(action.expression_attribute_values, ElementsAre(Pair(":v", AttributeValue(1))));
  EXPECT_EQ(action.return_values_on_condition_check_failure,
            ReturnValuesOnConditionCheckFailure::all_old);
}

TEST_F(Requests, TransactWriteItems) {
  const std::string options =
      "'TableName':'tab','ConditionExpression':'c','ExpressionAttributeNames':{'#x':'x'},"
      "'ExpressionAttributeValues':{':v':{'N':'1'}},"
      "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}}";
  const auto request = read<TransactWriteItemsRequest>(
      "TransactWriteItems", "{'TransactItems':[{'Put':{'Item':{'pk':{'S':'a'}}," + options +
                                ",{'Update':{'Key':{'pk':{'S':'a'}},'UpdateExpression':'u'," +
                                options + ",{'Delete':{'Key':{'pk':{'S':'a'}}," + options +
                                ",{'ConditionCheck':{'Key':{'pk':{'S':'a'}}," + options +
                                "],'ClientRequestToken':'token','ReturnConsumedCapacity':'INDEXES',"
                                "'ReturnItemCollectionMetrics':'SIZE'}");
  ASSERT_EQ(request.transact_items.size(), 4U);
  expect_action<TransactPut>(request.transact_items[0]);
  expect_action<TransactUpdate>(request.transact_items[1]);
  expect_action<TransactDelete>(request.transact_items[2]);
  expect_action<TransactConditionCheck>(request.transact_items[3]);
  EXPECT_EQ(std::get<TransactPut>(request.transact_items[0]).item, kKey);
  EXPECT_EQ(std::get<TransactUpdate>(request.transact_items[1]).key, kKey);
  EXPECT_EQ(std::get<TransactUpdate>(request.transact_items[1]).update_expression, "u");
  EXPECT_EQ(std::get<TransactDelete>(request.transact_items[2]).key, kKey);
  EXPECT_EQ(std::get<TransactConditionCheck>(request.transact_items[3]).key, kKey);
  EXPECT_EQ(request.client_request_token, "token");
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::indexes);
  EXPECT_EQ(request.return_item_collection_metrics, ReturnItemCollectionMetrics::size);
}

TEST_F(Requests, TransactGetItems) {
  const auto request = read<TransactGetItemsRequest>(
      "TransactGetItems",
      "{'TransactItems':[{'Get':{'TableName':'tab','Key':{'pk':{'S':'a'}},"
      "'ProjectionExpression':'p','ExpressionAttributeNames':{'#x':'x'}}}],"
      "'ReturnConsumedCapacity':'TOTAL'}");
  ASSERT_EQ(request.transact_items.size(), 1U);
  EXPECT_EQ(request.transact_items[0].table_name, "tab");
  EXPECT_EQ(request.transact_items[0].key, kKey);
  EXPECT_EQ(request.transact_items[0].projection_expression, "p");
  EXPECT_THAT(request.transact_items[0].expression_attribute_names, ElementsAre(Pair("#x", "x")));
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::total);
}

TEST_F(Requests, PartiQl) {
  const auto one = read<ExecuteStatementRequest>(
      "ExecuteStatement",
      "{'Statement':'s','Parameters':[{'N':'1'}],'ConsistentRead':true,'NextToken':'n','Limit':3,"
      "'ReturnConsumedCapacity':'TOTAL','ReturnValuesOnConditionCheckFailure':'ALL_OLD'}");
  EXPECT_EQ(one.statement, "s");
  EXPECT_THAT(*one.parameters, ElementsAre(AttributeValue(1)));
  EXPECT_TRUE(one.consistent_read);
  EXPECT_EQ(one.next_token, "n");
  EXPECT_EQ(one.limit, 3);
  EXPECT_EQ(one.return_consumed_capacity, ReturnConsumedCapacity::total);
  EXPECT_EQ(one.return_values_on_condition_check_failure,
            ReturnValuesOnConditionCheckFailure::all_old);

  const auto batch = read<BatchExecuteStatementRequest>(
      "BatchExecuteStatement",
      "{'Statements':[{'Statement':'s','Parameters':[{'S':'x'}],'ConsistentRead':true,"
      "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}],'ReturnConsumedCapacity':'TOTAL'}");
  ASSERT_EQ(batch.statements.size(), 1U);
  EXPECT_EQ(batch.statements[0].statement, "s");
  EXPECT_THAT(*batch.statements[0].parameters, ElementsAre(AttributeValue("x")));
  EXPECT_TRUE(batch.statements[0].consistent_read);
  EXPECT_EQ(batch.statements[0].return_values_on_condition_check_failure,
            ReturnValuesOnConditionCheckFailure::all_old);
  EXPECT_EQ(batch.return_consumed_capacity, ReturnConsumedCapacity::total);

  const auto transaction = read<ExecuteTransactionRequest>(
      "ExecuteTransaction",
      "{'TransactStatements':[{'Statement':'s','Parameters':[{'S':'x'}],"
      "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}],'ClientRequestToken':'token',"
      "'ReturnConsumedCapacity':'TOTAL'}");
  ASSERT_EQ(transaction.transact_statements.size(), 1U);
  EXPECT_EQ(transaction.transact_statements[0].statement, "s");
  EXPECT_THAT(*transaction.transact_statements[0].parameters, ElementsAre(AttributeValue("x")));
  EXPECT_EQ(transaction.transact_statements[0].return_values_on_condition_check_failure,
            ReturnValuesOnConditionCheckFailure::all_old);
  EXPECT_EQ(transaction.client_request_token, "token");
  EXPECT_EQ(transaction.return_consumed_capacity, ReturnConsumedCapacity::total);
}

TEST_F(Requests, Streams) {
  const auto list = read_stream<ListStreamsRequest>(
      "ListStreams", "{'TableName':'tab','Limit':5,'ExclusiveStartStreamArn':'arn'}");
  EXPECT_EQ(list.table_name, "tab");
  EXPECT_EQ(list.limit, 5);
  EXPECT_EQ(list.exclusive_start_stream_arn, "arn");
  EXPECT_EQ(read_stream<ListStreamsRequest>("ListStreams", "{}").table_name, std::nullopt);

  const auto stream = read_stream<DescribeStreamRequest>(
      "DescribeStream",
      "{'StreamArn':'arn','Limit':6,'ExclusiveStartShardId':'shard',"
      "'ShardFilter':{'Type':'CHILD_SHARDS','ShardId':'parent'}}");
  EXPECT_EQ(stream.stream_arn, "arn");
  EXPECT_EQ(stream.limit, 6);
  EXPECT_EQ(stream.exclusive_start_shard_id, "shard");
  EXPECT_EQ(stream.child_shards_of, "parent");

  const auto iterator = read_stream<GetShardIteratorRequest>(
      "GetShardIterator",
      "{'StreamArn':'arn','ShardId':'shard','ShardIteratorType':'AFTER_SEQUENCE_NUMBER',"
      "'SequenceNumber':'1'}");
  EXPECT_EQ(iterator.stream_arn, "arn");
  EXPECT_EQ(iterator.shard_id, "shard");
  EXPECT_EQ(iterator.shard_iterator_type, ShardIteratorType::after_sequence_number);
  EXPECT_EQ(iterator.sequence_number, "1");

  const auto records =
      read_stream<GetRecordsRequest>("GetRecords", "{'ShardIterator':'i','Limit':8}");
  EXPECT_EQ(records.shard_iterator, "i");
  EXPECT_EQ(records.limit, 8);
}

TEST_F(Requests, TagsAndPolicies) {
  const auto tags = read<TagResourceRequest>(
      "TagResource", "{'ResourceArn':'arn','Tags':[{'Key':'k','Value':'v'}]}");
  EXPECT_EQ(tags.resource_arn, "arn");
  EXPECT_THAT(tags.tags, ElementsAre(keywright::Tag{"k", "v"}));
  const auto untag =
      read<UntagResourceRequest>("UntagResource", "{'ResourceArn':'arn','TagKeys':['k']}");
  EXPECT_EQ(untag.resource_arn, "arn");
  EXPECT_THAT(untag.tag_keys, ElementsAre("k"));
  const auto list = read<ListTagsOfResourceRequest>("ListTagsOfResource",
                                                    "{'ResourceArn':'arn','NextToken':'n'}");
  EXPECT_EQ(list.resource_arn, "arn");
  EXPECT_EQ(list.next_token, "n");
  const auto put =
      read<PutResourcePolicyRequest>("PutResourcePolicy",
                                     "{'ResourceArn':'arn','Policy':'{}','ExpectedRevisionId':'r',"
                                     "'ConfirmRemoveSelfResourceAccess':true}");
  EXPECT_EQ(put.resource_arn, "arn");
  EXPECT_EQ(put.policy, "{}");
  EXPECT_EQ(put.expected_revision_id, "r");
  EXPECT_TRUE(put.confirm_remove_self_resource_access);
  EXPECT_EQ(
      read<GetResourcePolicyRequest>("GetResourcePolicy", "{'ResourceArn':'arn'}").resource_arn,
      "arn");
  const auto remove = read<DeleteResourcePolicyRequest>(
      "DeleteResourcePolicy", "{'ResourceArn':'arn','ExpectedRevisionId':'r'}");
  EXPECT_EQ(remove.resource_arn, "arn");
  EXPECT_EQ(remove.expected_revision_id, "r");
  read<DescribeLimitsRequest>("DescribeLimits", "{}");
  read<DescribeEndpointsRequest>("DescribeEndpoints", "{}");
}

}  // namespace
}  // namespace keywright::wire
