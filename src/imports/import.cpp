#include "imports/import.hpp"

#include "imports/formats.hpp"
#include "imports/json.hpp"
#include "imports/settle.hpp"
#include "imports/write_yaml.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::imports {
namespace {

using model::Node;

struct FormatRow {
  Format format;
  std::string_view name;
  bool (*is)(const Node& root);
  void (*read)(Report&, const Node&, Draft&);
};

const Node* first_table(const Node& root) {
  const model::Entry* tables = root.find("tables");
  return tables == nullptr || tables->value.items.empty() ? nullptr : &tables->value.items.front();
}

constexpr std::array formats{
    FormatRow{Format::awslabs_schema, "schema.json of AWS Labs' DynamoDB MCP server",
              [](const Node& root) {
                const Node* table = first_table(root);
                return table != nullptr && (table->find("table_config") != nullptr ||
                                            table->find("entities") != nullptr);
              },
              read_awslabs_schema},
    FormatRow{Format::data_model, "dynamodb_data_model.json of AWS Labs' DynamoDB MCP server",
              [](const Node& root) {
                const Node* table = first_table(root);
                return table != nullptr && table->find("TableName") != nullptr;
              },
              read_data_model},
    FormatRow{Format::workbench, "a data model of NoSQL Workbench",
              [](const Node& root) { return root.find("DataModel") != nullptr; }, read_workbench},
};

}  // namespace

std::string_view name_of(Format format) {
  return formats[static_cast<std::size_t>(format)].name;
}

ImportResult import_file(std::string text, std::string file_name) {
  ImportResult result;
  result.source = model::SourceFile(std::move(file_name), std::move(text));
  Report report;
  const JsonResult json = read_json(result.source);
  if (!json.tree) {
    report.add(Rule::not_json, json.fault.span, json.fault.message, json.fault.help);
    result.findings = std::move(report).take();
    return result;
  }
  const auto* const row = std::find_if(formats.begin(), formats.end(),
                                       [&](const FormatRow& each) { return each.is(*json.tree); });
  if (row == formats.end()) {
    report.add(
        Rule::unknown_format, result.source.span(0, 0),
        "this is no data model that can be imported",
        "known are schema.json and dynamodb_data_model.json of AWS Labs, and models of NoSQL "
        "Workbench");
    result.findings = std::move(report).take();
    return result;
  }
  Draft draft;
  row->read(report, *json.tree, draft);
  settle(report, draft);
  if (draft.tables.empty()) {
    report.add(Rule::no_table, result.source.span(0, 0),
               "no table could be taken from " + std::string(row->name) +
                   ", and there is no model without one",
               "it has none, or each was left out: the other findings say why");
    result.findings = std::move(report).take();
    return result;
  }
  result.format = row->format;
  result.model = write_yaml(draft, row->name);
  result.patterns = draft.patterns.size();
  result.entities = draft.entities.size();
  result.tables = draft.tables.size();
  result.findings = std::move(report).take();
  return result;
}

}  // namespace keywright::imports
