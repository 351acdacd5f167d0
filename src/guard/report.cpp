#include "guard/coverage.hpp"
#include "model/json_string.hpp"
#include <keywright/guard_report.hpp>

#include <algorithm>
#include <array>
#include <cstdio>

namespace keywright {
namespace {

constexpr std::array<std::string_view, guard::kViolationKinds> kKindNames{
    "operation", "scan",   "key_condition", "direction", "filter", "consistency", "projection",
    "item_key",  "fields", "index_keys",    "condition", "change", "statement"};

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

}  // namespace keywright
