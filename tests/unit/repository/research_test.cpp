// The research repositories, as the generator is to produce them, on whichever database place.hpp
// says.

#include "fixtures.hpp"

#include <gmock/gmock.h>

namespace keywright {
namespace {

using research::Job;
using research::JobStatus;
using testing::HasSubstr;

class Research : public RepositoryTest {
 protected:
  research::JobRepository jobs{database, options()};
  research::JobAdmin admin{database, options()};
  research::RawFetchRepository fetches{database, options()};
};

TEST_F(Research, StoresAJobWithItsKeys) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  EXPECT_EQ(stored("app-table", "JOB#00000000000000000000000001", "METADATA"),
            R"({"_type":{"S":"Job"},"created_at":{"S":"2026-01-02T03:04:06.678Z"},)"
            R"("gsi1pk":{"S":"STATUS#queued"},"gsi1sk":{"S":"2026-01-02T03:04:06.678Z"},)"
            R"("job_id":{"S":"00000000000000000000000001"},)"
            R"("pk":{"S":"JOB#00000000000000000000000001"},"sk":{"S":"METADATA"},)"
            R"("status":{"S":"queued"},"topic":{"S":"topic 1"}})");
  const auto read = jobs.get_job(job_id(1));
  ASSERT_TRUE(read && *read);
  EXPECT_EQ(**read, job(1));
}

TEST_F(Research, FindsNothingWhereNothingIs) {
  const auto none = jobs.get_job(job_id(1));
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  EXPECT_FALSE(*jobs.get_finding(job_id(1), "00ff"));
  EXPECT_FALSE(*jobs.get_job_with_findings(job_id(1)));
  EXPECT_TRUE(jobs.list_jobs_by_status(JobStatus::queued)->empty());
}

TEST_F(Research, CreatesAJobOnce) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  Job other = job(1);
  other.topic = "another";
  const auto again = jobs.create_job(other);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(again.error().message,
            "create_job: there is already an item JOB#00000000000000000000000001/METADATA");
  EXPECT_EQ(**stored_item<Job>(again.error()), job(1));
  EXPECT_EQ((*jobs.get_job(job_id(1)))->topic, "topic 1");
}

TEST_F(Research, BeginsEveryJobInItsInitialState) {
  Job running = job(1);
  running.status = JobStatus::running;
  const auto created = jobs.create_job(running);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code, ErrorCode::validation);
  EXPECT_EQ(created.error().message,
            "create_job: status is running; what is created begins as queued");
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Research, MovesAJobAndItsIndexKeyInOneRequest) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  const auto moved = jobs.start(job_id(1));
  ASSERT_TRUE(moved) << moved.error().message;
  Job expected = job(1);
  expected.status = JobStatus::running;
  EXPECT_EQ(*moved, expected);

  const auto updates = database.sent<UpdateItemRequest>();
  ASSERT_EQ(updates.size(), 1U);
  EXPECT_EQ(updates[0].update_expression, "SET #status = :status, #gsi1pk = :gsi1pk");
  EXPECT_EQ(updates[0].condition_expression, "#status = :from");
  EXPECT_TRUE(jobs.list_jobs_by_status(JobStatus::queued)->empty());
  EXPECT_EQ(jobs.list_jobs_by_status(JobStatus::running)->size(), 1U);
}

TEST_F(Research, ShowsTheLoserOfARaceWhatItLostTo) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  ASSERT_TRUE(jobs.start(job_id(1)));
  const auto second = jobs.start(job_id(1));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(second.error().message,
            "transition_status.start: the status of JOB#00000000000000000000000001/METADATA is "
            "running, not queued");
  EXPECT_EQ((*stored_item<Job>(second.error()))->status, JobStatus::running);
}

TEST_F(Research, MovesNoJobThatIsNotThere) {
  const auto moved = jobs.start(job_id(7));
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().code, ErrorCode::condition_failed);
  EXPECT_EQ(moved.error().message,
            "transition_status.start: there is no item JOB#00000000000000000000000007/METADATA");
  EXPECT_FALSE(*stored_item<Job>(moved.error()));
  EXPECT_EQ(stored("app-table", "JOB#00000000000000000000000007", "METADATA"), "");
}

TEST_F(Research, FailsAJobTogetherWithItsDebugItem) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  const research::JobDebug debug{.job_id = job_id(1),
                                 .payload = AttributeValue::map({{"step", 3}})};
  const auto failed = jobs.fail(job_id(1), {.error = "timeout", .job_debug = debug});
  ASSERT_TRUE(failed) << failed.error().message;
  EXPECT_EQ((*jobs.get_job(job_id(1)))->status, JobStatus::failed);
  EXPECT_EQ((*jobs.get_job(job_id(1)))->error, "timeout");
  const auto read = admin.get_debug(job_id(1));
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->payload, debug.payload);
  EXPECT_EQ((*read)->expires_at, std::chrono::floor<std::chrono::seconds>(kStart) + 168h);
  EXPECT_TRUE(jobs.list_jobs_by_status(JobStatus::queued)->empty());
}

