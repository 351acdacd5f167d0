// Generated repositories against the engine they run on, called with ready requests: what the typed
// layer costs.

#include "../harness.hpp"
#include "research/job_repository.hpp"
#include "research/table.hpp"
#include <keywright/engine.hpp>
#include <keywright/item_reader.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

namespace keywright::bench {
namespace {

constexpr std::size_t kJobs = 100'000;

std::vector<Ulid> make_jobs(const research::JobRepository& jobs) {
  ManualClock clock(TimePoint(std::chrono::sys_days(std::chrono::year(2026) / 1 / 2)));
  UlidGenerator ids(clock, seeded_random(1));
  std::vector<Ulid> made;
  for (std::size_t n = 0; n < kJobs; ++n) {
    clock.advance(std::chrono::milliseconds(1));
    research::Job job;
    job.job_id = ids.next();
    job.created_at = clock.now();
    job.topic = "A topic of about sixty characters, which is number " + std::to_string(n);
    jobs.create_job(job).value();
    made.push_back(job.job_id);
  }
  std::shuffle(made.begin(), made.end(), std::mt19937(7));
  return made;
}

Work generated_gets(const research::JobRepository& jobs, const std::vector<Ulid>& ids) {
  return [&jobs, &ids, at = std::size_t{0}](std::size_t count) mutable {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += (*jobs.get_job(ids[at]))->topic.size();
      if (++at == ids.size()) at = 0;
    }
    return sum;
  };
}

Work ready_gets(Engine& engine, const std::vector<Ulid>& ids) {
  std::vector<GetItemRequest> requests;
  for (const Ulid& id : ids) {
    requests.push_back({.table_name = std::string(research::kTable.name),
                        .key = {{"pk", "JOB#" + id.to_string()}, {"sk", "METADATA"}},
                        .consistent_read = true});
  }
  return [&engine, requests, at = std::size_t{0}](std::size_t count) mutable {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto answer = engine.get_item(requests[at]);
      sum += from_item<research::Job>(*answer->item)->topic.size();
      if (++at == requests.size()) at = 0;
    }
    return sum;
  };
}

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  using namespace keywright::bench;
  const Options options = parse_arguments(argc, argv);
  const auto engine = keywright::Engine::in_memory();
  research::create_table(*engine).value();
  const research::JobRepository jobs(*engine);
  const auto ids = make_jobs(jobs);
  run({{"get_job of a generated repository", "engine's get_item, ready request, decoded",
        generated_gets(jobs, ids), ready_gets(*engine, ids), 1.3}},
      options);
}
