#include "expression/key_condition.hpp"

#include "core/errors.hpp"
#include "expression/usual_key_condition.hpp"
#include <keywright/item.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace keywright::expression {
namespace {

struct KeyOperatorRow {
  Operator op;
  KeyOperator key_op;
  KeyOperator swapped;  // where the constant stands on the left
};

constexpr KeyOperatorRow kKeyOperators[] = {
    {Operator::equal, KeyOperator::equal, KeyOperator::equal},
    {Operator::less, KeyOperator::less, KeyOperator::greater},
    {Operator::less_equal, KeyOperator::less_equal, KeyOperator::greater_equal},
    {Operator::greater, KeyOperator::greater, KeyOperator::less},
    {Operator::greater_equal, KeyOperator::greater_equal, KeyOperator::less_equal},
    {Operator::between, KeyOperator::between, KeyOperator::between},
    {Operator::begins_with, KeyOperator::begins_with, KeyOperator::begins_with},
};

const KeyOperatorRow* find_row(Operator op) {
  const auto* row = std::find_if(std::begin(kKeyOperators), std::end(kKeyOperators),
                                 [&](const KeyOperatorRow& r) { return r.op == op; });
  return row == std::end(kKeyOperators) ? nullptr : row;
}

/// A message about the text of the expression.
Error invalid_text(const std::string& message) {
  return errors::validation("Invalid KeyConditionExpression: " + message);
}

Error invalid_operator(Operator op) {
  return errors::validation("Invalid operator used in KeyConditionExpression: " +
                            std::string(to_string(op)));
}

Error invalid_condition(const std::string& message) {
  return errors::validation("Invalid condition in KeyConditionExpression: " + message);
}

Error invalid_value(const std::string& message) {
  return errors::validation("One or more parameter values were invalid: " + message);
}

Error unsupported() {
  return errors::validation("Query key condition not supported");
}

const KeyAttributeCondition* find_condition(const KeyAttributeConditions& conditions,
                                            std::string_view attribute) {
  for (const auto& condition : conditions) {
    if (condition.attribute == attribute) return &condition;
  }
  return nullptr;
}

/// Reads the leaves of a condition as conditions on keys.
class KeyConditionReader {
 public:
  explicit KeyConditionReader(const Condition& condition) : condition_(condition) {}

  Result<KeyAttributeConditions> read() {
    if (auto result = read(condition_.root()); !result) return std::move(result).error();
    for (std::size_t i = 1; i < conditions_.size(); ++i) {
      if (find_condition(conditions_, conditions_[i].attribute) == &conditions_[i]) continue;
      return invalid_text("KeyConditionExpressions must only contain one condition per key");
    }
    return std::move(conditions_);
  }

 private:
  Result<void> read(const ConditionNode& node) {
    if (node.op == Operator::logical_and) {
      if (auto result = read(condition_.node(node.first)); !result) return result;
      return read(condition_.node(node.second));
    }
    const KeyOperatorRow* row = find_row(node.op);
    if (row == nullptr) return invalid_operator(node.op);
    return read_leaf(node, *row);
  }

  Result<void> read_leaf(const ConditionNode& node, const KeyOperatorRow& row) {
    std::size_t paths = 0;
    std::uint32_t path_at = 0;
    for (std::uint32_t i = 0; i < node.second; ++i) {
      const Operand& operand = condition_.argument(node, i);
      if (operand.kind == OperandKind::size_of) {
        return invalid_text("KeyConditionExpressions cannot contain nested operations");
      }
      if (operand.is_constant()) continue;
      if (paths++ == 0) path_at = i;
    }
    if (paths == 0) return invalid_condition("No key attribute specified");
    if (paths > 1) return invalid_condition("Multiple attribute names used in one condition");
    const bool is_comparison = node.op != Operator::between && node.op != Operator::begins_with;
    if (path_at > 0 && !is_comparison) {
      return invalid_condition(std::string(to_string(node.op)) +
                               " operator must have the key attribute as its first operand");
    }
    const Path path = condition_.path(condition_.argument(node, path_at).path);
    if (path.size() > 1) {
      return invalid_text("KeyConditionExpressions cannot have conditions on nested attributes");
    }
    const ValueView value = *condition_.argument(node, path_at == 0 ? 1 : 0).value();
    KeyAttributeCondition condition{path.front().name, path_at == 0 ? row.key_op : row.swapped,
                                    value, std::nullopt};
    if (node.op == Operator::between) condition.upper = condition_.argument(node, 2).value();
    conditions_.push_back(condition);
    return {};
  }

