#pragma once

// What has to be done so that a table becomes what its model says: a list of requests in order, and
// what is refused because it would lose data or cannot be done at all.
//
// diff() is pure. What the model is silent about (a stream, a lifetime, a setting with a default)
// an existing table keeps, with a note.

#include "apply/model_table.hpp"
#include <keywright/table.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace keywright::apply {

// What DescribeTable and DescribeTimeToLive tell.
struct TableState {
  std::optional<TableDescription> table;  // nullopt: there is none
  std::optional<std::string> ttl_attribute;

  // Whether nothing of it is being created, changed or deleted.
  [[nodiscard]] bool is_idle() const;
  // "app-table is UPDATING; gsi1 is CREATING (backfilling)"; empty if it is idle.
  [[nodiscard]] std::string activity() const;
};

struct DiffOptions {
  bool delete_indexes = false;   // global indexes that the model lacks
  bool replace_indexes = false;  // those with other keys or another projection
};

struct Step {
  std::string what;  // "create index gsi2": also what tells it from the other steps of the table
  std::string detail;
  std::string why;
  std::string cost;  // in money, time and availability
  std::variant<CreateTableRequest, UpdateTableRequest, UpdateTimeToLiveRequest> request;
};

// What is not done: the thing and what to do about it.
struct Refusal {
  std::string what;
  std::string mend;
};

struct TableDiff {
  std::string table;
  std::vector<Step> steps;
  std::vector<Refusal> refusals;  // if there are any, no step should be made
  std::vector<std::string> notes;

  [[nodiscard]] const Step* find(std::string_view what) const;
};

[[nodiscard]] TableDiff diff(const TableState& state, const ModelTable& wanted,
                             const DiffOptions& options = {});

}  // namespace keywright::apply
