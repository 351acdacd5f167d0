// Paths, right sides of SET, and conditions.
//
//   condition   term, joined by AND (binds tighter) and OR
//   term        NOT term | ( condition ) | function | operand comparator operand
//               | operand [NOT] BETWEEN operand AND operand | operand [NOT] IN list
//               | path IS [NOT] MISSING | operand IS [NOT] NULL
//   operand     path | value | size ( operand ) | ( operand )
//   list        ( operand, ... ) | [ operand, ... ]
//   sum         operand | operand + operand | operand - operand

#include "expression/document_path.hpp"
#include "expression/partiql_parser.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace keywright::expression {
namespace {

using Kind = PartiqlTokenKind;

// Words that are no names unless they are quoted.
constexpr std::string_view kReserved[] = {
    "AND",       "BETWEEN", "DELETE",  "EXISTS", "FALSE",  "FROM",  "IN",    "INSERT",
    "INTO",      "IS",      "MISSING", "NOT",    "NULL",   "OR",    "ORDER", "REMOVE",
    "RETURNING", "SELECT",  "SET",     "TRUE",   "UPDATE", "VALUE", "WHERE", "AS"};

constexpr std::pair<Kind, Operator> kComparators[] = {
    {Kind::equal, Operator::equal},     {Kind::not_equal, Operator::not_equal},
    {Kind::less, Operator::less},       {Kind::less_equal, Operator::less_equal},
    {Kind::greater, Operator::greater}, {Kind::greater_equal, Operator::greater_equal},
};

constexpr std::size_t kMaxOpenParentheses = 100;
constexpr std::size_t kMaxPathDepth = 32;
constexpr std::size_t kMaxListIndex = 0x7FFFFFFF;

std::optional<Operator> comparator(Kind kind) {
  for (const auto& [token, op] : kComparators) {
    if (token == kind) return op;
  }
  return std::nullopt;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

// Names and paths --------------------------------------------------------------------------------

bool PartiqlParser::at_name() const {
  if (at(Kind::quoted_name)) return true;
  return at(Kind::word) && std::none_of(std::begin(kReserved), std::end(kReserved),
                                        [&](auto word) { return tokens_.at_word(word); });
}

std::string_view PartiqlParser::parse_name() {
  if (!at_name()) {
    expected("a name");
    return {};
  }
  const PartiqlToken token = tokens_.take();
  if (token.kind == Kind::word) return token.text;
  const std::string& name = statement_.names.emplace_back(unquoted(token.text));
  if (name.empty()) refuse("Empty attribute name");
  return name;
}

PathRef PartiqlParser::parse_path(TreeBuilder& tree) {
  path_.clear();
  do {
    const std::string_view written = tokens_.current().text;
    path_.push_back({parse_name(), written, 0});
    while (take_if(Kind::left_bracket)) parse_list_index();
  } while (take_if(Kind::dot));
  if (error_) return {};
  if (path_.size() > kMaxPathDepth) {
    findings_.add(Check::limit, "The document path has too many nesting levels; nesting levels: " +
                                    std::to_string(path_.size()));
  }
  return tree.add_path(path_);
}

void PartiqlParser::parse_list_index() {
  const std::string_view digits = tokens_.current().text;
  const bool is_integer =
      at(Kind::number) && digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_integer) return expected("the index of an element");
  tokens_.take();
  std::size_t index = 0;
  for (const char c : digits) {
    index = std::min(index * 10 + static_cast<std::size_t>(c - '0'), kMaxListIndex + 1);
  }
  if (index > kMaxListIndex) {
    findings_.add(Check::limit, "List index is not within the allowable range; index: [" +
                                    std::string(digits) + "]");
  }
  path_.push_back({{}, {}, static_cast<std::uint32_t>(index)});
  expect(Kind::right_bracket, "]");
}

// Operands ---------------------------------------------------------------------------------------

std::uint32_t PartiqlParser::add_value(TreeBuilder& tree, AttributeValue value,
                                       std::string_view written) {
  return tree.add_constant(statement_.values.emplace_back(std::move(value)), written);
}

std::uint32_t PartiqlParser::parse_constant(TreeBuilder& tree) {
  const char* begin = tokens_.begin_of_current();
  AttributeValue value = parse_value();
  return add_value(tree, std::move(value), text_from(begin));
}

bool PartiqlParser::at_call() const {
  return at(Kind::word) && tokens_.next().kind == Kind::left_parenthesis && at_name();
}

std::uint32_t PartiqlParser::parse_sum(UpdateBuilder& tree) {
  Operand sum;
  sum.left = parse_update_operand(tree);
  if (!at(Kind::plus) && !at(Kind::minus)) return sum.left;
  const std::string_view op = tokens_.take().text;
  sum.kind = op == "+" ? OperandKind::plus : OperandKind::minus;
  sum.right = parse_update_operand(tree);
  check_type(op, tree.operands()[sum.left], AttributeType::number);
  check_type(op, tree.operands()[sum.right], AttributeType::number);
  ++operator_count_;
  return tree.add_operand(sum);
}

std::uint32_t PartiqlParser::parse_update_operand(UpdateBuilder& tree) {
  if (at_value()) return parse_constant(tree);
  if (at_call()) return parse_list_append(tree);
  return tree.add_path_operand(parse_path(tree));
}

std::uint32_t PartiqlParser::parse_list_append(UpdateBuilder& tree) {
  constexpr std::string_view kName = "list_append";
  const std::string name = lower_case(tokens_.take().text);
  if (name != kName) {
    refuse("Invalid function name; function: " + name);
    return tree.add_operand({});
  }
  Operand append;
  append.kind = OperandKind::list_append;
  expect(Kind::left_parenthesis, "(");
  append.left = parse_append_operand(tree);
  expect(Kind::comma, ",");
  append.right = parse_append_operand(tree);
  expect(Kind::right_parenthesis, ")");
  return tree.add_operand(append);
}

std::uint32_t PartiqlParser::parse_append_operand(UpdateBuilder& tree) {
  constexpr std::string_view kName = "list_append";
  if (at_call()) {  // within one another they are refused
    refuse("The function is not allowed to be used this way in an expression; function: " +
           lower_case(tokens_.current().text));
  }
  const std::uint32_t operand = parse_update_operand(tree);
  check_type(kName, tree.operands()[operand], AttributeType::list);
  return operand;
}

bool PartiqlParser::parse_set_function(UpdateBuilder& tree, PathRef target) {
  if (!at_call()) return false;
  const std::string name = lower_case(tokens_.current().text);
  if (name != "set_add" && name != "set_delete") return false;
  tokens_.take();
  expect(Kind::left_parenthesis, "(");
  const PathRef path = parse_path(tree);
  expect(Kind::comma, ",");
  const std::uint32_t members = parse_constant(tree);
  expect(Kind::right_parenthesis, ")");
  if (error_) return true;
  if (compare(path.in(tree.steps()), target.in(tree.steps())) != 0) {
    refuse(name + " must be given the path that it is assigned to");
    return true;
  }
  const ValueView value = *tree.operands()[members].value();
  if (!value.is(AttributeType::string_set) && !value.is(AttributeType::number_set) &&
      !value.is(AttributeType::binary_set)) {
    findings_.operand_type("operator or function", name, type_descriptor(value.type()));
  }
  tree.add_action(name == "set_add" ? UpdateSection::add : UpdateSection::delete_members, target,
                  members);
  return true;
}

void PartiqlParser::check_type(std::string_view op, const Operand& operand, AttributeType wanted) {
  if (!operand.is_constant() || operand.value()->is(wanted)) return;
  findings_.operand_type("operator or function", op, type_descriptor(operand.value()->type()));
}

// Conditions -------------------------------------------------------------------------------------

PartiqlParser::Term PartiqlParser::parse_disjunction() {
  Term left = parse_conjunction();
  while (take_if_word("OR")) {
    ++operator_count_;
    const std::uint32_t first = as_condition(left);
    const std::uint32_t second = as_condition(parse_conjunction());
    left = {condition_.add_node(Operator::logical_or, first, second), false};
  }
  return left;
}

PartiqlParser::Term PartiqlParser::parse_conjunction() {
  Term left = parse_negation();
  while (take_if_word("AND")) {
    ++operator_count_;
    const std::uint32_t first = as_condition(left);
    const std::uint32_t second = as_condition(parse_negation());
    left = {condition_.add_node(Operator::logical_and, first, second), false};
  }
  return left;
}

PartiqlParser::Term PartiqlParser::parse_negation() {
  std::size_t negations = 0;
  while (take_if_word("NOT")) ++negations;
  Term term = parse_comparison();
  operator_count_ += negations;
  for (; negations > 0; --negations) term = {negated(as_condition(term)), false};
  return term;
}

PartiqlParser::Term PartiqlParser::parse_comparison() {
  const Term left = parse_primary();
  if (const auto op = comparator(tokens_.current().kind)) {
    tokens_.take();
    ++operator_count_;
    const std::uint32_t first = as_operand(left);
    const std::uint32_t second = parse_operand();
    checks_.comparison(*op, first, second);
    return {condition_.add_leaf(*op, {first, second}), false};
  }
  if (take_if_word("IS")) return {parse_is(as_operand(left)), false};
  const bool is_negated =
      tokens_.at_word("NOT") && (tokens_.before_word("IN") || tokens_.before_word("BETWEEN"));
  if (is_negated) tokens_.take();
  Term term = left;
  if (take_if_word("BETWEEN")) {
    term = {parse_between(as_operand(left)), false};
  } else if (take_if_word("IN")) {
    term = {parse_in(as_operand(left)), false};
  }
  if (is_negated) term.index = negated(term.index);
  return term;
}

PartiqlParser::Term PartiqlParser::parse_primary() {
  if (at(Kind::left_parenthesis)) {
    open_parenthesis();
    const Term inner = parse_disjunction();
    close_parenthesis();
    return inner;
  }
  if (at_value()) return {parse_constant(condition_)};
  if (at_call()) return parse_call();
  return {condition_.add_path_operand(parse_path(condition_))};
}

/// Of a condition or of a call: what nests is kept from nesting too deep.
void PartiqlParser::open_parenthesis() {
  tokens_.take();
  if (++open_parentheses_ > kMaxOpenParentheses) malformed("Too many nested parentheses");
}

void PartiqlParser::close_parenthesis() {
  expect(Kind::right_parenthesis, ")");
  --open_parentheses_;
}

PartiqlParser::Term PartiqlParser::parse_call() {
  const std::string name = lower_case(tokens_.take().text);
  std::vector<std::uint32_t> operands;
  open_parenthesis();
  if (!at(Kind::right_parenthesis)) {
    do {
      operands.push_back(parse_operand());
    } while (take_if(Kind::comma));
  }
  close_parenthesis();
  if (name == kSizeFunction) return {add_size(operands), true};
  const auto function = find_condition_function(name);
  const bool has_other_word = name == "attribute_exists" || name == "attribute_not_exists";
  if (!function || has_other_word) {  // those are IS [NOT] MISSING
    refuse("Invalid function name; function: " + name);
    return {condition_.add_operand({}), true};
  }
  if (operands.size() == function->operand_count) {
    checks_.call(function->op, operands);
  } else {
    findings_.operand_count(name, operands.size());
  }
  return {condition_.add_leaf(function->op, operands), false};
}

std::uint32_t PartiqlParser::add_size(std::span<const std::uint32_t> operands) {
  Operand size;
  size.kind = OperandKind::size_of;
  if (operands.size() == 1) {
    size.left = operands.front();
    checks_.size(size.left);
  } else {
    findings_.operand_count(kSizeFunction, operands.size());
  }
  return condition_.add_operand(size);
}

std::uint32_t PartiqlParser::parse_between(std::uint32_t left) {
  ++operator_count_;
  const std::uint32_t lower = parse_operand();
  expect_word("AND");
  const std::uint32_t upper = parse_operand();
  checks_.between(left, lower, upper);
  return condition_.add_leaf(Operator::between, {left, lower, upper});
}

std::uint32_t PartiqlParser::parse_in(std::uint32_t left) {
  ++operator_count_;
  const bool brackets = at(Kind::left_bracket);
  if (!brackets && !at(Kind::left_parenthesis)) {
    expected("a list");
    return 0;
  }
  tokens_.take();
  std::vector<std::uint32_t> operands{left};
  do {
    operands.push_back(parse_operand());
  } while (take_if(Kind::comma));
  if (brackets) {
    expect(Kind::right_bracket, "]");
  } else {
    expect(Kind::right_parenthesis, ")");
  }
  checks_.in(operands);
  return condition_.add_leaf(Operator::in, operands);
}

std::uint32_t PartiqlParser::parse_is(std::uint32_t left) {
  ++operator_count_;
  const bool is_not = take_if_word("NOT");
  if (take_if_word("MISSING")) {
    if (condition_.operands()[left].kind != OperandKind::path) findings_.path_needed("MISSING");
    return condition_.add_leaf(is_not ? Operator::attribute_exists : Operator::attribute_not_exists,
                               {left});
  }
  expect_word("NULL");
  const std::uint32_t type = add_value(condition_, AttributeValue("NULL"), "'NULL'");
  const std::uint32_t is_null = condition_.add_leaf(Operator::attribute_type, {left, type});
  return is_not ? negated(is_null) : is_null;
}

std::uint32_t PartiqlParser::as_condition(Term term) {
  if (term.is_operand) expected("an operator");
  return term.index;
}

std::uint32_t PartiqlParser::as_operand(Term term) {
  if (term.is_operand) return term.index;
  malformed("Expected a path or a value, found a condition");
  return condition_.add_operand({});
}

std::uint32_t PartiqlParser::negated(std::uint32_t condition) {
  return condition_.add_node(Operator::logical_not, condition, 0);
}

}  // namespace keywright::expression
