#pragma once
// The static checks of a condition's leaves, whatever language it is written in: types of
// constants, bounds, operands that must differ. What is wrong becomes a finding.

#include "expression/ast.hpp"
#include "expression/findings.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace keywright::expression {

inline constexpr std::string_view kSizeFunction = "size";

/// How many operands the function takes, and what it is called in the tree; nullopt for a name that
/// is none. size() is an operand, not a condition, and none of these.
struct ConditionFunction {
  Operator op;
  std::size_t operand_count;
};
[[nodiscard]] std::optional<ConditionFunction> find_condition_function(std::string_view name);

/// Operands are indexes into `operands`. Borrows all three.
class ConditionChecks {
 public:
  ConditionChecks(const Steps& steps, const Operands& operands, Findings& findings)
      : steps_(steps), operands_(operands), findings_(findings) {}

  void comparison(Operator op, std::uint32_t left, std::uint32_t right);
  void between(std::uint32_t operand, std::uint32_t lower, std::uint32_t upper);
  /// The operand and what it shall be among.
  void in(std::span<const std::uint32_t> operands);
  void size(std::uint32_t operand);
  void call(Operator op, std::span<const std::uint32_t> operands);

 private:
  [[nodiscard]] std::optional<AttributeType> constant_type(std::uint32_t operand) const;
  [[nodiscard]] bool is(OperandKind kind, std::uint32_t operand) const;

  void ordered(Operator op, std::uint32_t operand);
  void bounds(std::uint32_t lower, std::uint32_t upper);
  void distinct(Operator op, std::uint32_t first, std::uint32_t other);
  void operand_type(Operator op, std::uint32_t operand, std::initializer_list<AttributeType> types);
  void type_name(std::uint32_t operand);

  const Steps& steps_;
  const Operands& operands_;
  Findings& findings_;
};

}  // namespace keywright::expression
