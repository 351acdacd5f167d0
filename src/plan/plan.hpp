#pragma once

// The heart: every access pattern resolved to the key or index that serves it, with its exact
// expressions, ranges, writes of index keys, inputs and cost; or to the reasons why nothing serves
// it. Check, generate and the charts read these plans, so what is proved is what is generated.
//
// make_plan() is pure and never fails: what cannot be planned says so in its own place. A Plan
// holds positions into the Model it was made of and no pointers; use both together.

#include "model/ir.hpp"
#include "plan/capacity.hpp"
#include "plan/key.hpp"
#include "plan/read_plan.hpp"
#include "plan/size.hpp"
#include "plan/write_plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::plan {

enum class InputRole {
  bound,        // `by`: equality
  range_value,  // the one bound of >=, >, <=, <
  range_lower,  // of between
  range_upper,
  range_prefix,
  item,              // a whole entity (create, put, upsert, the items of a batch)
  new_value,         // patch, upsert, move: the field's new value
  added,             // ADD
  current,           // what the item holds now, as a key mentions it; guarded by a condition
  also_put,          // a whole entity, written in the same transaction
  condition,         // a parameter of the pattern's own condition
  expected_version,  // which version the caller has read; not given: whichever it is
};

// An argument of the generated function, or a member of its argument struct.
struct Input {
  std::string name;
  InputRole role = InputRole::bound;
  std::size_t entity = 0;            // into Model::entities
  std::optional<std::size_t> field;  // into its fields; absent for whole items
  bool many = false;                 // a list of them (batches)
  bool optional = false;             // may be without a value
  std::string parameter;             // of a condition: its name there, without the colon
};

struct PatternPlan {
  std::size_t pattern = 0;  // into Model::access_patterns
  // This is the plan of one step of that pattern: into AccessPattern::steps.
  std::optional<std::size_t> step;
  std::vector<Input> inputs;

  // Reads: all sources tried, the table first, then indexes in file order; `chosen` is the cheapest
  // that serves.
  std::vector<Candidate> candidates;
  std::optional<std::size_t> chosen;

  // Writes: one per generated function (a transition has one per move).
  std::vector<WritePlan> writes;
  std::vector<WriteReason> write_reasons;  // why there are none

  // Of a transaction: one per step.
  std::vector<PatternPlan> steps;

  [[nodiscard]] bool served() const;
  [[nodiscard]] const ReadPlan* read() const {
    return chosen ? &*candidates[*chosen].plan : nullptr;
  }
  // Of a read that nothing serves: the candidate with the fewest and lightest reasons. Null if it
  // is served, or no source exists.
  [[nodiscard]] const Candidate* nearest() const;
};

// The pattern that a plan is of: for a step, the pattern that the step runs.
[[nodiscard]] const model::AccessPattern& declared(const model::Model& model,
                                                   const PatternPlan& plan);

// Entities whose items share a partition key, and the patterns on them: one repository.
struct Aggregate {
  std::string name;                         // "Job": its first entity that is no child of another
  std::size_t root = 0;                     // into Model::entities
  std::vector<std::size_t> entities;        // in file order
  std::vector<std::size_t> patterns;        // hot ones, in file order
  std::vector<std::size_t> admin_patterns;  // `kind: admin`
};

struct Plan {
  std::vector<EntityKeys> keys;       // one per Model::entities
  std::vector<Size> item_sizes;       // likewise
  std::vector<PatternPlan> patterns;  // one per Model::access_patterns
  std::vector<Aggregate> aggregates;  // in the order of their first entity

  [[nodiscard]] const PatternPlan* find(const model::Model& model, std::string_view pattern) const;
};

[[nodiscard]] Plan make_plan(const model::Model& model);

// The type of a key attribute of a table or its indexes: the declared one, or the one that the keys
// of the table's entities give it.
[[nodiscard]] model::AttributeType key_attribute_type(const model::Model& model, const Plan& plan,
                                                      std::size_t table,
                                                      const model::KeyAttribute& attribute);

// How one generated function is served, for people: charts, `keywright patterns`, and what the
// generated code says of itself.
struct Design {
  std::string pattern;     // "list_jobs_by_status"; of a move, "transition_status.start"
  std::string text;        // "Query app-table.gsi1: gsi1pk = STATUS#{status}, descending"
  double read_units = 0;   // RRU per call
  double write_units = 0;  // WRU per call, indexes included
};

// One, but one per move of a transition; none if nothing serves the pattern.
[[nodiscard]] std::vector<Design> designs_of(const model::Model& model, const PatternPlan& pattern);

// One line for people, as in `Query app-table.gsi1: gsi1pk = STATUS#{status}, newest first`.
[[nodiscard]] std::string describe(const model::Model& model, const PatternPlan& pattern);

}  // namespace keywright::plan
