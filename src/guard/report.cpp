#include "guard/coverage.hpp"
#include "model/json_string.hpp"
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

using Row = std::array<std::string, 8>;

/// The first and last columns are text, the others figures.
void append_table(std::string& out, const std::vector<Row>& rows) {
  std::array<std::size_t, std::tuple_size_v<Row>> widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      if (i > 0) out += "  ";
      if (i + 1 == row.size()) {
        out += row[i];
      } else {
        out += i == 0 ? row[i] + blanks : blanks + row[i];
      }
    }
    out += '\n';
  }
}

class Json {
 public:
  void open(char bracket) {
    out_ += bracket;
    is_first_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    is_first_ = false;
  }
  void next() {
    if (!is_first_) out_ += ',';
    is_first_ = false;
  }
  void key(std::string_view name) {
    next();
    out_.append("\"").append(name).append("\":");
  }
  void member(std::string_view name, std::string_view value) {
    key(name);
    text(value);
  }
  void member(std::string_view name, double value) {
    key(name);
    out_ += number(value);
  }
  void member(std::string_view name, std::uint64_t value) {
    key(name);
    out_ += std::to_string(value);
  }
  void text(std::string_view value) { model::append_json_string(out_, value); }
  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  std::string out_;
  bool is_first_ = true;
};

void append_pattern(Json& json, const PatternCoverage& pattern) {
  json.next();
  json.open('{');
  json.member("pattern", pattern.name);
  json.member("op", pattern.operation);
  json.member("served_by", pattern.served_by);
  json.member("requests", pattern.requests);
  json.member("items", pattern.items);
  json.member("errors", pattern.errors);
  json.member("read_units", pattern.read_units);
  json.member("write_units", pattern.write_units);
  json.member("p50_us", microseconds(pattern.p50));
  json.member("p99_us", microseconds(pattern.p99));
  json.close('}');
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
  std::vector<Row> rows{{"pattern", "requests", "errors", "p50", "p99", "RRU", "WRU", "served by"}};
  for (const auto& pattern : report.patterns) {
    const bool ran = pattern.requests > 0;
    rows.push_back({pattern.name, std::to_string(pattern.requests), std::to_string(pattern.errors),
                    ran ? duration_text(pattern.p50) : "-", ran ? duration_text(pattern.p99) : "-",
                    number(pattern.read_units), number(pattern.write_units), pattern.served_by});
  }
  std::string out;
  append_table(out, rows);
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
  Json json;
  json.open('{');
  json.member("mode", to_string(report.mode));
  json.member("matched", report.matched);
  json.member("violations", report.violations);
  json.member("refused", report.refused);
  json.member("other_tables", report.other_tables);
  json.member("malformed", report.malformed);
  json.key("patterns");
  json.open('[');
  for (const auto& pattern : report.patterns) append_pattern(json, pattern);
  json.close(']');
  json.key("violations_by_kind");
  json.open('{');
  for (const auto& [kind, count] : report.by_kind) json.member(to_string(kind), count);
  json.close('}');
  json.key("recent_violations");
  json.open('[');
  for (const auto& message : report.recent_violations) {
    json.next();
    json.text(message);
  }
  json.close(']');
  json.close('}');
  return std::move(json).take();
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
