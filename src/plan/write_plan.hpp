#pragma once

// What one write does: the request, the key of the item, the fields and index keys it sets, removes
// or leaves alone, the inputs it needs for that, and its conditions.
//
// Plain values. Positions refer to the Model that the plan was made of.

#include "model/ir.hpp"
#include "plan/capacity.hpp"
#include "plan/key.hpp"
#include "plan/read_plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace keywright::plan {

enum class WriteRequest {
  put_item,
  update_item,
  delete_item,
  batch_write_item,
  transact_write_items,  // an update with other items that are put beside it
};

// What the write asks of the item as it stands.
enum class Precondition {
  none,
  absent,     // create: attribute_not_exists(pk), or expired
  present,    // patch, delete: attribute_exists(pk), and not expired
  in_states,  // transition: status IN (from); the item then exists
};

enum class FieldChangeKind { set, set_if_absent, add, remove };

// A change of one field by an update.
struct FieldChange {
  std::size_t field = 0;
  FieldChangeKind kind = FieldChangeKind::set;
  std::optional<std::size_t> input;     // PatternPlan::inputs; absent: a constant, or a removal
  std::optional<std::string> constant;  // the state that a transition leads to
  bool may_be_left_out = false;         // the caller decides per call whether it changes
  bool may_be_removed = false;          // of set: the caller may take the field away instead
};

enum class KeyChange {
  keep,    // no component changes
  set,     // SET to the new value
  remove,  // REMOVE: the item leaves the index
};

// What happens to one key attribute of an index.
struct IndexKeyChange {
  KeyAttribute attribute;
  KeyChange change = KeyChange::keep;
  KeyExpression value;     // of set
  bool if_absent = false;  // upsert, of fields that it does not change: only where there is none
  // Into WritePlan::changes: the key changes only in calls that give this change, which may be left
  // out.
  std::optional<std::size_t> only_with;
};

// `field op values`, decided while the function runs, by one of its inputs.
struct EntryTest {
  model::Predicate predicate;
  std::size_t position = 0;  // of the predicate, in the entry's `when`
  std::size_t input = 0;
};

// What an update does to the item's entry in one index. The keys are set if all tests hold and all
// optional inputs they mention are given; else all keys of the entry are removed.
struct IndexChange {
  std::size_t entry = 0;             // into Entity::indexes
  std::size_t index = 0;             // into Table::indexes
  std::vector<IndexKeyChange> keys;  // all of the entry: partition, then sort
  std::vector<EntryTest> tests;
  // Into WritePlan::changes: the entry follows this change. Left out, its keys stay; taken away,
  // they go.
  std::optional<std::size_t> only_with;
  int entry_writes = 0;

  [[nodiscard]] bool changes() const;
};

// "The stored value of the field equals this input": guards what the caller had to say of the item
// because a key mentions it.
struct Guard {
  std::size_t field = 0;  // an optional one: not stored, if the input is not given
  std::size_t input = 0;
  bool or_absent = false;  // upsert: the field may not be stored yet
};

// What a write does to the sentinel that keeps a uniqueness rule. The terms are those of its key:
// one per field of the rule.
struct UniqueChange {
  std::size_t rule = 0;         // into Entity::unique
  std::vector<KeyTerm> before;  // what the item gives back; empty: nothing
  std::vector<KeyTerm> after;   // what it takes; empty: nothing
};

// An item put in the same transaction.
struct AlsoPut {
  std::size_t entity = 0;
  std::size_t input = 0;
  // Fields of it that must equal inputs of the move, since both items share them in their keys.
  struct Shared {
    std::size_t field = 0;
    std::size_t input = 0;
  };
  std::vector<Shared> shared;
};

// Why a write cannot be planned.
enum class WriteObstacle {
  no_key_design,
  key_unbound,  // AP002: components of the key are not bound
  not_in_key,   // a field of `by` is in no key: an update cannot search
  changes_key,  // KEY010: it changes a component of the table's key
  adds_to_key,  // ADD on a component of an index key: the new value is not known
  no_states,    // a transition of an entity without states
  unresolved_state,
  adds_to_unique,     // ADD on a field that is unique: the new value is not known
  keeps_unique_open,  // an upsert that may leave a unique field as it is stored
};

struct WriteReason {
  WriteObstacle obstacle = WriteObstacle::no_key_design;
  std::vector<std::string> fields;
  model::Span span;
  std::string index;  // of adds_to_key
};

struct WritePlan {
  WriteRequest request = WriteRequest::put_item;
  std::size_t entity = 0;
  std::string function;             // of the repository: the pattern's name, or the move's
  std::optional<std::size_t> move;  // into StateMachine::moves
  std::vector<KeyExpression> key;   // partition, sort; empty for whole items (they hold it)
  Precondition precondition = Precondition::none;
  std::vector<std::string> from_states;
  std::string to_state;
  std::vector<FieldChange> changes;  // of update_item
  std::vector<IndexChange> indexes;  // of update_item: one per index of the entity
  std::vector<Guard> guards;
  std::vector<AlsoPut> also_put;
  // The field that counts the writes of the item: a put sets it and an update adds to it.
  std::optional<std::size_t> version;
  std::vector<UniqueChange> unique;
  std::vector<std::size_t> inputs;  // those of PatternPlan::inputs that this function takes
  WriteCost cost;
};

}  // namespace keywright::plan
