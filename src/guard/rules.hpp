#pragma once
// The plans of a model as requests are held against them: per table and source, the reads and
// writes that access patterns declare, with their keys as shapes.
//
// Made once by make_rules() and immutable: safe from any thread. Holds no reference to the model.

#include "expression/key_condition.hpp"
#include "guard/field_rule.hpp"
#include "guard/key_shape.hpp"
#include "guard/predicate.hpp"
#include "plan/plan.hpp"
#include <keywright/clock.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::guard {

/// An access pattern; of a transition, one move.
struct PatternRule {
  std::string name;       // as CallReport::pattern has it: "transition_status.start"
  std::string operation;  // of the model: "transition"
  std::string served_by;  // "UpdateItem Job: pk = JOB#{job_id}, .."
  bool is_read = false;
  bool reads_pages = false;  // and no single items
  std::string table;
  std::vector<std::size_t> entities;  // that it reads or writes
  std::vector<std::string> fields;    // that it binds: for the nearest to a Scan
};

/// A comparison that a pattern makes in its filter.
struct FilterRule {
  std::string attribute;
  expression::Operator op = expression::Operator::equal;
  std::vector<std::string> types;  // of `_type`: names of entities
  bool always_there = false;       // every item that the filter keeps has the attribute
  bool may_be_left_out = false;    // it only sharpens a range
};

/// GetItem, BatchGetItem, Query and Scan.
struct ReadRule {
  std::size_t pattern = 0;
  plan::Access access = plan::Access::get_item;
  std::vector<KeyShape> equal;  // partition, then the sort keys that are bound as a whole
  plan::SortConditionKind sort = plan::SortConditionKind::none;
  KeyShape lower;
  KeyShape upper;
  std::optional<bool> forward;  // absent: the pattern asks for no order
  bool consistent = false;
  std::vector<FilterRule> filters;
  Ttl ttl;                         // what is past it may be dropped by a filter
  std::vector<std::string> names;  // attributes that may be asked for; empty: all
  bool lists_fields = false;       // the pattern says which fields it needs
  bool must_project = false;       // and without a projection there would be more
  bool alone = true;               // false: made only in a transaction with others
};

/// A change of one attribute by an update.
struct ChangeRule {
  std::string attribute;
  plan::FieldChangeKind kind = plan::FieldChangeKind::set;
  std::optional<std::string> constant;  // the state that a move leads to
  bool required = false;
  bool may_be_removed = false;
  bool must_stay = false;  // the state that a move leads to needs it
};

/// What an update does to the item's entry in one index.
struct EntryChangeRule {
  struct Key {
    std::string attribute;
    plan::KeyChange change = plan::KeyChange::keep;
    KeyShape value;                        // of set
    bool if_absent = false;                // only where there is none, as with its fields
    std::optional<std::string> only_with;  // changes only with this attribute
  };
  std::string index;
  std::vector<Key> keys;
  std::vector<std::string> components;   // fields that its keys are made of
  std::vector<Predicate> tests;          // the keys are set only if these hold
  std::optional<std::string> only_with;  // the whole entry follows this attribute
  bool may_leave = false;                // by the values given, the keys may go
};

/// "The stored value is the one that the keys were computed with."
struct StoredRule {
  std::string attribute;
  bool of_keys_alone = false;  // not asked for where no key of an index is set to it
};

/// What a write does to a value that no two items may have.
struct UniqueRule {
  std::size_t sentinel = 0;         // into TableRules::sentinels
  std::vector<std::string> fields;  // that the value is made of
  bool takes = false;               // the item has one afterwards
  bool gives_back = false;          // it may have had another before
};

enum class WriteKind : std::uint8_t { put, update, remove };

struct WriteRule {
  std::size_t pattern = 0;
  WriteKind kind = WriteKind::put;
  std::size_t entity = 0;     // into TableRules::entities
  std::vector<KeyShape> key;  // of update and remove
  plan::Precondition precondition = plan::Precondition::none;
  std::string state_attribute;
  std::vector<std::string> from_states;
  std::string initial_state;  // of a create of what has states
  Ttl ttl;
  bool removes_expired = false;  // a delete of what has expired, so that an upsert can begin anew
  bool batched = false;          // the pattern itself is a batch
  bool alone = true;             // false: made only in a transaction with others
  std::vector<Predicate> conditions;
  std::vector<ChangeRule> changes;
  std::vector<EntryChangeRule> entries;
  std::vector<StoredRule> stored;
  std::vector<UniqueRule> unique;
  std::string version;  // that every write counts up; empty: it has none

