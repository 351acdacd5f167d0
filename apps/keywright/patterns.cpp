#include "commands.hpp"
#include "json.hpp"
#include "load.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::cli {
namespace {

struct Row {
  std::string name;
  std::string operation;
  std::string design;
  double read_units = 0;   // per call
  double write_units = 0;  // per call, of its most expensive form
};

Row row_of(const Checked& checked, const plan::PatternPlan& pattern) {
  const auto& model = *checked.model;
  const auto& declared = model.access_patterns[pattern.pattern];
  Row row{declared.name, std::string(model::to_text(*declared.operation)),
          plan::describe(model, pattern), 0, 0};
  if (const auto* read = pattern.read()) row.read_units = read->cost.units;
  for (const auto& write : pattern.writes) {
    row.write_units = std::max(row.write_units, write.cost.units());
  }
  return row;
}

std::string units_of(const Row& row) {
  char text[48];
  if (row.write_units > 0) {
    std::snprintf(text, sizeof text, "%g WRU", row.write_units);
  } else {
    std::snprintf(text, sizeof text, "%g RRU", row.read_units);
  }
  return text;
}

std::vector<std::string> split(const std::string& text, std::string_view separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos;) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

void print_table(const std::vector<Row>& rows) {
  std::size_t name = 7, operation = 2, units = 8;
  for (const auto& row : rows) {
    name = std::max(name, row.name.size());
    operation = std::max(operation, row.operation.size());
    units = std::max(units, units_of(row).size());
  }
  const auto width = [](std::size_t n) { return static_cast<int>(n); };
  std::printf("%-*s  %-*s  %*s  %s\n", width(name), "pattern", width(operation), "op", width(units),
              "per call", "served by");
  for (const auto& row : rows) {
    // A transition has a design per move, parted by semicolons: a line each.
    const auto lines = split(row.design, "; ");
    std::printf("%-*s  %-*s  %*s  %s\n", width(name), row.name.c_str(), width(operation),
                row.operation.c_str(), width(units), units_of(row).c_str(), lines.front().c_str());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      std::printf("%*s%s\n", width(name + operation + units + 6), "", lines[i].c_str());
    }
  }
}

void print_json(const std::vector<Row>& rows) {
  std::string out = "[";
  for (const auto& row : rows) {
    char units[96];
    std::snprintf(units, sizeof units, ",\"read_units\":%g,\"write_units\":%g}", row.read_units,
                  row.write_units);
    if (out.size() > 1) out += ',';
    out += "\n  {\"pattern\":" + json_string(row.name) + ",\"op\":" + json_string(row.operation) +
           ",\"served_by\":" + json_string(row.design) + units;
  }
  out += "\n]\n";
  std::fputs(out.c_str(), stdout);
}

}  // namespace

int patterns(const PatternsOptions& options) {
  const auto checked = load_and_check(options.model);
  if (!checked) return 2;
  if (checked->status != 0) {
    print_findings(*checked, options.output, stderr);
    return checked->status;
  }
  std::vector<Row> rows;
  for (const auto& pattern : checked->plan->patterns) rows.push_back(row_of(*checked, pattern));
  options.output.format == Format::json ? print_json(rows) : print_table(rows);
  return 0;
}

}  // namespace keywright::cli
