#pragma once
// Condition and filter expressions: parsed and checked once, evaluated on items in place.
//
// A Condition borrows the expression's text and the request's names and values; it is immutable and
// may be evaluated by several threads. Parsing fails with DynamoDB's ValidationException,
// evaluation never fails.

#include "expression/ast.hpp"
#include "expression/parameters.hpp"
#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace keywright::expression {

class Condition {
 public:
  /// True if the condition holds. No item (nullptr) is an item without attributes.
  [[nodiscard]] bool evaluate(const Item* item) const;

  /// True if a path of the condition begins with this attribute.
  [[nodiscard]] bool mentions(std::string_view attribute) const;
  /// The attributes its paths begin with, each once, sorted.
  [[nodiscard]] std::vector<std::string_view> attributes() const;

  // The tree, for those who read it (key conditions, the printer).
  [[nodiscard]] const ConditionNode& root() const { return nodes_[root_]; }
  [[nodiscard]] std::uint32_t root_index() const { return root_; }
  [[nodiscard]] const ConditionNode& node(std::uint32_t index) const { return nodes_[index]; }
  [[nodiscard]] const Operand& operand(std::uint32_t index) const { return operands_[index]; }
  /// The argument `i` of a node that is not logical.
  [[nodiscard]] const Operand& argument(const ConditionNode& node, std::uint32_t i) const {
    return operands_[arguments_[node.first + i]];
  }
  [[nodiscard]] Path path(PathRef ref) const { return ref.in(steps_); }

 private:
  friend class ConditionParser;
  friend class ConditionBuilder;
  Condition() = default;

  Steps steps_;
  Operands operands_;
  Arguments arguments_;
  Nodes nodes_;
  std::uint32_t root_ = 0;
};

/// Parses and checks a ConditionExpression or FilterExpression. (A key condition has the same
/// grammar: see key_condition.hpp.)
[[nodiscard]] Result<Condition> parse_condition(std::string_view text, ExpressionKind kind,
                                                Parameters& parameters);

/// The condition as text, with as few parentheses as its meaning needs.
[[nodiscard]] std::string to_text(const Condition& condition);

}  // namespace keywright::expression
