#include "expression/partiql_lexer.hpp"

#include <utility>

namespace keywright::expression {
namespace {

using Kind = PartiqlTokenKind;

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool in_word(char c) {
  return begins_word(c) || is_digit(c);
}

// The longer first.
constexpr std::pair<std::string_view, Kind> kSymbols[] = {
    {"<>", Kind::not_equal},
    {"!=", Kind::not_equal},
    {"<=", Kind::less_equal},
    {">=", Kind::greater_equal},
    {"<<", Kind::left_set},
    {">>", Kind::right_set},
    {"=", Kind::equal},
    {"<", Kind::less},
    {">", Kind::greater},
    {"+", Kind::plus},
    {"-", Kind::minus},
    {"*", Kind::star},
    {"(", Kind::left_parenthesis},
    {")", Kind::right_parenthesis},
    {"[", Kind::left_bracket},
    {"]", Kind::right_bracket},
    {"{", Kind::left_brace},
    {"}", Kind::right_brace},
    {",", Kind::comma},
    {".", Kind::dot},
    {":", Kind::colon},
    {";", Kind::semicolon},
    {"?", Kind::parameter},
};

}  // namespace

PartiqlLexer::PartiqlLexer(std::string_view text) : text_(text) {
  next_ = lex(0);
  take();
}

PartiqlToken PartiqlLexer::take() {
  const PartiqlToken taken = current_;
  end_of_taken_ = taken.text.data() + taken.text.size();
  current_ = next_;
  const auto end = static_cast<std::size_t>(current_.text.data() - text_.data());
  next_ = lex(end + current_.text.size());
  return taken;
}

void PartiqlLexer::stop() {
  text_ = text_.substr(text_.size());
  current_ = next_ = {Kind::end, text_};
}

PartiqlToken PartiqlLexer::lex(std::size_t at) const {
  while (at < text_.size() && is_blank(text_[at])) ++at;
  if (at == text_.size()) return {Kind::end, text_.substr(at)};
  const char c = text_[at];
  if (c == '\'') return quoted(at, Kind::string);
  if (c == '"') return quoted(at, Kind::quoted_name);
  if (begins_word(c)) {
    std::size_t end = at;
    while (end < text_.size() && in_word(text_[end])) ++end;
    return {Kind::word, text_.substr(at, end - at)};
  }
  if (const std::size_t end = end_of_number(at); end > at) {
    return {Kind::number, text_.substr(at, end - at)};
  }
  for (const auto& [symbol, kind] : kSymbols) {
    if (text_.substr(at).starts_with(symbol)) return {kind, text_.substr(at, symbol.size())};
  }
  std::size_t end = at + 1;  // a whole character of UTF-8
  while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
  return {Kind::unknown, text_.substr(at, end - at)};
}

PartiqlToken PartiqlLexer::quoted(std::size_t at, Kind kind) const {
  const char quote = text_[at];
  for (std::size_t i = at + 1; i < text_.size(); ++i) {
    if (text_[i] != quote) continue;
    if (i + 1 < text_.size() && text_[i + 1] == quote) {
      ++i;  // doubled: a quote of the text
    } else {
      return {kind, text_.substr(at, i + 1 - at)};
    }
  }
  return {Kind::unknown, text_.substr(at)};
}

/// `at` if no number begins there.
std::size_t PartiqlLexer::end_of_number(std::size_t at) const {
  const auto digits = [&](std::size_t from) {
    while (from < text_.size() && is_digit(text_[from])) ++from;
    return from;
  };
  std::size_t end = digits(at);
  const bool has_integer = end > at;
  if (end < text_.size() && text_[end] == '.') {
    const std::size_t fraction = digits(end + 1);
    if (fraction == end + 1 && !has_integer) return at;
    end = fraction;
  }
  if (end == at || end == text_.size() || (text_[end] | 0x20) != 'e') return end;
  std::size_t exponent = end + 1;
  if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
  const std::size_t exponent_end = digits(exponent);
  return exponent_end > exponent ? exponent_end : end;
}

bool PartiqlLexer::is_word(const PartiqlToken& token, std::string_view word) {
  if (token.kind != Kind::word || token.text.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = token.text[i];
    if ((c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c) != word[i]) return false;
  }
  return true;
}

std::string unquoted(std::string_view token) {
  const char quote = token.front();
  std::string text;
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    if (token[i] == quote) ++i;  // the second of two
    text += token[i];
  }
  return text;
}

}  // namespace keywright::expression
