#pragma once
// Tokens of PartiQL statements, one at a time.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace keywright::expression {

enum class PartiqlTokenKind : std::uint8_t {
  end,
  word,         ///< a keyword, a function or a bare name
  quoted_name,  ///< "name"
  string,       ///< 'text'
  number,       ///< 1, .5, 2e3; a sign is a token of its own
  parameter,    ///< ?
  equal,
  not_equal,  ///< <> or !=
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  star,
  left_parenthesis,
  right_parenthesis,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  left_set,   ///< <<
  right_set,  ///< >>
  comma,
  dot,
  colon,
  semicolon,
  unknown  ///< a character that begins no token, or a quote that is not closed
};

struct PartiqlToken {
  PartiqlTokenKind kind = PartiqlTokenKind::end;
  std::string_view text;  ///< a part of the statement, quotes included; also where it is empty
};

/// The current token of a text and the one behind it.
class PartiqlLexer {
 public:
  explicit PartiqlLexer(std::string_view text);

  [[nodiscard]] const PartiqlToken& current() const { return current_; }
  [[nodiscard]] const PartiqlToken& next() const { return next_; }
  [[nodiscard]] bool at(PartiqlTokenKind kind) const { return current_.kind == kind; }
  /// True if the current token is that word, in any case. `word` is in upper case.
  [[nodiscard]] bool at_word(std::string_view word) const { return is_word(current_, word); }
  [[nodiscard]] bool before_word(std::string_view word) const { return is_word(next_, word); }
  /// Returns the current token and goes on to the next.
  PartiqlToken take();
  /// Makes the end the current token, for good.
  void stop();

  // Places in the text: what lies between the two was taken meanwhile.
  [[nodiscard]] const char* begin_of_current() const { return current_.text.data(); }
  [[nodiscard]] const char* end_of_taken() const { return end_of_taken_; }

 private:
  [[nodiscard]] PartiqlToken lex(std::size_t from) const;
  [[nodiscard]] PartiqlToken quoted(std::size_t at, PartiqlTokenKind kind) const;
  [[nodiscard]] std::size_t end_of_number(std::size_t at) const;
  [[nodiscard]] static bool is_word(const PartiqlToken& token, std::string_view word);

  std::string_view text_;
  PartiqlToken current_;
  PartiqlToken next_;
  const char* end_of_taken_ = nullptr;
};

/// What stands between the quotes of a quoted token, doubled quotes being one.
[[nodiscard]] std::string unquoted(std::string_view token);

}  // namespace keywright::expression
