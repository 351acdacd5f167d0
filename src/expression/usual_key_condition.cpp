#include "expression/usual_key_condition.hpp"

#include "expression/lexer.hpp"
#include "expression/reserved_words.hpp"

#include <algorithm>

namespace keywright::expression {
namespace {

// Longer texts, and more conditions than a key has attributes, break some limit or other.
constexpr std::size_t kMaxSize = 1024;
constexpr std::size_t kMaxConditions = 8;

std::optional<KeyOperator> comparator(TokenKind kind) {
  switch (kind) {
    case TokenKind::equal:
      return KeyOperator::equal;
    case TokenKind::less:
      return KeyOperator::less;
    case TokenKind::less_equal:
      return KeyOperator::less_equal;
    case TokenKind::greater:
      return KeyOperator::greater;
    case TokenKind::greater_equal:
      return KeyOperator::greater_equal;
    default:
      return std::nullopt;
  }
}

bool is_text(ValueView value) {
  return value.is(AttributeType::string) || value.is(AttributeType::binary);
}

bool is_ordered(ValueView value) {
  return is_text(value) || value.is(AttributeType::number);
}

/// Of all functions, false or nullopt says that the text is not of the usual form.
class Reader {
 public:
  Reader(std::string_view text, Parameters& parameters) : tokens_(text), parameters_(parameters) {}

  bool read() {
    do {
      const auto condition = read_condition();
      if (!condition || conditions_.size() == kMaxConditions || is_known(condition->attribute)) {
        return false;
      }
      conditions_.push_back(*condition);
    } while (take_keyword("AND"));
    return tokens_.at(TokenKind::end);
  }
  [[nodiscard]] const KeyAttributeConditions& conditions() const { return conditions_; }

 private:
  using Read = std::optional<KeyAttributeCondition>;

  Read read_condition() {
    const Token first = tokens_.take();
    if (first.kind == TokenKind::name && tokens_.at(TokenKind::left_parenthesis)) {
      return first.text == "begins_with" ? read_begins_with() : std::nullopt;
    }
    const auto attribute = attribute_of(first);
    if (!attribute) return std::nullopt;
    return take_keyword("BETWEEN") ? read_between(*attribute) : read_comparison(*attribute);
  }

  Read read_comparison(std::string_view attribute) {
    const auto op = comparator(tokens_.take().kind);
    const auto value = take_value();
    if (!op || !value || (*op != KeyOperator::equal && !is_ordered(*value))) return std::nullopt;
    return KeyAttributeCondition{attribute, *op, *value, std::nullopt};
  }

  Read read_between(std::string_view attribute) {
    const auto lower = take_value();
    if (!lower || !take_keyword("AND")) return std::nullopt;
    const auto upper = take_value();
    if (!upper) return std::nullopt;
    const auto order = compare_scalars(*lower, *upper);
    if (!order || *order > 0) return std::nullopt;
    return KeyAttributeCondition{attribute, KeyOperator::between, *lower, upper};
  }

  Read read_begins_with() {
    tokens_.take();  // the parenthesis
    const auto attribute = attribute_of(tokens_.take());
    if (!attribute || tokens_.take().kind != TokenKind::comma) return std::nullopt;
    const auto value = take_value();
    if (!value || !is_text(*value)) return std::nullopt;
    if (tokens_.take().kind != TokenKind::right_parenthesis) return std::nullopt;
    return KeyAttributeCondition{*attribute, KeyOperator::begins_with, *value, std::nullopt};
  }

  std::optional<std::string_view> attribute_of(const Token& token) {
    if (token.kind == TokenKind::name_ref) {
      const auto name = parameters_.name(token.text);
      return name && !name->empty() ? name : std::nullopt;
    }
    if (token.kind != TokenKind::name || is_reserved(token.text)) return std::nullopt;
    return token.text;
  }

  std::optional<ValueView> take_value() {
    const Token token = tokens_.take();
    return token.kind == TokenKind::value_ref ? parameters_.value(token.text) : std::nullopt;
  }

  bool take_keyword(std::string_view word) {
    if (!tokens_.at_keyword(word)) return false;
    tokens_.take();
    return true;
  }

  [[nodiscard]] bool is_known(std::string_view attribute) const {
    return std::any_of(conditions_.begin(), conditions_.end(),
                       [&](const auto& known) { return known.attribute == attribute; });
  }

  TokenStream tokens_;
  Parameters& parameters_;
  KeyAttributeConditions conditions_;
};

}  // namespace

std::optional<KeyAttributeConditions> read_usual_key_condition(std::string_view text,
                                                               Parameters& parameters) {
  if (text.size() > kMaxSize) return std::nullopt;
  Reader reader(text, parameters);
  if (!reader.read()) return std::nullopt;
  return reader.conditions();
}

}  // namespace keywright::expression
