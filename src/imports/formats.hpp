#pragma once

// One reader per format, from the tree of the file to a draft. None fails: what cannot be read is
// reported and left out.

#include "imports/draft.hpp"
#include "imports/report.hpp"
#include "model/tree.hpp"

#include <string_view>

namespace keywright::imports {

// schema.json of AWS Labs' DynamoDB MCP server: tables, entities with templates, access patterns.
void read_awslabs_schema(Report& report, const model::Node& root, Draft& draft);
// dynamodb_data_model.json of the same: CreateTable requests, sample items, AWS CLI commands.
void read_data_model(Report& report, const model::Node& root, Draft& draft);
// A data model of NoSQL Workbench: tables, facets, sample items; no access patterns.
void read_workbench(Report& report, const model::Node& root, Draft& draft);

struct Name {
  std::string_view theirs;
  std::string_view ours;
};
// The word of ours, or nothing.
template <typename Names>
[[nodiscard]] std::string_view translate(const Names& names, std::string_view theirs) {
  for (const Name& name : names) {
    if (name.theirs == theirs) return name.ours;
  }
  return {};
}

}  // namespace keywright::imports
