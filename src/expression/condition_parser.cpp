#include "expression/condition_parser.hpp"

#include "core/base64.hpp"
#include "expression/document_path.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace keywright::expression {
namespace {

constexpr std::string_view kKeywords[] = {"AND", "OR", "NOT", "BETWEEN", "IN"};

constexpr std::size_t kMaxInOperands = 100;  // AWS: operands of one IN

constexpr std::pair<TokenKind, Operator> kComparators[] = {
    {TokenKind::equal, Operator::equal},     {TokenKind::not_equal, Operator::not_equal},
    {TokenKind::less, Operator::less},       {TokenKind::less_equal, Operator::less_equal},
    {TokenKind::greater, Operator::greater}, {TokenKind::greater_equal, Operator::greater_equal},
};

struct Function {
  Operator op;
  std::size_t operand_count;
};

// Their names are those of the operators.
constexpr Function kFunctions[] = {
    {Operator::attribute_exists, 1}, {Operator::attribute_not_exists, 1},
    {Operator::attribute_type, 2},   {Operator::begins_with, 2},
    {Operator::contains, 2},
};
constexpr std::string_view kSize = "size";

std::optional<Operator> comparator(TokenKind kind) {
  for (const auto& [token, op] : kComparators) {
    if (token == kind) return op;
  }
  return std::nullopt;
}

bool is_ordered(AttributeType type) {
  return type == AttributeType::string || type == AttributeType::number ||
         type == AttributeType::binary;
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

ConditionParser::ConditionParser(std::string_view text, ExpressionKind kind, Parameters& parameters)
    : Parser(text, kind, kKeywords, parameters) {
  arguments_.reserve(8);
  nodes_.reserve(8);
}

Result<Condition> ConditionParser::parse() {
  const Parsed root = parse_disjunction(false);
  if (auto error = finish()) return std::move(*error);
  Condition condition;
  condition.steps_ = std::move(steps_);
  condition.operands_ = std::move(operands_);
  condition.arguments_ = std::move(arguments_);
  condition.nodes_ = std::move(nodes_);
  condition.root_ = root.index;
  return condition;
}

// Logical operators ----------------------------------------------------------------------------

Parsed ConditionParser::parse_disjunction(bool in_parentheses) {
  Parsed left = parse_conjunction(in_parentheses);
  while (take_if_keyword("OR")) {
    count_operator();
    const Parsed right = parse_conjunction(false);
    left = {add_node(Operator::logical_or, left.index, right.index), false};
  }
  return left;
}

Parsed ConditionParser::parse_conjunction(bool in_parentheses) {
  Parsed left = parse_negation(in_parentheses);
  while (take_if_keyword("AND")) {
    count_operator();
    const Parsed right = parse_negation(false);
    left = {add_node(Operator::logical_and, left.index, right.index), false};
  }
  return left;
}

Parsed ConditionParser::parse_negation(bool in_parentheses) {
  std::size_t negations = 0;
  while (take_if_keyword("NOT")) {
    count_operator();
    ++negations;
  }
  Parsed term = parse_term(in_parentheses && negations == 0);
  for (; negations > 0; --negations) {
    term = {add_node(Operator::logical_not, term.index, 0), false};
  }
  return term;
}

// Terms ----------------------------------------------------------------------------------------

Parsed ConditionParser::parse_term(bool in_parentheses) {
  const Parsed left = parse_primary();
  if (!left.is_operand && left.function.empty()) return left;
  if (const auto op = comparator(current().kind)) return parse_comparison(*op, as_operand(left));
  if (take_if_keyword("BETWEEN")) return parse_between(as_operand(left));
  if (take_if_keyword("IN")) return parse_in(as_operand(left));
  if (!left.is_operand || (in_parentheses && at(TokenKind::right_parenthesis))) return left;
  if (left.function.empty()) {
    syntax_error();
  } else {
    report_misuse(left.function);
  }
  return {0, false};
}

Parsed ConditionParser::parse_primary() {
  if (!at(TokenKind::left_parenthesis)) return parse_operand_term();
  open_parenthesis();
  Parsed inner = parse_disjunction(true);
  close_parenthesis(inner);
  if (!inner.is_operand) inner.function = {};
  return inner;
}

Parsed ConditionParser::parse_comparison(Operator op, std::uint32_t left) {
  take();
  count_operator();
  const std::uint32_t right = parse_operand();
  if (op != Operator::equal && op != Operator::not_equal) {
    check_ordered(op, left);
    check_ordered(op, right);
  }
  check_distinct(op, left, right);
  return {add_leaf(op, {left, right}), false};
}

Parsed ConditionParser::parse_between(std::uint32_t left) {
  count_operator();
  const std::uint32_t lower = parse_operand();
  if (!take_if_keyword("AND")) syntax_error();
  const std::uint32_t upper = parse_operand();
  for (const std::uint32_t operand : {left, lower, upper}) {
    check_ordered(Operator::between, operand);
  }
  check_bounds(lower, upper);
  check_distinct(Operator::between, left, lower);
  check_distinct(Operator::between, left, upper);
  return {add_leaf(Operator::between, {left, lower, upper}), false};
}

Parsed ConditionParser::parse_in(std::uint32_t left) {
  count_operator();
  expect(TokenKind::left_parenthesis);
  const auto first = static_cast<std::uint32_t>(arguments_.size());
  arguments_.push_back(left);
  do {
    const std::uint32_t operand = parse_operand();
    check_distinct(Operator::in, left, operand);
    arguments_.push_back(operand);
  } while (take_if(TokenKind::comma));
  expect(TokenKind::right_parenthesis);
  const auto count = static_cast<std::uint32_t>(arguments_.size()) - first;
  if (count - 1 > kMaxInOperands) {
    report(Check::limit,
           "The IN operator is provided with too many operands; number of operands: " +
               std::to_string(count - 1));
  }
  return {add_node(Operator::in, first, count), false};
}

// Operands and functions -----------------------------------------------------------------------

Parsed ConditionParser::parse_operand_term() {
  if (at(TokenKind::left_parenthesis)) {
    open_parenthesis();
    Parsed inner = parse_operand_term();
    close_parenthesis(inner);
    return inner;
  }
  if (at(TokenKind::value_ref)) return {parse_constant()};
  if (at(TokenKind::name) && !at_keyword()) {
    const Token name = take();
    if (at(TokenKind::left_parenthesis)) return parse_call(name.text);
    return {add_path_operand(parse_path_from(name))};
  }
  return {add_path_operand(parse_path())};
}

ConditionParser::Arguments ConditionParser::parse_arguments() {
  Arguments arguments;
  take();
  if (take_if(TokenKind::right_parenthesis)) return arguments;
  do {
    const std::uint32_t argument = parse_operand();
    if (arguments.count < arguments.operands.size()) {
      arguments.operands[arguments.count] = argument;
    }
    ++arguments.count;
  } while (take_if(TokenKind::comma));
  expect(TokenKind::right_parenthesis);
  return arguments;
}

Parsed ConditionParser::parse_call(std::string_view name) {
  const Arguments arguments = parse_arguments();
  if (name == kSize) return {add_size(arguments), true, false, name};
  for (const Function& function : kFunctions) {
    if (name != to_string(function.op)) continue;
    if (arguments.count == function.operand_count) {
      return {add_call(function.op, arguments), false, false, name};
    }
    report_operand_count(name, arguments.count);
    return {0, false, false, name};
  }
  report(Check::unknown_function, "Invalid function name; function: " + std::string(name));
  return {0, false, false, name};
}

std::uint32_t ConditionParser::add_size(const Arguments& arguments) {
  Operand size;
  size.kind = OperandKind::size_of;
  if (arguments.count != 1) {
    report_operand_count(kSize, arguments.count);
    return add_operand(size);
  }
  size.left = arguments.operands[0];
  const auto type = constant_type(size.left);
  if (type &&
      type_among(*type, {AttributeType::number, AttributeType::boolean, AttributeType::null})) {
    report_operand_type("operator or function", kSize, type_descriptor(*type));
  }
  if (operands_[size.left].kind == OperandKind::size_of) report_misuse(kSize);
  return add_operand(size);
}

std::uint32_t ConditionParser::add_call(Operator op, const Arguments& arguments) {
  check_call(op, arguments);
  return add_leaf(op, std::span(arguments.operands).first(arguments.count));
}

std::uint32_t ConditionParser::as_operand(const Parsed& parsed) {
  if (parsed.is_operand) return parsed.index;
  report_misuse(parsed.function);
  return add_operand({});
}

// Checks ---------------------------------------------------------------------------------------

std::optional<AttributeType> ConditionParser::constant_type(std::uint32_t operand) const {
  if (!operands_[operand].is_constant() || !operands_[operand].value()) return std::nullopt;
  return operands_[operand].value()->type();
}

bool ConditionParser::is_path(std::uint32_t operand) const {
  return operands_[operand].kind == OperandKind::path;
}

void ConditionParser::report_misuse(std::string_view function) {
  report(Check::misused_function,
         "The function is not allowed to be used this way in an expression; function: " +
             std::string(function));
}

void ConditionParser::check_ordered(Operator op, std::uint32_t operand) {
  const auto type = constant_type(operand);
  if (!type || is_ordered(*type)) return;
  report_operand_type("operator", to_string(op), type_descriptor(*type));
}

void ConditionParser::check_bounds(std::uint32_t lower, std::uint32_t upper) {
  const auto lower_type = constant_type(lower);
  const auto upper_type = constant_type(upper);
  if (!lower_type || !upper_type) return;
  const ValueView low = *operands_[lower].value();
  const ValueView high = *operands_[upper].value();
  const auto order = compare_scalars(low, high);
  if (order && *order <= 0) return;
  // Of other types check_ordered() has spoken.
  if (!is_ordered(*lower_type) || !is_ordered(*upper_type)) return;
  report(Check::operand, std::string("The BETWEEN operator requires ") +
                             (order ? "upper bound to be greater than or equal to lower bound"
                                    : "same data type for lower and upper bounds") +
                             "; lower bound operand: " + bound_text(low) +
                             ", upper bound operand: " + bound_text(high));
}

void ConditionParser::check_distinct(Operator op, std::uint32_t first, std::uint32_t other) {
  if (!is_path(first) || !is_path(other)) return;
  const Path path = operands_[first].path.in(steps_);
  if (compare(path, operands_[other].path.in(steps_)) != 0) return;
  report(Check::distinct,
         "The first operand must be distinct from the remaining operands for this operator or "
         "function; operator: " +
             std::string(to_string(op)) + ", first operand: " + to_message(path));
}

void ConditionParser::check_operand_type(Operator op, std::uint32_t operand,
                                         std::initializer_list<AttributeType> types) {
  if (operands_[operand].kind == OperandKind::size_of) {
    if (!type_among(AttributeType::number, types)) report_misuse(kSize);
    return;
  }
  const auto type = constant_type(operand);
  if (!type || type_among(*type, types)) return;
  report_operand_type("operator or function", to_string(op), type_descriptor(*type));
}

void ConditionParser::check_call(Operator op, const Arguments& arguments) {
  const auto [first, second] = arguments.operands;
  switch (op) {
    case Operator::attribute_exists:
    case Operator::attribute_not_exists:
      if (!is_path(first)) report_path_needed(to_string(op));
      break;
    case Operator::attribute_type:
      if (operands_[first].kind == OperandKind::size_of) report_misuse(kSize);
      check_type_name(second);
      break;
    case Operator::begins_with:
      for (const std::uint32_t operand : {first, second}) {
        check_operand_type(op, operand, {AttributeType::string, AttributeType::binary});
      }
      check_distinct(op, first, second);
      break;
    default:  // contains
      check_operand_type(
          op, first,
          {AttributeType::string, AttributeType::binary, AttributeType::list,
           AttributeType::string_set, AttributeType::number_set, AttributeType::binary_set});
      check_distinct(op, first, second);
      break;
  }
}

void ConditionParser::check_type_name(std::uint32_t operand) {
  const Operand& given = operands_[operand];
  if (given.is_constant() && !given.value()) return;  // undefined, and reported
  std::string name;
  if (given.is_constant()) {
    const ValueView value = *given.value();
    if (!value.is(AttributeType::string)) {
      report_operand_type("operator or function", to_string(Operator::attribute_type),
                          type_descriptor(value.type()));
      return;
    }
    if (type_from_descriptor(value.as_string())) return;
    name = value.as_string();
  } else {
    name = is_path(operand) ? to_message(given.path.in(steps_)) : std::string(kSize);
  }
  report(Check::operand, "Invalid attribute type name found; type: " + name +
                             ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
}

// ----------------------------------------------------------------------------------------------

Result<Condition> parse_condition(std::string_view text, ExpressionKind kind,
                                  Parameters& parameters) {
  return ConditionParser(text, kind, parameters).parse();
}

}  // namespace keywright::expression
