#pragma once

// How one read pattern is answered from one source (the table or an index of it): the request, its
// exact key expressions, what it costs and what else it would touch; and, of a source that cannot
// answer it, why not.
//
// Plain values. Positions refer to the Model that the plan was made of.

#include "model/ir.hpp"
#include "plan/capacity.hpp"
#include "plan/key.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace keywright::plan {

struct Input;

// A piece of a key expression: literal text of the template, or a component: the value of a field,
// given by an input of the pattern's function or known beforehand.
struct KeyTerm {
  std::string literal;
  std::optional<std::size_t> input;     // into PatternPlan::inputs
  std::optional<std::string> constant;  // such as the state that a transition leads to
  std::size_t entity = 0;               // whose field says how the component is encoded
  std::size_t field = 0;
  // The input is the beginning of a text, not a whole value (a range of kind `prefix`).
  bool partial = false;

  [[nodiscard]] bool is_input() const { return input.has_value(); }
  [[nodiscard]] bool is_component() const { return input || constant; }
  friend bool operator==(const KeyTerm&, const KeyTerm&) = default;
};

// The value that a key attribute is compared with.
struct KeyExpression {
  std::string attribute;
  model::AttributeType type = model::AttributeType::string;
  bool native = false;  // exactly one input term, not encoded
  std::vector<KeyTerm> terms;

  [[nodiscard]] bool is_constant() const;
  // For messages, charts and tests: JOB#{job_id}. With the names of inputs where they are given, as
  // an end of a range may be called {created_at_from}.
  [[nodiscard]] std::string text(const model::Model& model,
                                 const std::vector<Input>* inputs = nullptr) const;
};

enum class SortConditionKind {
  none,  // the whole partition
  equal,
  begins_with,
  between,  // both ends included
  greater_equal,
  greater,
  less_equal,
  less,
};

struct SortCondition {
  SortConditionKind kind = SortConditionKind::none;
  KeyExpression lower;  // of equal, begins_with, between, greater..
  KeyExpression upper;  // of between, less..
};

// A field compared in a FilterExpression, as no key can say it.
struct Filter {
  enum class Kind {
    equal,
    less,
    less_equal,
    greater,
    greater_equal,
    between,
    begins_with,
    is_type
  };
  Kind kind = Kind::equal;
  std::size_t entity = 0;
  std::size_t field = 0;
  std::optional<std::size_t> input;
  std::optional<std::size_t> upper_input;  // of between
  std::vector<std::size_t> entities;       // of is_type: entities whose items are wanted
  // It only sharpens the end of a key range (at most the items equal to the bound are read in
  // vain), so that it costs nothing worth a finding.
  bool sharpens_range = false;
};

enum class Access { get_item, batch_get_item, query, scan };

// What of one returned entity a read reaches.
struct ReturnedRange {
  std::size_t entity = 0;
  model::Cardinality cardinality = model::Cardinality::one;
  KeyExpression lower;  // its items lie from `lower` ..
  KeyExpression upper;  // .. up to `upper`; equal ones for a single item
  bool single = false;  // at most one item
  double items = 0;     // per call, expected
  double bytes = 0;     // per item in this source, average
};

// Another entity's items between those that are wanted.
struct Neighbour {
  std::size_t entity = 0;
  double items = 0;               // per call, expected
  double bytes = 0;               // of all of them
  std::string partition_witness;  // such a key
  std::string sort_witness;
};

struct ReadPlan {
  Access access = Access::get_item;
  std::optional<std::size_t> index;  // into Table::indexes; absent: the table
  std::vector<KeyExpression> partition;
  std::vector<KeyExpression> sort_equal;  // get: the sort key; query: leading ones of several
  SortCondition sort;                     // of query
  bool forward = true;
  bool consistent = false;
  std::uint32_t shards = 1;
  std::vector<Filter> filters;
  // Of a read that wants not all fields: those it asks for, as positions in Entity::fields of its
  // one entity, in the order of the pattern. Empty: all.
  std::vector<std::size_t> projected;
  std::vector<ReturnedRange> ranges;  // one per AccessPattern::returns, in its order
  std::vector<Neighbour> neighbours;  // read and billed, but not wanted
  // Which index entries are missing from the answer: the source holds only some of the items, and
  // the pattern named it by `using`.
  bool partial = false;
  ReadCost cost;
};

// Why a source cannot answer a pattern.
enum class Obstacle {
  no_key_design,           // the entity has no key, or the model no table
  not_in_source,           // the entity has no entry in the index
  unknown_index,           // `using` names an index that does not exist
  not_the_index_meant,     // `using` names another
  partition_unbound,       // AP001: inputs for these components of the partition key are missing
  key_unbound,             // AP002: an item is addressed, but these components are missing
  needs_query,             // AP002: an item is addressed by an index, which only a query reads
  bound_after_free,        // AP003: these bound fields come after a free component of the sort key
  range_after_free,        // AP003: the field of the range comes after a free component
  range_not_ordered,       // AP003: keys of this type or template do not sort as the field does
  bound_not_in_key,        // AP002: GetItem cannot search by a field that is in no key
  order_not_in_key,        // AP007: the field of the order is in no sort key of the source
  order_after_free,        // AP007: it comes after a free component
  strong_on_global_index,  // AP006
  not_projected,           // AP009: these needed fields are not in the index
  partial_source,          // the index holds only some items (`when`, or an optional component)
  other_partition,         // AP013: the entity lies under another partition key
  other_table,             // AP013: it is in another table
  sharded_collection,      // AP013: its entries are spread over shards, which only a list merges
  condition_not_there,     // AP013: a collection's condition is on fields that the entity lacks
  range_too_wide,          // AP003: the one range of a collection also takes other such items
  prefix_not_text,         // AP003: a range of kind `prefix` on a field that is no string
};

struct Reason {
  Obstacle obstacle = Obstacle::no_key_design;
  std::size_t entity = 0;
  std::vector<std::string> fields;  // concerned: missing, out of order, not projected ..
  // The component or components that stand in the way (bound_after_free, range_after_free,
  // order_after_free): a free one that comes first.
  std::vector<std::string> before;
  model::Span span;  // in the pattern: what asks for it
  // not_projected: what projecting them adds to an entry, and what fetching the whole items of one
  // call would cost instead.
  double extra_entry_bytes = 0;
  double hydrate_units = 0;
};

struct Candidate {
  std::optional<std::size_t> index;  // absent: the table
  std::vector<Reason> reasons;       // empty: it can answer
  std::size_t filters = 0;           // inputs that only a filter could compare
  std::optional<ReadPlan> plan;      // if it can
  // The partition key as far as the pattern binds it, for "nearest" in messages.
  std::string key_text;  // pk: "JOB#{job_id}", sk: "FINDING#{finding_id}"

  [[nodiscard]] bool serves() const { return reasons.empty(); }
};

}  // namespace keywright::plan
