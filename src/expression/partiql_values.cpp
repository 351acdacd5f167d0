// Literals: 'text', numbers, TRUE, FALSE, NULL, [ lists ], { 'maps': ... }, << sets >>, and the
// parameters that stand for values.

#include "core/errors.hpp"
#include "expression/partiql_parser.hpp"
#include "expression/value_checks.hpp"

#include <utility>

namespace keywright::expression {

bool PartiqlParser::at_value() const {
  switch (tokens_.current().kind) {
    case Kind::string:
    case Kind::number:
    case Kind::minus:
    case Kind::plus:
    case Kind::parameter:
    case Kind::left_bracket:
    case Kind::left_brace:
    case Kind::left_set:
      return true;
    default:
      return tokens_.at_word("TRUE") || tokens_.at_word("FALSE") || tokens_.at_word("NULL");
  }
}

AttributeValue PartiqlParser::parse_value(std::size_t level) {
  if (level > kMaxNestingLevels) refuse(std::string(kNestingMessage));
  switch (tokens_.current().kind) {
    case Kind::string:
      return AttributeValue(unquoted(tokens_.take().text));
    case Kind::number:
    case Kind::minus:
    case Kind::plus:
      return parse_number();
    case Kind::parameter:
      return take_parameter();
    case Kind::left_bracket:
      return parse_list(level);
    case Kind::left_brace:
      return parse_map(level);
    case Kind::left_set:
      return parse_set_literal();
    default:
      break;
  }
  if (take_if_word("TRUE")) return AttributeValue(true);
  if (take_if_word("FALSE")) return AttributeValue(false);
  if (!take_if_word("NULL")) expected("a value");
  return AttributeValue::null();
}

AttributeValue PartiqlParser::parse_number() {
  std::string text;
  if (at(Kind::minus) || at(Kind::plus)) text = tokens_.take().text;
  if (!at(Kind::number)) {
    expected("a number");
    return {};
  }
  text += tokens_.take().text;
  NumberFault fault{};
  const auto number = Number::parse(text, &fault);
  if (!number) refuse(errors::number_message(fault, text));
  return AttributeValue(number.value_or(Number()));
}

AttributeValue PartiqlParser::take_parameter() {
  tokens_.take();
  if (parameters_taken_ == parameters_.size()) {
    refuse("Number of parameters in request and statement don't match.");
    return {};
  }
  return parameters_[parameters_taken_++];
}

AttributeValue PartiqlParser::parse_list(std::size_t level) {
  tokens_.take();
  std::vector<AttributeValue> elements;
  if (!at(Kind::right_bracket)) {
    do {
      elements.push_back(parse_value(level + 1));
    } while (take_if(Kind::comma));
  }
  expect(Kind::right_bracket, "]");
  return AttributeValue::list(elements);
}

AttributeValue PartiqlParser::parse_map(std::size_t level) {
  tokens_.take();
  std::vector<AttributeValue::Member> members;
  if (!at(Kind::right_brace)) {
    do {
      if (!at(Kind::string)) {
        expected("a name in single quotes");
        break;
      }
      std::string name = unquoted(tokens_.take().text);
      if (name.empty()) refuse("Empty attribute name");
      expect(Kind::colon, ":");
      members.emplace_back(std::move(name), parse_value(level + 1));
    } while (take_if(Kind::comma));
  }
  expect(Kind::right_brace, "}");
  return AttributeValue::map(std::move(members));
}

AttributeValue PartiqlParser::parse_set_literal() {
  tokens_.take();
  std::vector<AttributeValue> members;
  if (!at(Kind::right_set)) {
    do {
      if (at(Kind::string)) {
        members.emplace_back(unquoted(tokens_.take().text));
      } else if (at(Kind::parameter)) {
        members.push_back(take_parameter());
      } else {
        members.push_back(parse_number());
      }
    } while (take_if(Kind::comma));
  }
  expect(Kind::right_set, ">>");
  if (error_) return {};
  return make_set(members);
}

AttributeValue PartiqlParser::make_set(const std::vector<AttributeValue>& members) {
  constexpr const char* kInvalid = "One or more parameter values were invalid: ";
  if (members.empty()) {
    refuse(std::string(kInvalid) + "An string set  may not be empty");
    return {};
  }
  const AttributeType type = members.front().type();
  std::vector<std::string> texts;
  std::vector<Number> numbers;
  for (const AttributeValue& member : members) {
    if (member.type() != type) {
      refuse(std::string(kInvalid) + "The members of a set must be of one type");
      return {};
    }
    if (type == AttributeType::string) texts.emplace_back(member.as_string());
    if (type == AttributeType::binary) texts.emplace_back(member.as_binary());
    if (type == AttributeType::number) numbers.push_back(member.as_number());
  }
  AttributeValue set;
  if (type == AttributeType::string) {
    set = AttributeValue::string_set(std::move(texts));
  } else if (type == AttributeType::binary) {
    set = AttributeValue::binary_set(std::move(texts));
  } else if (type == AttributeType::number) {
    set = AttributeValue::number_set(std::move(numbers));
  } else {
    refuse(std::string(kInvalid) + "The members of a set must be strings, numbers or binaries");
    return {};
  }
  if (set.view().count() != members.size()) {
    refuse(std::string(kInvalid) + "Input collection contains duplicates.");
  }
  return set;
}

}  // namespace keywright::expression
