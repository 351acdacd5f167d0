#include "model/condition_parser.hpp"

#include "model/values.hpp"

#include <algorithm>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

constexpr std::string_view forms =
    "write `field in [a, b]`, `field = a` (or <> < <= > >=), `field exists` or `field not exists`; "
    "join several by `and`";

enum class TokenKind { word, quoted_text, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}
bool is_symbol(char c) {
  return std::string_view("=<>[](),!").find(c) != std::string_view::npos;
}

LiteralKind kind_of_word(std::string_view word) {
  if (word == "true" || word == "false") return LiteralKind::boolean;
  return is_decimal(word) ? LiteralKind::number : LiteralKind::text;
}

class ConditionParser {
 public:
  ConditionParser(Findings& findings, const Entry& entry, bool parameters_allowed)
      : findings_(findings),
        entry_(entry),
        text_(entry.value.text),
        parameters_allowed_(parameters_allowed) {}

  std::optional<Condition> parse() {
    Condition condition;
    condition.span = entry_.value.span;
    condition.key = entry_.key_span;
    if (!advance()) return std::nullopt;
    while (true) {
      auto predicate = read_predicate();
      if (!predicate) return std::nullopt;
      condition.all_of.push_back(std::move(*predicate));
      if (token_.kind == TokenKind::end) return condition;
      if (token_.text == "or") return fail("there is no `or` here", "use `field in [a, b]`");
      if (token_.text != "and") return fail("`and` was expected here", std::string(forms));
      if (!advance()) return std::nullopt;
    }
  }

 private:
  std::nullopt_t fail(std::string message, std::string help) {
    const std::size_t end = std::max(token_.end, token_.begin + 1);
    findings_.add(Rule::condition_syntax, span(token_.begin, end), std::move(message),
                  std::move(help));
    return std::nullopt;
  }

  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const {
    return span_within(findings_.source(), entry_.value, begin, end);
  }

  bool advance() {
    previous_end_ = token_.end;
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    token_ = {TokenKind::end, {}, at_, at_};
    if (at_ == text_.size()) return true;
    if (text_[at_] == '\'' || text_[at_] == '"') return read_quoted();
    if (is_symbol(text_[at_])) {
      token_.kind = TokenKind::symbol;
      const std::string_view two = text_.substr(at_, 2);
      at_ += two == "<>" || two == "<=" || two == ">=" || two == "==" || two == "!=" ? 2 : 1;
    } else {
      token_.kind = TokenKind::word;
      while (at_ < text_.size() && !is_blank(text_[at_]) && !is_symbol(text_[at_])) ++at_;
    }
    token_.end = at_;
    token_.text = text_.substr(token_.begin, at_ - token_.begin);
    return true;
  }

