// How streams are read: shards and their children, iterators, pages, and what time does to them.

#include "stream_fixture.hpp"

#include <map>
#include <regex>
#include <set>

namespace keywright {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;

class StreamReadTest : public StreamTestBase {
 protected:
  void SetUp() override {
    create(streamed("Tab"));
    arn_ = arn_of("Tab");
  }
  std::vector<StreamShard> shards() { return describe_stream(arn_).shards; }
  /// Items of one partition key, so of one shard: `v` from `first` on.
  void write(int first, int count) {
    for (int i = first; i < first + count; ++i) put("Tab", {{"pk", "a"}, {"v", i}});
  }
  static std::vector<int> values(const std::vector<StreamRecord>& records) {
    std::vector<int> values;
    for (const auto& record : records) {
      values.push_back(static_cast<int>(record.new_image->find("v")->as_number().to_double()));
    }
    return values;
  }
  /// The open shard of the key that write() uses. Writes v = -1.
  std::string shard_of_a() {
    write(-1, 1);
    for (const auto& shard : shards()) {
      if (!shard.ending_sequence_number && !read_on(iterator(arn_, shard.shard_id)).empty()) {
        return shard.shard_id;
      }
    }
    ADD_FAILURE() << "no open shard";
    return {};
  }

  std::string arn_;
};

TEST_F(StreamReadTest, AStreamIsDescribed) {
  const auto stream = describe_stream(arn_);
  EXPECT_EQ(stream.stream_arn, arn_);
  EXPECT_EQ(stream.stream_label, describe("Tab").latest_stream_label);
  EXPECT_EQ(stream.stream_status, StreamStatus::enabled);
  EXPECT_EQ(stream.stream_view_type, StreamViewType::new_and_old_images);
  EXPECT_EQ(stream.creation_request_date_time, kStart);
  EXPECT_EQ(stream.table_name, "Tab");
  EXPECT_EQ(stream.key_schema, describe("Tab").key_schema);
  ASSERT_EQ(stream.shards.size(), 4U);
  std::set<std::string> ids;
  for (const auto& shard : stream.shards) {
    ids.insert(shard.shard_id);
    EXPECT_TRUE(std::regex_match(shard.shard_id, std::regex("shardId-[0-9]{20}-[0-9a-f]{8}")));
    EXPECT_EQ(shard.parent_shard_id, std::nullopt);
    EXPECT_EQ(shard.ending_sequence_number, std::nullopt);
    EXPECT_TRUE(std::regex_match(shard.starting_sequence_number, std::regex("[0-9]{21}")));
  }
  EXPECT_EQ(ids.size(), 4U);
}

TEST_F(StreamReadTest, RequestsMustBeWellFormed) {
  expect_invalid(db_->describe_stream({.stream_arn = "x"}),
                 "1 validation error detected: Value 'x' at 'streamArn' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 37");
  const std::string unknown = arn_ + "0";
  expect_error(db_->describe_stream({.stream_arn = unknown}), "ResourceNotFoundException",
               "Requested resource not found: Stream: " + unknown + " not found");
  expect_invalid(db_->describe_stream({.stream_arn = arn_, .limit = 0}),
                 "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
                 "Member must have value greater than or equal to 1");
  expect_error(
      try_iterator(arn_, "shardId-00000000000000000001-01234567", ShardIteratorType::latest),
      "ResourceNotFoundException", "Requested resource not found: Shard does not exist");
  expect_invalid(try_iterator(arn_, "short", ShardIteratorType::latest),
                 "1 validation error detected: Value 'short' at 'shardId' failed to satisfy "
                 "constraint: Member must have length greater than or equal to 28");
  const std::string shard = shards()[0].shard_id;
  expect_invalid(try_iterator(arn_, shard, ShardIteratorType::at_sequence_number),
                 "Invalid SequenceNumber: AT_SEQUENCE_NUMBER and AFTER_SEQUENCE_NUMBER need a "
                 "SequenceNumber");
  EXPECT_TRUE(try_iterator(arn_, shard, ShardIteratorType::latest, "100000000000000000001"));
  expect_invalid(
      try_iterator(arn_, shard, ShardIteratorType::at_sequence_number, std::string(21, 'x')),
      "Invalid SequenceNumber: xxxxxxxxxxxxxxxxxxxxx");
  expect_invalid(
      try_iterator(arn_, shard, ShardIteratorType::at_sequence_number, "199999999999999999999"),
      "Invalid SequenceNumber: 199999999999999999999");
  expect_invalid(
      try_iterator(arn_, shard, ShardIteratorType::at_sequence_number, "100000000000000009999"),
      "Invalid SequenceNumber: the shard has no such number");
  expect_invalid(db_->get_records({.shard_iterator = "nonsense"}), "Invalid ShardIterator");
  std::string forged = iterator(arn_, shard);
  forged[forged.size() - 8] = forged[forged.size() - 8] == 'A' ? 'B' : 'A';
  expect_invalid(db_->get_records({.shard_iterator = forged}), "Invalid ShardIterator");
  expect_invalid(
      db_->get_records({.shard_iterator = iterator(arn_, shard), .limit = 1001}),
      "1 validation error detected: Value '1001' at 'limit' failed to satisfy constraint: Member "
      "must have value less than or equal to 1000");
}

TEST_F(StreamReadTest, APartitionKeyStaysInOneShard) {
  for (int round = 0; round < 3; ++round) {
    for (int key = 0; key < 50; ++key) {
      put("Tab", {{"pk", "k" + std::to_string(key)}, {"v", round}});
    }
  }
  std::map<std::string, std::string> shard_of;
  std::size_t total = 0;
  std::set<std::string> used;
  for (const auto& shard : shards()) {
    for (const auto& record : read_on(iterator(arn_, shard.shard_id))) {
      const std::string key(record.keys.find("pk")->as_string());
      EXPECT_EQ(shard_of.emplace(key, shard.shard_id).first->second, shard.shard_id);
      used.insert(shard.shard_id);
      ++total;
    }
  }
  EXPECT_EQ(total, 150U);
  EXPECT_EQ(used.size(), 4U) << "fifty keys are in all of the shards";
}

TEST_F(StreamReadTest, PagesFollowEachOther) {
  const std::string shard = shard_of_a();
  write(0, 10);
  std::optional<std::string> next = iterator(arn_, shard);
  std::vector<StreamRecord> all;
  std::vector<std::size_t> sizes;
  for (int page = 0; page < 5; ++page) {
    const auto got = db_->get_records({.shard_iterator = *next, .limit = 4}).value();
    all.insert(all.end(), got.records.begin(), got.records.end());
    sizes.push_back(got.records.size());
    ASSERT_TRUE(got.next_shard_iterator);
    next = got.next_shard_iterator;
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 4, 3, 0, 0}));
  EXPECT_EQ(values(all), (std::vector<int>{-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  write(10, 1);
  EXPECT_EQ(values(read_on(next)), (std::vector<int>{10})) << "the reader goes on where it was";
}

TEST_F(StreamReadTest, APageHasAThousandRecordsOrAMegabyte) {
  const std::string shard = shard_of_a();
  write(0, 1200);
  auto page = db_->get_records({.shard_iterator = iterator(arn_, shard)}).value();
  EXPECT_EQ(page.records.size(), 1000U);
  EXPECT_EQ(read_on(page.next_shard_iterator).size(), 201U);

  const std::string latest = iterator(arn_, shard, ShardIteratorType::latest);
  for (int i = 0; i < 4; ++i) {
    put("Tab", {{"pk", "a"}, {"v", i}, {"text", std::string(300'000, 'x')}});
  }
  page = db_->get_records({.shard_iterator = latest}).value();
  EXPECT_EQ(values(page.records), (std::vector<int>{0, 1})) << "300 KB, then 600 KB";
  EXPECT_EQ(values(read_on(page.next_shard_iterator)), (std::vector<int>{2, 3}));
}

TEST_F(StreamReadTest, IteratorsStartWhereTheySay) {
  const std::string shard = shard_of_a();
  write(0, 5);
  const auto all = read_on(iterator(arn_, shard));
  ASSERT_EQ(all.size(), 6U);
  const auto& third = all[3].sequence_number;  // v = 2
  const std::string latest = iterator(arn_, shard, ShardIteratorType::latest);
  write(5, 1);
  EXPECT_EQ(values(read_on(latest)), (std::vector<int>{5}));
  EXPECT_EQ(values(read_on(iterator(arn_, shard, ShardIteratorType::at_sequence_number, third))),
            (std::vector<int>{2, 3, 4, 5}));
  EXPECT_EQ(values(read_on(iterator(arn_, shard, ShardIteratorType::after_sequence_number, third))),
            (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(values(read_on(iterator(arn_, shard, ShardIteratorType::trim_horizon))).front(), -1);
}

TEST_F(StreamReadTest, ASequenceNumberBelongsToItsShard) {
  const std::string shard = shard_of_a();
  const std::string number = read_on(iterator(arn_, shard))[0].sequence_number;
  clock_.advance(hours(4));
  const auto children = db_->describe_stream({.stream_arn = arn_, .child_shards_of = shard})
                            ->stream_description.shards;
  ASSERT_EQ(children.size(), 1U);
  expect_invalid(
      try_iterator(arn_, children[0].shard_id, ShardIteratorType::at_sequence_number, number),
      "Invalid SequenceNumber: the shard has no such number");
}

TEST_F(StreamReadTest, AShardIsFollowedByAChildAfterFourHours) {
  const std::string parent = shard_of_a();
  write(0, 2);
  clock_.advance(hours(4));
  write(2, 2);
  const auto all = shards();
  ASSERT_EQ(all.size(), 8U);
  const auto described = std::find_if(
      all.begin(), all.end(), [&](const StreamShard& shard) { return shard.shard_id == parent; });
  ASSERT_NE(described, all.end());
  ASSERT_TRUE(described->ending_sequence_number);
  const auto children = db_->describe_stream({.stream_arn = arn_, .child_shards_of = parent})
                            ->stream_description.shards;
  ASSERT_EQ(children.size(), 1U);
  EXPECT_EQ(children[0].parent_shard_id, parent);
  EXPECT_EQ(children[0].ending_sequence_number, std::nullopt);
  EXPECT_GT(children[0].shard_id, parent);
  EXPECT_GT(children[0].starting_sequence_number, *described->ending_sequence_number);

  const auto old = db_->get_records({.shard_iterator = iterator(arn_, parent)}).value();
  EXPECT_EQ(values(old.records), (std::vector<int>{-1, 0, 1}));
  EXPECT_EQ(old.next_shard_iterator, std::nullopt) << "a closed shard is read out";
  EXPECT_EQ(values(read_on(iterator(arn_, children[0].shard_id))), (std::vector<int>{2, 3}));
  for (const auto& record : old.records) {
    EXPECT_GE(record.sequence_number, described->starting_sequence_number);
    EXPECT_LE(record.sequence_number, *described->ending_sequence_number);
  }
}

TEST_F(StreamReadTest, AReaderThatWaitsSeesItsShardClose) {
  const std::string shard = shard_of_a();
  std::string next = iterator(arn_, shard, ShardIteratorType::latest);
  for (int minute = 0; minute < 4 * 60; minute += 10) {
    const auto page = db_->get_records({.shard_iterator = next}).value();
    EXPECT_TRUE(page.records.empty());
    ASSERT_TRUE(page.next_shard_iterator);
    next = *page.next_shard_iterator;
    clock_.advance(minutes(10));
  }
  const auto page = db_->get_records({.shard_iterator = next}).value();
  EXPECT_TRUE(page.records.empty());
  EXPECT_EQ(page.next_shard_iterator, std::nullopt);
  EXPECT_EQ(read_on(iterator(arn_, shard, ShardIteratorType::latest)).size(), 0U);
}

TEST_F(StreamReadTest, APageOfAClosedShardMayNotBeItsLast) {
  const std::string shard = shard_of_a();
  write(0, 3);
  clock_.advance(hours(4));
  auto page = db_->get_records({.shard_iterator = iterator(arn_, shard), .limit = 3}).value();
  EXPECT_EQ(values(page.records), (std::vector<int>{-1, 0, 1}));
  ASSERT_TRUE(page.next_shard_iterator);
  page = db_->get_records({.shard_iterator = *page.next_shard_iterator, .limit = 3}).value();
  EXPECT_EQ(values(page.records), (std::vector<int>{2}));
  EXPECT_EQ(page.next_shard_iterator, std::nullopt);
}

TEST_F(StreamReadTest, ShardsAreListedInPages) {
  clock_.advance(hours(4));
  const auto all = shards();
  ASSERT_EQ(all.size(), 8U);
  std::vector<std::string> ids;
  std::optional<std::string> start;
  do {
    const auto page =
        db_->describe_stream({.stream_arn = arn_, .limit = 3, .exclusive_start_shard_id = start})
            ->stream_description;
    for (const auto& shard : page.shards) ids.push_back(shard.shard_id);
    start = page.last_evaluated_shard_id;
  } while (start);
  ASSERT_EQ(ids.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(ids[i], all[i].shard_id);
}

TEST_F(StreamReadTest, IteratorsExpireAfterAQuarterOfAnHour) {
  const std::string shard = shard_of_a();
  const std::string old = iterator(arn_, shard);
  clock_.advance(minutes(15) - milliseconds(1));
  const auto page = db_->get_records({.shard_iterator = old});
  ASSERT_TRUE(page) << page.error().message;
  clock_.advance(milliseconds(1));
  expect_error(db_->get_records({.shard_iterator = old}), "ExpiredIteratorException",
               "Shard iterator has expired");
  EXPECT_TRUE(db_->get_records({.shard_iterator = *page->next_shard_iterator}))
      << "the next one is younger";
}

TEST_F(StreamReadTest, RecordsAreTrimmedAfterADay) {
  const std::string shard = shard_of_a();
  write(0, 1);
  clock_.advance(minutes(10));
  write(1, 2);
  const auto all = read_on(iterator(arn_, shard));
  ASSERT_EQ(values(all), (std::vector<int>{-1, 0, 1, 2}));
  clock_.advance(hours(24) - minutes(10) - milliseconds(1));
  const std::string horizon = iterator(arn_, shard);
  EXPECT_EQ(values(read_on(horizon)), (std::vector<int>{-1, 0, 1, 2}));
  clock_.advance(milliseconds(1));

  const std::string message = "The data you are trying to access has been trimmed";
  const auto number = [&](std::size_t i) { return all[i].sequence_number; };
  expect_error(db_->get_records({.shard_iterator = horizon}), "TrimmedDataAccessException",
               message);
  expect_error(try_iterator(arn_, shard, ShardIteratorType::at_sequence_number, number(1)),
               "TrimmedDataAccessException", message);
  expect_error(try_iterator(arn_, shard, ShardIteratorType::after_sequence_number, number(0)),
               "TrimmedDataAccessException", message);
  EXPECT_EQ(values(read_on(iterator(arn_, shard))), (std::vector<int>{1, 2}));
  EXPECT_EQ(
      values(read_on(iterator(arn_, shard, ShardIteratorType::after_sequence_number, number(1)))),
      (std::vector<int>{1, 2}))
      << "nothing between is lost";
}

TEST_F(StreamReadTest, ClosedShardsGoWithTheirRecords) {
  const std::string parent = shard_of_a();
  clock_.advance(hours(4));
  ASSERT_EQ(shards().size(), 8U);
  for (int hour = 0; hour < 48; ++hour) {
    clock_.advance(hours(1));
    write(hour, 1);
    EXPECT_LE(shards().size(), 4U * 7U);
  }
  expect_error(try_iterator(arn_, parent, ShardIteratorType::trim_horizon),
               "ResourceNotFoundException", "Requested resource not found: Shard does not exist");
  EXPECT_EQ(read_all(arn_).size(), 24U) << "one an hour";
}

TEST_F(StreamReadTest, AnIdleStreamIsFreedByTheCallForExpiredItems) {
  write(0, 3);
  clock_.advance(hours(24));
  db_->delete_expired_items();
  clock_.advance(-hours(24));
  EXPECT_TRUE(read_all(arn_).empty()) << "they are gone, whatever the clock says now";
}

TEST_F(StreamReadTest, AClockThatGoesBackDoesNotDisturbTheOrder) {
  write(0, 1);
  clock_.advance(-minutes(5));
  write(1, 1);
  const auto all = read_all(arn_);
  EXPECT_EQ(values(all), (std::vector<int>{0, 1}));
  EXPECT_EQ(all[1].approximate_creation_date_time, kStart);
}

}  // namespace
}  // namespace keywright