  /// A put that replaces what its caller has read.
  [[nodiscard]] bool replaces_version() const {
    return kind == WriteKind::put && !version.empty() && precondition != plan::Precondition::absent;
  }
  [[nodiscard]] bool is_unconditional() const {
    return precondition == plan::Precondition::none && conditions.empty() && !removes_expired &&
           !replaces_version();
  }
};

/// An item's entry in an index, as a put must write it.
struct EntryRule {
  std::string index;
  std::vector<KeyShape> keys;  // its own: not those that are fields themselves
  std::vector<Predicate> when;
  std::vector<std::string> components;  // fields that an item may lack, and then has no entry
};

/// An attribute that items of an entity have.
struct AttributeRule {
  enum class Role : std::uint8_t { table_key, index_key, tag, field };
  Role role = Role::field;
  FieldRule field;  // of a key or the tag, its name
};

/// What every item in a state has.
struct StateRule {
  std::string state;
  std::vector<std::string> fields;
};

struct EntityRule {
  std::size_t entity = 0;  // into Model::entities
  std::string name;
  std::vector<KeyShape> key;
  std::vector<std::string> always_there;  // attributes without which there is no item: its keys,
                                          // the fields that they are made of, _type
  std::vector<EntryRule> entries;
  std::vector<AttributeRule> attributes;    // all of them, sorted by name
  std::size_t tag = 0;                      // into attributes: _type
  std::vector<std::string> always_written;  // attributes that any update may touch (version)
  std::string state_attribute;              // of what has states
  std::vector<StateRule> states;            // those that need fields which are optional else

  /// Null if it has no such field.
  [[nodiscard]] const FieldRule* field(std::string_view attribute) const;
};

/// An item that keeps a uniqueness rule.
struct SentinelRule {
  std::size_t entity = 0;  // into Model::entities
  std::size_t rule = 0;    // into Entity::unique
  std::string name;        // "Member.email"
  std::vector<KeyShape> key;
  Ttl ttl;  // of the entity, whose items it goes with
};

/// Reads or writes that a pattern makes together.
struct TransactionRule {
  struct Step {
    std::size_t table = 0;           // into Rules::tables
    std::vector<std::size_t> rules;  // into TableRules::writes (or gets): one of them
    bool many = false;               // any number of times
  };
  /// A field that is a part of the keys of two steps, in both with the same value.
  struct Agreement {
    std::size_t step = 0;
    std::size_t other = 0;
    std::string field;
  };
  std::size_t pattern = 0;
  bool is_read = false;
  std::vector<Step> steps;
  std::vector<Agreement> agreements;
};

/// The table itself or one of its indexes.
struct SourceRules {
  SourceRules() = default;
  SourceRules(SourceRules&&) = default;  // a copy would have views of the other's names
  SourceRules& operator=(SourceRules&&) = default;

  std::string name;   // "app-table.gsi1"
  std::string index;  // empty: the table
  std::vector<std::pair<std::string, AttributeType>> hash_names;
  std::vector<std::pair<std::string, AttributeType>> range_names;
  std::vector<expression::KeyAttribute> hash;  // views of the names
  std::vector<expression::KeyAttribute> range;
  bool projects_all = true;
  std::vector<std::string> projected;  // else, beside keys: these attributes
  std::vector<ReadRule> queries;
  std::vector<ReadRule> scans;
};

struct TableRules {
  std::string name;
  std::vector<std::string> keys;     // its key attributes
  std::vector<SourceRules> sources;  // the table, then the indexes
  std::vector<ReadRule> gets;
  std::vector<EntityRule> entities;
  std::vector<WriteRule> writes;
  std::vector<std::size_t> write_order;  // into writes: the most demanding first
  std::vector<SentinelRule> sentinels;
  Clock clock;  // by which it is judged what a condition calls now

  [[nodiscard]] const SourceRules* source(const std::optional<std::string>& index) const;
  /// The index that has such a key attribute; null if none has.
  [[nodiscard]] const SourceRules* index_with_key(std::string_view attribute) const;
};

struct Rules {
  std::vector<PatternRule> patterns;
  std::vector<TableRules> tables;
  std::vector<TransactionRule> transactions;

  /// By name or ARN; null if the model has no such table.
  [[nodiscard]] const TableRules* table(std::string_view name) const;
};

/// Of a model without errors; its own plan is made here.
[[nodiscard]] Rules make_rules(const model::Model& model, const Clock& clock = system_clock());

}  // namespace keywright::guard
