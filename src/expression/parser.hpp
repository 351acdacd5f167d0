#pragma once
// What the parsers of the four languages share: tokens, findings, steps and operands, and the
// reading of a document path.
//
// A syntax error ends the token stream, so that every loop comes to its end by itself; all other
// findings are collected while parsing goes on.

#include "expression/ast.hpp"
#include "expression/findings.hpp"
#include "expression/lexer.hpp"
#include "expression/parameters.hpp"
#include "expression/tree_builder.hpp"
#include <keywright/result.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::expression {

/// What parsing a term gave: an operand or a node of a condition.
struct Parsed {
  std::uint32_t index = 0;
  bool is_operand = true;
  bool in_parentheses = false;
  std::string_view function = {};  // whose call this is, if it is one
};

class Parser : protected TreeBuilder {
 protected:
  /// `keywords`: the words of the language that are no names, in upper case.
  Parser(std::string_view text, ExpressionKind kind, std::span<const std::string_view> keywords,
         Parameters& parameters);

  // Tokens
  [[nodiscard]] bool at(TokenKind kind) const { return tokens_.at(kind); }
  /// Takes the token if it is of that kind.
  bool take_if(TokenKind kind);
  bool take_if_keyword(std::string_view keyword);
  /// Takes a token that must be of that kind.
  Token expect(TokenKind kind);
  [[nodiscard]] bool at_keyword() const;
  /// Reports the current token, and ends the stream.
  void syntax_error();
  /// Opens a pair of parentheses; close_parenthesis() reports a pair around such a pair.
  void open_parenthesis();
  void close_parenthesis(Parsed& inner);

  // Paths and operands
  /// A path that begins at the current token.
  PathRef parse_path();
  /// The same where its first token was taken already.
  PathRef parse_path_from(const Token& first);
  /// `:v`, which must be the current token.
  std::uint32_t parse_constant();

  // Checks
  void count_operator() { ++operator_count_; }
  void report(Check check, std::string message) { findings_.add(check, std::move(message)); }
  /// The end of the text must be reached. What is wrong, if anything.
  [[nodiscard]] std::optional<Error> finish();

  Findings findings_;

 private:
  void add_name_step(const Token& token);
  void add_index_step();

  ExpressionKind kind_;
  std::span<const std::string_view> keywords_;
  Parameters& parameters_;
  TokenStream tokens_;
  std::size_t operator_count_ = 0;
  std::size_t open_parentheses_ = 0;

 protected:
  [[nodiscard]] const Token& current() const { return tokens_.current(); }
  Token take() { return tokens_.take(); }
};

}  // namespace keywright::expression