  const Condition& condition_;
  KeyAttributeConditions conditions_;
};

}  // namespace

/// Matches conditions to a key schema.
class KeyConditionBinder {
 public:
  explicit KeyConditionBinder(const KeyAttributeConditions& conditions) : conditions_(conditions) {}

  Result<KeyCondition> bind(const KeySchemaView& schema) const {
    KeyCondition bound;
    if (auto result = match(schema, bound); !result) return std::move(result).error();
    if (auto result = check_values(schema, bound); !result) return std::move(result).error();
    return bound;
  }

 private:
  static Error missed(std::string_view attribute) {
    return errors::validation("Query condition missed key schema element: " +
                              std::string(attribute));
  }

  Result<void> match(const KeySchemaView& schema, KeyCondition& bound) const {
    for (const auto& key : schema.hash) {
      const auto* condition = find_condition(conditions_, key.name);
      if (condition == nullptr) return missed(key.name);
      if (condition->op != KeyOperator::equal) return unsupported();
      bound.conditions_.push_back(*condition);
    }
    bound.hash_count_ = bound.conditions_.size();
    for (const auto& key : schema.range) {
      if (bound.conditions_.size() == conditions_.size()) return {};
      const auto* condition = find_condition(conditions_, key.name);
      if (condition == nullptr) return missed(key.name);
      if (!bound.range().empty() && bound.range().back().op != KeyOperator::equal) {
        return unsupported();
      }
      bound.conditions_.push_back(*condition);
    }
    if (bound.conditions_.size() != conditions_.size()) return unsupported();
    return {};
  }

  static Result<void> check_values(const KeySchemaView& schema, const KeyCondition& bound) {
    for (std::size_t i = 0; i < bound.conditions_.size(); ++i) {
      const bool is_hash = i < bound.hash_count_;
      const auto& key = is_hash ? schema.hash[i] : schema.range[i - bound.hash_count_];
      const auto& condition = bound.conditions_[i];
      if (auto result = check_value(key, is_hash, condition.value); !result) return result;
      if (!condition.upper) continue;
      if (auto result = check_value(key, is_hash, *condition.upper); !result) return result;
    }
    return {};
  }

  static Result<void> check_value(const KeyAttribute& key, bool is_hash, ValueView value) {
    if (value.type() != key.type) {
      return invalid_value("Condition parameter type does not match schema type");
    }
    if (value.is(AttributeType::number)) return {};
    const bool is_string = value.is(AttributeType::string);
    const std::size_t size = is_string ? value.as_string().size() : value.as_binary().size();
    if (size == 0) {
      return errors::validation(
          "One or more parameter values are not valid. The AttributeValue for a key attribute "
          "cannot contain an empty " +
          std::string(is_string ? "string" : "binary") + " value. Key: " + std::string(key.name));
    }
    if (is_hash && size > kMaxPartitionKeySize) {
      return invalid_value("Size of hashkey has exceeded the maximum size limit of2048 bytes");
    }
    if (!is_hash && size > kMaxSortKeySize) {
      return invalid_value(
          "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
    }
    return {};
  }

  const KeyAttributeConditions& conditions_;
};

Result<KeyAttributeConditions> read_key_condition(const Condition& condition) {
  return KeyConditionReader(condition).read();
}

Result<KeyAttributeConditions> parse_key_condition_text(std::string_view text,
                                                        Parameters& parameters) {
  if (const auto usual = read_usual_key_condition(text, parameters)) return *usual;
  const auto condition = parse_condition(text, ExpressionKind::key_condition, parameters);
  if (!condition) return condition.error();
  return read_key_condition(*condition);
}

Result<KeyCondition> bind_key_condition(const KeyAttributeConditions& conditions,
                                        const KeySchemaView& schema) {
  return KeyConditionBinder(conditions).bind(schema);
}

}  // namespace keywright::expression
