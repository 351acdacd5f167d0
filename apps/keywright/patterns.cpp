#include "commands.hpp"
#include "load.hpp"
#include "model/json_writer.hpp"
#include "model/text_table.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::cli {
namespace {

struct Row {
  std::string operation;
  plan::Design design;
};

std::vector<Row> rows_of(const Checked& checked) {
  std::vector<Row> rows;
  for (const auto& pattern : checked.plan->patterns) {
    const auto& declared = checked.model->access_patterns[pattern.pattern];
    for (auto& design : plan::designs_of(*checked.model, pattern)) {
      rows.push_back({std::string(model::to_text(*declared.operation)), std::move(design)});
    }
  }
  return rows;
}

std::string units_of(const Row& row) {
  char text[48];
  if (row.design.write_units > 0) {
    std::snprintf(text, sizeof text, "%g WRU", row.design.write_units);
  } else {
    std::snprintf(text, sizeof text, "%g RRU", row.design.read_units);
  }
  return text;
}

void print_table(const std::vector<Row>& rows) {
  std::vector<std::vector<std::string>> cells{{"pattern", "op", "per call", "served by"}};
  for (const auto& row : rows) {
    cells.push_back({row.design.pattern, row.operation, units_of(row), row.design.text});
  }
  std::fputs(model::text_table(cells, "llrl").c_str(), stdout);
}

void print_json(const std::vector<Row>& rows) {
  model::JsonWriter json;
  json.begin('[');
  for (const auto& row : rows) {
    json.new_line(2);
    json.begin('{');
    json.add("pattern", row.design.pattern);
    json.add("op", row.operation);
    json.add("served_by", row.design.text);
    json.add_number("read_units", row.design.read_units);
    json.add_number("write_units", row.design.write_units);
    json.end('}');
  }
  json.new_line(0);
  json.end(']');
  std::puts(std::move(json).text().c_str());
}

}  // namespace

int patterns(const PatternsOptions& options) {
  const auto checked = load_and_check(options.model);
  if (checked.status != 0) {
    if (!checked.findings.empty()) print_findings({&checked, 1}, options.output, stderr);
    return checked.status;
  }
  const auto rows = rows_of(checked);
  options.output.format == Format::json ? print_json(rows) : print_table(rows);
  return 0;
}

}  // namespace keywright::cli
