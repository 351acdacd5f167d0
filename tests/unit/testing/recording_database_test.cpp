#include <keywright/engine.hpp>
#include <keywright/recording_database.hpp>

#include <memory>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

namespace keywright {
namespace {

CreateTableRequest table() {
  CreateTableRequest request;
  request.table_name = "app";
  request.key_schema = {{"pk", KeyType::hash}};
  request.attribute_definitions = {{"pk", AttributeType::string}};
  request.billing_mode = BillingMode::pay_per_request;
  return request;
}

GetItemRequest get(const char* key) {
  return {.table_name = "app", .key = {{"pk", key}}, .consistent_read = true};
}

Error throttled() {
  Error error;
  error.code = ErrorCode::throttled;
  error.message = "too fast";
  return error;
}

TEST(RecordingDatabase, WithNothingBehindFindsNothingAndAcceptsAll) {
  RecordingDatabase recorder;
  const auto found = recorder.get_item(get("a"));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->item);
  EXPECT_TRUE(recorder.put_item({.table_name = "app", .item = {{"pk", "a"}}}));
  EXPECT_EQ(recorder.execute_statement({.statement = "SELECT"}).error().exception,
            "UnknownOperationException");
  ASSERT_EQ(recorder.requests().size(), 3U);
  EXPECT_TRUE(std::holds_alternative<PutItemRequest>(recorder.requests()[1]));
}

TEST(RecordingDatabase, PassesOnWhatHasNoAnswerOfItsOwn) {
  const auto engine = Engine::in_memory();
  RecordingDatabase recorder(*engine);
  ASSERT_TRUE(recorder.create_table(table()));
  ASSERT_TRUE(recorder.put_item({.table_name = "app", .item = {{"pk", "a"}, {"n", 1}}}));
  EXPECT_EQ(recorder.get_item(get("a"))->item, Item({{"pk", "a"}, {"n", 1}}));
  const auto gets = recorder.exchanges<GetItemRequest>();
  ASSERT_EQ(gets.size(), 1U);
  EXPECT_EQ(gets[0].request.key, Key({{"pk", "a"}}));
  EXPECT_EQ((*gets[0].answer)->item, Item({{"pk", "a"}, {"n", 1}}));
}

TEST(RecordingDatabase, GivesAnswersInTheirOrderThenOfTheFunctionThenOfTheDatabase) {
  const auto engine = Engine::in_memory();
  ASSERT_TRUE(engine->create_table(table()));
  RecordingDatabase recorder(*engine);
  recorder.answer<GetItemRequest>([](const GetItemRequest& request) -> Result<GetItemResponse> {
    return GetItemResponse{.item = request.key};
  });
  recorder.answer_next<GetItemRequest>(throttled());
  recorder.answer_next<GetItemRequest>(GetItemResponse{.item = Item({{"pk", "scripted"}})});
  EXPECT_EQ(recorder.unused_answers(), 2U);
  EXPECT_EQ(recorder.get_item(get("a")).error().code, ErrorCode::throttled);
  EXPECT_EQ(recorder.get_item(get("a"))->item, Item({{"pk", "scripted"}}));
  EXPECT_EQ(recorder.get_item(get("a"))->item, Item({{"pk", "a"}}));
  EXPECT_EQ(recorder.unused_answers(), 0U);
  recorder.answer<GetItemRequest>(nullptr);
  EXPECT_FALSE(recorder.get_item(get("a"))->item);
}

TEST(RecordingDatabase, AnAnswerIsForRequestsOfItsKindAlone) {
  RecordingDatabase recorder;
  recorder.answer_next<DeleteItemRequest>(throttled());
  EXPECT_TRUE(recorder.put_item({.table_name = "app", .item = {{"pk", "a"}}}));
  EXPECT_EQ(recorder.unused_answers(), 1U);
  EXPECT_FALSE(recorder.delete_item({.table_name = "app", .key = {{"pk", "a"}}}));
}

TEST(RecordingDatabase, AnswersWhatAnswersNothing) {
  RecordingDatabase recorder;
  recorder.answer_next<TagResourceRequest>(Result<void>());
  EXPECT_TRUE(recorder.tag_resource({}));
  EXPECT_FALSE(recorder.tag_resource({}));
  EXPECT_TRUE(*recorder.exchanges<TagResourceRequest>().front().answer);
}

TEST(RecordingDatabase, AnAnsweringFunctionKeepsItsState) {
  RecordingDatabase recorder;
  recorder.answer<GetItemRequest>(
      [asked = 0](const GetItemRequest&) mutable -> Result<GetItemResponse> {
        return GetItemResponse{.item = Item({{"asked", ++asked}})};
      });
  EXPECT_EQ(recorder.get_item(get("a"))->item, Item({{"asked", 1}}));
  EXPECT_EQ(recorder.get_item(get("a"))->item, Item({{"asked", 2}}));
}

TEST(RecordingDatabase, LogsARequestInALine) {
  RecordingDatabase recorder;
  recorder.answer_next<GetItemRequest>(throttled());
  (void)recorder.get_item({.table_name = "app", .key = {{"pk", "a"}}});
  (void)recorder.list_tables({});
  EXPECT_EQ(
      recorder.log(),
      "GetItem {\"TableName\":\"app\",\"Key\":{\"pk\":{\"S\":\"a\"}}} -> throttled: too fast\n"
      "ListTables {}\n");
  recorder.forget();
  EXPECT_EQ(recorder.log(), "");
}

TEST(RecordingDatabase, AnAnsweringFunctionMayAskTheRecorderAgain) {
  RecordingDatabase recorder;
  recorder.answer<GetItemRequest>([&](const GetItemRequest&) -> Result<GetItemResponse> {
    EXPECT_FALSE(recorder.exchanges<GetItemRequest>().back().answer) << "it has none yet";
    recorder.forget();
    return GetItemResponse();
  });
  EXPECT_TRUE(recorder.get_item(get("a")));
  EXPECT_TRUE(recorder.requests().empty());
}

TEST(RecordingDatabase, LosesNothingOfManyThreads) {
  RecordingDatabase recorder;
  for (int i = 0; i < 100; ++i) {
    recorder.answer_next<GetItemRequest>(GetItemResponse{.item = Item({{"n", i}})});
  }
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int n = 0; n < 50; ++n) (void)recorder.get_item(get("a"));
      });
    }
  }
  int answered = 0;
  for (const auto& exchange : recorder.exchanges<GetItemRequest>()) {
    ASSERT_TRUE(exchange.answer);
    answered += (*exchange.answer)->item ? 1 : 0;
  }
  EXPECT_EQ(recorder.sent<GetItemRequest>().size(), 200U);
  EXPECT_EQ(answered, 100);
}

}  // namespace
}  // namespace keywright
