#include "guard/changes.hpp"

#include <algorithm>

namespace keywright::guard {

using expression::Operand;
using expression::OperandKind;
using expression::UpdateAction;
using expression::UpdateSection;

std::span<const UpdateAction> Changes::actions() const {
  return write_.update == nullptr ? std::span<const UpdateAction>() : write_.update->actions();
}

std::string_view Changes::target_of(const UpdateAction& action) const {
  return write_.update->path(action.target).front().name;
}

const UpdateAction* Changes::action_on(std::string_view attribute) const {
  const auto all = actions();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const auto& action) { return target_of(action) == attribute; });
  return found == all.end() ? nullptr : &*found;
}

std::optional<ValueView> Changes::value_set(const UpdateAction& action) const {
  if (action.section != UpdateSection::set) return std::nullopt;
  if (write_.update->path(action.target).size() > 1) return std::nullopt;
  const Operand* operand = &write_.update->operand(action.operand);
  if (operand->kind == OperandKind::if_not_exists) {
    if (draws_on_others(*operand, target_of(action))) return std::nullopt;
    operand = &write_.update->operand(operand->left);
  }
  return operand->is_constant() ? operand->value() : std::nullopt;
}

expression::Path Changes::path_of(const UpdateAction& action) const {
  return write_.update->path(action.target);
}

bool Changes::is_if_absent(const UpdateAction& action) const {
  return action.section == UpdateSection::set &&
         write_.update->operand(action.operand).kind == OperandKind::if_not_exists;
}

bool Changes::draws_on_others(const Operand& operand, std::string_view attribute) const {
  const auto side = [&](std::uint32_t index) {
    return draws_on_others(write_.update->operand(index), attribute);
  };
  const auto is_other = [&] { return write_.update->path(operand.path).front().name != attribute; };
  switch (operand.kind) {
    case OperandKind::path:
      return is_other();
    case OperandKind::constant:
      return false;
    case OperandKind::if_not_exists:
      return is_other() || side(operand.left);
    case OperandKind::size_of:
      return side(operand.left);
    default:
      return side(operand.left) || side(operand.right);
  }
}

bool Changes::adds(const UpdateAction& action) const {
  if (action.section == UpdateSection::add) return true;
  if (action.section != UpdateSection::set) return false;
  const auto& operand = write_.update->operand(action.operand);
  const auto is_target = [&](const Operand& side) {
    const bool is_path = side.kind == OperandKind::path || side.kind == OperandKind::if_not_exists;
    return is_path && write_.update->path(side.path).front().name == target_of(action);
  };
  const bool is_difference = operand.kind == OperandKind::minus;
  if (operand.kind != OperandKind::plus && !is_difference) return false;
  return is_target(write_.update->operand(operand.left)) ||
         (!is_difference && is_target(write_.update->operand(operand.right)));
}

std::optional<ValueView> Changes::known_value(std::string_view attribute) const {
  if (const auto* action = action_on(attribute)) return value_set(*action);
  if (write_.condition == nullptr) return std::nullopt;
  return stored_value(*write_.condition, attribute).value;
}

bool Changes::sets(std::string_view attribute) const {
  const auto* action = action_on(attribute);
  return action != nullptr && action->section != UpdateSection::remove;
}

}  // namespace keywright::guard
