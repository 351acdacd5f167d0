// Steps made on an engine whose tables take their time, directly and over HTTP, with failures in
// between.

#include "apply/apply.hpp"

#include "../server/running_server.hpp"
#include "tables.hpp"
#include <keywright/connect.hpp>
#include <keywright/forwarding_database.hpp>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::apply {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kOne = ", indexes: {gsi1: {partition: gsi1pk}}";
const std::string kThree =
    ", indexes: {gsi1: {partition: gsi1pk}, gsi2: {partition: gsi2pk}, gsi3: {partition: gsi3pk}}"
    ", ttl: exp, deletion_protection: true";

/// Fails, or tells of, what `before` says.
class Meddled final : public ForwardingDatabase {
 public:
  using ForwardingDatabase::ForwardingDatabase;
  std::function<std::optional<Error>(const UpdateTableRequest&)> before_update{};
  std::function<std::optional<Error>()> after_update{};
  std::function<std::optional<Error>()> before_describe{};

  Result<TableResponse> update_table(const UpdateTableRequest& request) override {
    if (before_update) {
      if (auto error = before_update(request)) return *error;
    }
    auto answer = inner().update_table(request);
    if (after_update) {
      if (auto error = after_update()) return *error;
    }
    return answer;
  }
  Result<TableResponse> describe_table(const DescribeTableRequest& request) override {
    if (before_describe) {
      if (auto error = before_describe()) return *error;
    }
    return inner().describe_table(request);
  }
};

Error failure(ErrorCode code, std::string exception, bool retryable = false) {
  Error error;
  error.code = code;
  error.exception = std::move(exception);
  error.message = "made up";
  error.retryable = retryable;
  return error;
}

class ApplyTo : public testing::TestWithParam<bool> {
 protected:
  ApplyTo() : backend_(*engine_) {
    if (GetParam()) {
      ServerOptions options;
      options.port = 0;
      server_ = *Server::listen(backend_, std::move(options));
      thread_ = std::thread([this] { EXPECT_TRUE(server_->run()); });
      ConnectOptions connecting;
      connecting.sources.environment = [](const std::string&) -> std::optional<std::string> {
        return std::nullopt;
      };
      client_ = connect(server_->url(), connecting).value();
    }
    options_.pause = [this](milliseconds time) {
      clock_.advance(time);
      return ++pauses_ < stop_at_;
    };
    options_.observer = [this](const Progress& progress) {
      if (progress.kind == Progress::Kind::waiting) activities_.push_back(progress.activity);
    };
  }
  ~ApplyTo() override {
    if (!server_) return;
    server_->stop();
    thread_.join();
  }

  Database& database() { return client_ ? *client_ : *engine_; }

  Applied apply_to(Database& database, const ModelTable& wanted) {
    const auto state = read_idle_state(database, "app", options_);
    EXPECT_TRUE(state);
    return apply(database, wanted, diff(*state, wanted, options_.diff), options_);
  }
  Applied apply_to(const ModelTable& wanted) { return apply_to(database(), wanted); }

  std::vector<std::string> left(const ModelTable& wanted) {
    std::vector<std::string> names;
    for (const auto& step : diff(read_state(database(), "app").value(), wanted).steps) {
      names.push_back(step.what);
    }
    return names;
  }

