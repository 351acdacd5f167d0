#pragma once
// Conditions, updates and projections from something else than an expression's text. One builder
// makes one tree. What is built is checked for targets and paths that meet, as the parsers do;
// types of operands are the caller's to check.
//
// Names and values are borrowed, as in the trees.

#include "expression/condition.hpp"
#include "expression/projection.hpp"
#include "expression/tree_builder.hpp"
#include "expression/update.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace keywright::expression {

class ConditionBuilder : public TreeBuilder, public ConditionNodes {
 public:
  ConditionBuilder() = default;
  /// Goes on with a condition, whose root remains a node.
  explicit ConditionBuilder(Condition condition);

  /// The conditions joined by AND or OR, in their order; at least one. However many there are, the
  /// tree is shallow, as whoever walks it recurses.
  std::uint32_t join(Operator op, std::span<const std::uint32_t> conditions);
  [[nodiscard]] Condition build(std::uint32_t root) &&;
};

class UpdateBuilder : public TreeBuilder {
 public:
  /// `operand`: what the action takes; none for REMOVE.
  void add_action(UpdateSection section, PathRef target, std::uint32_t operand = 0);
  /// What is wrong, if something is, becomes one of the findings.
  [[nodiscard]] Update build(Findings& findings) &&;
  /// An update that has the error texts of AttributeUpdates.
  [[nodiscard]] Update build_legacy() &&;

 private:
  Update update_;
};

class ProjectionBuilder : public TreeBuilder {
 public:
  void add(PathRef path);
  /// For a flat projection, all of whose paths have names.
  void add(PathRef path, std::string name);
  [[nodiscard]] Projection build(Findings& findings) &&;

 private:
  Projection projection_;
};

}  // namespace keywright::expression
