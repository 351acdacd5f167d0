// Research jobs: a service's whole day on the table that research.model.yaml describes.
//
// The repositories are generated from the model when this example is built. Nothing else has to be
// installed or started: the database is embedded. With a URL as its argument the same runs
// elsewhere, on a table that is not there yet:
//
//   research_jobs http://localhost:8000

#include "report.hpp"
#include "research/access_patterns.hpp"
#include "research/job_admin.hpp"
#include "research/job_repository.hpp"
#include "research/raw_fetch_repository.hpp"
#include "research/table.hpp"
#include <keywright/connect.hpp>

#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using research::Finding;
using research::Job;
using research::JobStatus;

constexpr std::size_t kJobs = 1000;

class Day {
 public:
  Day(std::string_view url, keywright::TimePoint morning)
      : clock_(morning),
        database_(keywright::connect(url, {.clock = clock_}).value()),
        jobs_(*database_, options()),
        fetches_(*database_, options()),
        admin_(*database_, options()),
        ids_(clock_, keywright::seeded_random(1)) {}

  void run() {
    show_the_design();
    create_the_table();
    create_jobs();
    get_a_job();
    move_jobs();
    lose_a_race();
    add_findings();
    read_a_job_whole();
    list_running_jobs();
    finish_a_job();
    keep_a_raw_fetch();
    let_debug_data_expire();
    heading("What it took, by access pattern");
    ledger_.print();
  }

 private:
  keywright::RepositoryOptions options() {
    keywright::RepositoryOptions options;
    options.clock = clock_;
    options.observer = ledger_.observer();
    return options;
  }

  static void show_the_design() {
    heading("The access patterns, and the key design that serves each");
    for (const auto& pattern : research::kAccessPatterns) {
      say("%-28s %-11s %s", pattern.name.data(), pattern.operation.data(),
          pattern.served_by.data());
    }
  }

  void create_the_table() {
    heading("Create the table, with its index and its time to live");
    research::create_table(*database_).value();
    const auto table = database_->describe_table({"app-table"}).value().table;
    say("%s is there, with index %s", table.table_name.c_str(),
        table.global_secondary_indexes.front().index_name.c_str());
  }

  void create_jobs() {
    heading("Create %zu jobs", kJobs);
    for (std::size_t n = 0; n < kJobs; ++n) {
      clock_.advance(1s);
      Job job;
      job.job_id = ids_.next();
      job.created_at = clock_.now();
      job.topic = "Topic number " + std::to_string(n);
      jobs_.create_job(job).value();
      job_ids_.push_back(job.job_id);
    }
    done();

    Job again;
    again.job_id = job_ids_.front();
    again.created_at = clock_.now();
    again.topic = "A job that would replace the first one";
    const auto refused = jobs_.create_job(again);
    say("the first one again: %s", text_of(refused.error()).c_str());
    done();
  }

  void get_a_job() {
    heading("Get one");
    const auto job = jobs_.get_job(job_ids_[42]).value();
    show(*job);
    say("and one that nobody made: %s", jobs_.get_job(ids_.next()).value() ? "found?!" : "nothing");
    done();
  }

  void move_jobs() {
    heading("Move jobs through queued -> running -> succeeded or failed");
    for (std::size_t n = 0; n < 300; ++n) jobs_.start(job_ids_[n]).value();
    for (std::size_t n = 0; n < 100; ++n) jobs_.succeed(job_ids_[n]).value();
    for (std::size_t n = 100; n < 150; ++n) {
      research::JobDebug debug;
      debug.job_id = job_ids_[n];
      debug.payload = keywright::AttributeValue::map({{"attempts", 3}, {"last_host", "w-17"}});
      jobs_.fail(job_ids_[n], {.error = "timeout", .job_debug = debug}).value();
    }
    say("300 started, 100 succeeded, 50 failed (each with its debug data in one transaction)");
    done();
  }

  // There is no `jobs_.restart(...)`: a move that the model does not list does not compile.
  void lose_a_race() {
    heading("Two workers start the same job");
    const auto id = job_ids_[300];
    std::optional<keywright::Result<Job>> answers[2];
    std::thread first([&] { answers[0] = jobs_.start(id); });
    std::thread second([&] { answers[1] = jobs_.start(id); });
    first.join();
    second.join();
    for (const auto& answer : answers) {
      if (*answer) {
        say("one got it: status is %s", to_string((*answer)->status).data());
      } else {
        say("one lost it: %s", text_of(answer->error()).c_str());
        say("   the item as it stands: %s", keywright::to_json(*answer->error().item).c_str());
      }
    }
    done();
  }

