#pragma once

// One read or write that the application makes. Patterns name no key, index or table (save by
// `using`): the plan layer finds the key that serves each of them.

#include "model/condition.hpp"
#include "model/reference.hpp"
#include "model/source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

enum class Operation {
  get,
  batch_get,
  query,
  scan,    // `kind: admin` only
  create,  // fails if the item is there
  put,     // replaces
  upsert,  // changes, or creates what is absent
  patch,   // changes; fails if the item is absent
  transition,
  delete_item,  // `delete`
  batch_put,
  batch_delete,
  transact,
};

[[nodiscard]] std::string_view to_text(Operation operation);  // as in the file: "get", "delete"
[[nodiscard]] bool is_read(Operation operation);
[[nodiscard]] bool is_batch(Operation operation);  // batch_get, batch_put, batch_delete

enum class Cardinality {
  one,       // "X"
  optional,  // "X?"
  many,      // "X*"
};

// One entity of the result (of a read) or the entity written.
struct Returned {
  EntityRef entity;
  Cardinality cardinality = Cardinality::one;
  Span span;  // with the "?" or "*"
};

enum class RangeOperator { between, greater_equal, greater, less_equal, less, prefix };

[[nodiscard]] std::string_view to_text(RangeOperator range_operator);  // "between", ">=" ..

struct Range {
  FieldRef field;
  RangeOperator range_operator = RangeOperator::between;
  Span span;
  Span key;
};

struct Order {
  FieldRef field;
  bool descending = false;
  Span span;
  Span key;
};

enum class Consistency { eventual, strong };
enum class PatternKind { hot, admin };
enum class ExpiredItems { exclude, include };  // what a read does with items whose TTL has passed

struct Rate {  // calls per second
  std::optional<Located<double>> peak;
  std::optional<Located<double>> avg;
  Span span;
  Span key;
};

struct BatchSize {  // items per call of a batch
  std::optional<Located<double>> avg;
  std::optional<Located<std::uint64_t>> max;
  Span span;
  Span key;
};

struct TransactStep;

struct AccessPattern {
  std::string name;  // empty for a pattern written inside the `steps` of a transaction
  Span key;          // of the name
  Span span;         // of the whole definition

  Located<Operation> operation;

  // The entities read or written. `entity: X` gives one element: optional for get, many for query,
  // scan and batches, one for other writes. Empty for transact alone.
  std::vector<Returned> returns;
  bool is_collection = false;  // `returns:` was written: a typed collection of several entities
  Span returns_span;           // of the value of `entity` or `returns`

  // Fields bound by equality, in the order written: also the order of the generated function's
  // arguments. Resolved in the first entity of `returns` that has the field; in the others look it
  // up by name.
  std::vector<FieldRef> by;
  Span by_span;
  std::optional<Range> range;
  std::optional<Order> order;

  std::optional<Located<std::uint64_t>> page;       // default page size of a list
  std::optional<Located<std::uint64_t>> max_items;  // bound of a collection read in one call

  std::vector<FieldRef> fields;  // what the caller needs; empty means everything
  Span fields_span;

  Located<Consistency> consistency{Consistency::eventual, {}, {}};
  Located<ExpiredItems> expired{ExpiredItems::exclude, {}, {}};
  bool read_after_write = false;               // the caller reads what it has just written
  std::optional<Located<std::string>> reason;  // why it is strong, or admin

  // Of patch and upsert: the fields it may change.
  std::vector<FieldRef> set;
  std::vector<FieldRef> add;
  std::vector<FieldRef> remove;
  std::optional<Condition> condition;  // further condition of a write

  std::optional<Located<std::string>> move;  // of transition: the one move meant; else all

  std::vector<TransactStep> steps;  // of transact
  Span steps_span;

  Rate rate;
  BatchSize items;
  bool each = false;  // a step's: it writes each of a list of items, as many as `items` says
  Located<PatternKind> kind{PatternKind::hot, {}, {}};
  std::optional<IndexRef> use_index;  // `using`; resolved in the table of the first entity

  // The one entity of every pattern that is not a collection or a transaction.
  [[nodiscard]] const EntityRef& entity() const { return returns.front().entity; }
  // Whether one call is of any number of items.
  [[nodiscard]] bool is_many() const { return each || is_batch(operation.value); }
};

// A step is another pattern by name, or a pattern of its own that cannot be called alone.
struct TransactStep {
  std::optional<PatternRef> named;
  std::optional<AccessPattern> own;
  Span span;
};

}  // namespace keywright::model
