// Copies between tables of embedded engines.

#include "copy/job.hpp"

#include "copying.hpp"
#include <keywright/throttled_database.hpp>

#include <gmock/gmock.h>

namespace keywright::copy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class JobTest : public testing::Test {
 protected:
  JobTest() {
    options_.from = {"a:", from_.get(), {}, "Tab"};
    options_.to = {"b:", to_.get(), {}, "Tab"};
    options_.segments = 5;
    options_.threads = 3;
    options_.timing = time_.timing();
    options_.clock = time_.clock();
    options_.tick = std::chrono::milliseconds(1);
  }

  void make_tables(int items) {
    from_->create_table(table_request("Tab")).value();
    to_->create_table(table_request("Tab")).value();
    fill(*from_, "Tab", items);
  }
  Result<JobReport> run() {
    return copy::run(options_, [this](const Progress& progress) {
      if (observe_) observe_(progress);
    });
  }
  std::string refusal() {
    const auto report = run();
    if (report) return "it went through";
    EXPECT_EQ(report.error().code, ErrorCode::validation);
    EXPECT_EQ(report.error().exception, "");
    return report.error().message;
  }

  TestTime time_;
  std::unique_ptr<Engine> from_ = Engine::in_memory({.clock = time_.clock(), .seed = 1});
  std::unique_ptr<Engine> to_ = Engine::in_memory({.clock = time_.clock(), .seed = 2});
  JobOptions options_;
  std::function<void(const Progress&)> observe_;
};

TEST_F(JobTest, CopiesAndVerifiesATable) {
  make_tables(1234);
  std::int64_t seen = 0;
  std::int64_t expected = 0;
  observe_ = [&](const Progress& progress) {
    if (progress.phase != Phase::copying) return;
    seen = progress.items;
    expected = progress.expected_items;
  };
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_complete);
  EXPECT_FALSE(report->is_resumed);
  EXPECT_TRUE(report->is_verified);
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(report->copied.items, 1234);
  EXPECT_EQ(report->target.items, 1234);
  EXPECT_EQ(report->write_units, 1234);
  EXPECT_GT(report->read_units, 1);
  EXPECT_EQ(seen, 1234);
  EXPECT_EQ(expected, 1234);
  EXPECT_EQ(count_of(*to_, "Tab"), 1234);
}

TEST_F(JobTest, CopiesAnEmptyTableAndOneWithMoreSegmentsThanItems) {
  make_tables(0);
  EXPECT_TRUE(run()->is_equal());
  options_.segments = 300;
  fill(*from_, "Tab", 3);
  EXPECT_EQ(run()->target.items, 3);
}

TEST_F(JobTest, LosesNothingThatIsLeftUnprocessedOrThrottled) {
  make_tables(2000);
  UnreliableDatabase unreliable(*to_);
  options_.to.database = &unreliable;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(report->target.items, 2000);
  EXPECT_GT(report->throttled, 20);
}

TEST_F(JobTest, KeepsToTheThroughputOfProvisionedTables) {
  auto request = table_request("Tab");
  request.billing_mode = BillingMode::provisioned;
  request.provisioned_throughput = {40, 100};
  ThrottledDatabase from(*from_, {.clock = time_.clock()});
  ThrottledDatabase to(*to_, {.clock = time_.clock()});
  from.create_table(request).value();
  to.create_table(request).value();
  fill(*from_, "Tab", 3000, 500);
  options_.from.database = &from;
  options_.to.database = &to;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(report->target.items, 3000);
  EXPECT_GT(report->throttled, 0);
  EXPECT_GT(time_.elapsed(), 20) << "3000 units at 100 per second";
}

TEST_F(JobTest, KeepsToItsCaps) {
  make_tables(1000);
  options_.max_write_units = 50;
  options_.max_read_units = 10;
  options_.verify = Verify::none;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->throttled, 0);
  EXPECT_GT(time_.elapsed(), 18) << "1000 units at 50 per second";
  EXPECT_FALSE(report->is_verified);
}

