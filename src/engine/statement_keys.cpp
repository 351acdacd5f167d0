#include "engine/statement_keys.hpp"

#include "core/errors.hpp"
#include "engine/validation.hpp"
#include "expression/builders.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace keywright::engine {
namespace {

using expression::Condition;
using expression::ConditionNode;
using expression::Operand;
using expression::OperandKind;
using expression::Operator;

using Values = std::vector<ValueView>;
/// The values of each attribute of some.
using ValueLists = std::vector<Values>;

/// So many places are looked at one by one; beyond, everything is read instead.
constexpr std::size_t kMaxPlaces = 100;
/// AWS: so many values of a partition attribute may stand in an IN.
constexpr std::size_t kMaxListedPartitions = 50;

// Reading conditions

bool is_attribute(const Condition& condition, const Operand& operand, std::string_view name) {
  if (operand.kind != OperandKind::path) return false;
  const expression::Path path = condition.path(operand.path);
  return path.size() == 1 && path.front().name == name;
}

void add_distinct(Values& values, ValueView value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

/// Of a comparison, or of IN: all arguments but the attribute must be constants.
std::optional<Values> constants_of(const Condition& condition, const ConditionNode& node,
                                   std::uint32_t attribute_at) {
  Values values;
  for (std::uint32_t i = 0; i < node.second; ++i) {
    if (i == attribute_at) continue;
    const Operand& operand = condition.argument(node, i);
    if (!operand.is_constant()) return std::nullopt;
    add_distinct(values, *operand.value());
  }
  return values;
}

class PinReader {
 public:
  PinReader(const Condition& condition, std::string_view attribute)
      : condition_(condition), attribute_(attribute) {}

  [[nodiscard]] std::optional<Values> read(const ConditionNode& node) const {
    switch (node.op) {
      case Operator::logical_and:
        return both(read(condition_.node(node.first)), read(condition_.node(node.second)));
      case Operator::logical_or:
        return either(read(condition_.node(node.first)), read(condition_.node(node.second)));
      case Operator::equal:
        if (names(node, 0)) return constants_of(condition_, node, 0);
        if (names(node, 1)) return constants_of(condition_, node, 1);
        return std::nullopt;
      case Operator::in:
        if (names(node, 0)) return constants_of(condition_, node, 0);
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }

 private:
  [[nodiscard]] bool names(const ConditionNode& node, std::uint32_t argument) const {
    return is_attribute(condition_, condition_.argument(node, argument), attribute_);
  }

  static std::optional<Values> both(std::optional<Values> a, std::optional<Values> b) {
    if (!a) return b;
    if (!b) return a;
    std::erase_if(
        *a, [&](ValueView value) { return std::find(b->begin(), b->end(), value) == b->end(); });
    return a;
  }

  static std::optional<Values> either(std::optional<Values> a, const std::optional<Values>& b) {
    if (!a || !b) return std::nullopt;
    for (const ValueView value : *b) add_distinct(*a, value);
    return a;
  }

  const Condition& condition_;
  std::string_view attribute_;
};

/// Nodes that all must hold, by their indexes.
void collect_conjuncts(const Condition& condition, std::uint32_t index,
                       std::vector<std::uint32_t>& out) {
  const ConditionNode& node = condition.node(index);
  if (node.op != Operator::logical_and) {
    out.push_back(index);
    return;
  }
  collect_conjuncts(condition, node.first, out);
  collect_conjuncts(condition, node.second, out);
}

/// The one value that the first of the conjuncts to have one has for the attribute. Another that
/// contradicts it makes the condition fail, not the statement.
std::optional<ValueView> equal_value(const Condition& condition, std::string_view attribute) {
  std::vector<std::uint32_t> conjuncts;
  collect_conjuncts(condition, condition.root_index(), conjuncts);
  for (const std::uint32_t index : conjuncts) {
    const auto values = PinReader(condition, attribute).read(condition.node(index));
    if (values && values->size() == 1) return values->front();
  }
  return std::nullopt;
}

/// True of what Query takes as the condition on a sort key.
bool is_range_condition(const Condition& condition, const ConditionNode& node,
                        std::string_view attribute) {
  const auto names = [&](std::uint32_t i) {
    return is_attribute(condition, condition.argument(node, i), attribute);
  };
  switch (node.op) {
    case Operator::less:
    case Operator::less_equal:
    case Operator::greater:
    case Operator::greater_equal:
      return (names(0) && constants_of(condition, node, 0)) ||
             (names(1) && constants_of(condition, node, 1));
    case Operator::between:
    case Operator::begins_with:
      return names(0) && constants_of(condition, node, 0);
    default:
      return false;
  }
}

// Combining values

/// The pinned values of each attribute; nullopt if one is not pinned, or there are too many ways to
/// combine them.
std::optional<ValueLists> pinned_lists(const Condition& condition,
                                       const std::vector<KeyAttribute>& attributes) {
  ValueLists lists;
  std::size_t ways = 1;
  for (const KeyAttribute& attribute : attributes) {
    auto values = pinned_values(condition, attribute.name);
    if (!values) return std::nullopt;
    ways *= values->size();
    if (ways > kMaxPlaces) return std::nullopt;
    lists.push_back(*std::move(values));
  }
  return lists;
}

/// All ways to take a value of each list, the first list changing slowest.
ValueLists combinations(const ValueLists& lists) {
  ValueLists all{{}};
  for (const Values& values : lists) {
    ValueLists longer;
    for (const Values& begun : all) {
      for (const ValueView value : values) {
        longer.push_back(begun);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

Result<void> check_types(const std::vector<KeyAttribute>& attributes, const ValueLists& lists) {
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const ValueView value : lists[i]) {
      if (value.is(attributes[i].type)) continue;
      return errors::validation(
          "One or more parameter values were invalid: Condition parameter type does not match "
          "schema type");
    }
  }
  return {};
}

// Places

std::vector<KeyAttribute> attributes_of(const KeySchema& keys) {
  std::vector<KeyAttribute> all = keys.partition;
  all.insert(all.end(), keys.sort.begin(), keys.sort.end());
  return all;
}

std::vector<Key> keys_of(const std::vector<KeyAttribute>& attributes, const ValueLists& lists) {
  std::vector<Key> keys;
  for (const Values& values : combinations(lists)) {
    ItemBuilder key;
    for (std::size_t i = 0; i < attributes.size(); ++i) key.set(attributes[i].name, values[i]);
    keys.push_back(key.build());
  }
  return keys;
}

/// The conditions on the sort attributes that Query can use, from the left on.
std::vector<std::uint32_t> sort_conditions(const Condition& condition,
                                           const std::vector<KeyAttribute>& sort) {
  std::vector<std::uint32_t> conjuncts;
  collect_conjuncts(condition, condition.root_index(), conjuncts);
  std::vector<std::uint32_t> used;
  for (const KeyAttribute& attribute : sort) {
    const auto find = [&](const auto& accepted) {
      return std::find_if(conjuncts.begin(), conjuncts.end(),
                          [&](std::uint32_t index) { return accepted(condition.node(index)); });
    };
    const auto equal = find([&](const ConditionNode& node) {
      return node.op == Operator::equal && PinReader(condition, attribute.name).read(node);
    });
    if (equal != conjuncts.end()) {
      used.push_back(*equal);
      continue;
    }
    const auto range = find([&](const ConditionNode& node) {
      return is_range_condition(condition, node, attribute.name);
    });
    if (range != conjuncts.end()) used.push_back(*range);
    break;
  }
  return used;
}

/// The key condition of one partition: a value of each partition attribute, and what `where` says
/// of the sort attributes.
Result<expression::KeyCondition> partition_of(const Source& source, const Condition& where,
                                              const Values& values) {
  expression::ConditionBuilder builder(where);
  std::vector<std::uint32_t> conditions;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& name = source.keys().partition[i].name;
    const std::uint32_t path = builder.add_path_operand(builder.add_attribute(name));
    conditions.push_back(
        builder.add_leaf(Operator::equal, {path, builder.add_constant(values[i])}));
  }
  for (const std::uint32_t index : sort_conditions(where, source.keys().sort)) {
    conditions.push_back(index);
  }
  const std::uint32_t root = builder.join(Operator::logical_and, conditions);
  const auto read = expression::read_key_condition(std::move(builder).build(root));
  if (!read) return read.error();
  return bind_key_condition(source, *read);
}

/// How many values the longest IN of the attribute has.
std::size_t longest_list(const Condition& condition, const ConditionNode& node,
                         std::string_view attribute) {
  const auto of = [&](std::uint32_t index) {
    return longest_list(condition, condition.node(index), attribute);
  };
  switch (node.op) {
    case Operator::logical_and:
    case Operator::logical_or:
      return std::max(of(node.first), of(node.second));
    case Operator::logical_not:
      return of(node.first);
    case Operator::in:
      return is_attribute(condition, condition.argument(node, 0), attribute) ? node.second - 1 : 0;
    default:
      return 0;
  }
}

Result<void> check_lists(const Condition& where, const KeySchema& keys) {
  for (const KeyAttribute& attribute : keys.partition) {
    const std::size_t length = longest_list(where, where.root(), attribute.name);
    if (length > kMaxListedPartitions) {
      return errors::validation(
          "The IN operator is provided with too many operands; number of operands: " +
          std::to_string(length));
    }
  }
  return {};
}

}  // namespace

std::optional<std::vector<ValueView>> pinned_values(const Condition& condition,
                                                    std::string_view attribute) {
  return PinReader(condition, attribute).read(condition.root());
}

bool is_just_the_key(const Condition& condition, const Table& table) {
  std::vector<std::uint32_t> conjuncts;
  collect_conjuncts(condition, condition.root_index(), conjuncts);
  const auto attributes = attributes_of(table.keys);
  const auto is_leaf = [&](std::uint32_t index) {
    const Operator op = condition.node(index).op;
    return op == Operator::equal || op == Operator::in;
  };
  return conjuncts.size() == attributes.size() &&
         std::all_of(conjuncts.begin(), conjuncts.end(), is_leaf) &&
         std::all_of(attributes.begin(), attributes.end(), [&](const KeyAttribute& attribute) {
           return equal_value(condition, attribute.name).has_value();
         });
}

Result<Key> key_of_statement(const Table& table, const expression::Statement& statement) {
  if (statement.kind == expression::StatementKind::insert) return statement.item;
  ItemBuilder key;
  for (const KeyAttribute& attribute : attributes_of(table.keys)) {
    const auto value = statement.where ? equal_value(*statement.where, attribute.name)
                                       : std::optional<ValueView>();
    if (!value) {
      return errors::validation(
          "Where clause does not contain a mandatory equality on all key attributes");
    }
    key.set(attribute.name, *value);
  }
  return key.build();
}

std::size_t SelectPlaces::count() const {
  switch (kind) {
    case Kind::items:
      return items.size();
    case Kind::partitions:
      return partitions.size();
    case Kind::everything:
      return 1;
  }
  return 0;
}

Result<SelectPlaces> places_of(const Source& source, const expression::Statement& statement) {
  SelectPlaces places;
  if (!statement.where) return places;
  const KeySchema& keys = source.keys();
  if (auto checked = check_lists(*statement.where, keys); !checked) {
    return std::move(checked).error();
  }
  const auto attributes = attributes_of(keys);
  if (source.index == nullptr) {
    if (const auto lists = pinned_lists(*statement.where, attributes)) {
      if (auto checked = check_types(attributes, *lists); !checked) {
        return std::move(checked).error();
      }
      places.kind = SelectPlaces::Kind::items;
      places.items = keys_of(attributes, *lists);
      return places;
    }
  }
  const auto lists = pinned_lists(*statement.where, keys.partition);
  if (!lists) return places;
  places.kind = SelectPlaces::Kind::partitions;
  for (const Values& values : combinations(*lists)) {
    auto partition = partition_of(source, *statement.where, values);
    if (!partition) return std::move(partition).error();
    places.partitions.push_back(*std::move(partition));
  }
  return places;
}

}  // namespace keywright::engine
