#pragma once

// How often each generated function runs, and what one call of it reads and writes: what costs, hot
// keys and the limits of a table are computed from.
//
// Plain values. Positions refer to the Model and Plan they were made of. Nothing fails.

#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace keywright::cost {

// Per second. Where a model gives only one of them, it stands for the other too.
struct Rate {
  double avg = 0;
  double peak = 0;
};

struct Traffic {
  std::size_t pattern = 0;           // into Model::access_patterns
  std::optional<std::size_t> step;   // of a transaction: into PatternPlan::steps
  std::optional<std::size_t> write;  // into PatternPlan::writes, of the step; absent: a read
  std::string name;  // "get_job"; of a move "transition_status.start", of a step "transfer.deposit"
  std::size_t table = 0;  // into Model::tables
  double among =
      1;       // so many functions (the moves of a transition) share the pattern's calls equally
  Rate calls;  // its share of them
  bool has_average = false;  // the model gives one

  // Per call.
  double read_units = 0;
  std::optional<std::size_t> read_index;  // where it reads; absent: the table
  double table_units = 0;
  std::vector<plan::IndexWrite> indexes;
  bool estimated = false;

  [[nodiscard]] double index_units() const;
  [[nodiscard]] double write_units() const { return table_units + index_units(); }
};

// Of all patterns that are served, in file order; a transition has one per move, and a transaction
// one per step.
[[nodiscard]] std::vector<Traffic> traffic_of(const model::Model& model, const plan::Plan& plan);

// The plan of its pattern, or of its step.
[[nodiscard]] const plan::PatternPlan& plan_of(const plan::Plan& plan, const Traffic& traffic);
// Null if it is a read.
[[nodiscard]] const plan::WritePlan* write_of(const plan::Plan& plan, const Traffic& traffic);

// Units per second of a table, or of one of its global indexes (local ones use the table's).
struct Throughput {
  Rate read;
  Rate write;
};
[[nodiscard]] Throughput throughput_of(const model::Model& model,
                                       const std::vector<Traffic>& traffic, std::size_t table,
                                       std::optional<std::size_t> index);

}  // namespace keywright::cost
