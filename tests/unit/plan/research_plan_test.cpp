#include "planning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::plan::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ResearchPlan : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { planned = new Planned(plan_file("research.model.yaml")); }
  static void TearDownTestSuite() { delete planned; }
  static const Planned* planned;
};
const Planned* ResearchPlan::planned = nullptr;

TEST_F(ResearchPlan, ServesEveryPattern) {
  for (const auto& pattern : planned->plan.patterns) {
    EXPECT_TRUE(pattern.served()) << planned->model.access_patterns[pattern.pattern].name;
  }
}

TEST_F(ResearchPlan, GetsItemsByTheirWholeKey) {
  EXPECT_EQ(planned->describe("get_job"),
            "GetItem app-table: pk = JOB#{job_id}, sk = METADATA, strongly consistent");
  EXPECT_EQ(planned->describe("get_finding"),
            "GetItem app-table: pk = JOB#{job_id}, sk = FINDING#{finding_id}");
  EXPECT_EQ(planned->read("get_job").cost.units, 1);
  EXPECT_EQ(planned->read("get_finding").cost.units, 0.5);
}

TEST_F(ResearchPlan, FencesTheCollectionSoThatDebugIsNotRead) {
  const auto& read = planned->read("get_job_with_findings");
  EXPECT_EQ(planned->describe("get_job_with_findings"),
            "Query app-table: pk = JOB#{job_id}, sk from FINDING# to REPORT");
  EXPECT_EQ(read.sort.kind, SortConditionKind::between);
  EXPECT_THAT(read.neighbours, IsEmpty());
  EXPECT_THAT(read.filters, IsEmpty());
  ASSERT_EQ(read.ranges.size(), 3);
  EXPECT_EQ(read.ranges[0].lower.text(planned->model), "METADATA");  // between the two ends
  EXPECT_TRUE(read.ranges[0].single);
  EXPECT_FALSE(read.ranges[1].single);
  EXPECT_EQ(read.cost.items, 22);  // 1 + 20 + 1
}

TEST_F(ResearchPlan, ListsByTheIndexNewestFirst) {
  const auto& read = planned->read("list_jobs_by_status");
  EXPECT_EQ(planned->describe("list_jobs_by_status"),
            "Query app-table.gsi1: gsi1pk = STATUS#{status}, descending");
  EXPECT_EQ(read.sort.kind, SortConditionKind::none);
  EXPECT_FALSE(read.forward);
  EXPECT_THAT(read.projected, ElementsAre(0, 1, 3, 2));  // in the pattern's order
  EXPECT_EQ(read.cost.items, 50);
}

TEST_F(ResearchPlan, CreatesOnlyWhatIsAbsent) {
  const auto& write = planned->write("create_job");
  EXPECT_EQ(write.request, WriteRequest::put_item);
  EXPECT_EQ(write.precondition, Precondition::absent);
  EXPECT_EQ(write.cost.table_units, 1);
  EXPECT_EQ(write.cost.index_units, 1);
}

TEST_F(ResearchPlan, RewritesThePartitionOfTheIndexAndLeavesItsSortKeyAlone) {
  const auto& start = planned->write("transition_status", "start");
  EXPECT_EQ(start.request, WriteRequest::update_item);
  EXPECT_THAT(start.from_states, ElementsAre("queued"));
  EXPECT_THAT(planned->changes(start), ElementsAre("status=running"));
  EXPECT_THAT(planned->index_keys(start), ElementsAre("gsi1pk=STATUS#running"));
  EXPECT_THAT(planned->inputs(start), ElementsAre("job_id"));
  EXPECT_THAT(start.guards, IsEmpty());
  EXPECT_EQ(start.cost.table_units, 1);
  EXPECT_EQ(start.cost.index_units, 2);  // the key changes: one entry removed, one added
}

TEST_F(ResearchPlan, FailsAJobTogetherWithItsDebugItem) {
  const auto& fail = planned->write("transition_status", "fail");
  EXPECT_EQ(fail.request, WriteRequest::transact_write_items);
  EXPECT_THAT(fail.from_states, ElementsAre("queued", "running"));
  EXPECT_THAT(planned->changes(fail), ElementsAre("status=failed", "error"));
  EXPECT_THAT(planned->index_keys(fail), ElementsAre("gsi1pk=STATUS#failed"));
  EXPECT_THAT(planned->inputs(fail), ElementsAre("job_id", "error?", "JobDebug"));
  ASSERT_EQ(fail.also_put.size(), 1);
  ASSERT_EQ(fail.also_put[0].shared.size(), 1);  // job_id
  EXPECT_TRUE(fail.cost.transactional);
  EXPECT_EQ(fail.cost.table_units, 2 * (1 + 8));  // Job of 1 KB, JobDebug of 8 KB
}

TEST_F(ResearchPlan, BatchesFindings) {
  const auto& write = planned->write("put_findings");
  EXPECT_EQ(write.request, WriteRequest::batch_write_item);
  EXPECT_EQ(write.cost.items, 20);
  EXPECT_EQ(write.cost.units(), 60);
}

TEST_F(ResearchPlan, MakesOneRepositoryPerPartition) {
  ASSERT_EQ(planned->plan.aggregates.size(), 2);
  const auto& job = planned->plan.aggregates[0];
  EXPECT_EQ(job.name, "Job");
  EXPECT_THAT(job.entities, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(job.patterns.size(), 8);
  EXPECT_EQ(job.admin_patterns.size(), 1);  // get_debug
  EXPECT_EQ(planned->plan.aggregates[1].name, "RawFetch");
}

}  // namespace
}  // namespace keywright::plan::testing
