// create_table() where tables take their time, as on AWS.

#include <keywright/manual_time.hpp>
#include <keywright/recording_database.hpp>
#include <keywright/request_parts.hpp>
#include <keywright/table_schema.hpp>

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

class CreateTable : public testing::Test {
 protected:
  static TableResponse in_state(TableStatus status, IndexStatus index = IndexStatus::active) {
    TableResponse response;
    response.table.table_status = status;
    response.table.global_secondary_indexes.emplace_back().index_status = index;
    return response;
  }
  static Error error_of(ErrorCode code) {
    Error error;
    error.code = code;
    return error;
  }
  Result<void> create(std::chrono::milliseconds limit) {
    database.answer_next<CreateTableRequest>(in_state(TableStatus::creating));
    CreateTableRequest definition;
    definition.table_name = "slow";
    return create_table(database, definition, "expires_at", {limit, time.sleep()});
  }
  [[nodiscard]] std::vector<std::string> calls() const {
    std::vector<std::string> names;
    for (const auto& request : database.requests()) names.emplace_back(operation_of(request));
    return names;
  }

  ManualTime time;
  RecordingDatabase database;
};

TEST_F(CreateTable, WaitsForTableAndIndexesBeforeItSetsTheTimeToLive) {
  const Result<TableResponse> answers[] = {
      error_of(ErrorCode::not_found), in_state(TableStatus::creating),
      in_state(TableStatus::active, IndexStatus::creating), in_state(TableStatus::active)};
  for (const auto& answer : answers) database.answer_next<DescribeTableRequest>(answer);
  EXPECT_TRUE(create(10s));
  EXPECT_THAT(calls(), ElementsAre("CreateTable", "DescribeTable", "DescribeTable", "DescribeTable",
                                   "DescribeTable", "UpdateTimeToLive"));
  EXPECT_THAT(time.pauses(), ElementsAre(20ms, 40ms, 80ms, 160ms));
}

TEST_F(CreateTable, SaysThatTheTableIsNotActiveInTime) {
  database.answer<DescribeTableRequest>([](const DescribeTableRequest&) -> Result<TableResponse> {
    return in_state(TableStatus::creating);
  });
  const auto created = create(300ms);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::timeout);
  EXPECT_EQ(created.error().message, "the table slow was created, but is not active after 300 ms");
  EXPECT_THAT(time.pauses(), ElementsAre(20ms, 40ms, 80ms, 160ms));
}

TEST_F(CreateTable, GivesUpWhereTheTableCannotBeDescribed) {
  database.answer_next<DescribeTableRequest>(error_of(ErrorCode::validation));
  EXPECT_EQ(create(10s).error().code, ErrorCode::validation);
  EXPECT_THAT(time.pauses(), ElementsAre(20ms));
}

}  // namespace
}  // namespace keywright
