#include "expression/lexer.hpp"

#include <array>
#include <utility>

namespace keywright::expression {
namespace {

enum CharacterClass : std::uint8_t { kOther, kBlank, kLetter, kDigit, kUnderscore };

constexpr auto kClasses = [] {
  std::array<CharacterClass, 256> classes{};
  for (char c : {' ', '\t', '\n', '\r', '\f', '\v'})
    classes[static_cast<unsigned char>(c)] = kBlank;
  for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = kLetter;
  for (unsigned c = 'A'; c <= 'Z'; ++c) classes[c] = kLetter;
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigit;
  classes['_'] = kUnderscore;
  return classes;
}();

CharacterClass class_of(char c) {
  return kClasses[static_cast<unsigned char>(c)];
}

bool in_word(char c) {
  return class_of(c) >= kLetter;
}

constexpr std::pair<char, TokenKind> kSingles[] = {
    {'=', TokenKind::equal},
    {'<', TokenKind::less},
    {'>', TokenKind::greater},
    {'+', TokenKind::plus},
    {'-', TokenKind::minus},
    {'(', TokenKind::left_parenthesis},
    {')', TokenKind::right_parenthesis},
    {'[', TokenKind::left_bracket},
    {']', TokenKind::right_bracket},
    {',', TokenKind::comma},
    {'.', TokenKind::dot},
};

constexpr auto kSingleKinds = [] {
  std::array<TokenKind, 128> kinds{};
  kinds.fill(TokenKind::unknown);
  for (auto [c, kind] : kSingles) kinds[static_cast<unsigned char>(c)] = kind;
  return kinds;
}();

/// How many bytes the character that begins with `lead` takes in UTF-8.
std::size_t utf8_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  if (byte >= 0xC0) return 2;
  return 1;
}

}  // namespace

TokenStream::TokenStream(std::string_view text) : text_(text) {
  previous_.text = text.substr(0, 0);
  current_ = lex(0);
}

Token TokenStream::lex(std::size_t at) const {
  while (at < text_.size() && class_of(text_[at]) == kBlank) ++at;
  if (at == text_.size()) return {TokenKind::end, text_.substr(at)};
  const auto word_from = [&](std::size_t end) {
    while (end < text_.size() && in_word(text_[end])) ++end;
    return text_.substr(at, end - at);
  };
  const auto token = [&](TokenKind kind, std::size_t size) {
    return Token{kind, text_.substr(at, size)};
  };
  const char c = text_[at];
  if (class_of(c) == kLetter) return {TokenKind::name, word_from(at)};
  if (class_of(c) == kDigit) {
    std::size_t end = at;
    while (end < text_.size() && class_of(text_[end]) == kDigit) ++end;
    return token(TokenKind::integer, end - at);
  }
  const char next = at + 1 < text_.size() ? text_[at + 1] : '\0';
  if ((c == '#' || c == ':') && in_word(next)) {
    return {c == '#' ? TokenKind::name_ref : TokenKind::value_ref, word_from(at + 1)};
  }
  if (c == '<' && next == '>') return token(TokenKind::not_equal, 2);
  if (c == '<' && next == '=') return token(TokenKind::less_equal, 2);
  if (c == '>' && next == '=') return token(TokenKind::greater_equal, 2);
  if (static_cast<unsigned char>(c) >= 128) return token(TokenKind::unknown, utf8_length(c));
  return token(kSingleKinds[static_cast<unsigned char>(c)], 1);
}

bool TokenStream::at_keyword(std::string_view word) const {
  if (current_.kind != TokenKind::name || current_.text.size() != word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((current_.text[i] & ~0x20) != word[i]) return false;
  }
  return true;
}

Token TokenStream::take() {
  previous_ = current_;
  const auto end = static_cast<std::size_t>(current_.text.data() - text_.data());
  current_ = lex(end + current_.text.size());
  return previous_;
}

void TokenStream::stop() {
  text_ = text_.substr(text_.size());
  current_ = previous_ = {TokenKind::end, text_};
}

std::string TokenStream::syntax_error() const {
  const auto offset = [&](std::string_view part) {
    return static_cast<std::size_t>(part.data() - text_.data());
  };
  const std::size_t from = offset(previous_.text.empty() ? current_.text : previous_.text);
  const Token next = lex(offset(current_.text) + current_.text.size());
  const auto& last = at(TokenKind::end) ? previous_ : next.kind == TokenKind::end ? current_ : next;
  const std::size_t to = offset(last.text) + last.text.size();
  std::string message = "Syntax error; token: \"";
  message += at(TokenKind::end) ? std::string_view("<EOF>") : current_.text;
  message += "\", near: \"";
  message += to > from ? text_.substr(from, to - from) : std::string_view();
  message += '"';
  return message;
}

}  // namespace keywright::expression
