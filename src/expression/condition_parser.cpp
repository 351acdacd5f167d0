#include "expression/condition_parser.hpp"

#include <span>
#include <utility>

namespace keywright::expression {
namespace {

constexpr std::string_view kKeywords[] = {"AND", "OR", "NOT", "BETWEEN", "IN"};

constexpr std::pair<TokenKind, Operator> kComparators[] = {
    {TokenKind::equal, Operator::equal},     {TokenKind::not_equal, Operator::not_equal},
    {TokenKind::less, Operator::less},       {TokenKind::less_equal, Operator::less_equal},
    {TokenKind::greater, Operator::greater}, {TokenKind::greater_equal, Operator::greater_equal},
};

std::optional<Operator> comparator(TokenKind kind) {
  for (const auto& [token, op] : kComparators) {
    if (token == kind) return op;
  }
  return std::nullopt;
}

}  // namespace

ConditionParser::ConditionParser(std::string_view text, ExpressionKind kind, Parameters& parameters)
    : Parser(text, kind, kKeywords, parameters) {}

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
    findings_.misused_function(left.function);
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
  checks_.comparison(op, left, right);
  return {add_leaf(op, {left, right}), false};
}

Parsed ConditionParser::parse_between(std::uint32_t left) {
  count_operator();
  const std::uint32_t lower = parse_operand();
  if (!take_if_keyword("AND")) syntax_error();
  const std::uint32_t upper = parse_operand();
  checks_.between(left, lower, upper);
  return {add_leaf(Operator::between, {left, lower, upper}), false};
}

Parsed ConditionParser::parse_in(std::uint32_t left) {
  count_operator();
  expect(TokenKind::left_parenthesis);
  const auto first = static_cast<std::uint32_t>(arguments_.size());
  arguments_.push_back(left);
  do {
    arguments_.push_back(parse_operand());
  } while (take_if(TokenKind::comma));
  expect(TokenKind::right_parenthesis);
  checks_.in(std::span(arguments_).subspan(first));
  const auto count = static_cast<std::uint32_t>(arguments_.size()) - first;
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

ConditionParser::CallArguments ConditionParser::parse_arguments() {
  CallArguments arguments;
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
  const CallArguments arguments = parse_arguments();
  if (name == kSizeFunction) return {add_size(arguments), true, false, name};
  Parsed call{0, false, false, name};
  const auto function = find_condition_function(name);
  if (!function) {
    findings_.no_function(name, "a condition");
  } else if (arguments.count != function->operand_count) {
    findings_.operand_count(name, arguments.count);
  } else {
    call.index = add_call(function->op, arguments);
  }
  return call;
}

std::uint32_t ConditionParser::add_size(const CallArguments& arguments) {
  Operand size;
  size.kind = OperandKind::size_of;
  if (arguments.count == 1) {
    size.left = arguments.operands[0];
    checks_.size(size.left);
  } else {
    findings_.operand_count(kSizeFunction, arguments.count);
  }
  return add_operand(size);
}

std::uint32_t ConditionParser::add_call(Operator op, const CallArguments& arguments) {
  const auto operands = std::span(arguments.operands).first(arguments.count);
  checks_.call(op, operands);
  return add_leaf(op, operands);
}

std::uint32_t ConditionParser::as_operand(const Parsed& parsed) {
  if (parsed.is_operand) return parsed.index;
  findings_.misused_function(parsed.function);
  return add_operand({});
}

// ----------------------------------------------------------------------------------------------

Result<Condition> parse_condition(std::string_view text, ExpressionKind kind,
                                  Parameters& parameters) {
  return ConditionParser(text, kind, parameters).parse();
}

}  // namespace keywright::expression
