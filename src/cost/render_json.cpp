#include "cost/cost.hpp"
#include "model/json_writer.hpp"

#include <string>
#include <string_view>

namespace keywright::cost {
namespace {

using model::JsonWriter;

template <typename Row>
void add_rows(JsonWriter& json, std::string_view name, const std::vector<Row>& rows,
              void (*add)(JsonWriter&, const Row&)) {
  json.new_line(2);
  json.begin(name, '[');
  for (const auto& row : rows) {
    json.new_line(4);
    json.begin('{');
    add(json, row);
    json.end('}');
  }
  if (!rows.empty()) json.new_line(2);
  json.end(']');
}

void add_pattern(JsonWriter& json, const PatternCost& pattern) {
  const auto& traffic = pattern.traffic;
  json.add("pattern", traffic.name);
  json.add("op", pattern.operation);
  json.add_number("calls_avg", traffic.calls.avg);
  json.add_number("calls_peak", traffic.calls.peak);
  json.add_number("read_units", traffic.read_units);
  json.add_number("write_units", traffic.table_units);
  json.add_number("index_write_units", traffic.index_units());
  json.add_number("reads", pattern.reads);
  json.add_number("writes", pattern.writes);
  json.add_number("index_writes", pattern.indexes);
  json.add_number("total", pattern.total());
  json.add_flag("estimated", pattern.estimated);
}

void add_storage(JsonWriter& json, const StorageCost& stored) {
  json.add("entity", stored.entity);
  json.add_unless_empty("index", stored.index);
  json.add_unless_empty("unique", stored.unique);
  if (stored.items) json.add_number("items", *stored.items);
  json.add_number("bytes_each", stored.bytes);
  json.add_number("total", stored.dollars);
  json.add_flag("estimated", stored.estimated);
}

void add_table(JsonWriter& json, const TableCost& table) {
  const auto& load = table.reads_and_writes;
  json.add("table", table.name);
  json.add("billing", table.provisioned ? "provisioned" : "on_demand");
  json.add("class", table.infrequent ? "infrequent_access" : "standard");
  json.add_number("requests", table.requests);
  json.add_number("storage", table.storage);
  json.add_number("recovery", table.recovery);
  json.add_number("total", table.total());
  json.add_number("read_units_avg", load.read.avg);
  json.add_number("read_units_peak", load.read.peak);
  json.add_number("write_units_avg", load.write.avg);
  json.add_number("write_units_peak", load.write.peak);
  json.add_number("average_of_peak", table.utilisation);
  json.add_number("break_even", table.break_even);
  json.add_number("other_class", table.other_class);
  json.begin("alternatives", '[');
  for (const auto& alternative : table.alternatives) {
    json.begin('{');
    json.add("name", alternative.name);
    json.add_number("requests", alternative.dollars);
    json.end('}');
  }
  json.end(']');
}

}  // namespace

std::string render_json(const Report& report, const std::string& file) {
  auto json = JsonWriter::spaced();
  json.begin('{');
  json.add("file", file);
  json.add_number("total", report.total());
  json.add("region", report.prices.region);
  json.add("prices_effective", report.prices.effective);
  json.add_number("hours_per_month", report.prices.hours_per_month);
  json.add_number("gigabyte", report.prices.gigabyte);
  add_rows(json, "patterns", report.patterns, add_pattern);
  add_rows(json, "storage", report.storage, add_storage);
  add_rows(json, "tables", report.tables, add_table);
  json.new_line(2);
  json.add("notes", report.notes);
  json.end('}');
  return std::move(json).text() + "\n";
}

}  // namespace keywright::cost
