#pragma once
// Steps and operands of an expression in the making: what its parser builds on, and what makes the
// same trees from something else than an expression's text (legacy parameters, PartiQL).
//
// Names and values are borrowed, as in the trees.

#include "expression/ast.hpp"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace keywright::expression {

class TreeBuilder {
 public:
  PathRef add_path(std::span<const Step> path);
  /// The path of one step that is written as the attribute is named.
  PathRef add_attribute(std::string_view name);
  std::uint32_t add_operand(const Operand& operand);
  std::uint32_t add_path_operand(PathRef path);
  std::uint32_t add_constant(ValueView value, std::string_view written = {});

  [[nodiscard]] const Steps& steps() const { return steps_; }
  [[nodiscard]] const Operands& operands() const { return operands_; }

 protected:
  Steps steps_;
  Operands operands_;
};

/// The nodes of a condition in the making.
class ConditionNodes {
 public:
  std::uint32_t add_node(Operator op, std::uint32_t first, std::uint32_t second);
  /// A node that is not logical, of these operands.
  std::uint32_t add_leaf(Operator op, std::span<const std::uint32_t> operands);
  std::uint32_t add_leaf(Operator op, std::initializer_list<std::uint32_t> operands) {
    return add_leaf(op, std::span(operands.begin(), operands.size()));
  }

 protected:
  Arguments arguments_;
  Nodes nodes_;
};

}  // namespace keywright::expression