  // Quotes within are written twice.
  bool read_quoted() {
    const char quote = text_[at_];
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == quote) {
        if (text_.substr(at_ + 1, 1) != std::string_view(&quote, 1)) {
          token_.kind = TokenKind::quoted_text;
          token_.end = ++at_;
          return true;
        }
        ++at_;
      }
      token_.text.push_back(text_[at_]);
    }
    token_.end = at_;
    fail("this quote is not closed", "write the closing quote");
    return false;
  }

  std::optional<Predicate> read_predicate() {
    if (token_.kind != TokenKind::word || !is_identifier(token_.text)) {
      return fail("a field was expected here", std::string(forms));
    }
    Predicate predicate;
    predicate.field.name = token_.text;
    predicate.field.span = span(token_.begin, token_.end);
    const std::size_t begin = token_.begin;
    if (!advance() || !read_comparison(predicate)) return std::nullopt;
    predicate.span = span(begin, previous_end_);
    return predicate;
  }

  bool read_comparison(Predicate& predicate) {
    std::string word = token_.text;
    const bool is_not = token_.kind == TokenKind::word && word == "not";
    if (is_not && !advance()) return false;
    if (is_not) word += " " + token_.text;
    const auto comparison = find_word(comparison_words, word);
    if (token_.kind == TokenKind::quoted_text || !comparison) {
      const bool similar = word == "==" || word == "!=" || word == "is";
      fail("a comparison was expected here",
           similar ? std::string(word == "!=" ? "use <>" : "use =") : std::string(forms));
      return false;
    }
    predicate.comparison = *comparison;
    if (!advance()) return false;
    if (*comparison == Comparison::exists || *comparison == Comparison::not_exists) return true;
    if (*comparison == Comparison::in) return read_list(predicate);
    return read_value(predicate);
  }

  bool read_value(Predicate& predicate) {
    const bool quoted_text = token_.kind == TokenKind::quoted_text;
    if (!quoted_text && token_.kind != TokenKind::word) {
      fail("a value was expected here", "a value with blanks or symbols needs quotes");
      return false;
    }
    Literal literal{LiteralKind::text, token_.text, span(token_.begin, token_.end)};
    if (!quoted_text && literal.text.starts_with(':')) {
      if (!read_parameter(literal)) return false;
    } else if (!quoted_text) {
      literal.kind = kind_of_word(literal.text);
    }
    predicate.values.push_back(std::move(literal));
    return advance();
  }

  bool read_parameter(Literal& literal) {
    literal.kind = LiteralKind::parameter;
    literal.text.erase(0, 1);
    if (!parameters_allowed_) {
      fail("an index entry has no parameters", "compare with a fixed value");
      return false;
    }
    if (is_identifier(literal.text)) return true;
    fail("a parameter is written `:name`", "use letters, digits and `_`");
    return false;
  }

  bool read_list(Predicate& predicate) {
    const bool round = token_.text == "(";
    if (token_.kind != TokenKind::symbol || (!round && token_.text != "[")) {
      fail("a list in brackets was expected here", "write `field in [a, b]`");
      return false;
    }
    const std::string_view close = round ? ")" : "]";
    do {
      if (!advance() || !read_value(predicate)) return false;
    } while (token_.kind == TokenKind::symbol && token_.text == ",");
    if (token_.kind != TokenKind::symbol || token_.text != close) {
      fail("this list does not go on with `,` or end with " + quoted(close), "close the list");
      return false;
    }
    return advance();
  }

  Findings& findings_;
  const Entry& entry_;
  std::string_view text_;
  bool parameters_allowed_;
  std::size_t at_ = 0;
  std::size_t previous_end_ = 0;
  Token token_;
};

std::optional<Predicate> predicate_of(Findings& findings, const Entry& pair) {
  Predicate predicate;
  predicate.field.name = pair.key;
  predicate.field.span = pair.key_span;
  predicate.span = {pair.key_span.begin, pair.value.span.end};
  const bool is_list = pair.value.kind == NodeKind::list;
  predicate.comparison = is_list ? Comparison::in : Comparison::equal;
  const std::vector<Node> items = is_list ? pair.value.items : std::vector<Node>{pair.value};
  for (const Node& item : items) {
    auto literal = read_literal(findings, Entry{pair.key, pair.key_span, item});
    if (!literal) return std::nullopt;
    predicate.values.push_back(std::move(*literal));
  }
  if (!predicate.values.empty()) return predicate;
  findings.add(Rule::condition_syntax, pair.value.span, "this list of values is empty",
               "name at least one value");
  return std::nullopt;
}

std::optional<Condition> condition_of_map(Findings& findings, const Entry& entry) {
  Condition condition;
  condition.span = entry.value.span;
  condition.key = entry.key_span;
  for (const Entry& pair : entry.value.entries) {
    auto predicate = predicate_of(findings, pair);
    if (!predicate) return std::nullopt;
    condition.all_of.push_back(std::move(*predicate));
  }
  if (!condition.all_of.empty()) return condition;
  findings.add(Rule::condition_syntax, entry.value.span, "this condition is empty",
               std::string(forms));
  return std::nullopt;
}

}  // namespace

std::optional<Condition> parse_condition(Findings& findings, const Entry& entry,
                                         bool parameters_allowed) {
  if (entry.value.kind == NodeKind::map) return condition_of_map(findings, entry);
  if (entry.value.kind == NodeKind::list) {
    report_type(findings, entry, "a condition");
    return std::nullopt;
  }
  if (!read_text(findings, entry)) return std::nullopt;
  return ConditionParser(findings, entry, parameters_allowed).parse();
}

std::optional<Literal> read_literal(Findings& findings, const Entry& entry) {
  const Node& node = entry.value;
  if (node.kind == NodeKind::list && node.items.empty()) {
    return Literal{LiteralKind::empty_list, {}, node.span};
  }
  if (node.kind == NodeKind::map && node.entries.empty()) {
    return Literal{LiteralKind::empty_map, {}, node.span};
  }
  if (node.kind != NodeKind::scalar || node.is_null()) {
    report_type(findings, entry, "a value");
    return std::nullopt;
  }
  const LiteralKind kind = node.plain ? kind_of_word(node.text) : LiteralKind::text;
  return Literal{kind, node.text, node.span};
}

}  // namespace keywright::model