TEST_F(Research, WritesNoDebugItemWhenTheMoveFails) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  ASSERT_TRUE(jobs.start(job_id(1)));
  ASSERT_TRUE(jobs.succeed(job_id(1)));
  const auto failed = jobs.fail(
      job_id(1), {.error = std::nullopt, .job_debug = {.job_id = job_id(1), .payload = "x"}});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::condition_failed);
  EXPECT_THAT(failed.error().message, HasSubstr("is succeeded, not queued or running"));
  EXPECT_EQ((*stored_item<Job>(failed.error()))->status, JobStatus::succeeded);
  EXPECT_EQ(failed.error().reasons.size(), 2U);
  EXPECT_FALSE(*admin.get_debug(job_id(1)));
}

TEST_F(Research, RefusesAMoveWhoseItemsDisagree) {
  const auto failed = jobs.fail(
      job_id(1), {.error = std::nullopt, .job_debug = {.job_id = job_id(2), .payload = "x"}});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::validation);
  EXPECT_EQ(failed.error().message,
            "transition_status.fail: job_debug.job_id is not job_id, though both name the same");
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Research, RemovesAFieldThatTheMoveSetsToNothing) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  ASSERT_TRUE(jobs.fail(
      job_id(1), {.error = std::nullopt, .job_debug = {.job_id = job_id(1), .payload = "x"}}));
  const auto sent = database.sent<TransactWriteItemsRequest>();
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(std::get<TransactUpdate>(sent[0].transact_items[0]).update_expression,
            "SET #status = :status, #gsi1pk = :gsi1pk REMOVE #error");
  EXPECT_EQ(sent[0].client_request_token->size(), 32U);
}

TEST_F(Research, ReadsJobFindingsAndReportInOneQuery) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  ASSERT_TRUE(jobs.create_job(job(2)));
  std::vector<research::Finding> findings;
  for (int i = 0; i < 200; ++i) findings.push_back(finding(1, i));
  const auto written = jobs.put_findings(findings, {.deadline = 5s});
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(written->written, 200U);
  EXPECT_TRUE(written->complete());
  EXPECT_EQ(written->requests, 8U);
  ASSERT_TRUE(jobs.put_report({.job_id = job_id(1), .text = "report"}));
  ASSERT_TRUE(jobs.fail(
      job_id(1), {.error = std::nullopt, .job_debug = {.job_id = job_id(1), .payload = "x"}}));

  const auto whole = jobs.get_job_with_findings(job_id(1));
  ASSERT_TRUE(whole && *whole) << whole.error().message;
  EXPECT_EQ((*whole)->job.status, JobStatus::failed);
  EXPECT_EQ((*whole)->findings, findings);
  EXPECT_EQ((*whole)->report->text, "report");
  EXPECT_EQ(database.sent<QueryRequest>().size(), 1U);
  EXPECT_EQ((*jobs.get_finding(job_id(1), findings[5].finding_id)), findings[5]);
}

TEST_F(Research, HasNoCollectionWithoutItsJob) {
  ASSERT_TRUE(jobs.put_report({.job_id = job_id(1), .text = "report"}));
  const auto whole = jobs.get_job_with_findings(job_id(1));
  ASSERT_TRUE(whole);
  EXPECT_FALSE(*whole);
}

TEST_F(Research, ListsNewestFirstPageByPage) {
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(jobs.create_job(job(i)));
  std::vector<std::string> topics;
  std::optional<std::string> cursor;
  do {
    const auto page = jobs.list_jobs_by_status(JobStatus::queued, {.limit = 3, .cursor = cursor});
    ASSERT_TRUE(page) << page.error().message;
    for (const auto& row : *page) topics.push_back(row.topic);
    cursor = page->next_cursor;
  } while (cursor);
  EXPECT_THAT(topics, testing::ElementsAre("topic 6", "topic 5", "topic 4", "topic 3", "topic 2",
                                           "topic 1", "topic 0"));
  topics.clear();
  for (const auto& row : jobs.each_job_by_status(JobStatus::queued)) {
    ASSERT_TRUE(row);
    topics.push_back(row->topic);
  }
  EXPECT_EQ(topics.size(), 7U);
  EXPECT_EQ(topics.front(), "topic 6");
}

TEST_F(Research, ReadsAnExpiredItemAsAbsent) {
  const research::RawFetch fetch{.url_hash = std::string(64, 'a'), .body = Binary("page")};
  ASSERT_TRUE(fetches.put_raw_fetch(fetch));
  time.advance(std::chrono::days(30));
  EXPECT_TRUE(*fetches.get_raw_fetch(fetch.url_hash)) << "its last second has not passed";
  time.advance(1s);
  EXPECT_FALSE(*fetches.get_raw_fetch(fetch.url_hash));
  EXPECT_NE(stored("app-table", ("FETCH#" + fetch.url_hash).c_str(), "RAW"), "");
}

