#pragma once
// The parser of PartiQL statements, by descent. A syntax error ends the tokens, so that every loop
// comes to its end by itself; the first thing that is wrong is reported.

#include "expression/builders.hpp"
#include "expression/condition_checks.hpp"
#include "expression/findings.hpp"
#include "expression/partiql.hpp"
#include "expression/partiql_lexer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::expression {

class PartiqlParser {
 public:
  PartiqlParser(std::string_view text, std::span<const AttributeValue> parameters);
  [[nodiscard]] Result<Statement> parse();

 private:
  using Kind = PartiqlTokenKind;

  // partiql_parser.cpp: statements
  void parse_statement();
  void parse_exists();
  void parse_select();
  void parse_select_list();
  void parse_order_by();
  void parse_insert();
  void parse_update();
  void parse_set(UpdateBuilder& builder);
  void parse_delete();
  void parse_where();
  void parse_returning();
  void parse_table(bool may_have_index);

  // partiql_terms.cpp: paths, operands, conditions
  PathRef parse_path(TreeBuilder& tree);
  void parse_list_index();
  /// A name that must come next, or the empty text.
  std::string_view parse_name();
  [[nodiscard]] bool at_name() const;
  std::uint32_t parse_constant(TreeBuilder& tree);
  std::uint32_t add_value(TreeBuilder& tree, AttributeValue value, std::string_view written);
  [[nodiscard]] bool at_call() const;
  std::uint32_t parse_sum(UpdateBuilder& tree);
  std::uint32_t parse_update_operand(UpdateBuilder& tree);
  std::uint32_t parse_list_append(UpdateBuilder& tree);
  /// set_add or set_delete, which are actions and no operands; false if there is none.
  bool parse_set_function(UpdateBuilder& tree, PathRef target);
  std::uint32_t parse_append_operand(UpdateBuilder& tree);
  void check_type(std::string_view op, const Operand& operand, AttributeType wanted);

  /// A term of a condition: a condition, or an operand on the way to one.
  struct Term {
    std::uint32_t index = 0;
    bool is_operand = true;
  };
  std::uint32_t parse_condition() { return as_condition(parse_disjunction()); }
  Term parse_disjunction();
  Term parse_conjunction();
  Term parse_negation();
  Term parse_comparison();
  Term parse_primary();
  Term parse_call();
  void open_parenthesis();
  void close_parenthesis();
  std::uint32_t add_size(std::span<const std::uint32_t> operands);
  std::uint32_t parse_operand() { return as_operand(parse_primary()); }
  std::uint32_t parse_between(std::uint32_t left);
  std::uint32_t parse_in(std::uint32_t left);
  std::uint32_t parse_is(std::uint32_t left);
  std::uint32_t as_condition(Term term);
  std::uint32_t as_operand(Term term);
  std::uint32_t negated(std::uint32_t condition);

  // partiql_values.cpp: literals and parameters
  [[nodiscard]] bool at_value() const;
  AttributeValue parse_value(std::size_t level = 1);
  AttributeValue parse_number();
  AttributeValue parse_list(std::size_t level);
  AttributeValue parse_map(std::size_t level);
  AttributeValue parse_set_literal();
  AttributeValue make_set(const std::vector<AttributeValue>& members);
  /// The value of the next `?`.
  AttributeValue take_parameter();

  // Tokens and errors
  [[nodiscard]] bool at(Kind kind) const { return tokens_.at(kind); }
  bool take_if(Kind kind);
  bool take_if_word(std::string_view word);
  void expect(Kind kind, std::string_view what);
  void expect_word(std::string_view word);
  /// The text from `begin` to what was taken last.
  [[nodiscard]] std::string_view text_from(const char* begin) const;
  /// The statement is not well formed.
  void malformed(const std::string& detail);
  void expected(std::string_view what);
  /// It is well formed, and refused nevertheless.
  void refuse(std::string message);

  std::span<const AttributeValue> parameters_;
  std::size_t parameters_taken_ = 0;
  PartiqlLexer tokens_;
  Statement statement_;
  std::vector<Step> path_;      // of the path that is being read
  ConditionBuilder condition_;  // of the WHERE clause
  Findings findings_;
  ConditionChecks checks_{condition_.steps(), condition_.operands(), findings_};
  std::size_t open_parentheses_ = 0;
  std::size_t operator_count_ = 0;
  std::optional<std::string> error_;
};

}  // namespace keywright::expression
