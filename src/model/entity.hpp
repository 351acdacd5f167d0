#pragma once

// What is stored: entities with their typed fields, keys, index entries, states and lifetime.

#include "model/condition.hpp"
#include "model/reference.hpp"
#include "model/source.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::model {

enum class TypeKind {
  string,
  enumeration,  // `enum`; a string of `values`
  boolean,      // `bool`
  integer,      // `int`, 64 bits
  number,       // 38 digits, exact
  floating,     // `double`
  timestamp,    // text, fixed width, UTC, milliseconds
  date,         // text, 2026-01-02
  epoch_seconds,
  uuid,
  ulid,
  binary,
  json,    // any document value
  list,    // of `element`
  map,     // from strings to `element`
  set,     // of `element`: string, number or binary
  object,  // of `fields`
};

[[nodiscard]] std::string_view to_text(TypeKind kind);  // the word of the file: "enum", "int"

// How DynamoDB stores a type as a top-level attribute.
enum class AttributeType { string, number, binary, boolean, document, set };
[[nodiscard]] AttributeType attribute_type(TypeKind kind);

struct CharRange {
  char32_t first = 0;
  char32_t last = 0;  // inclusive
};

// A character class such as "[0-9a-f]" or "[^#]": sorted, disjoint, not adjacent. Surrogates are
// never included.
struct Charset {
  std::string text;  // as written
  std::vector<CharRange> ranges;
  Span span;

  [[nodiscard]] bool contains(char32_t character) const;
};

struct Field;

// A type with the options that limit it. min, max and avg mean: of string the characters, of binary
// and json the bytes, of list, map and set the elements, of int and epoch_seconds the value (avg is
// refused there).
struct FieldType {
  TypeKind kind = TypeKind::string;
  Span span;  // of the type's word

  std::optional<Charset> charset;  // string
  std::optional<Located<std::int64_t>>
      length;  // string, binary: exact; then min and max are absent
  std::optional<Located<std::int64_t>> min;
  std::optional<Located<std::int64_t>> max;
  std::optional<Located<double>> avg;
  std::optional<Located<std::string>> number_min;  // of number and double: decimal text
  std::optional<Located<std::string>> number_max;
  std::vector<Located<std::string>> values;           // enum
  std::optional<Located<std::uint64_t>> cardinality;  // how many different values there are
  std::optional<Located<bool>> uniform;               // whether they are equally frequent

  std::vector<FieldType> elements;  // exactly one for list, map and set; else none
  std::vector<Field> fields;        // object

  [[nodiscard]] const FieldType& element() const { return elements.front(); }
  // The fewest and most characters or bytes: from length, min and max, or fixed by the type (ulid:
  // 26).
  [[nodiscard]] std::optional<std::int64_t> min_size() const;
  [[nodiscard]] std::optional<std::int64_t> max_size() const;
};

struct Field {
  std::string name;  // also the attribute's name
  Span key;
  Span span;
  FieldType type;
  bool optional = false;
  bool immutable = false;
  bool pii = false;
  std::optional<Literal> default_value;  // read from items that lack the field
};

enum class TemplatePartKind { literal, component };

struct TemplatePart {
  TemplatePartKind kind = TemplatePartKind::literal;
  std::string text;  // of a literal, with `{{` and `}}` undone
  FieldRef field;    // of a component
  Span span;         // in the file; a component with its braces
};

// "JOB#{job_id}": the literal "JOB#" and the component job_id. Neighbouring literals are merged,
// and none is empty. What stands between two components is kept as written, nothing too: whether it
// delimits them is the checker's question (KEY003).
struct KeyTemplate {
  std::string text;  // as written
  std::vector<TemplatePart> parts;
  Span span;
};

// DynamoDB: each half of the key of a global secondary index has up to four attributes.
inline constexpr std::size_t most_key_attributes = 4;

enum class KeyForm {
  composed,  // text built from a template
  native,  // attributes of their own type, one per field: `{field: device_id}`, `[tenant_id, day]`
};

// Where the partition or the sort part of a key comes from.
struct KeySource {
  KeyForm form = KeyForm::composed;
  KeyTemplate key_template;      // composed
  std::vector<FieldRef> fields;  // native: one; up to four for a multi-attribute index key
  Span span;
  Span key;

  // The fields it is made of, in order, whatever its form.
  [[nodiscard]] std::vector<FieldRef> components() const;
};

struct EntityKey {
  std::optional<KeySource> pk;  // absent only while the key is not designed yet: `key` was left out
  std::optional<KeySource> sk;  // absent in a table without sort key
  Span span;
  Span key;
};

// `shards: N` or `auto`; without it there is one shard.
struct Shards {
  bool automatic = false;
  std::uint32_t count = 1;
  Span span;
  Span key;
};

// How the items of an entity enter an index of the table.
struct IndexEntry {
  IndexRef index;               // its span is the key under `indexes:`
  std::optional<KeySource> pk;  // absent for a local index, which has the table's
  std::optional<KeySource> sk;
  std::optional<Condition> when;  // only items that satisfy it enter
  Shards shards;
  Span span;
};

struct Move {
  std::string name;
  Span key;
  Span span;
  std::vector<StateRef> from;
  StateRef to;
  std::vector<FieldRef> set;        // inputs of the move
  std::vector<FieldRef> remove;     // fields that the new state does not have
  std::vector<EntityRef> also_put;  // written in the same transaction
};

// Fields that every item in the state has.
struct StateRequirement {
  StateRef state;
  std::vector<FieldRef> fields;
};

struct StateMachine {
  FieldRef field;  // an enum
  StateRef initial;
  std::vector<StateRef> final_states;
  std::vector<Move> moves;
  std::vector<StateRequirement> required;
  Span span;
  Span key;
};

struct TimeToLive {
  FieldRef field;
  std::optional<Located<std::chrono::seconds>> after;  // absent: the caller gives the time
  Span span;
  Span key;
};

struct PerParent {
  EntityRef parent;
  std::optional<Located<double>> avg;
  std::optional<Located<std::uint64_t>> max;
  Span span;
  Span key;
};

// No two items of the entity agree in all of these fields. Kept by a sentinel item whose key is
// pk "UNIQUE#<entity>#<name>#{field}#{field}..", sk "UNIQUE".
struct UniqueRule {
  std::string name;
  std::vector<FieldRef> fields;
  Span key;  // of the name
  Span span;
};

struct Entity {
  std::string name;
  Span key_span;  // of the name
  Span span;

  std::vector<Field> fields;  // in file order
  Span fields_span;
  EntityKey key;
  std::vector<IndexEntry> indexes;
  std::optional<StateMachine> states;
  std::optional<TimeToLive> ttl;
  std::optional<Located<std::uint64_t>> count;  // items expected
  std::optional<PerParent> per_parent;
  Located<bool> rebuildable{false, {}, {}};  // its items can be made again, and need no backup
  std::vector<UniqueRule> unique;
  std::optional<FieldRef> version;  // an int field for optimistic locking
  TableRef table;                   // the only one unless the file says otherwise

  [[nodiscard]] const Field* find_field(std::string_view field_name) const;
  [[nodiscard]] const Field& field(const FieldRef& reference) const {
    return fields[reference.index];
  }
  [[nodiscard]] const IndexEntry* find_index(std::string_view index_name) const;
};

}  // namespace keywright::model