TEST_F(JobTest, GoesOnWhereItWasStopped) {
  make_tables(3000);
  const TestFolder folder;
  options_.state = folder / "state";
  options_.max_write_units = 100;  // so that it takes a while
  std::int64_t copied = 0;
  int runs = 0;
  for (bool complete = false; !complete; ++runs) {
    ASSERT_LT(runs, 200);
    std::stop_source stop;
    options_.stop = stop.get_token();
    const std::int64_t until = copied + 400;
    observe_ = [&](const Progress& progress) {
      if (progress.items >= until) stop.request_stop();
    };
    const auto report = run();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->is_resumed, runs > 0);
    EXPECT_GE(report->copied.items, copied) << "nothing is forgotten";
    copied = report->copied.items;
    complete = report->is_complete;
    EXPECT_EQ(std::filesystem::exists(options_.state), !complete);
    EXPECT_EQ(report->is_verified, complete);
    EXPECT_TRUE(!complete || report->is_equal());
  }
  EXPECT_EQ(copied, 3000);
  EXPECT_GT(runs, 1);
}

TEST_F(JobTest, KnowsThatAllWasCopiedWhenItsVerificationIsStopped) {
  make_tables(1000);
  const TestFolder folder;
  options_.state = folder / "state";
  std::stop_source stop;
  options_.stop = stop.get_token();
  class Stopping final : public ForwardingDatabase {
   public:
    Stopping(Database& inner, std::stop_source& stop) : ForwardingDatabase(inner), stop_(stop) {}
    Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
      is_written_ = true;
      return inner().batch_write_item(request);
    }
    Result<ScanResponse> scan(const ScanRequest& request) override {
      if (is_written_) stop_.request_stop();  // the first segment of many
      return inner().scan(request);
    }

   private:
    std::stop_source& stop_;
    std::atomic<bool> is_written_{false};
  } stopping(*to_, stop);
  options_.to.database = &stopping;
  auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_copied);
  EXPECT_FALSE(report->is_complete);
  EXPECT_FALSE(report->is_verified);
  EXPECT_EQ(report->copied.items, 1000);

  options_.stop = {};
  options_.to.database = to_.get();
  report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_verified && report->is_equal());
  EXPECT_EQ(report->write_units, 0) << "nothing is copied again";
}

TEST_F(JobTest, GoesOnAfterAnError) {
  make_tables(1000);
  class Failing final : public ForwardingDatabase {
   public:
    using ForwardingDatabase::ForwardingDatabase;
    Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
      if (left-- > 0) return inner().batch_write_item(request);
      Error error;
      error.code = ErrorCode::validation;
      error.exception = "AccessDeniedException";
      error.message = "no more";
      return error;
    }
    std::atomic<int> left{20};
  } failing(*to_);
  const TestFolder folder;
  options_.state = folder / "state";
  options_.to.database = &failing;
  const auto failed = run();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("writing to table Tab: no more (from the item with "
                                                "the key {\"pk\":"));
  const auto written = count_of(*to_, "Tab");
  EXPECT_GT(written, 200);
  failing.left = 1000;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_resumed);
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(report->write_units, static_cast<double>(1000 - written))
      << "what was written is not written again";
}

TEST_F(JobTest, RefusesTheStateOfAnotherCopyOrOfATableMadeAnew) {
  make_tables(100);
  const TestFolder folder;
  options_.state = folder / "state";
  std::stop_source stop;
  stop.request_stop();
  options_.stop = stop.get_token();
  ASSERT_FALSE(run()->is_complete);
  options_.stop = {};
  options_.to.url = "c:";
  EXPECT_THAT(refusal(),
              HasSubstr("is of a copy from table Tab at a: to table Tab at b:, and not"));
  options_.to.url = "b:";
  to_->delete_table({.table_name = "Tab"}).value();
  options_.create = true;
  EXPECT_THAT(refusal(), HasSubstr("table Tab at b: is gone: delete the file to begin anew"));
  to_->create_table(table_request("Tab")).value();
  EXPECT_THAT(refusal(), HasSubstr("one of the two was made anew since then"));
}

