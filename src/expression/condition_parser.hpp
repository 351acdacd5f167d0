#pragma once
// The grammar of conditions, by descent:
//
//   condition   term, joined by AND (binds tighter) and OR
//   term        NOT term | ( condition ) | function | operand comparator operand
//               | operand BETWEEN operand AND operand | operand IN ( operand, ... )
//   operand     path | :v | size ( operand ) | ( operand )

#include "expression/condition.hpp"
#include "expression/condition_checks.hpp"
#include "expression/parser.hpp"

#include <array>

namespace keywright::expression {

class ConditionParser : Parser, ConditionNodes {
 public:
  ConditionParser(std::string_view text, ExpressionKind kind, Parameters& parameters);
  [[nodiscard]] Result<Condition> parse();

 private:
  struct CallArguments {
    std::array<std::uint32_t, 2> operands{};
    std::size_t count = 0;
  };

  // `in_parentheses`: directly behind a parenthesis, where a lone operand may stand.
  Parsed parse_disjunction(bool in_parentheses);
  Parsed parse_conjunction(bool in_parentheses);
  Parsed parse_negation(bool in_parentheses);
  Parsed parse_term(bool in_parentheses);
  Parsed parse_primary();
  Parsed parse_comparison(Operator op, std::uint32_t left);
  Parsed parse_between(std::uint32_t left);
  Parsed parse_in(std::uint32_t left);

  Parsed parse_operand_term();
  std::uint32_t parse_operand() { return as_operand(parse_operand_term()); }
  Parsed parse_call(std::string_view name);
  CallArguments parse_arguments();
  std::uint32_t add_size(const CallArguments& arguments);
  std::uint32_t add_call(Operator op, const CallArguments& arguments);
  /// The operand, or a stand-in where a function is reported that gives none.
  std::uint32_t as_operand(const Parsed& parsed);

  ConditionChecks checks_{steps_, operands_, findings_};
};

}  // namespace keywright::expression