  ManualClock clock_{TimePoint(std::chrono::hours(500'000))};
  std::unique_ptr<Engine> engine_ =
      Engine::in_memory({.clock = clock_, .seed = 1, .control_plane_delay = seconds(10)});
  SingleBackend backend_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
  std::unique_ptr<Database> client_;
  ApplyOptions options_;
  int pauses_ = 0;
  int stop_at_ = 10'000;
  std::vector<std::string> activities_;
};

TEST_P(ApplyTo, CreatesTheTableAndWaitsUntilItIsThere) {
  const auto wanted = table_with(kThree);
  const auto applied = apply_to(wanted);
  EXPECT_TRUE(applied.is_complete()) << applied.error.value_or(Error{}).message;
  EXPECT_THAT(applied.outcomes, Each(StepOutcome::done));
  EXPECT_THAT(activities_, Contains(HasSubstr("app is CREATING")));
  EXPECT_THAT(left(wanted), IsEmpty());
  const auto table = engine_->describe_table({.table_name = "app"}).value().table;
  EXPECT_EQ(table.table_status, TableStatus::active);
  EXPECT_EQ(table.global_secondary_indexes.size(), 3U);
  EXPECT_TRUE(apply_to(wanted).outcomes.empty());
}

TEST_P(ApplyTo, AddsIndexesOneAfterTheOtherToATableThatIsInUse) {
  ASSERT_TRUE(apply_to(table_with(kOne)).is_complete());
  ASSERT_TRUE(engine_->put_item(
      {.table_name = "app", .item = {{"pk", "a"}, {"sk", "b"}, {"gsi2pk", "x"}}}));
  activities_.clear();
  const auto wanted = table_with(kThree);
  const auto applied = apply_to(wanted);
  EXPECT_THAT(applied.outcomes, Each(StepOutcome::done));
  EXPECT_EQ(applied.outcomes.size(), 4U);  // gsi2, gsi3, ttl, protection
  EXPECT_THAT(activities_, Contains(HasSubstr("gsi2 is CREATING (backfilling")));
  for (const auto& activity : activities_) {
    EXPECT_FALSE(activity.find("gsi2") != std::string::npos &&
                 activity.find("gsi3") != std::string::npos)
        << activity;
  }
  const auto query = database().query({.table_name = "app",
                                       .index_name = "gsi2",
                                       .key_condition_expression = "gsi2pk = :x",
                                       .expression_attribute_values = {{":x", "x"}}});
  ASSERT_TRUE(query) << query.error().message;
  EXPECT_EQ(query->count, 1);
}

TEST_P(ApplyTo, ReplacesAndDeletesIndexesIfAskedTo) {
  ASSERT_TRUE(apply_to(table_with(kThree)).is_complete());
  options_.diff = {.delete_indexes = true, .replace_indexes = true};
  const auto wanted = table_with(", indexes: {gsi1: {partition: other}}");
  const auto applied = apply_to(wanted);
  EXPECT_TRUE(applied.is_complete()) << applied.error.value_or(Error{}).message;
  const auto table = engine_->describe_table({.table_name = "app"}).value().table;
  ASSERT_EQ(table.global_secondary_indexes.size(), 1U);
  EXPECT_EQ(table.global_secondary_indexes[0].key_schema[0].attribute_name, "other");
}

TEST_P(ApplyTo, GoesOnAfterAStopWhereItWas) {
  ASSERT_TRUE(apply_to(table_with(kOne)).is_complete());
  const auto wanted = table_with(kThree);
  stop_at_ = pauses_ + 3;  // gsi2 is being created
  const auto stopped = apply_to(wanted);
  ASSERT_TRUE(stopped.error);
  EXPECT_EQ(stopped.error->code, ErrorCode::timeout);
  EXPECT_THAT(stopped.outcomes, ElementsAre(StepOutcome::failed, StepOutcome::pending,
                                            StepOutcome::pending, StepOutcome::pending));
  stop_at_ = 10'000;
  const auto applied = apply_to(wanted);
  EXPECT_TRUE(applied.is_complete());
  EXPECT_EQ(applied.outcomes.size(), 3U);
  EXPECT_THAT(left(wanted), IsEmpty());
}

TEST_P(ApplyTo, EndsAtAnErrorAndGoesOnInTheNextRun) {
  ASSERT_TRUE(apply_to(table_with(kOne)).is_complete());
  const auto wanted = table_with(kThree);
  Meddled broken(database());
  int updates = 0;
  broken.before_update = [&](const auto&) -> std::optional<Error> {
    if (++updates != 2) return std::nullopt;
    return failure(ErrorCode::internal, "InternalServerError");
  };
  const auto failed = apply_to(broken, wanted);
  ASSERT_TRUE(failed.error);
  EXPECT_EQ(failed.error->exception, "InternalServerError");
  EXPECT_THAT(failed.outcomes, ElementsAre(StepOutcome::done, StepOutcome::failed,
                                           StepOutcome::pending, StepOutcome::pending));
  EXPECT_THAT(left(wanted),
              ElementsAre("create index gsi3", "enable time to live", "protect from deletion"));
  EXPECT_TRUE(apply_to(broken, wanted).is_complete());
}

// The request was carried out, and its answer was lost.
TEST_P(ApplyTo, BelievesTheTableMoreThanAnError) {
  ASSERT_TRUE(apply_to(table_with("")).is_complete());
  Meddled broken(database());
  broken.after_update = [] { return failure(ErrorCode::unavailable, "", true); };
  const auto applied = apply_to(broken, table_with(kOne));
  EXPECT_TRUE(applied.is_complete());
  EXPECT_THAT(applied.outcomes, ElementsAre(StepOutcome::done));
}

TEST_P(ApplyTo, WaitsWhereAnotherChangeIsUnderWay) {
  ASSERT_TRUE(apply_to(table_with("")).is_complete());
  Meddled broken(database());
  int refused = 0;
  broken.before_update = [&](const auto&) -> std::optional<Error> {
    if (++refused > 3) return std::nullopt;
    return failure(ErrorCode::conflict, "LimitExceededException");
  };
  EXPECT_TRUE(apply_to(broken, table_with(kOne)).is_complete());
  EXPECT_EQ(refused, 4);
}

TEST_P(ApplyTo, LooksAgainWhereALookFails) {
  Meddled broken(database());
  int looks = 0;
  broken.before_describe = [&]() -> std::optional<Error> {
    if (++looks % 2 != 0) return std::nullopt;
    return failure(ErrorCode::unavailable, "ServiceUnavailable", true);
  };
  EXPECT_TRUE(apply_to(broken, table_with(kOne)).is_complete());
  // A service that was never reached is not waited for.
  looks = 0;
  broken.before_describe = [&] {
    ++looks;
    return failure(ErrorCode::unavailable, "", true);
  };
  EXPECT_FALSE(read_idle_state(broken, "app", options_));
  EXPECT_EQ(looks, 1);
  broken.before_describe = [] { return failure(ErrorCode::validation, "AccessDeniedException"); };
  const auto denied = read_idle_state(broken, "app", options_);
  ASSERT_FALSE(denied);
  EXPECT_EQ(denied.error().exception, "AccessDeniedException");
}

// As a server that takes a setting that it does not have.
TEST_P(ApplyTo, SaysWhatTheServerTookAndDoesNotShow) {
  ASSERT_TRUE(apply_to(table_with(kOne)).is_complete());
  class Forgetful final : public ForwardingDatabase {
   public:
    using ForwardingDatabase::ForwardingDatabase;
    Result<TableResponse> update_table(const UpdateTableRequest& request) override {
      if (request.deletion_protection_enabled) return TableResponse{};
      return inner().update_table(request);
    }
  } forgetful(database());
  const auto applied =
      apply_to(forgetful, table_with(kOne + ", stream: new_image, deletion_protection: true"));
  EXPECT_FALSE(applied.is_complete());
  EXPECT_FALSE(applied.error);
  EXPECT_THAT(applied.outcomes, ElementsAre(StepOutcome::done, StepOutcome::not_kept));
}

// What was shown is what is done: somebody else's step is not made again, and no step is added.
TEST_P(ApplyTo, MakesNoStepThatWasNotShown) {
  ASSERT_TRUE(apply_to(table_with(kOne)).is_complete());
  const auto wanted = table_with(kThree);
  auto shown = diff(read_state(database(), "app").value(), wanted);
  shown.steps.resize(2);  // gsi2, gsi3
  ASSERT_TRUE(std::get_if<UpdateTableRequest>(&shown.steps[0].request));
  ASSERT_TRUE(engine_->update_table(std::get<UpdateTableRequest>(shown.steps[0].request)));
  const auto applied = apply(database(), wanted, shown, options_);
  EXPECT_THAT(applied.outcomes, ElementsAre(StepOutcome::was_done, StepOutcome::done));
  EXPECT_THAT(left(wanted), ElementsAre("enable time to live", "protect from deletion"));
}

TEST_P(ApplyTo, ChangesBillingOfTableAndIndexes) {
  ASSERT_TRUE(apply_to(table_with(kOne)).is_complete());
  const auto provisioned = table_with(kOne + ", billing: {mode: provisioned, read: 5, write: 3}");
  EXPECT_TRUE(apply_to(provisioned).is_complete());
  auto table = engine_->describe_table({.table_name = "app"}).value().table;
  EXPECT_EQ(table.provisioned_throughput, (ProvisionedThroughput{5, 3}));
  EXPECT_EQ(table.global_secondary_indexes[0].provisioned_throughput,
            (ProvisionedThroughput{5, 3}));
  EXPECT_TRUE(apply_to(table_with(kOne + ", billing: on_demand")).is_complete());
  table = engine_->describe_table({.table_name = "app"}).value().table;
  EXPECT_EQ(table.billing_mode, BillingMode::pay_per_request);
}

INSTANTIATE_TEST_SUITE_P(Ways, ApplyTo, testing::Bool(), [](const auto& way) {
  return std::string(way.param ? "OverHttp" : "Directly");
});

}  // namespace
}  // namespace keywright::apply
