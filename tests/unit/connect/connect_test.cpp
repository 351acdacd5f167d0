#include <keywright/connect.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright {
namespace {

using ::testing::HasSubstr;

TEST(Connect, MemoryGivesAnEmptyDatabaseOfItsOwn) {
  auto first = connect("memory:").value();
  auto second = connect("memory:").value();
  ASSERT_NE(first, nullptr);
  CreateTableRequest table;
  table.table_name = "app-table";
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  ASSERT_TRUE(first->create_table(table));
  EXPECT_THAT(first->list_tables({})->table_names, ::testing::ElementsAre("app-table"));
  EXPECT_THAT(second->list_tables({})->table_names, ::testing::IsEmpty());
}

TEST(Connect, TheEngineRunsOnTheGivenClock) {
  const ManualClock clock(TimePoint(std::chrono::milliseconds(1'700'000'000'123)));
  auto database = connect("memory:", {.clock = clock}).value();
  CreateTableRequest table;
  table.table_name = "app-table";
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  EXPECT_EQ(database->create_table(table)->table.creation_date_time, clock.now());
}

TEST(Connect, RefusesWhatItCannotOpenAndSaysWhatItCan) {
  for (const char* url : {"", "memory", "redis://localhost", "memory:data", "MEMORY:"}) {
    const auto database = connect(url);
    ASSERT_FALSE(database) << url;
    EXPECT_EQ(database.error().code, ErrorCode::validation) << url;
    EXPECT_THAT(database.error().message, HasSubstr("\"" + std::string(url) + "\"")) << url;
    EXPECT_THAT(database.error().message, HasSubstr("memory:")) << url;
  }
}

}  // namespace
}  // namespace keywright
