#include "expression/tree_builder.hpp"

namespace keywright::expression {

PathRef TreeBuilder::add_path(std::span<const Step> path) {
  const auto first = static_cast<std::uint32_t>(steps_.size());
  steps_.append(path);
  return {first, static_cast<std::uint32_t>(path.size())};
}

PathRef TreeBuilder::add_attribute(std::string_view name) {
  const Step step{name, name, 0};
  return add_path({&step, 1});
}

std::uint32_t TreeBuilder::add_operand(const Operand& operand) {
  operands_.push_back(operand);
  return static_cast<std::uint32_t>(operands_.size() - 1);
}

std::uint32_t TreeBuilder::add_path_operand(PathRef path) {
  Operand operand;
  operand.path = path;
  return add_operand(operand);
}

std::uint32_t TreeBuilder::add_constant(ValueView value, std::string_view written) {
  Operand operand;
  operand.kind = OperandKind::constant;
  operand.encoded = value.data();
  operand.written = written;
  return add_operand(operand);
}

std::uint32_t ConditionNodes::add_node(Operator op, std::uint32_t first, std::uint32_t second) {
  nodes_.push_back({op, first, second});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t ConditionNodes::add_leaf(Operator op, std::span<const std::uint32_t> operands) {
  const auto first = static_cast<std::uint32_t>(arguments_.size());
  arguments_.append(operands);
  return add_node(op, first, static_cast<std::uint32_t>(operands.size()));
}

}  // namespace keywright::expression
