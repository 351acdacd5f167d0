// Answers of a remote endpoint: what other servers write, and what is no answer at all.

#include "wire/client_codec.hpp"

#include <gmock/gmock.h>

namespace keywright::wire {
namespace {

template <class Request>
Result<ResponseTo<Request>> decoded(std::string_view body, const Request& request = {}) {
  return AnswerDecoder().decode(request, body);
}

template <class Request>
std::string complaint(std::string_view body) {
  const auto result = decoded<Request>(body);
  if (result) return "";
  EXPECT_EQ(result.error().code, ErrorCode::internal);
  EXPECT_EQ(result.error().exception, "");
  EXPECT_EQ(result.error().http_status, 200);
  EXPECT_FALSE(result.error().retryable);
  return result.error().message;
}

TEST(ClientAnswer, IgnoresWhatIsUnknownAndTakesDefaultsForWhatIsMissing) {
  const auto page = decoded<QueryRequest>(
      R"({"Items":[{"pk":{"S":"a"}}],"Sparkles":[1,{"a":null}],"LastEvaluatedKey":null})");
  ASSERT_TRUE(page);
  ASSERT_EQ(page->items.size(), 1U);
  EXPECT_EQ(page->items[0], (Item{{"pk", "a"}}));
  EXPECT_EQ(page->count, 0);
  EXPECT_FALSE(page->last_evaluated_key);
}

TEST(ClientAnswer, TakesUnitsWithAndWithoutAPoint) {
  const auto got = decoded<GetItemRequest>(
      R"({"ConsumedCapacity":{"TableName":"tab","CapacityUnits":2,"Table":{"CapacityUnits":1.5}}})");
  ASSERT_TRUE(got);
  EXPECT_FALSE(got->item);
  EXPECT_EQ(got->consumed_capacity->capacity_units, 2.0);
  EXPECT_EQ(got->consumed_capacity->table->capacity_units, 1.5);
}

TEST(ClientAnswer, KeepsThePlacesOfATransaction) {
  const auto got = decoded<TransactGetItemsRequest>(
      R"({"Responses":[{},{"Item":{"pk":{"S":"a"}}},null,{"Item":null}]})");
  ASSERT_TRUE(got);
  ASSERT_EQ(got->responses.size(), 4U);
  EXPECT_FALSE(got->responses[0]);
  EXPECT_EQ(got->responses[1], (Item{{"pk", "a"}}));
  EXPECT_FALSE(got->responses[2]);
  EXPECT_FALSE(got->responses[3]);
}

TEST(ClientAnswer, ReadsADescriptionAsAwsGivesIt) {
  const auto described = decoded<DescribeTableRequest>(R"({"Table":{
      "TableName":"tab","TableStatus":"ACTIVE","CreationDateTime":1.7E9,
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
      "BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST",
                            "LastUpdateToPayPerRequestDateTime":1700000000.125},
      "ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,
                               "WriteCapacityUnits":0,"LastIncreaseDateTime":1.7E9},
      "GlobalSecondaryIndexes":[{"IndexName":"gsi1","Projection":{"ProjectionType":"ALL"},
          "ProvisionedThroughput":{"ReadCapacityUnits":0,"WriteCapacityUnits":0}}],
      "WarmThroughput":{"ReadUnitsPerSecond":12000,"Status":"ACTIVE"},
      "SSEDescription":{"Status":"UPDATING","KMSMasterKeyArn":"arn"},
      "Replicas":[{"RegionName":"eu-west-1"}]}})");
  ASSERT_TRUE(described);
  const TableDescription& table = described->table;
  EXPECT_EQ(table.billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(table.creation_date_time, TimePoint(std::chrono::seconds(1700000000)));
  EXPECT_EQ(table.last_update_to_pay_per_request_date_time,
            TimePoint(std::chrono::milliseconds(1700000000125)));
  ASSERT_EQ(table.global_secondary_indexes.size(), 1U);
  EXPECT_FALSE(table.global_secondary_indexes[0].provisioned_throughput);
  EXPECT_EQ(table.warm_throughput->read_units_per_second, 12000);
  EXPECT_EQ(table.sse_description->enabled, true);
  EXPECT_EQ(table.sse_description->kms_master_key_id, "arn");
  EXPECT_FALSE(table.stream_specification);
}

