#pragma once

// Every change between two designs, what it asks of a table that is in use, and the way there.
//
// Pure: the same models and prices give the same report. Nothing fails.

#include "cost/prices.hpp"
#include "diff/change.hpp"
#include "diff/model_side.hpp"
#include "diff/steps.hpp"
#include "diff/table_side.hpp"
#include "model/diagnostic.hpp"

#include <string>
#include <vector>

namespace keywright::diff {

struct Report {
  std::vector<Change> changes;              // the gravest first
  std::vector<model::Diagnostic> findings;  // EVO001 .. about the new model, but for waived ones
  std::vector<PlanStep> steps;
  std::vector<std::string> notes;  // what was not compared

  // Of the gravest change that is not waived.
  [[nodiscard]] Impact impact() const;
};

[[nodiscard]] Report diff_models(const ModelSide& before, const ModelSide& after,
                                 const cost::Prices& prices = cost::default_prices());

// Why it cannot be told which of its tables the model's are; empty if it can.
[[nodiscard]] std::string cannot_match(const std::vector<TableSide>& before,
                                       const ModelSide& after);

// A template knows tables only.
[[nodiscard]] Report diff_template(const std::vector<TableSide>& before, const ModelSide& after,
                                   const cost::Prices& prices = cost::default_prices());

}  // namespace keywright::diff
