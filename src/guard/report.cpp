#include "guard/coverage.hpp"
#include "model/json_writer.hpp"
#include "model/text_table.hpp"
#include <keywright/guard_report.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace keywright {
namespace {

constexpr std::array<std::string_view, guard::kViolationKinds> kKindNames{
    "operation", "scan",   "key_condition", "direction", "filter", "consistency", "projection",
    "item_key",  "fields", "index_keys",    "condition", "change", "statement",   "unique"};

std::string number(double value) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.10g", value);
  return {text.data(), static_cast<std::size_t>(size)};
}

double microseconds(std::chrono::nanoseconds duration) {
  return static_cast<double>(duration.count()) / 1000;
}

std::string duration_text(std::chrono::nanoseconds duration) {
  const double us = microseconds(duration);
  std::array<char, 32> text{};
  const bool is_long = us >= 1000;
  const int size = std::snprintf(text.data(), text.size(), is_long ? "%.1f ms" : "%.1f us",
                                 is_long ? us / 1000 : us);
  return {text.data(), static_cast<std::size_t>(size)};
}

void add_pattern(model::JsonWriter& json, const PatternCoverage& pattern) {
  json.begin('{');
  json.add("pattern", pattern.name);
  json.add("op", pattern.operation);
  json.add("served_by", pattern.served_by);
  json.add_number("requests", pattern.requests);
  json.add_number("items", pattern.items);
  json.add_number("errors", pattern.errors);
  json.add_number("read_units", pattern.read_units);
  json.add_number("write_units", pattern.write_units);
  json.add_number("p50_us", microseconds(pattern.p50));
  json.add_number("p99_us", microseconds(pattern.p99));
  json.end('}');
}

/// One metric of Prometheus with its samples.
class Metric {
 public:
  Metric(std::string& out, std::string_view name, std::string_view label, std::string_view help)
      : out_(out), name_(name), label_(label) {
    out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
    out.append(name).append(" counter\n");
  }
  void sample(std::string_view label, const std::string& value) {
    out_.append(name_).append("{").append(label_).append("=\"").append(label).append("\"} ");
    out_.append(value).append("\n");
  }

 private:
  std::string& out_;
  std::string_view name_;
  std::string_view label_;
};

void append_pattern_metrics(std::string& out, const std::vector<PatternCoverage>& patterns) {
  struct Count {
    std::string_view name, help;
    std::uint64_t PatternCoverage::* count;
  };
  struct Units {
    std::string_view name, help;
    double PatternCoverage::* units;
  };
  constexpr std::array<Count, 3> kCounts{{
      {"keywright_pattern_requests_total", "Requests that are this access pattern.",
       &PatternCoverage::requests},
      {"keywright_pattern_items_total", "Items that they read or wrote.", &PatternCoverage::items},
      {"keywright_pattern_errors_total", "Of them, those that the database refused or failed.",
       &PatternCoverage::errors},
  }};
  constexpr std::array<Units, 2> kUnits{{
      {"keywright_pattern_read_units_total", "Read units that they consumed.",
       &PatternCoverage::read_units},
      {"keywright_pattern_write_units_total", "Write units that they consumed.",
       &PatternCoverage::write_units},
  }};
  for (const auto& row : kCounts) {
    Metric metric(out, row.name, "pattern", row.help);
    for (const auto& each : patterns) metric.sample(each.name, std::to_string(each.*row.count));
  }
  for (const auto& row : kUnits) {
    Metric metric(out, row.name, "pattern", row.help);
    for (const auto& each : patterns) metric.sample(each.name, number(each.*row.units));
  }
}

}  // namespace

std::string_view to_string(ViolationKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

std::string_view to_string(GuardMode mode) {
  return mode == GuardMode::warn ? "warn" : "enforce";
}

std::string to_text(const CoverageReport& report) {
  std::vector<std::vector<std::string>> rows{
      {"pattern", "requests", "errors", "p50", "p99", "RRU", "WRU", "served by"}};
  for (const auto& pattern : report.patterns) {
    const bool ran = pattern.requests > 0;
    rows.push_back({pattern.name, std::to_string(pattern.requests), std::to_string(pattern.errors),
                    ran ? duration_text(pattern.p50) : "-", ran ? duration_text(pattern.p99) : "-",
                    number(pattern.read_units), number(pattern.write_units), pattern.served_by});
  }
  auto out = model::text_table(rows, "lrrrrrrl");
  const auto add = [&](std::string_view name, std::uint64_t count) {
    out.append(name).append(": ").append(std::to_string(count)).append("\n");
  };
  out += '\n';
  add("requests that match a pattern", report.matched);
  add("requests that match none", report.violations);
  for (const auto& [kind, count] : report.by_kind) {
    add("  " + std::string(to_string(kind)), count);
  }
  if (report.refused > 0) add("  of them refused", report.refused);
  if (report.malformed > 0) add("malformed requests", report.malformed);
  if (report.other_tables > 0) add("requests to other tables", report.other_tables);
  for (const auto& message : report.recent_violations) out += message + "\n";
  return out;
}

std::string to_json(const CoverageReport& report) {
  model::JsonWriter json;
  json.begin('{');
  json.add("mode", to_string(report.mode));
  json.add_number("matched", report.matched);
  json.add_number("violations", report.violations);
  json.add_number("refused", report.refused);
  json.add_number("other_tables", report.other_tables);
  json.add_number("malformed", report.malformed);
  json.begin("patterns", '[');
  for (const auto& pattern : report.patterns) add_pattern(json, pattern);
  json.end(']');
  json.begin("violations_by_kind", '{');
  for (const auto& [kind, count] : report.by_kind) json.add_number(to_string(kind), count);
  json.end('}');
  json.add("recent_violations", report.recent_violations);
  json.end('}');
  return std::move(json).text();
}

std::string to_metrics(const CoverageReport& report) {
  std::string out;
  Metric outcomes(out, "keywright_guard_requests_total", "outcome",
                  "Requests that the guard has seen.");
  for (const auto& [outcome, count] :
       {std::pair("matched", report.matched),
        std::pair("violated", report.violations - report.refused),
        std::pair("refused", report.refused), std::pair("other_table", report.other_tables),
        std::pair("malformed", report.malformed)}) {
    outcomes.sample(outcome, std::to_string(count));
  }
  append_pattern_metrics(out, report.patterns);
  Metric violations(out, "keywright_guard_violations_total", "kind",
                    "Requests that are no access pattern.");
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    const auto found =
        std::find_if(report.by_kind.begin(), report.by_kind.end(),
                     [&](const auto& known) { return static_cast<std::size_t>(known.kind) == i; });
    violations.sample(kKindNames[i],
                      std::to_string(found == report.by_kind.end() ? 0 : found->count));
  }
  return out;
}

}  // namespace keywright
