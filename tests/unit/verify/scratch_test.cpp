#include "verify/scratch.hpp"

#include "verifying.hpp"

#include <gmock/gmock.h>

namespace keywright::verify {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<apply::ModelTable> tables_of_model(const std::string& name) {
  const auto model = read_test_model(name);
  return scratch_tables(apply::tables_of(model, plan::make_plan(model)), "0a1b");
}

TEST(ScratchTables, HaveKeysAndIndexesAndNothingElse) {
  const auto tables = tables_of_model("telemetry");
  ASSERT_EQ(tables.size(), 2U);
  const auto& readings = tables[0];
  EXPECT_EQ(readings.definition.table_name, "keywright-verify-readings-0a1b");
  EXPECT_EQ(readings.definition.global_secondary_indexes.size(), 1U);
  EXPECT_EQ(readings.definition.billing_mode, BillingMode::pay_per_request);
  EXPECT_FALSE(readings.definition.provisioned_throughput);
  EXPECT_FALSE(readings.definition.global_secondary_indexes[0].provisioned_throughput);
  EXPECT_FALSE(readings.definition.deletion_protection_enabled);
  EXPECT_FALSE(readings.ttl_attribute);
}

TEST(Scratch, DeletesWhatItMadeAlsoOfARunThatEndedInTheMiddle) {
  ManualClock clock{TimePoint(std::chrono::hours(500'000))};
  const auto engine =
      Engine::in_memory({.clock = clock, .control_plane_delay = std::chrono::seconds(5)});
  Scratch scratch(*engine, tables_of_model("telemetry"));
  apply::ApplyOptions stopping;
  stopping.pause = [](std::chrono::milliseconds) { return false; };
  EXPECT_FALSE(scratch.create(stopping));  // the first table is CREATING
  EXPECT_THAT(engine->list_tables({}).value().table_names,
              ElementsAre("keywright-verify-readings-0a1b"));
  apply::ApplyOptions options;
  options.pause = [&](std::chrono::milliseconds time) {
    clock.advance(time);
    return true;
  };
  EXPECT_THAT(scratch.remove(options), IsEmpty());
  clock.advance(std::chrono::seconds(5));
  EXPECT_THAT(engine->list_tables({}).value().table_names, IsEmpty());
}

TEST(Scratch, TouchesNoTableThatItDidNotMake) {
  const auto engine = Engine::in_memory();
  const auto model = read_test_model("research");
  ASSERT_TRUE(apply::create_tables(*engine, apply::tables_of(model, plan::make_plan(model))));
  {
    Scratch scratch(*engine, tables_of_model("research"));
    ASSERT_TRUE(scratch.create(without_waiting()));
    EXPECT_THAT(scratch.remove(without_waiting()), IsEmpty());
    EXPECT_THAT(scratch.remove(without_waiting()), IsEmpty());
  }
  EXPECT_THAT(engine->list_tables({}).value().table_names, ElementsAre("app-table"));
}

}  // namespace
}  // namespace keywright::verify
