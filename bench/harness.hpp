#pragma once

// Ratios, not times: each row measures two subjects by turns in one run and prints the median of
// their ratio with its extremes beside it. Machines differ and are shared; the ratio of two things
// done on the same machine in the same second says the same everywhere.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace keywright::bench {

/// Does the work `count` times. Returns something computed from every result, so that nothing
/// measured can be left out by the compiler.
using Work = std::function<std::size_t(std::size_t count)>;

/// A row of the table: time per operation of `subject` divided by that of `baseline`.
struct Comparison {
  std::string what;
  std::string against;
  Work subject;
  Work baseline;
  double target = 0;  // the ratio should be at most this; 0: none is set
  /// The ratio should be at least `target` (throughputs) instead.
  bool at_least = false;
};

struct Options {
  std::string filter;     // only rows whose `what` contains it
  int repetitions = 7;    // of each side, by turns
  double seconds = 0.15;  // per repetition and side
};

/// Runs what the filter lets through and prints the table.
void run(const std::vector<Comparison>& comparisons, const Options& options);

/// The median time per operation of each, measured by turns.
std::vector<double> medians_of(const std::vector<Work>& works, const Options& options);

/// A row that something else has measured: the value of each repetition on both sides, of which
/// the ratios are taken pair by pair.
void print_ratio(const std::string& what, const std::string& against,
                 const std::vector<double>& subject, const std::vector<double>& baseline,
                 double target, bool at_least, const Options& options);

/// A row that is not measured by time: prints `value` against its target in the same form.
void print_figure(const std::string& what, const std::string& against, double value, double target,
                  const Options& options);

/// `program [filter]`; anything else prints the usage and exits with 2.
Options parse_arguments(int argc, char** argv);

}  // namespace keywright::bench
