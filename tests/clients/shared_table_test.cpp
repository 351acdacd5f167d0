// A generated repository in this process and a Python service on boto3 work on one table: each
// reads and changes what the other wrote.

#include "research/job_repository.hpp"
#include "research/table.hpp"
#include <keywright/engine.hpp>
#include <keywright/server.hpp>
#include <keywright/timestamp.hpp>
#include <keywright/ulid.hpp>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using research::Finding;
using research::Job;
using research::JobStatus;

// The same in shared_table.py.
const Ulid kOurs = *Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
const Ulid kTheirs = *Ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5FAW");

TEST(SharedTable, RepositoryAndBotoReadEachOther) {
  const auto engine = Engine::in_memory();
  ASSERT_TRUE(research::create_table(*engine));
  const research::JobRepository jobs(*engine);
  ASSERT_TRUE(jobs.create_job({.job_id = kOurs,
                               .created_at = *parse_timestamp("2026-01-02T03:04:05.678Z"),
                               .topic = "tides"}));
  std::vector<Finding> findings;
  for (const char last : {'0', '1', '2'}) {
    findings.push_back({.job_id = kOurs,
                        .finding_id = std::string("000000000000000") + last,
                        .body = std::string("body ") + last});
  }
  ASSERT_TRUE(jobs.put_findings(findings));

  SingleBackend backend(*engine);
  auto server = Server::listen(backend, {.port = 0});
  ASSERT_TRUE(server) << server.error().message;
  std::thread serving([&] { EXPECT_TRUE(server.value()->run()); });
  const std::string command =
      std::string(KEYWRIGHT_PYTHON " " KEYWRIGHT_SCRIPT " ") + server.value()->url();
  const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
  server.value()->stop();
  serving.join();
  ASSERT_EQ(0, status);

  EXPECT_EQ(JobStatus::running, jobs.get_job(kOurs).value()->status);
  const auto theirs = jobs.get_job_with_findings(kTheirs).value();
  ASSERT_TRUE(theirs);
  EXPECT_EQ((Job{.job_id = kTheirs,
                 .status = JobStatus::queued,
                 .created_at = *parse_timestamp("2026-02-03T04:05:06.789Z"),
                 .topic = "moon"}),
            theirs->job);
  ASSERT_EQ(40U, theirs->findings.size());
  EXPECT_EQ("finding 39", theirs->findings.back().body);

  const auto queued = jobs.list_jobs_by_status(JobStatus::queued).value();
  ASSERT_EQ(1U, queued.items.size());
  EXPECT_EQ(kTheirs, queued.items.front().job_id);
  // A move of ours from where their item stands.
  EXPECT_EQ(JobStatus::running, jobs.start(kTheirs).value().status);
}

}  // namespace
}  // namespace keywright
