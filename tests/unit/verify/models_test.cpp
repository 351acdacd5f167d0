// Every pattern of every model runs, and an engine serves it: directly and over HTTP.

#include "../server/running_server.hpp"
#include "verifying.hpp"
#include <keywright/connect.hpp>

#include <gmock/gmock.h>

namespace keywright::verify {
namespace {

class Models : public testing::TestWithParam<const char*> {};

TEST_P(Models, AreServedByTheEngine) {
  const auto model = read_test_model(GetParam());
  const auto engine = Engine::in_memory();
  const auto report = verify_on(*engine, *engine, model);
  EXPECT_TRUE(report.is_ok()) << failures_of(report);
  EXPECT_EQ(report.patterns.size(), model.access_patterns.size());
  for (const auto& result : report.patterns) {
    EXPECT_EQ(result.outcome, Outcome::ok) << result.pattern << ": " << result.skipped_because;
    EXPECT_GT(result.cases, 0U) << result.pattern;
    EXPECT_GT(result.usage.requests, 0U) << result.pattern;
    EXPECT_TRUE(result.usage.has_units) << result.pattern;
  }
  EXPECT_TRUE(engine->list_tables({}).value().table_names.empty());
}

INSTANTIATE_TEST_SUITE_P(All, Models,
                         testing::Values("fleet", "keyvalue", "ledger", "orders", "research",
                                         "rooms", "shop", "social", "store", "tasks", "telemetry",
                                         "treasury", "words", "writes"),
                         [](const auto& name) { return std::string(name.param); });

TEST(VerifyOverHttp, GivesTheSame) {
  server::RunningServer server;
  ConnectOptions connecting;
  connecting.sources.environment = [](const std::string&) -> std::optional<std::string> {
    return std::nullopt;
  };
  const auto client = connect(server.server().url(), connecting).value();
  const auto model = read_test_model("shop");
  const auto report = verify_on(*client, *client, model);
  EXPECT_TRUE(report.is_ok()) << failures_of(report);
}

// What indexes show late is waited for; what they never show is a failure.
TEST(VerifyOnALateDatabase, AsksAgain) {
  ManualClock clock{TimePoint(std::chrono::seconds(1'760'000'000))};
  const auto engine = Engine::in_memory(
      {.clock = clock, .index_lag = std::chrono::seconds(2), .read_lag = std::chrono::seconds(2)});
  const auto model = read_test_model("research");
  VerifyOptions options;
  options.pause = [&](std::chrono::milliseconds time) {
    clock.advance(time);
    return true;
  };
  EXPECT_TRUE(verify_on(*engine, *engine, model, options).is_ok());
  options.patience = std::chrono::seconds(1);
  options.pause = [](std::chrono::milliseconds) { return true; };  // time stands still
  const auto report = verify_on(*engine, *engine, model, options);
  EXPECT_EQ(result_of(report, "list_jobs_by_status").outcome, Outcome::failed);
}

TEST(Verify, EndsWhenItIsStopped) {
  const auto engine = Engine::in_memory();
  std::stop_source stop;
  VerifyOptions options;
  options.control.stop = stop.get_token();
  options.observer = [&](const PatternResult&) { stop.request_stop(); };
  const auto report = verify_on(*engine, *engine, read_test_model("research"), options);
  ASSERT_TRUE(report.error);
  EXPECT_EQ(report.error->code, ErrorCode::timeout);
  EXPECT_FALSE(report.is_ok());
}

}  // namespace
}  // namespace keywright::verify
