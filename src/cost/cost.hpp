#pragma once

// What a model costs per month: each access pattern, what is stored, and each table in other
// billing modes and classes. Requests are counted at their average rates.
//
// Pure: the same model and prices give the same report. Nothing fails; what the model does not say
// is guessed or left out, and said so in `notes`.

#include "cost/prices.hpp"
#include "cost/traffic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace keywright::cost {

// Of one generated function, on demand in the class of its table.
struct PatternCost {
  Traffic traffic;
  std::string operation;
  double reads = 0;  // dollars per month
  double writes = 0;
  double indexes = 0;
  bool estimated = false;

  [[nodiscard]] double total() const { return reads + writes + indexes; }
};

// An entity in the table, in one of its indexes, or the items that keep a rule of uniqueness.
struct StorageCost {
  std::string entity;
  std::string index;            // empty: the table
  std::string unique;           // the rule whose sentinels they are; empty: items or their entries
  std::size_t table = 0;        // into Model::tables
  std::optional<double> items;  // absent: the model does not say how many there are
  double bytes = 0;             // per item, with what DynamoDB adds for its own use
  double dollars = 0;
  bool estimated = false;

  [[nodiscard]] double all_bytes() const { return items.value_or(0) * bytes; }
};

// The requests of a table under one way of paying.
struct Alternative {
  std::string name;  // "provisioned, scaled with the load"
  double dollars = 0;
};

struct TableCost {
  std::string name;
  bool provisioned = false;  // as declared
  bool infrequent = false;   // as declared
  double requests = 0;       // dollars, as declared
  double storage = 0;
  double recovery = 0;
  Throughput reads_and_writes;  // of the table and its indexes
  double target = 0;            // the part of provisioned capacity that is to be used
  double utilisation = 0;       // average of the peak, of what the units cost on demand
  // From this utilisation on, capacity for the peak costs less than on demand.
  double break_even = 0;
  double on_demand = 0;     // requests, in the class declared
  double for_the_peak = 0;  // provisioned, without scaling
  std::vector<Alternative> alternatives;
  double other_class = 0;  // all of it, in the class that is not declared

  [[nodiscard]] double total() const { return requests + storage + recovery; }
};

struct Report {
  Prices prices;
  std::vector<PatternCost> patterns;
  std::vector<StorageCost> storage;
  std::vector<TableCost> tables;
  std::vector<std::string> notes;

  [[nodiscard]] double total() const;
};

[[nodiscard]] Report cost_of(const model::Model& model, const plan::Plan& plan,
                             const Prices& prices = default_prices());

// How much of a provisioned unit is to be used: the target of autoscaling if none is declared.
inline constexpr double target_utilisation = 0.7;

// A table of patterns, of what is stored, and of ways to pay, for people.
[[nodiscard]] std::string render_text(const Report& report, const std::string& title);
// One JSON object, ending in a line break.
[[nodiscard]] std::string render_json(const Report& report, const std::string& file);
// 1234.5 -> "1,234.50"
[[nodiscard]] std::string dollars_text(double dollars);

}  // namespace keywright::cost
