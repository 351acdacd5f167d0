// The embedded engine against a bare sorted map: what a table costs above the memory it is in.

#include "../harness.hpp"
#include "workload.hpp"
#include <keywright/engine.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include <malloc.h>

namespace keywright::bench {
namespace {

constexpr std::size_t kJobs = 100'000;
const std::string kBareMap = "bare absl::btree_map";

// Walks the jobs in a fixed random order, going on where the last call stopped.
Work over_jobs(Subject& subject, std::size_t jobs, std::size_t (Subject::*operation)(std::size_t)) {
  return [&subject, operation, order = shuffled(jobs),
          at = std::size_t{0}](std::size_t count) mutable {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sum += (subject.*operation)(order[at]);
      if (++at == order.size()) at = 0;
    }
    return sum;
  };
}

Work queries(Subject& subject) {
  return [&subject](std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += subject.query_ten();
    return sum;
  };
}

void against_the_bare_map(const Options& options) {
  const auto ours = make_keywright();
  const auto bare = make_bare_map();
  ours->load(kJobs);
  bare->load(kJobs);
  const auto pair = [&](std::size_t (Subject::*operation)(std::size_t),
                        std::size_t (Subject::*baseline)(std::size_t)) {
    return std::pair(over_jobs(*ours, kJobs, operation), over_jobs(*bare, kJobs, baseline));
  };
  const auto [get, bare_get] = pair(&Subject::get, &Subject::get);
  const auto [decoded, bare_decoded] = pair(&Subject::get_decoded, &Subject::get_decoded);
  const auto [put, bare_put] = pair(&Subject::put, &Subject::put);
  const auto [move, bare_move] = pair(&Subject::move_status, &Subject::move_status);
  run({{"get_item of 100,000", kBareMap + " find + copy", get, bare_get, 1.5},
       {"get_item decoded into a struct", kBareMap + " find + copy", decoded, bare_decoded, 3.5},
       {"put_item with one index entry", kBareMap + " find + replace", put, bare_put, 0},
       {"conditional update_item moving an index key",
        kBareMap + " find + replace, index erase + insert", move, bare_move, 2.0},
       {"query of 10 of 1,000", kBareMap + " lower_bound + 10 copies", queries(*ours),
        queries(*bare), 2.0}},
      options);
}

// 90% gets, 10% puts, each thread on jobs of its own; all threads at once, or one after the other.
Work mixed(std::vector<Subject*> threads, bool at_once) {
  return [threads, at_once](std::size_t count) {
    std::atomic<std::size_t> sum{0};
    std::vector<std::thread> running;
    const std::size_t each = count / threads.size() + 1;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      running.emplace_back([&, t] {
        std::size_t local = 0;
        for (std::size_t i = 0; i < each; ++i) {
          const std::size_t n = (i * 7919) % (kJobs / 2) + t * (kJobs / 2);
          local += i % 10 == 9 ? threads[t]->put(n) : threads[t]->get(n);
        }
        sum += local;
      });
      if (!at_once) running.back().join();
    }
    for (auto& thread : running) {
      if (thread.joinable()) thread.join();
    }
    return sum.load();
  };
}

void two_threads(const Options& options) {
  const std::shared_ptr<Engine> engine = make_engine();
  const auto first = make_keywright(engine);
  const auto second = make_keywright(engine);
  first->load(kJobs);
  second->load(kJobs);
  // The second's requests lie in memory apart from the items, which the first has put, so that it
  // alone is a quarter slower: both have to be in both numbers.
  const std::vector<Subject*> both{first.get(), second.get()};
  run({{"two threads, 90% get_item, 10% put_item", "one after the other (throughput)",
        mixed(both, true), mixed(both, false), 1.6, true}},
      options);
}

void memory_per_item(const Options& options) {
  const auto in_use = [] {
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
  };
  const double before = in_use();
  const std::shared_ptr<Engine> engine = make_engine();
  make_keywright(engine)->load(kJobs);
  print_figure("memory per item with a full index entry", "the item's bytes",
               (in_use() - before) / static_cast<double>(stored_bytes(*engine)), 1.8, options);
}

Work snapshots_of(Engine& engine) {
  return [&engine](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) engine.restore(engine.snapshot());
    return count;
  };
}

// The engine's cost at 10^6 jobs over its cost at 10^4, divided by the same of the bare map.
void growth(const Options& options) {
  constexpr std::size_t kSmall = 10'000, kLarge = 1'000'000;
  const std::shared_ptr<Engine> engines[] = {make_engine(), make_engine()};
  const std::unique_ptr<Subject> subjects[] = {
      make_keywright(engines[0]), make_keywright(engines[1]), make_bare_map(), make_bare_map()};
  for (int i = 0; i < 4; ++i) subjects[i]->load(i % 2 == 0 ? kSmall : kLarge);
  const auto print = [&](const std::string& what,
                         const std::function<Work(Subject&, std::size_t)>& work) {
    const auto medians = medians_of({work(*subjects[0], kSmall), work(*subjects[1], kLarge),
                                     work(*subjects[2], kSmall), work(*subjects[3], kLarge)},
                                    options);
    print_figure(what + ", growth 10^4 to 10^6", "the bare map's growth",
                 (medians[1] / medians[0]) / (medians[3] / medians[2]), 1.3, options);
  };
  // Puts last: what they leave of the heap would slow the bare map's ten copies.
  print("get_item", [](Subject& s, std::size_t n) { return over_jobs(s, n, &Subject::get); });
  print("query of 10", [](Subject& s, std::size_t) { return queries(s); });
  print("put_item", [](Subject& s, std::size_t n) { return over_jobs(s, n, &Subject::put); });
  const auto snapshots =
      medians_of({snapshots_of(*engines[0]), snapshots_of(*engines[1])}, options);
  print_figure("snapshot and restore, growth 10^4 to 10^6", "the same time",
               snapshots[1] / snapshots[0], 1.3, options);
}

bool is_wanted(const Options& options, std::string_view topic) {
  return options.filter.empty() || topic.find(options.filter) != std::string_view::npos;
}

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  using namespace keywright::bench;
  const Options options = parse_arguments(argc, argv);
  against_the_bare_map(options);
  if (is_wanted(options, "two threads, 90% get_item, 10% put_item")) two_threads(options);
  if (is_wanted(options, "memory per item with a full index entry")) memory_per_item(options);
  if (is_wanted(options, "get_item query of 10 put_item snapshot and restore, growth 10^4 to 10^6"))
    growth(options);
}
