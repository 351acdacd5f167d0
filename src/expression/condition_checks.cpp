#include "expression/condition_checks.hpp"

#include "core/base64.hpp"
#include "expression/document_path.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace keywright::expression {
namespace {

constexpr std::size_t kMaxInOperands = 100;  // AWS: operands of one IN

// Their names are those of the operators.
constexpr ConditionFunction kFunctions[] = {
    {Operator::attribute_exists, 1}, {Operator::attribute_not_exists, 1},
    {Operator::attribute_type, 2},   {Operator::begins_with, 2},
    {Operator::contains, 2},
};

bool is_among(AttributeType type, std::initializer_list<AttributeType> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool is_ordered(AttributeType type) {
  return is_among(type, {AttributeType::string, AttributeType::number, AttributeType::binary});
}

/// "AttributeValue: {N:5}"
std::string bound_text(ValueView value) {
  std::string out = "AttributeValue: {";
  out.append(type_descriptor(value.type())).append(":");
  switch (value.type()) {
    case AttributeType::string:
      out += value.as_string();
      break;
    case AttributeType::number:
      value.as_number().append_to(out);
      break;
    default:
      append_base64(out, value.as_binary());
      break;
  }
  return out += '}';
}

}  // namespace

std::optional<ConditionFunction> find_condition_function(std::string_view name) {
  for (const ConditionFunction& function : kFunctions) {
    if (name == to_string(function.op)) return function;
  }
  return std::nullopt;
}

void ConditionChecks::comparison(Operator op, std::uint32_t left, std::uint32_t right) {
  if (op != Operator::equal && op != Operator::not_equal) {
    ordered(op, left);
    ordered(op, right);
  }
  distinct(op, left, right);
}

void ConditionChecks::between(std::uint32_t operand, std::uint32_t lower, std::uint32_t upper) {
  for (const std::uint32_t each : {operand, lower, upper}) ordered(Operator::between, each);
  bounds(lower, upper);
  distinct(Operator::between, operand, lower);
  distinct(Operator::between, operand, upper);
}

void ConditionChecks::in(std::span<const std::uint32_t> operands) {
  const auto others = operands.subspan(1);
  for (const std::uint32_t other : others) distinct(Operator::in, operands.front(), other);
  if (others.size() <= kMaxInOperands) return;
  findings_.add(Check::limit,
                "The IN operator is provided with too many operands; number of operands: " +
                    std::to_string(others.size()));
}

void ConditionChecks::size(std::uint32_t operand) {
  const auto type = constant_type(operand);
  if (type &&
      is_among(*type, {AttributeType::number, AttributeType::boolean, AttributeType::null})) {
    findings_.operand_type("operator or function", kSizeFunction, type_descriptor(*type));
  }
  if (is(OperandKind::size_of, operand)) findings_.misused_function(kSizeFunction);
}

void ConditionChecks::call(Operator op, std::span<const std::uint32_t> operands) {
  const std::uint32_t first = operands.front();
  switch (op) {
    case Operator::attribute_exists:
    case Operator::attribute_not_exists:
      if (!is(OperandKind::path, first)) findings_.path_needed(to_string(op));
      break;
    case Operator::attribute_type:
      if (is(OperandKind::size_of, first)) findings_.misused_function(kSizeFunction);
      type_name(operands[1]);
      break;
    case Operator::begins_with:
      for (const std::uint32_t operand : operands) {
        operand_type(op, operand, {AttributeType::string, AttributeType::binary});
      }
      distinct(op, first, operands[1]);
      break;
    default:  // contains
      operand_type(
          op, first,
          {AttributeType::string, AttributeType::binary, AttributeType::list,
           AttributeType::string_set, AttributeType::number_set, AttributeType::binary_set});
      distinct(op, first, operands[1]);
      break;
  }
}

std::optional<AttributeType> ConditionChecks::constant_type(std::uint32_t operand) const {
  if (!operands_[operand].is_constant() || !operands_[operand].value()) return std::nullopt;
  return operands_[operand].value()->type();
}

bool ConditionChecks::is(OperandKind kind, std::uint32_t operand) const {
  return operands_[operand].kind == kind;
}

void ConditionChecks::ordered(Operator op, std::uint32_t operand) {
  const auto type = constant_type(operand);
  if (!type || is_ordered(*type)) return;
  findings_.operand_type("operator", to_string(op), type_descriptor(*type));
}

void ConditionChecks::bounds(std::uint32_t lower, std::uint32_t upper) {
  const auto lower_type = constant_type(lower);
  const auto upper_type = constant_type(upper);
  if (!lower_type || !upper_type) return;
  const ValueView low = *operands_[lower].value();
  const ValueView high = *operands_[upper].value();
  const auto order = compare_scalars(low, high);
  if (order && *order <= 0) return;
  // Of other types ordered() has spoken.
  if (!is_ordered(*lower_type) || !is_ordered(*upper_type)) return;
  findings_.add(Check::operand,
                std::string("The BETWEEN operator requires ") +
                    (order ? "upper bound to be greater than or equal to lower bound"
                           : "same data type for lower and upper bounds") +
                    "; lower bound operand: " + bound_text(low) +
                    ", upper bound operand: " + bound_text(high));
}

void ConditionChecks::distinct(Operator op, std::uint32_t first, std::uint32_t other) {
  if (!is(OperandKind::path, first) || !is(OperandKind::path, other)) return;
  const Path path = operands_[first].path.in(steps_);
  if (compare(path, operands_[other].path.in(steps_)) != 0) return;
  findings_.add(Check::distinct,
                "The first operand must be distinct from the remaining operands for this operator "
                "or function; operator: " +
                    std::string(to_string(op)) + ", first operand: " + to_message(path));
}

void ConditionChecks::operand_type(Operator op, std::uint32_t operand,
                                   std::initializer_list<AttributeType> types) {
  if (is(OperandKind::size_of, operand)) {
    if (!is_among(AttributeType::number, types)) findings_.misused_function(kSizeFunction);
    return;
  }
  const auto type = constant_type(operand);
  if (!type || is_among(*type, types)) return;
  findings_.operand_type("operator or function", to_string(op), type_descriptor(*type));
}

void ConditionChecks::type_name(std::uint32_t operand) {
  const Operand& given = operands_[operand];
  if (given.is_constant() && !given.value()) return;  // undefined, and reported
  std::string name;
  if (given.is_constant()) {
    const ValueView value = *given.value();
    if (!value.is(AttributeType::string)) {
      findings_.operand_type("operator or function", to_string(Operator::attribute_type),
                             type_descriptor(value.type()));
      return;
    }
    if (type_from_descriptor(value.as_string())) return;
    name = value.as_string();
  } else {
    name = is(OperandKind::path, operand) ? to_message(given.path.in(steps_))
                                          : std::string(kSizeFunction);
  }
  findings_.add(Check::operand, "Invalid attribute type name found; type: " + name +
                                    ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
}

}  // namespace keywright::expression