TEST_F(Research, KeepsTheExpiryThatTheCallerGives) {
  const research::RawFetch fetch{.url_hash = std::string(64, 'a'),
                                 .body = Binary("page"),
                                 .expires_at = EpochSeconds(std::chrono::seconds(2'000'000'000))};
  ASSERT_TRUE(fetches.put_raw_fetch(fetch));
  EXPECT_EQ(**fetches.get_raw_fetch(fetch.url_hash), fetch);
}

TEST_F(Research, RefusesKeysAndFieldsThatDoNotFitBeforeAnythingIsSent) {
  EXPECT_EQ(jobs.get_finding(job_id(1), "").error().code, ErrorCode::validation);
  EXPECT_EQ(fetches.get_raw_fetch("").error().message.substr(0, 27), "RawFetch.url_hash is empty,");
  EXPECT_THAT(fetches.get_raw_fetch(std::string(3000, 'f')).error().message,
              HasSubstr("RawFetch: key pk of \"FETCH#{url_hash}\" has 3006 bytes"));
  research::Finding wrong = finding(1, 1);
  wrong.finding_id = "xyz";
  const auto report = jobs.put_findings(std::vector{finding(1, 0), wrong});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message,
            "put_findings: input 1: Finding.finding_id has 3 characters; it must have 16");
  const auto large = fetches.put_raw_fetch(
      {.url_hash = std::string(64, 'a'), .body = Binary(std::string(380'001, 'x'))});
  EXPECT_EQ(large.error().message, "RawFetch.body has 380001 bytes; it must have at most 380000");
  EXPECT_EQ(database.requests().size(), 0U);
}

TEST_F(Research, ReportsEachCallToTheObserver) {
  ASSERT_TRUE(jobs.create_job(job(1)));
  EXPECT_FALSE(jobs.create_job(job(1)));
  ASSERT_TRUE(jobs.get_job(job_id(1)));
  ASSERT_TRUE(jobs.list_jobs_by_status(JobStatus::queued));
  ASSERT_TRUE(jobs.start(job_id(1)));
  EXPECT_THAT(patterns, testing::ElementsAre("create_job", "create_job", "get_job",
                                             "list_jobs_by_status", "transition_status.start"));
  EXPECT_EQ(reports[0].operation, "PutItem");
  EXPECT_EQ(reports[0].write_units, 2) << "the item and its entry in gsi1";
  EXPECT_EQ(reports[1].error, ErrorCode::condition_failed);
  EXPECT_EQ(reports[2].read_units, 1) << "strongly consistent";
  EXPECT_EQ(reports[2].items, 1U);
  EXPECT_EQ(reports[3].index_name, "gsi1");
  EXPECT_EQ(reports[3].read_units, 0.5);
  EXPECT_EQ(reports[4].write_units, 3) << "the item, and both halves of the key's move";
}

TEST_F(Research, UsesTheTableItIsTold) {
  ASSERT_TRUE(research::create_table(behind, "other-table"));
  auto elsewhere = options();
  elsewhere.table_name = "other-table";
  ASSERT_TRUE(research::JobRepository(database, elsewhere).create_job(job(1)));
  EXPECT_EQ(stored("app-table", "JOB#00000000000000000000000001", "METADATA"), "");
  EXPECT_NE(stored("other-table", "JOB#00000000000000000000000001", "METADATA"), "");
}

TEST_F(Research, MakesTheTableThatTheModelDescribes) {
  const auto table = behind.describe_table({.table_name = "app-table"});
  ASSERT_TRUE(table);
  EXPECT_TRUE(table->table.deletion_protection_enabled);
  EXPECT_EQ(table->table.billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(table->table.global_secondary_indexes.at(0).index_name, "gsi1");
  EXPECT_EQ(behind.describe_time_to_live({.table_name = "app-table"})->attribute_name,
            "expires_at");
}

TEST(DryRun, ReturnsTheRequestOfACall) {
  DryRun dry_run;
  (void)research::JobRepository(dry_run).start(job_id(1));
  ASSERT_EQ(dry_run.requests().size(), 1U);
  const auto& request = std::get<UpdateItemRequest>(dry_run.requests().front());
  EXPECT_EQ(request.table_name, "app-table");
  EXPECT_EQ(to_json(request.key),
            R"({"pk":{"S":"JOB#00000000000000000000000001"},"sk":{"S":"METADATA"}})");
  EXPECT_EQ(request.condition_expression, "#status = :from");
}

}  // namespace
}  // namespace keywright
