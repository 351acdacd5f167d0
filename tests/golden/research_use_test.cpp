#include "memory_test.hpp"
#include "research/job_admin.hpp"
#include "research/job_repository.hpp"
#include "research/raw_fetch_repository.hpp"
#include "research/table.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using keywright::ErrorCode;
using research::Finding;
using research::Job;
using research::JobStatus;

class ResearchUse : public keywright::testing::MemoryTest {
 protected:
  ResearchUse() { research::create_table(*database_).value(); }

  Job create(char last, std::string_view created_at) {
    Job job;
    job.job_id = id(last);
    job.created_at = time(created_at);
    job.topic = "tea";
    jobs_.create_job(job).value();
    return job;
  }

  research::JobRepository jobs_{*database_, options()};
  research::JobAdmin admin_{*database_, options()};
};

TEST_F(ResearchUse, AJobIsReadAsItWasCreated) {
  const auto job = create('A', "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(jobs_.get_job(job.job_id).value(), job);
  EXPECT_EQ(jobs_.get_job(id('B')).value(), std::nullopt);
  EXPECT_EQ(jobs_.create_job(job).error().code, ErrorCode::condition_failed);
}

TEST_F(ResearchUse, AJobBeginsInItsInitialState) {
  Job job;
  job.status = JobStatus::failed;
  EXPECT_EQ(jobs_.create_job(job).error().code, ErrorCode::validation);
}

TEST_F(ResearchUse, AMoveTakesTheJobToTheOtherList) {
  const auto job = create('A', "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(jobs_.start(job.job_id).value().status, JobStatus::running);
  EXPECT_TRUE(jobs_.list_jobs_by_status(JobStatus::queued).value().empty());
  ASSERT_EQ(jobs_.list_jobs_by_status(JobStatus::running).value().size(), 1U);
  const auto lost = jobs_.start(job.job_id);
  EXPECT_EQ(lost.error().code, ErrorCode::condition_failed);
  ASSERT_TRUE(lost.error().item);
  EXPECT_EQ(lost.error().item->find("status")->as_string(), "running");
}

TEST_F(ResearchUse, ListsAreNewestFirstPageByPage) {
  create('A', "2026-01-01T00:00:00.000Z");
  create('B', "2026-01-03T00:00:00.000Z");
  create('C', "2026-01-02T00:00:00.000Z");
  const auto first = jobs_.list_jobs_by_status(JobStatus::queued, {.limit = 2}).value();
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first.items[0].job_id, id('B'));
  EXPECT_EQ(first.items[1].job_id, id('C'));
  const auto second =
      jobs_.list_jobs_by_status(JobStatus::queued, {.limit = 2, .cursor = first.next_cursor})
          .value();
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second.items[0].job_id, id('A'));

  std::vector<keywright::Ulid> all;
  for (const auto& row : jobs_.each_job_by_status(JobStatus::queued)) {
    all.push_back(row.value().job_id);
  }
  EXPECT_EQ(all, (std::vector{id('B'), id('C'), id('A')}));
}

TEST_F(ResearchUse, OneQueryReadsTheJobWithItsFindingsAndNothingElse) {
  const auto job = create('A', "2026-01-01T00:00:00.000Z");
  std::vector<Finding> findings(200);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto hex = std::to_string(1000 + i);
    findings[i] = {job.job_id, "00000000000f" + hex, "body"};
  }
  EXPECT_TRUE(jobs_.put_findings(findings).value().complete());
  jobs_.put_report({job.job_id, "all is well"}).value();
  jobs_
      .fail(job.job_id,
            {.error = "timeout", .job_debug = {job.job_id, keywright::AttributeValue("trace"), {}}})
      .value();
  const auto whole = jobs_.get_job_with_findings(job.job_id).value();
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->job.status, JobStatus::failed);
  EXPECT_EQ(whole->job.error, "timeout");
  EXPECT_EQ(whole->findings, findings);
  EXPECT_EQ(whole->report->text, "all is well");
  EXPECT_EQ(jobs_.get_finding(job.job_id, findings[7].finding_id).value(), findings[7]);
}

TEST_F(ResearchUse, DebugExpires) {
  const auto job = create('A', "2026-01-01T00:00:00.000Z");
  jobs_
      .fail(job.job_id, {.error = std::nullopt,
                         .job_debug = {job.job_id, keywright::AttributeValue("trace"), {}}})
      .value();
  ASSERT_TRUE(admin_.get_debug(job.job_id).value());
  clock_.advance(std::chrono::days(7) + std::chrono::seconds(1));
  EXPECT_FALSE(admin_.get_debug(job.job_id).value());
}

TEST_F(ResearchUse, AFailureAndItsDebugItemSpeakOfOneJob) {
  const auto job = create('A', "2026-01-01T00:00:00.000Z");
  const auto result = jobs_.fail(
      job.job_id,
      {.error = std::nullopt, .job_debug = {id('B'), keywright::AttributeValue("trace"), {}}});
  EXPECT_EQ(result.error().code, ErrorCode::validation);
  EXPECT_EQ(jobs_.get_job(job.job_id).value()->status, JobStatus::queued);
}

TEST_F(ResearchUse, WhatDoesNotFitIsNamed) {
  const auto job = create('A', "2026-01-01T00:00:00.000Z");
  const auto result = jobs_.put_findings(std::vector<Finding>{{job.job_id, "XYZ", "body"}});
  EXPECT_EQ(result.error().code, ErrorCode::validation);
  EXPECT_NE(result.error().message.find("Finding.finding_id"), std::string::npos);
}

TEST_F(ResearchUse, FetchesAreKeptByHash) {
  research::RawFetchRepository fetches(*database_, options());
  research::RawFetch fetch{std::string(64, 'a'), keywright::Binary("bytes"), {}};
  fetches.put_raw_fetch(fetch).value();
  const auto read = fetches.get_raw_fetch(fetch.url_hash).value();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->body, fetch.body);
  EXPECT_EQ(read->expires_at, time("2026-02-01T03:04:05.000Z"));
}

}  // namespace
