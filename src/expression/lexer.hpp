#pragma once
// Tokens of the expression languages, one at a time.

#include <cstdint>
#include <string>
#include <string_view>

namespace keywright::expression {

enum class TokenKind : std::uint8_t {
  end,
  name,       ///< status, and every keyword and function name
  name_ref,   ///< #name
  value_ref,  ///< :value
  integer,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  left_parenthesis,
  right_parenthesis,
  left_bracket,
  right_bracket,
  comma,
  dot,
  unknown  ///< a character that begins no token
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  ///< a part of the expression, also where it is empty
};

/// The tokens of a text: one is current, the one before is remembered for error messages.
class TokenStream {
 public:
  explicit TokenStream(std::string_view text);

  [[nodiscard]] const Token& current() const { return current_; }
  [[nodiscard]] bool at(TokenKind kind) const { return current_.kind == kind; }
  /// True if the current token is that word, in any case. `word` is in upper case.
  [[nodiscard]] bool at_keyword(std::string_view word) const;
  /// Returns the current token and goes on to the next.
  Token take();
  /// Makes the end the current token, for good.
  void stop();

  /// DynamoDB's message for a current token that does not belong where it is: the token, and the
  /// text from the token before it to the one after it.
  [[nodiscard]] std::string syntax_error() const;

 private:
  [[nodiscard]] Token lex(std::size_t from) const;

  std::string_view text_;
  Token previous_;
  Token current_;
};

}  // namespace keywright::expression
