#include "guard/coverage.hpp"

#include <algorithm>
#include <cmath>

namespace keywright::guard {
namespace {

constexpr double kUnit = 1000;  // counters are of thousandths
constexpr std::size_t kMostRecent = 20;
constexpr auto kRelaxed = std::memory_order_relaxed;

std::uint64_t thousandths(double units) {
  return units > 0 ? static_cast<std::uint64_t>(std::llround(units * kUnit)) : 0;
}

}  // namespace

void Coverage::add(const Sample& sample) {
  auto& counters = patterns_[sample.pattern];
  counters.requests.fetch_add(1, kRelaxed);
  counters.items.fetch_add(sample.items, kRelaxed);
  if (sample.failed) counters.errors.fetch_add(1, kRelaxed);
  if (sample.read_units > 0) {
    counters.read_units.fetch_add(thousandths(sample.read_units), kRelaxed);
  }
  if (sample.write_units > 0) {
    counters.write_units.fetch_add(thousandths(sample.write_units), kRelaxed);
  }
  counters.latency.add(sample.latency);
}

void Coverage::add_violation(const Violation& violation, bool refused) {
  violations_.fetch_add(1, kRelaxed);
  if (refused) refused_.fetch_add(1, kRelaxed);
  by_kind_[static_cast<std::size_t>(violation.kind)].fetch_add(1, kRelaxed);
  const std::lock_guard lock(mutex_);
  const auto known = std::find(recent_.begin(), recent_.end(), violation.message);
  if (known != recent_.end()) {
    recent_.erase(known);
  } else if (recent_.size() == kMostRecent) {
    recent_.pop_front();
  }
  recent_.push_back(violation.message);
}

CoverageReport Coverage::report(const Rules& rules, GuardMode mode) const {
  CoverageReport report;
  report.mode = mode;
  report.matched = matched_.load(kRelaxed);
  report.violations = violations_.load(kRelaxed);
  report.refused = refused_.load(kRelaxed);
  report.other_tables = other_tables_.load(kRelaxed);
  report.malformed = malformed_.load(kRelaxed);
  for (std::size_t i = 0; i < count_; ++i) {
    const auto& rule = rules.patterns[i];
    const auto& counters = patterns_[i];
    PatternCoverage pattern;
    pattern.name = rule.name;
    pattern.operation = rule.operation;
    pattern.served_by = rule.served_by;
    pattern.requests = counters.requests.load(kRelaxed);
    pattern.items = counters.items.load(kRelaxed);
    pattern.errors = counters.errors.load(kRelaxed);
    pattern.read_units = static_cast<double>(counters.read_units.load(kRelaxed)) / kUnit;
    pattern.write_units = static_cast<double>(counters.write_units.load(kRelaxed)) / kUnit;
    pattern.p50 = counters.latency.quantile(0.50);
    pattern.p99 = counters.latency.quantile(0.99);
    report.patterns.push_back(std::move(pattern));
  }
  for (std::size_t i = 0; i < kViolationKinds; ++i) {
    const auto count = by_kind_[i].load(kRelaxed);
    if (count > 0) report.by_kind.push_back({static_cast<ViolationKind>(i), count});
  }
  const std::lock_guard lock(mutex_);
  report.recent_violations.assign(recent_.begin(), recent_.end());
  return report;
}

void Coverage::clear() {
  for (std::size_t i = 0; i < count_; ++i) {
    auto& counters = patterns_[i];
    for (auto* count : {&counters.requests, &counters.items, &counters.errors, &counters.read_units,
                        &counters.write_units}) {
      count->store(0, kRelaxed);
    }
    counters.latency.clear();
  }
  for (auto* count : {&matched_, &violations_, &refused_, &other_tables_, &malformed_}) {
    count->store(0, kRelaxed);
  }
  for (auto& count : by_kind_) count.store(0, kRelaxed);
  const std::lock_guard lock(mutex_);
  recent_.clear();
}

}  // namespace keywright::guard
