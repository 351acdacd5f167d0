#pragma once

// A model on its way from another format: what was read, in the words of the model language, and
// not yet known to fit together. settle() makes it fit, write_yaml() writes it.
//
// Plain values. Spans are places in the file that is imported.

#include "model/source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::imports {

using Comments = std::vector<std::string>;

// Half a key: one template, or attributes of their own type.
struct DraftKey {
  std::string text;                 // "USER#{user_id}"; empty if native
  std::vector<std::string> fields;  // native

  [[nodiscard]] bool is_native() const { return text.empty(); }
  // The fields it is made of, in order.
  [[nodiscard]] std::vector<std::string> components() const;
  // What every such key begins with; empty if native.
  [[nodiscard]] std::string literal_prefix() const;
};

// False if the braces are not those of `{name}`, or a name is none.
[[nodiscard]] bool is_template(std::string_view text);

struct DraftField {
  std::string name;
  std::string type;
  bool optional = false;
  std::string comment;  // behind it
  model::Span span;
};

struct DraftIndexEntry {
  std::string index;
  std::optional<DraftKey> pk;
  std::optional<DraftKey> sk;
  model::Span span;
};

struct DraftEntity {
  std::string name;
  Comments comments;
  std::vector<DraftField> fields;
  std::optional<DraftKey> pk;
  std::optional<DraftKey> sk;
  std::vector<DraftIndexEntry> indexes;
  std::string ttl;    // a field; empty: none
  std::string table;  // its name
  model::Span span;

  [[nodiscard]] const DraftField* find_field(std::string_view field) const;
  [[nodiscard]] const DraftIndexEntry* find_index(std::string_view index) const;
};

struct DraftPattern {
  std::string name;
  Comments comments;
  std::string op;  // a word of the language
  std::string entity;
  std::vector<std::string> returns;  // "Order*"; instead of `entity`
  std::vector<std::string> by;
  std::string range_field;
  std::string range_op;
  std::string order;
  bool descending = false;
  std::optional<std::uint64_t> page;
  bool strong = false;
  std::string using_index;
  std::vector<std::string> set;
  std::vector<std::string> add;
  std::vector<std::string> remove;
  std::vector<DraftPattern> steps;
  model::Span span;
};

struct DraftAttribute {
  std::string name;
  char type = 'S';
};

struct DraftIndex {
  std::string name;
  std::vector<DraftAttribute> partition;  // empty of a local index
  std::vector<DraftAttribute> sort;
  bool local = false;
  std::string projection = "all";    // "keys_only", "include"
  std::vector<std::string> include;  // attributes
  model::Span span;
};

struct DraftCapacity {
  std::optional<std::uint64_t> units;
  std::optional<std::uint64_t> most;
};

struct DraftTable {
  std::string name;
  Comments comments;
  DraftAttribute partition;
  std::optional<DraftAttribute> sort;
  std::vector<DraftIndex> indexes;
  std::string ttl;  // attribute
  bool provisioned = false;
  DraftCapacity read;
  DraftCapacity write;
  std::optional<std::uint64_t> target;  // per cent
  model::Span span;

  [[nodiscard]] const DraftIndex* find_index(std::string_view index) const;
};

struct Draft {
  std::string name;
  Comments comments;
  Comments pattern_comments;  // at the head of the access patterns
  std::vector<DraftPattern> patterns;
  std::vector<DraftEntity> entities;
  std::vector<DraftTable> tables;

  [[nodiscard]] const DraftTable* find_table(std::string_view table) const;
  [[nodiscard]] DraftEntity* find_entity(std::string_view entity);
};

}  // namespace keywright::imports
