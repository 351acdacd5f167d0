#include "cost/cost.hpp"
#include "model/json_string.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace keywright::cost {
namespace {

// Writes `"name": value` members with the commas between them.
class Members {
 public:
  explicit Members(std::string& json) : json_(json) { json_ += "{"; }

  Members& text(std::string_view name, std::string_view value) {
    begin(name);
    model::append_json_string(json_, value);
    return *this;
  }
  Members& number(std::string_view name, double value) {
    begin(name);
    json_ += fmt::format("{:.10g}", value);
    return *this;
  }
  Members& flag(std::string_view name, bool value) {
    begin(name);
    json_ += value ? "true" : "false";
    return *this;
  }
  void begin(std::string_view name) {
    if (!first_) json_ += ", ";
    first_ = false;
    model::append_json_string(json_, name);
    json_ += ": ";
  }
  void end() { json_ += "}"; }

 private:
  std::string& json_;
  bool first_ = true;
};

template <typename Row, typename Append>
void append_rows(std::string& json, const std::vector<Row>& rows, Append append) {
  json += "[";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    json += i > 0 ? ",\n    " : "\n    ";
    append(rows[i]);
  }
  json += rows.empty() ? "]" : "\n  ]";
}

void append_pattern(std::string& json, const PatternCost& pattern) {
  const auto& traffic = pattern.traffic;
  Members members(json);
  members.text("pattern", traffic.name).text("op", pattern.operation);
  members.number("calls_avg", traffic.calls.avg).number("calls_peak", traffic.calls.peak);
  members.number("read_units", traffic.read_units).number("write_units", traffic.table_units);
  members.number("index_write_units", traffic.index_units());
  members.number("reads", pattern.reads).number("writes", pattern.writes);
  members.number("index_writes", pattern.indexes).number("total", pattern.total());
  members.flag("estimated", pattern.estimated);
  members.end();
}

void append_storage(std::string& json, const StorageCost& stored) {
  Members members(json);
  members.text("entity", stored.entity);
  if (!stored.index.empty()) members.text("index", stored.index);
  if (!stored.unique.empty()) members.text("unique", stored.unique);
  if (stored.items) members.number("items", *stored.items);
  members.number("bytes_each", stored.bytes).number("total", stored.dollars);
  members.flag("estimated", stored.estimated);
  members.end();
}

void append_table(std::string& json, const TableCost& table) {
  const auto& load = table.reads_and_writes;
  Members members(json);
  members.text("table", table.name);
  members.text("billing", table.provisioned ? "provisioned" : "on_demand");
  members.text("class", table.infrequent ? "infrequent_access" : "standard");
  members.number("requests", table.requests).number("storage", table.storage);
  members.number("recovery", table.recovery).number("total", table.total());
  members.number("read_units_avg", load.read.avg).number("read_units_peak", load.read.peak);
  members.number("write_units_avg", load.write.avg).number("write_units_peak", load.write.peak);
  members.number("average_of_peak", table.utilisation);
  members.number("break_even", table.break_even);
  members.number("other_class", table.other_class);
  members.begin("alternatives");
  json += "[";
  for (std::size_t i = 0; i < table.alternatives.size(); ++i) {
    if (i > 0) json += ", ";
    Members other(json);
    other.text("name", table.alternatives[i].name)
        .number("requests", table.alternatives[i].dollars);
    other.end();
  }
  json += "]";
  members.end();
}

}  // namespace

std::string render_json(const Report& report, const std::string& file) {
  std::string json;
  Members members(json);
  members.text("file", file).number("total", report.total());
  members.text("region", report.prices.region).text("prices_effective", report.prices.effective);
  members.number("hours_per_month", report.prices.hours_per_month);
  members.number("gigabyte", report.prices.gigabyte);
  json += ",\n  \"patterns\": ";
  append_rows(json, report.patterns, [&](const auto& row) { append_pattern(json, row); });
  json += ",\n  \"storage\": ";
  append_rows(json, report.storage, [&](const auto& row) { append_storage(json, row); });
  json += ",\n  \"tables\": ";
  append_rows(json, report.tables, [&](const auto& row) { append_table(json, row); });
  json += ",\n  \"notes\": [";
  for (std::size_t i = 0; i < report.notes.size(); ++i) {
    if (i > 0) json += ", ";
    model::append_json_string(json, report.notes[i]);
  }
  return json + "]}\n";
}

}  // namespace keywright::cost