TEST_F(JobTest, RefusesWhatCannotBeCopied) {
  EXPECT_EQ(refusal(), "there is no table Tab at a: to copy from");
  from_->create_table(table_request("Tab")).value();
  EXPECT_EQ(
      refusal(),
      "there is no table Tab at b:: create it first, or let --create make it like the source");
  auto other = table_request("Tab");
  other.attribute_definitions[1].attribute_type = AttributeType::string;
  to_->create_table(other).value();
  EXPECT_EQ(refusal(),
            "table Tab at b: has the key pk (S), sk (S), and table Tab at a: has pk (S), sk (N): "
            "copy into a table with the same key");
  to_->delete_table({.table_name = "Tab"}).value();
  to_->create_table(table_request("Tab")).value();
  fill(*to_, "Tab", 1);
  EXPECT_THAT(refusal(), HasSubstr("table Tab at b: is not empty; with --into-existing"));
  options_.to = options_.from;
  EXPECT_EQ(refusal(), "source and target are the same: table Tab at a:");
}

/// Counts its calls, and answers none of them.
class DeadDatabase final : public ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;
  Result<TableResponse> describe_table(const DescribeTableRequest& request) override {
    if (!is_dead) return inner().describe_table(request);
    return dead();
  }
  Result<ScanResponse> scan(const ScanRequest& request) override {
    if (!is_dead) return inner().scan(request);
    return dead();
  }
  std::atomic<bool> is_dead{true};
  std::atomic<int> calls{0};

 private:
  Error dead() {
    ++calls;
    Error error;
    error.code = ErrorCode::unavailable;
    error.message = "connection refused";
    return error;
  }
};

TEST_F(JobTest, SaysSoonThatThereIsNoServer) {
  DeadDatabase dead(*from_);
  options_.from.database = &dead;
  const auto report = run();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "describing table Tab at a:: connection refused");
  EXPECT_GT(dead.calls, 2);
  EXPECT_LT(time_.elapsed(), 12);
}

TEST_F(JobTest, WaitsForAServerThatComesBack) {
  make_tables(100);
  DeadDatabase flaky(*from_);
  flaky.is_dead = false;
  options_.from.database = &flaky;
  options_.timing.pause = [&, pause = options_.timing.pause](Duration duration, const auto& stop) {
    if (time_.elapsed() > 60) flaky.is_dead = false;
    return pause(duration, stop);
  };
  class Dying final : public ForwardingDatabase {
   public:
    Dying(Database& database, DeadDatabase& other) : ForwardingDatabase(database), other_(other) {}
    Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
      if (!std::exchange(done_, true)) other_.is_dead = true;
      return inner().batch_write_item(request);
    }

   private:
    DeadDatabase& other_;
    bool done_ = false;
  } dying(*to_, flaky);
  options_.to.database = &dying;
  options_.threads = 1;
  std::string said;
  observe_ = [&](const Progress& progress) { said = progress.last_failure; };
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  EXPECT_GT(report->failed, 10);
  EXPECT_EQ(said, "connection refused");
}

TEST_F(JobTest, CreatesATableLikeTheSource) {
  auto request = table_request("Tab");
  request.billing_mode = BillingMode::provisioned;
  request.provisioned_throughput = {5, 6};
  request.attribute_definitions.push_back({"g", AttributeType::binary});
  request.global_secondary_indexes.push_back({.index_name = "by_g",
                                              .key_schema = {{"g", KeyType::hash}},
                                              .projection = {ProjectionType::include, {"text"}},
                                              .provisioned_throughput = {{7, 8}}});
  request.local_secondary_indexes.push_back(
      {.index_name = "local",
       .key_schema = {{"pk", KeyType::hash}, {"g", KeyType::range}},
       .projection = {ProjectionType::keys_only, {}}});
  from_->create_table(request).value();
  from_->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}).value();
  fill(*from_, "Tab", 50);
  to_ = Engine::in_memory(
      {.clock = time_.clock(), .seed = 2, .control_plane_delay = std::chrono::seconds(3)});
  options_.to = {"b:", to_.get(), {}, "Other"};
  options_.create = true;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  const auto made = to_->describe_table({.table_name = "Other"})->table;
  EXPECT_EQ(made.key_schema, request.key_schema);
  EXPECT_EQ(made.billing_mode, BillingMode::provisioned);
  EXPECT_EQ(made.provisioned_throughput, (ProvisionedThroughput{5, 6}));
  ASSERT_EQ(made.global_secondary_indexes.size(), 1u);
  EXPECT_EQ(made.global_secondary_indexes[0].projection,
            request.global_secondary_indexes[0].projection);
  EXPECT_EQ(made.global_secondary_indexes[0].provisioned_throughput, (ProvisionedThroughput{7, 8}));
  ASSERT_EQ(made.local_secondary_indexes.size(), 1u);
  EXPECT_EQ(to_->describe_time_to_live({.table_name = "Other"})->attribute_name, "expires");
}

