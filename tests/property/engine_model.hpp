#pragma once
// DynamoDB as plainly as it can be written: tables are maps of maps, an index is what a look at all
// items finds. The second implementation that the engine is compared with.

#include "value_generators.hpp"
#include <keywright/table.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace keywright::model_test {

using generators::Binary;
using generators::Tree;
using Attributes = std::map<std::string, Tree>;
/// monostate: of tables without a sort key.
using KeyValue = std::variant<std::monostate, std::string, Number, Binary>;

struct KeyPart {
  std::string name;
  AttributeType type = AttributeType::string;
};

struct IndexSpec {
  std::string name;
  bool global = true;
  std::vector<KeyPart> hash;
  std::vector<KeyPart> range;
  ProjectionType projection = ProjectionType::all;
  std::vector<std::string> include;
};

struct TableSpec {
  std::string name;
  KeyPart hash;
  std::optional<KeyPart> range;
  std::vector<IndexSpec> indexes;

  [[nodiscard]] const IndexSpec* find_index(const std::string& index) const;
};

struct Condition {
  enum Kind { exists, missing, equal, unequal, less, negation, both, either };
  Kind kind = exists;
  std::string name;
  Tree constant;
  std::vector<Condition> parts;
};

struct Change {
  enum Kind { set, copy, add, remove };
  Kind kind = set;
  std::string name;
  Tree value;          // set, add (a number)
  std::string source;  // copy
};

struct Write {
  enum Kind { put, update, erase, check };
  Kind kind = put;
  std::string table;
  Attributes item;  // or the key
  std::vector<Change> changes;
  std::optional<Condition> condition;
};

enum class Verdict { done, condition_failed, invalid };

/// The condition on one range attribute of a query.
struct RangeCondition {
  enum Kind { equal, less, less_equal, greater, greater_equal, between, begins_with };
  Kind kind = equal;
  KeyValue value;
  KeyValue upper;
};

/// Where an item is found in a table or index, and what is held of it there.
struct Entry {
  std::vector<KeyValue> hash;
  std::vector<KeyValue> order;  // range attributes; for an index also the table's key
  Attributes held;
  Attributes whole;
};

/// Not thread-safe.
class Model {
 public:
  void create_table(const TableSpec& spec) { tables_[spec.name].spec = spec; }
  void create_index(const std::string& table, const IndexSpec& index);
  void delete_index(const std::string& table, const std::string& index);

  [[nodiscard]] const TableSpec& spec(const std::string& table) const;
  [[nodiscard]] std::vector<std::string> tables() const;

  /// nullopt: the key does not fit the table. An inner nullptr: no such item.
  [[nodiscard]] std::optional<const Attributes*> find(const std::string& table,
                                                      const Attributes& key) const;

  /// What the write comes to, and the item before and after it; changes nothing.
  struct Effect {
    Verdict verdict = Verdict::done;
    std::optional<Attributes> before;
    std::optional<Attributes> after;
  };
  [[nodiscard]] Effect effect(const Write& write) const;
  void apply(const Write& write, const Effect& effect);
  [[nodiscard]] bool same_item(const Write& a, const Write& b) const;

  /// All entries of a table (index ""), or of an index, in its order within each partition.
  [[nodiscard]] std::vector<Entry> entries(const std::string& table,
                                           const std::string& index) const;
  /// Those of one partition that meet conditions on its leading range attributes.
  [[nodiscard]] std::vector<Entry> query(const std::string& table, const std::string& index,
                                         const std::vector<KeyValue>& hash,
                                         const std::vector<RangeCondition>& range) const;

 private:
  struct Table {
    TableSpec spec;
    std::map<KeyValue, std::map<KeyValue, Attributes>> items;
  };
  struct Place {
    KeyValue hash;
    KeyValue range;
    friend bool operator==(const Place&, const Place&) = default;
  };
  static std::optional<Place> place_of(const TableSpec& spec, const Attributes& item,
                                       bool only_key);
  static std::optional<Attributes> updated(const TableSpec& spec, const Write& write,
                                           const Attributes* before, bool& invalid);

  std::map<std::string, Table> tables_;
};

[[nodiscard]] bool holds(const Condition& condition, const Attributes* item);
/// The value as that of a key, if it has the type and can be one.
[[nodiscard]] std::optional<KeyValue> key_value(const Tree& value, AttributeType type);
[[nodiscard]] Tree tree_of(const KeyValue& value);
[[nodiscard]] std::size_t accounted_size(const Attributes& item);

}  // namespace keywright::model_test
