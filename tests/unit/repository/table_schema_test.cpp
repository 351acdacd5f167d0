// create_table() where tables take their time, as on AWS.

#include "scripted_database.hpp"
#include <keywright/forwarding_database.hpp>
#include <keywright/table_schema.hpp>

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

/// What DescribeTable answers, in order; the last again and again.
class SlowTables final : public ForwardingDatabase {
 public:
  SlowTables(Database& behind, std::vector<Result<TableResponse>> described)
      : ForwardingDatabase(behind), described_(std::move(described)) {}

  Result<TableResponse> create_table(const CreateTableRequest&) override {
    calls.emplace_back("CreateTable");
    return in_state(TableStatus::creating);
  }
  Result<TableResponse> describe_table(const DescribeTableRequest&) override {
    calls.emplace_back("DescribeTable");
    const auto answer = described_.front();
    if (described_.size() > 1) described_.erase(described_.begin());
    return answer;
  }
  Result<UpdateTimeToLiveResponse> update_time_to_live(const UpdateTimeToLiveRequest&) override {
    calls.emplace_back("UpdateTimeToLive");
    return UpdateTimeToLiveResponse{};
  }

  static TableResponse in_state(TableStatus status, IndexStatus index = IndexStatus::active) {
    TableResponse response;
    response.table.table_status = status;
    response.table.global_secondary_indexes.emplace_back().index_status = index;
    return response;
  }

  std::vector<std::string> calls;

 private:
  std::vector<Result<TableResponse>> described_;
};

class CreateTable : public testing::Test {
 protected:
  Result<void> create(SlowTables& tables, std::chrono::milliseconds limit) {
    CreateTableRequest definition;
    definition.table_name = "slow";
    const TableWait wait{limit, [this](std::chrono::milliseconds pause) {
                           pauses.push_back(static_cast<int>(pause.count()));
                         }};
    return create_table(tables, definition, "expires_at", wait);
  }
  ScriptedDatabase nothing;
  std::vector<int> pauses;
};

TEST_F(CreateTable, WaitsForTableAndIndexesBeforeItSetsTheTimeToLive) {
  SlowTables tables(nothing,
                    {error_of(ErrorCode::not_found), SlowTables::in_state(TableStatus::creating),
                     SlowTables::in_state(TableStatus::active, IndexStatus::creating),
                     SlowTables::in_state(TableStatus::active)});
  EXPECT_TRUE(create(tables, 10s));
  EXPECT_THAT(tables.calls, ElementsAre("CreateTable", "DescribeTable", "DescribeTable",
                                        "DescribeTable", "DescribeTable", "UpdateTimeToLive"));
  EXPECT_THAT(pauses, ElementsAre(20, 40, 80, 160));
}

TEST_F(CreateTable, SaysThatTheTableIsNotActiveInTime) {
  SlowTables tables(nothing, {SlowTables::in_state(TableStatus::creating)});
  const auto created = create(tables, 300ms);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::timeout);
  EXPECT_EQ(created.error().message, "the table slow was created, but is not active after 300 ms");
  EXPECT_THAT(pauses, ElementsAre(20, 40, 80, 160));
}

TEST_F(CreateTable, GivesUpWhereTheTableCannotBeDescribed) {
  SlowTables tables(nothing, {error_of(ErrorCode::validation)});
  EXPECT_EQ(create(tables, 10s).error().code, ErrorCode::validation);
  EXPECT_THAT(pauses, ElementsAre(20));
}

}  // namespace
}  // namespace keywright