  void add_findings() {
    heading("Fan 200 findings into one job");
    std::vector<Finding> findings(200);
    for (std::size_t n = 0; n < findings.size(); ++n) {
      char id[17];
      std::snprintf(id, sizeof id, "%016zx", n * 2654435761u);
      findings[n] = {job_ids_[200], id, "Finding number " + std::to_string(n)};
    }
    const auto report = jobs_.put_findings(findings, {.deadline = 5s}).value();
    say("%zu written by %zu batch requests, %zu left unwritten", report.written, report.requests,
        report.unwritten.size());
    jobs_.put_report({job_ids_[200], "All 200 findings agree."}).value();
    done();
  }

  void read_a_job_whole() {
    heading("Read the job, its findings and its report in one Query");
    const auto whole = jobs_.get_job_with_findings(job_ids_[200]).value();
    show(whole->job);
    say("%zu findings, from \"%s\" on; report: \"%s\"", whole->findings.size(),
        whole->findings.front().body.c_str(), whole->report->text.c_str());
    done();
  }

  void list_running_jobs() {
    heading("List running jobs, newest first, page by page");
    std::optional<std::string> cursor;
    std::size_t pages = 0, rows = 0;
    do {
      const auto page =
          jobs_.list_jobs_by_status(JobStatus::running, {.limit = 60, .cursor = cursor}).value();
      if (!page.empty()) {
        say("page %zu: %zu jobs, from \"%s\" to \"%s\"", ++pages, page.size(),
            page.items.front().topic.c_str(), page.items.back().topic.c_str());
      }
      rows += page.size();
      cursor = page.next_cursor;
    } while (cursor);
    say("%zu running in all", rows);
    const auto forged = jobs_.list_jobs_by_status(JobStatus::queued, {.cursor = "Zm9yZ2Vk"});
    say("a forged cursor: %s", text_of(forged.error()).c_str());
    done();
  }

  void finish_a_job() {
    heading("A job that succeeds is gone from the running ones");
    const auto count = [this] {
      std::size_t rows = 0;
      for (const auto& row : jobs_.each_job_by_status(JobStatus::running)) rows += row.has_value();
      return rows;
    };
    const auto before = count();
    jobs_.succeed(job_ids_[200]).value();
    say("%zu running before, %zu after: its index key moved in the same request", before, count());
    done();
  }

  void keep_a_raw_fetch() {
    heading("Keep a fetched page, in another aggregate");
    const std::string hash(64, 'a');
    fetches_.put_raw_fetch({.url_hash = hash, .body = keywright::Binary("<html>...</html>")})
        .value();
    say("read back: %zu bytes", fetches_.get_raw_fetch(hash).value()->body.bytes.size());
    const auto refused = fetches_.get_raw_fetch(std::string(5000, 'f'));
    say("a key that cannot be: %s", text_of(refused.error()).c_str());
    done();
  }

  void let_debug_data_expire() {
    heading("Debug data of a failed job expires after seven days");
    const auto id = job_ids_[120];
    say("today: %s", keywright::to_json(admin_.get_debug(id).value()->payload).c_str());
    clock_.advance(std::chrono::days(8));
    say("eight days later: %s", admin_.get_debug(id).value() ? "still there?!" : "nothing");
    say("the job itself: %s", to_string(jobs_.get_job(id).value()->status).data());
    done();
  }

  static void show(const Job& job) {
    say("%s  %s  created %s  \"%s\"", job.job_id.to_string().c_str(), to_string(job.status).data(),
        keywright::to_text(job.created_at).c_str(), job.topic.c_str());
  }
  static std::string text_of(const keywright::Error& error) {
    return std::string(to_string(error.code)) + ": " + error.message;
  }
  void done() { say("[%s]", ledger_.since_last().c_str()); }

  Ledger ledger_;
  keywright::ManualClock clock_;
  std::unique_ptr<keywright::Database> database_;
  research::JobRepository jobs_;
  research::RawFetchRepository fetches_;
  research::JobAdmin admin_;
  keywright::UlidGenerator ids_;
  std::vector<keywright::Ulid> job_ids_;
};

}  // namespace

// In memory each day is the same one. Elsewhere, where items expire by a clock that is not ours, it
// is today.
int main(int argc, char** argv) {
  const std::string_view url = argc > 1 ? argv[1] : "memory:";
  constexpr auto kSameDay = std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) + 8h;
  try {
    Day(url, argc > 1 ? keywright::system_clock()() : kSameDay).run();
  } catch (const keywright::ResultError& error) {
    std::fprintf(stderr, "research_jobs: %s\n", error.what());
    return 1;
  }
}