TEST_F(JobTest, NotesThatTheTargetKnowsNoTimeToLive) {
  class Older final : public ForwardingDatabase {
   public:
    using ForwardingDatabase::ForwardingDatabase;
    Result<UpdateTimeToLiveResponse> update_time_to_live(const UpdateTimeToLiveRequest&) override {
      return unknown();
    }
    Result<DescribeTimeToLiveResponse> describe_time_to_live(
        const DescribeTimeToLiveRequest&) override {
      return unknown();
    }

   private:
    static Error unknown() {
      Error error;
      error.code = ErrorCode::validation;
      error.exception = "UnknownOperationException";
      return error;
    }
  } older(*to_);
  from_->create_table(table_request("Tab")).value();
  from_->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}).value();
  fill(*from_, "Tab", 10);
  options_.to.database = &older;
  options_.create = true;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  EXPECT_THAT(report->notes, ElementsAre("b: knows no time to live: items of table Tab do not "
                                         "expire by expires there"));
}

TEST_F(JobTest, CopiesFromWhatKnowsNoTimeToLiveOfItsTables) {
  class Simple final : public ForwardingDatabase {
   public:
    using ForwardingDatabase::ForwardingDatabase;
    Result<DescribeTimeToLiveResponse> describe_time_to_live(
        const DescribeTimeToLiveRequest&) override {
      Error error;
      error.code = ErrorCode::not_found;
      error.exception = "ResourceNotFoundException";
      return error;
    }
  } simple(*from_);
  make_tables(10);
  options_.from.database = &simple;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(count_of(*to_, "Tab"), 10);
}

TEST_F(JobTest, PutsAmongExistingItemsAndLooksForEachOfThem) {
  make_tables(300);
  to_->put_item({.table_name = "Tab", .item = {{"pk", "mine"}, {"sk", 1}}}).value();
  to_->put_item({.table_name = "Tab", .item = item_of(7, 5)}).value();
  options_.into_existing = true;
  auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_verified && report->is_equal());
  EXPECT_EQ(count_of(*to_, "Tab"), 301);

  to_->delete_item({.table_name = "Tab", .key = {{"pk", "p8"}, {"sk", 8}}}).value();
  options_.verify_only = true;
  report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->is_equal());
  EXPECT_EQ(report->differences, 1);
  EXPECT_THAT(report->examples, ElementsAre(R"(missing: {"pk":{"S":"p8"},"sk":{"N":"8"}})"));
}

TEST_F(JobTest, FindsWhatHasChangedWithoutCopying) {
  make_tables(500);
  ASSERT_TRUE(run());
  options_.verify_only = true;
  EXPECT_TRUE(run()->is_equal());
  // As many items of as many bytes.
  to_->put_item({.table_name = "Tab",
                 .item = ItemBuilder(item_of(9)).set_string("text", std::string(100, '!')).build()})
      .value();
  const auto report = run();
  ASSERT_TRUE(report->is_verified);
  EXPECT_FALSE(report->is_equal());
  EXPECT_EQ(report->source.items, report->target.items);
  EXPECT_EQ(report->source.bytes, report->target.bytes);
  EXPECT_EQ(report->write_units, 0);
}

TEST_F(JobTest, ReadsBothAgainIfAskedTo) {
  make_tables(200);
  observe_ = [&](const Progress& progress) {
    if (progress.phase == Phase::copying && progress.items == 200) {
      from_->put_item({.table_name = "Tab", .item = item_of(1000)}).value();
    }
  };
  options_.verify = Verify::both;
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->source.items, 201);
  EXPECT_EQ(report->target.items, 200);
  EXPECT_FALSE(report->is_equal());
}

}  // namespace
}  // namespace keywright::copy