TEST(ClientAnswer, ReadsTheRestOfAnAnswerWithWordsThatItDoesNotKnow) {
  AnswerDecoder decoder;
  const auto response =
      decoder.decode(DescribeTableRequest{},
                     R"({"Table":{"TableName":"t","TableStatus":"ARCHIVED","ItemCount":7,)"
                     R"("GlobalSecondaryIndexes":[{"IndexName":"g","IndexStatus":"THAWING"}],)"
                     R"("TableClassSummary":{"TableClass":"GLACIAL"},)"
                     R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"DIFF"}}})");
  ASSERT_TRUE(response) << response.error().message;
  const auto& table = response->table;
  EXPECT_EQ(table.table_status, TableStatus::other);
  EXPECT_EQ(table.global_secondary_indexes.at(0).index_status, IndexStatus::other);
  EXPECT_EQ(table.table_class, std::nullopt);
  EXPECT_EQ(table.stream_specification->stream_view_type, std::nullopt);
  EXPECT_EQ(table.item_count, 7);
}

TEST(ClientAnswer, ReadsAPaddedBodyWhereItStands) {
  AnswerDecoder decoder;
  std::string body = R"({"TableNames":["a"],"LastEvaluatedTableName":"a"})";
  const std::size_t size = body.size();
  body += std::string(AnswerDecoder::kPadding, '}');
  const auto response = decoder.decode(ListTablesRequest{}, std::string_view(body).substr(0, size),
                                       AnswerDecoder::kPadding);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->last_evaluated_table_name, "a");
}

TEST(ClientAnswer, HasATimeToLiveOnlyWhileItIsOn) {
  const auto attribute = [](const std::string& status) {
    return decoded<DescribeTimeToLiveRequest>(
               R"({"TimeToLiveDescription":{"AttributeName":"at","TimeToLiveStatus":")" + status +
               "\"}}")
        .value()
        .attribute_name;
  };
  EXPECT_EQ(attribute("ENABLED"), "at");
  EXPECT_EQ(attribute("ENABLING"), "at");
  EXPECT_EQ(attribute("DISABLING"), std::nullopt);
  EXPECT_EQ(attribute("DISABLED"), std::nullopt);
}

TEST(ClientAnswer, TellsTimeToLiveFromADeletionByAUser) {
  const auto records = decoded<GetRecordsRequest>(R"({"Records":[
      {"eventID":"1","eventName":"REMOVE","dynamodb":{"SequenceNumber":"7","SizeBytes":3},
       "userIdentity":{"Type":"Service","PrincipalId":"someone.else"}},
      {"eventID":"2","eventName":"REMOVE",
       "userIdentity":{"Type":"Service","PrincipalId":"dynamodb.amazonaws.com"}},
      {"eventID":"3","eventName":"REMOVE"}]})");
  ASSERT_TRUE(records);
  ASSERT_EQ(records->records.size(), 3U);
  EXPECT_EQ(records->records[0].sequence_number, "7");
  EXPECT_FALSE(records->records[0].expired);
  EXPECT_TRUE(records->records[1].expired);
  EXPECT_FALSE(records->records[2].expired);
}

TEST(ClientAnswer, TagsNeedNoBody) {
  EXPECT_TRUE(decoded<TagResourceRequest>(""));
  EXPECT_TRUE(decoded<UntagResourceRequest>("{}"));
}

TEST(ClientAnswer, NamesTheOperationAndThePlaceOfWhatDoesNotRead) {
  EXPECT_EQ(complaint<GetItemRequest>(""),
            "The answer to GetItem does not read: its body is empty");
  EXPECT_EQ(complaint<QueryRequest>(R"({"Count":"two"})"),
            "The answer to Query does not read: 'count': STRING_VALUE cannot be converted to Long");
  EXPECT_EQ(complaint<GetItemRequest>(R"({"ConsumedCapacity":{"Table":[]}})"),
            "The answer to GetItem does not read: 'consumedCapacity.table': Unexpected field type");
  EXPECT_THAT(complaint<DescribeTableRequest>(R"({"Table":{"TableStatus":7}})"),
              testing::StartsWith("The answer to DescribeTable does not read: "
                                  "'table.tableStatus': "));
  EXPECT_EQ(complaint<GetItemRequest>(R"({"Item":{"n":{"N":"x"}}})"),
            "The answer to GetItem does not read: 'item': The parameter cannot be converted to a "
            "numeric value: x");
  EXPECT_NE(complaint<GetItemRequest>("<html>"), "");
  EXPECT_NE(complaint<GetItemRequest>("[]"), "");
  EXPECT_NE(complaint<PutItemRequest>("{\"Attributes\":{"), "");
}

/// A body that is no answer leaves the next one alone.
TEST(ClientAnswer, GoesOnAfterOneThatDoesNotRead) {
  AnswerDecoder decoder;
  EXPECT_FALSE(decoder.decode(GetItemRequest{}, R"({"Item":7})"));
  EXPECT_FALSE(decoder.decode(GetItemRequest{}, std::string(400 * 1024, '[')));
  const auto got = decoder.decode(GetItemRequest{}, R"({"Item":{"pk":{"S":"a"}}})");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->item, (Item{{"pk", "a"}}));
}

}  // namespace
}  // namespace keywright::wire
