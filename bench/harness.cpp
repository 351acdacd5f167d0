#include "harness.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace keywright::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::size_t g_sink = 0;  // what the work returned, kept so that it counts as used

double seconds_of(const Work& work, std::size_t count) {
  const auto start = SteadyClock::now();
  g_sink += work(count);
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

// How many operations fill `seconds`; warms caches on the way.
std::size_t calibrate(const Work& work, double seconds) {
  std::size_t count = 64;
  for (;;) {
    const double spent = seconds_of(work, count);
    if (spent > seconds / 4) {
      return std::max<std::size_t>(
          1, static_cast<std::size_t>(static_cast<double>(count) * seconds / spent));
    }
    count *= 4;
  }
}

struct Spread {
  double low, median, high;
};

Spread spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

bool is_wanted(const std::string& what, const Options& options) {
  return options.filter.empty() || what.find(options.filter) != std::string::npos;
}

const char* verdict(double value, double target, bool at_least) {
  if (target == 0) return "";
  return (at_least ? value >= target : value <= target) ? "ok" : "MISSED";
}

void print_row(const std::string& what, const std::string& against,
               const std::vector<double>& subject, const std::vector<double>& baseline,
               const std::vector<double>& ratios, double target, bool at_least) {
  const Spread ratio = spread(ratios);
  const char* met = verdict(ratio.median, target, at_least);
  std::printf("%-44s %9.0f %9.0f  %5.2f (%.2f-%.2f)  %s%-5.2f %-7s %s\n", what.c_str(),
              spread(subject).median, spread(baseline).median, ratio.median, ratio.low, ratio.high,
              at_least ? ">=" : "<=", target, met, against.c_str());
  std::fflush(stdout);
}

void measure(const Comparison& row, const Options& options) {
  const std::size_t ours = calibrate(row.subject, options.seconds);
  const std::size_t theirs = calibrate(row.baseline, options.seconds);
  std::vector<double> subject, baseline, ratios;
  for (int i = 0; i < options.repetitions; ++i) {
    subject.push_back(seconds_of(row.subject, ours) * 1e9 / static_cast<double>(ours));
    baseline.push_back(seconds_of(row.baseline, theirs) * 1e9 / static_cast<double>(theirs));
    ratios.push_back(row.at_least ? baseline.back() / subject.back()
                                  : subject.back() / baseline.back());
  }
  print_row(row.what, row.against, subject, baseline, ratios, row.target, row.at_least);
}

void print_header() {
  static bool printed = false;
  if (printed) return;
  printed = true;
  std::printf("%-44s %9s %9s  %-18s  %-7s %-7s %s\n", "what", "ns/op", "base", "ratio (min-max)",
              "target", "", "against");
}

}  // namespace

void run(const std::vector<Comparison>& comparisons, const Options& options) {
  for (const auto& row : comparisons) {
    if (!is_wanted(row.what, options)) continue;
    print_header();
    measure(row, options);
  }
}

std::vector<double> medians_of(const std::vector<Work>& works, const Options& options) {
  std::vector<std::size_t> counts;
  for (const auto& work : works) counts.push_back(calibrate(work, options.seconds));
  std::vector<std::vector<double>> times(works.size());
  for (int i = 0; i < options.repetitions; ++i) {
    for (std::size_t w = 0; w < works.size(); ++w) {
      times[w].push_back(seconds_of(works[w], counts[w]) / static_cast<double>(counts[w]));
    }
  }
  std::vector<double> medians;
  for (auto& each : times) medians.push_back(spread(std::move(each)).median);
  return medians;
}

void print_ratio(const std::string& what, const std::string& against,
                 const std::vector<double>& subject, const std::vector<double>& baseline,
                 double target, bool at_least, const Options& options) {
  if (!is_wanted(what, options)) return;
  print_header();
  std::vector<double> ratios;
  for (std::size_t i = 0; i < subject.size(); ++i) ratios.push_back(subject[i] / baseline[i]);
  print_row(what, against, subject, baseline, ratios, target, at_least);
}

void print_figure(const std::string& what, const std::string& against, double value, double target,
                  const Options& options) {
  if (!is_wanted(what, options)) return;
  print_header();
  std::printf("%-44s %9s %9s  %5.2f %-13s <=%-5.2f %-7s %s\n", what.c_str(), "", "", value, "",
              target, verdict(value, target, false), against.c_str());
}

Options parse_arguments(int argc, char** argv) {
  Options options;
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    std::fprintf(stderr, "usage: %s [filter]\n  only rows whose name contains the filter\n",
                 argv[0]);
    std::exit(2);
  }
  if (argc == 2) options.filter = argv[1];
  return options;
}

}  // namespace keywright::bench
