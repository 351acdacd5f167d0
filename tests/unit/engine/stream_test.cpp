// What streams record: which writes, with which images, and how a stream comes and goes.

#include "stream_fixture.hpp"

#include <regex>

namespace keywright {
namespace {

constexpr const char* kInvalid = "One or more parameter values were invalid: ";

class StreamTest : public StreamTestBase {
 protected:
  void update(const std::string& expression, ExpressionAttributeValues values = {}) {
    const auto done = db_->update_item({.table_name = "Tab",
                                        .key = {{"pk", "a"}},
                                        .update_expression = expression,
                                        .expression_attribute_values = std::move(values)});
    ASSERT_TRUE(done) << done.error().message;
  }
  void remove(const std::string& key) {
    ASSERT_TRUE(db_->delete_item({.table_name = "Tab", .key = {{"pk", key}}}));
  }
  std::vector<StreamRecord> records() { return read_all(arn_of("Tab")); }
  /// `INSERT a`, ...
  std::vector<std::string> events() {
    constexpr const char* kNames[] = {"INSERT ", "MODIFY ", "REMOVE "};
    std::vector<std::string> texts;
    for (const auto& record : records()) {
      texts.push_back(kNames[static_cast<int>(record.event_name)] +
                      std::string(record.keys.find("pk")->as_string()));
    }
    return texts;
  }
};

TEST_F(StreamTest, ATableIsDescribedWithItsStream) {
  create(streamed("Tab", StreamViewType::new_image));
  auto table = describe("Tab");
  EXPECT_EQ(table.stream_specification, (StreamSpecification{true, StreamViewType::new_image}));
  EXPECT_EQ(table.latest_stream_label, "2023-11-14T22:13:20.000");
  EXPECT_EQ(table.latest_stream_arn, table.table_arn + "/stream/2023-11-14T22:13:20.000");

  create(table_request("None"));
  table = describe("None");
  EXPECT_EQ(table.stream_specification, std::nullopt);
  EXPECT_EQ(table.latest_stream_label, std::nullopt);
  EXPECT_EQ(table.latest_stream_arn, std::nullopt);
}

TEST_F(StreamTest, AViewTypeGoesWithAStream) {
  auto request = table_request("Tab");
  request.stream_specification = StreamSpecification{false, StreamViewType::new_image};
  expect_invalid(db_->create_table(request),
                 std::string(kInvalid) +
                     "Table is being created with a stream disabled, UpdateViewType should not be "
                     "specified");
  request.stream_specification = StreamSpecification{true, std::nullopt};
  expect_invalid(db_->create_table(request),
                 std::string(kInvalid) +
                     "Table is being created with a stream enabled, UpdateViewType should be "
                     "specified");
  request.stream_specification = StreamSpecification{false, std::nullopt};
  create(request);
  EXPECT_EQ(describe("Tab").stream_specification, std::nullopt);

  UpdateTableRequest change{.table_name = "Tab"};
  change.stream_specification = StreamSpecification{false, StreamViewType::new_image};
  expect_invalid(db_->update_table(change),
                 std::string(kInvalid) +
                     "If stream is being disabled, then UpdateViewType must not be specified");
  change.stream_specification = StreamSpecification{true, std::nullopt};
  expect_invalid(
      db_->update_table(change),
      std::string(kInvalid) + "If stream is being enabled, then UpdateViewType must be specified");
}

TEST_F(StreamTest, AStreamIsEnabledOnceAndKeepsItsType) {
  create(table_request("Tab"));
  expect_invalid(set_stream("Tab", std::nullopt), "Table has no stream to disable: TableName: Tab");
  ASSERT_TRUE(set_stream("Tab", StreamViewType::keys_only));
  for (const auto type : {StreamViewType::keys_only, StreamViewType::new_image}) {
    expect_invalid(set_stream("Tab", type), "Table already has an enabled stream: TableName: Tab");
  }
  EXPECT_EQ(describe("Tab").stream_specification->stream_view_type, StreamViewType::keys_only);
}

TEST_F(StreamTest, ARecordSaysWhatHappened) {
  create(streamed("Tab"));
  clock_.advance(std::chrono::milliseconds(2750));
  put("Tab", {{"pk", "a"}, {"v", 1}});
  put("Tab", {{"pk", "a"}, {"v", 2}});
  remove("a");
  const auto all = records();
  ASSERT_EQ(all.size(), 3U);
  const Item one{{"pk", "a"}, {"v", 1}};
  const Item two{{"pk", "a"}, {"v", 2}};
  EXPECT_EQ(all[0].event_name, StreamEventName::insert);
  EXPECT_EQ(all[0].old_image, std::nullopt);
  EXPECT_EQ(all[0].new_image, one);
  EXPECT_EQ(all[0].size_bytes, 3 + 6);  // pk: a; and v as a number of two bytes
  EXPECT_EQ(all[1].event_name, StreamEventName::modify);
  EXPECT_EQ(all[1].old_image, one);
  EXPECT_EQ(all[1].new_image, two);
  EXPECT_EQ(all[1].size_bytes, 3 + 6 + 6);
  EXPECT_EQ(all[2].event_name, StreamEventName::remove);
  EXPECT_EQ(all[2].old_image, two);
  EXPECT_EQ(all[2].new_image, std::nullopt);
  for (const auto& record : all) {
    EXPECT_EQ(record.keys, (Key{{"pk", "a"}}));
    EXPECT_EQ(record.aws_region, "us-east-1");
    EXPECT_EQ(record.approximate_creation_date_time, kStart + std::chrono::seconds(2));
    EXPECT_EQ(record.stream_view_type, StreamViewType::new_and_old_images);
    EXPECT_TRUE(std::regex_match(record.sequence_number, std::regex("[0-9]{21,40}")));
    EXPECT_TRUE(std::regex_match(record.event_id, std::regex("[0-9a-f]{32}")));
    EXPECT_FALSE(record.expired);
  }
  EXPECT_LT(all[0].sequence_number, all[1].sequence_number);
  EXPECT_LT(all[1].sequence_number, all[2].sequence_number);
  EXPECT_NE(all[0].event_id, all[1].event_id);
}

TEST_F(StreamTest, ViewTypesDecideAboutImages) {
  const Item one{{"pk", "a"}, {"v", 1}};
  const Item two{{"pk", "a"}, {"v", 2}};
  const auto written = [&](StreamViewType type) {
    create(streamed("Tab", type));
    put("Tab", one);
    put("Tab", two);
    remove("a");
    auto all = records();
    EXPECT_EQ(all.size(), 3U);
    all.resize(3);
    for (const auto& record : all) {
      EXPECT_EQ(record.keys, (Key{{"pk", "a"}}));
      EXPECT_EQ(record.stream_view_type, type);
    }
    EXPECT_TRUE(db_->delete_table({"Tab"}));
    return all;
  };
  auto all = written(StreamViewType::keys_only);
  for (const auto& record : all) {
    EXPECT_EQ(record.old_image, std::nullopt);
    EXPECT_EQ(record.new_image, std::nullopt);
    EXPECT_EQ(record.size_bytes, 3);
  }
  all = written(StreamViewType::new_image);
  EXPECT_EQ(all[0].new_image, one);
  EXPECT_EQ(all[1].new_image, two);
  EXPECT_EQ(all[2].new_image, std::nullopt);
  EXPECT_EQ(all[1].old_image, std::nullopt);
  EXPECT_EQ(all[2].size_bytes, 3);
  all = written(StreamViewType::old_image);
  EXPECT_EQ(all[0].old_image, std::nullopt);
  EXPECT_EQ(all[1].old_image, one);
  EXPECT_EQ(all[2].old_image, two);
  EXPECT_EQ(all[1].new_image, std::nullopt);
}

TEST_F(StreamTest, SortKeysAreKeys) {
  auto request = table_request("Tab", AttributeType::number);
  request.stream_specification = StreamSpecification{true, StreamViewType::keys_only};
  create(request);
  put("Tab", {{"pk", "a"}, {"sk", 7}, {"v", "x"}});
  ASSERT_EQ(records().size(), 1U);
  EXPECT_EQ(records()[0].keys, (Key{{"pk", "a"}, {"sk", 7}}));
}

TEST_F(StreamTest, WhatChangesNothingIsNotRecorded) {
  create(streamed("Tab"));
  const auto tags = AttributeValue::string_set({"x", "y"});
  put("Tab", {{"pk", "a"}, {"v", 1}, {"tags", tags}});
  put("Tab", {{"v", *Number::parse("1.0")},
              {"tags", AttributeValue::string_set({"y", "x"})},
              {"pk", "a"}});
  update("SET v = :v", {{":v", 1}});
  update("REMOVE nothing");
  update("ADD tags :x", {{":x", AttributeValue::string_set({"x"})}});
  remove("nobody");
  EXPECT_FALSE(db_->put_item({.table_name = "Tab",
                              .item = {{"pk", "a"}},
                              .condition_expression = "attribute_not_exists(pk)"}));
  EXPECT_EQ(events(), (std::vector<std::string>{"INSERT a"}));
  update("SET v = :v", {{":v", 2}});
  EXPECT_EQ(events(), (std::vector<std::string>{"INSERT a", "MODIFY a"}));
}

TEST_F(StreamTest, BatchesAndTransactionsGiveARecordPerItem) {
  create(streamed("Tab"));
  create(table_request("Other"));
  BatchWriteItemRequest batch;
  batch.request_items["Tab"] = {PutRequest{{{"pk", "a"}}}, PutRequest{{{"pk", "b"}}},
                                DeleteRequest{{{"pk", "c"}}}};
  batch.request_items["Other"] = {PutRequest{{{"pk", "o"}}}};
  ASSERT_TRUE(db_->batch_write_item(batch));
  EXPECT_EQ(events(), (std::vector<std::string>{"INSERT a", "INSERT b"}));

  TransactWriteItemsRequest transaction;
  transaction.transact_items = {
      TransactPut{.table_name = "Tab", .item = {{"pk", "a"}, {"v", 1}}},
      TransactDelete{.table_name = "Tab", .key = {{"pk", "b"}}},
      TransactUpdate{.table_name = "Tab",
                     .key = {{"pk", "d"}},
                     .update_expression = "SET v = :v",
                     .expression_attribute_values = {{":v", 1}}},
      TransactConditionCheck{.table_name = "Tab",
                             .key = {{"pk", "e"}},
                             .condition_expression = "attribute_not_exists(pk)"},
      TransactPut{.table_name = "Other", .item = {{"pk", "p"}}}};
  transaction.client_request_token = "token";
  ASSERT_TRUE(db_->transact_write_items(transaction));
  ASSERT_TRUE(db_->transact_write_items(transaction)) << "the same again: no effect";
  EXPECT_EQ(events(),
            (std::vector<std::string>{"INSERT a", "INSERT b", "MODIFY a", "REMOVE b", "INSERT d"}));

  transaction.client_request_token.reset();
  std::get<TransactConditionCheck>(transaction.transact_items[3]).condition_expression =
      "attribute_exists(pk)";
  EXPECT_FALSE(db_->transact_write_items(transaction));
  EXPECT_EQ(events().size(), 5U) << "a cancelled transaction records nothing";
}

TEST_F(StreamTest, ExpiryIsARemovalByTheService) {
  create(streamed("Tab"));
  ASSERT_TRUE(db_->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}));
  put("Tab", {{"pk", "a"}, {"expires", 1'699'999'999}});
  put("Tab", {{"pk", "b"}, {"expires", 1'700'009'999}});
  EXPECT_EQ(db_->delete_expired_items().deleted, 1U);
  const auto all = records();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[2].event_name, StreamEventName::remove);
  EXPECT_EQ(all[2].keys, (Key{{"pk", "a"}}));
  EXPECT_TRUE(all[2].expired);
  EXPECT_FALSE(all[0].expired);
}

TEST_F(StreamTest, OnlyWhatHappensWhileItIsEnabledIsRecorded) {
  create(table_request("Tab"));
  put("Tab", {{"pk", "before"}});
  ASSERT_TRUE(set_stream("Tab", StreamViewType::new_image));
  put("Tab", {{"pk", "during"}});
  const std::string arn = arn_of("Tab");
  ASSERT_TRUE(set_stream("Tab", std::nullopt));
  put("Tab", {{"pk", "after"}});
  EXPECT_EQ(events(), (std::vector<std::string>{"INSERT during"}));

  const auto table = describe("Tab");
  EXPECT_EQ(table.stream_specification, std::nullopt);
  EXPECT_EQ(table.latest_stream_arn, arn) << "the latest stream is named although disabled";
  const auto stream = describe_stream(arn);
  EXPECT_EQ(stream.stream_status, StreamStatus::disabled);
  for (const auto& shard : stream.shards) EXPECT_TRUE(shard.ending_sequence_number);
}

TEST_F(StreamTest, AgainEnabledItIsAnotherStream) {
  create(streamed("Tab"));
  put("Tab", {{"pk", "a"}});
  const std::string old = arn_of("Tab");
  ASSERT_TRUE(set_stream("Tab", std::nullopt));
  ASSERT_TRUE(set_stream("Tab", StreamViewType::keys_only));
  const std::string arn = arn_of("Tab");
  EXPECT_NE(arn, old);
  put("Tab", {{"pk", "b"}});
  ASSERT_EQ(read_all(old).size(), 1U);
  EXPECT_EQ(read_all(old)[0].keys, (Key{{"pk", "a"}}));
  ASSERT_EQ(read_all(arn).size(), 1U);
  EXPECT_EQ(read_all(arn)[0].keys, (Key{{"pk", "b"}}));
}

TEST_F(StreamTest, ADisabledStreamIsReadableForADay) {
  create(streamed("Tab"));
  put("Tab", {{"pk", "a"}});
  const std::string arn = arn_of("Tab");
  clock_.advance(std::chrono::minutes(1));
  ASSERT_TRUE(set_stream("Tab", std::nullopt));
  clock_.advance(std::chrono::hours(23));
  EXPECT_EQ(read_all(arn).size(), 1U);
  clock_.advance(std::chrono::hours(1));
  const std::string gone = "Requested resource not found: Stream: " + arn + " not found";
  expect_error(db_->describe_stream({.stream_arn = arn}), "ResourceNotFoundException", gone);
  EXPECT_TRUE(db_->list_streams({})->streams.empty());
}

TEST_F(StreamTest, TheStreamOfADeletedTableIsReadableForADay) {
  create(streamed("Tab"));
  put("Tab", {{"pk", "a"}});
  const std::string arn = arn_of("Tab");
  ASSERT_TRUE(db_->delete_table({"Tab"}));
  EXPECT_EQ(read_all(arn).size(), 1U);
  EXPECT_EQ(describe_stream(arn).stream_status, StreamStatus::disabled);
  create(streamed("Tab"));
  EXPECT_NE(arn_of("Tab"), arn);
  EXPECT_TRUE(records().empty());
}

TEST_F(StreamTest, ARefusedTableLeavesNoStream) {
  create(streamed("Tab"));
  EXPECT_FALSE(db_->create_table(streamed("Tab")));
  EXPECT_EQ(db_->list_streams({})->streams.size(), 1U);
}

TEST_F(StreamTest, StreamsAreListedInPages) {
  for (const char* name : {"Alpha", "Beta", "Gamma"}) create(streamed(name));
  create(table_request("Without"));
  auto page = db_->list_streams({.limit = 2}).value();
  ASSERT_EQ(page.streams.size(), 2U);
  EXPECT_EQ(page.streams[0].table_name, "Alpha");
  EXPECT_EQ(page.streams[0].stream_arn, arn_of("Alpha"));
  EXPECT_EQ(page.streams[0].stream_label, describe("Alpha").latest_stream_label);
  EXPECT_EQ(page.last_evaluated_stream_arn, arn_of("Beta"));
  page =
      db_->list_streams({.limit = 2, .exclusive_start_stream_arn = page.last_evaluated_stream_arn})
          .value();
  ASSERT_EQ(page.streams.size(), 1U);
  EXPECT_EQ(page.streams[0].table_name, "Gamma");
  EXPECT_EQ(page.last_evaluated_stream_arn, std::nullopt);
  page = db_->list_streams({.table_name = "Beta"}).value();
  ASSERT_EQ(page.streams.size(), 1U);
  EXPECT_EQ(page.streams[0].table_name, "Beta");
  EXPECT_TRUE(db_->list_streams({.table_name = "Nobody"})->streams.empty());
  expect_invalid(db_->list_streams({.limit = 101}),
                 "1 validation error detected: Value '101' at 'limit' failed to satisfy "
                 "constraint: Member must have value less than or equal to 100");
}

}  // namespace
}  // namespace keywright
