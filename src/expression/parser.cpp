#include "expression/parser.hpp"

#include "core/errors.hpp"
#include "expression/reserved_words.hpp"

#include <algorithm>
#include <utility>

namespace keywright::expression {
namespace {

// AWS: "Constraints in Amazon DynamoDB", expression parameters.
constexpr std::size_t kMaxExpressionSize = 4096;
constexpr std::size_t kMaxPathDepth = 32;
constexpr std::uint32_t kMaxListIndex = 0x7FFFFFFF;
// Without a redundant pair each pair encloses another operator.
constexpr std::size_t kMaxOpenParentheses = kMaxOperators + 1;

constexpr std::string_view kRedundantParentheses = "The expression has redundant parentheses;";

/// The number, or nothing if it is larger than a list index may be.
std::optional<std::uint32_t> to_list_index(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : digits) {
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
    if (value > kMaxListIndex) return std::nullopt;
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace

Parser::Parser(std::string_view text, ExpressionKind kind,
               std::span<const std::string_view> keywords, Parameters& parameters)
    : kind_(kind), keywords_(keywords), parameters_(parameters), tokens_(text) {
  if (text.empty()) {
    report(Check::syntax, "The expression can not be empty;");
  } else if (text.size() > kMaxExpressionSize) {
    report(Check::syntax,
           "Expression size has exceeded the maximum allowed size; expression size: " +
               std::to_string(text.size()));
    tokens_.stop();
  }
}

bool Parser::take_if(TokenKind kind) {
  if (!tokens_.at(kind)) return false;
  tokens_.take();
  return true;
}

bool Parser::take_if_keyword(std::string_view keyword) {
  if (!tokens_.at_keyword(keyword)) return false;
  tokens_.take();
  return true;
}

Token Parser::expect(TokenKind kind) {
  if (!tokens_.at(kind)) {
    syntax_error();
    return tokens_.current();
  }
  return tokens_.take();
}

bool Parser::at_keyword() const {
  return std::any_of(keywords_.begin(), keywords_.end(),
                     [&](std::string_view word) { return tokens_.at_keyword(word); });
}

void Parser::syntax_error() {
  report(Check::syntax, tokens_.syntax_error());
  tokens_.stop();
}

void Parser::open_parenthesis() {
  tokens_.take();
  if (++open_parentheses_ <= kMaxOpenParentheses) return;
  report(Check::syntax, std::string(kRedundantParentheses));
  tokens_.stop();
}

void Parser::close_parenthesis(Parsed& inner) {
  expect(TokenKind::right_parenthesis);
  --open_parentheses_;
  if (inner.in_parentheses) report(Check::parentheses, std::string(kRedundantParentheses));
  inner.in_parentheses = true;
}

void Parser::add_name_step(const Token& token) {
  if (token.kind == TokenKind::name_ref) {
    const auto name = parameters_.name(token.text);
    if (!name) {
      report(Check::undefined,
             "An expression attribute name used in the document path is not defined; attribute "
             "name: " +
                 std::string(token.text));
    }
    // An undefined or empty name is an error that is reported; the step must still be a name.
    steps_.push_back({name && !name->empty() ? *name : token.text, token.text, 0});
    return;
  }
  if (is_reserved(token.text)) {
    report(Check::reserved_word,
           "Attribute name is a reserved keyword; reserved keyword: " + std::string(token.text));
  }
  steps_.push_back({token.text, token.text, 0});
}

void Parser::add_index_step() {
  const Token digits = expect(TokenKind::integer);
  expect(TokenKind::right_bracket);
  if (digits.kind != TokenKind::integer) return;
  const auto index = to_list_index(digits.text);
  if (!index) {
    report(Check::limit, "List index is not within the allowable range; index: [" +
                             std::string(digits.text) + "]");
  }
  steps_.push_back({{}, {}, index.value_or(0)});
}

PathRef Parser::parse_path() {
  if ((at(TokenKind::name) && !at_keyword()) || at(TokenKind::name_ref)) {
    return parse_path_from(tokens_.take());
  }
  syntax_error();
  return {};
}

PathRef Parser::parse_path_from(const Token& first) {
  const auto begin = static_cast<std::uint32_t>(steps_.size());
  add_name_step(first);
  while (true) {
    if (take_if(TokenKind::dot)) {
      if (!at(TokenKind::name_ref) && (!at(TokenKind::name) || at_keyword())) {
        syntax_error();
        break;
      }
      add_name_step(tokens_.take());
    } else if (take_if(TokenKind::left_bracket)) {
      add_index_step();
    } else {
      break;
    }
  }
  const auto count = static_cast<std::uint32_t>(steps_.size() - begin);
  if (count > kMaxPathDepth) {
    report(Check::limit, "The document path has too many nesting levels; nesting levels: " +
                             std::to_string(count));
  }
  return {begin, count};
}

std::uint32_t Parser::parse_constant() {
  const Token token = expect(TokenKind::value_ref);
  Operand operand;
  operand.kind = OperandKind::constant;
  operand.written = token.text;
  if (token.kind == TokenKind::value_ref) {
    if (const auto value = parameters_.value(token.text)) {
      operand.encoded = value->data();
    } else {
      report(Check::undefined,
             "An expression attribute value used in expression is not defined; attribute value: " +
                 std::string(token.text));
    }
  }
  return add_operand(operand);
}

std::optional<Error> Parser::finish() {
  if (!at(TokenKind::end)) syntax_error();
  findings_.operator_count(operator_count_);
  if (!findings_.message()) return std::nullopt;
  return errors::validation("Invalid " + std::string(to_string(kind_)) + ": " +
                            *findings_.message());
}

}  // namespace keywright::expression
