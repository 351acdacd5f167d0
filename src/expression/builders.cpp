#include "expression/builders.hpp"

#include <cstddef>
#include <utility>

namespace keywright::expression {

ConditionBuilder::ConditionBuilder(Condition condition) {
  steps_ = std::move(condition.steps_);
  operands_ = std::move(condition.operands_);
  arguments_ = std::move(condition.arguments_);
  nodes_ = std::move(condition.nodes_);
}

std::uint32_t ConditionBuilder::join(Operator op, std::span<const std::uint32_t> conditions) {
  if (conditions.size() == 1) return conditions.front();
  const std::size_t half = conditions.size() / 2;
  const std::uint32_t left = join(op, conditions.first(half));
  return add_node(op, left, join(op, conditions.subspan(half)));
}

Condition ConditionBuilder::build(std::uint32_t root) && {
  Condition condition;
  condition.steps_ = std::move(steps_);
  condition.operands_ = std::move(operands_);
  condition.arguments_ = std::move(arguments_);
  condition.nodes_ = std::move(nodes_);
  condition.root_ = root;
  return condition;
}

void UpdateBuilder::add_action(UpdateSection section, PathRef target, std::uint32_t operand) {
  update_.add({section, target, operand});
}

Update UpdateBuilder::build(Findings& findings) && {
  update_.steps_ = std::move(steps_);
  update_.operands_ = std::move(operands_);
  update_.order(findings);
  return std::move(update_);
}

Update UpdateBuilder::build_legacy() && {
  Findings none;  // attributes that differ never meet
  Update update = std::move(*this).build(none);
  update.legacy_ = true;
  return update;
}

void ProjectionBuilder::add(PathRef path) {
  projection_.paths_.push_back(path);
}

void ProjectionBuilder::add(PathRef path, std::string name) {
  add(path);
  projection_.flat_names_.push_back(std::move(name));
}

Projection ProjectionBuilder::build(Findings& findings) && {
  projection_.steps_ = std::move(steps_);
  projection_.order(findings);
  return std::move(projection_);
}

}  // namespace keywright::expression
