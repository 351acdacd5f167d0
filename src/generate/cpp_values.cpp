#include "generate/cpp_values.hpp"

#include "generate/code_writer.hpp"
#include "generate/common_code.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::generate {
namespace {

using model::Comparison;
using model::TypeKind;

bool is_whole_number(std::string_view text) {
  return !text.empty() && text.size() < 19 &&
         text.find_first_not_of("0123456789", text.front() == '-' ? 1 : 0) ==
             std::string_view::npos;
}

std::string integer_literal(std::string_view text) {
  // The least integer has no literal of its own.
  return text == "-9223372036854775808" ? "std::numeric_limits<std::int64_t>::min()"
                                        : std::string(text);
}

// C++ reads a number that begins with a zero as octal; YAML and DynamoDB do not.
std::string without_leading_zeros(std::string_view text) {
  const std::string_view sign =
      text.starts_with('-') || text.starts_with('+') ? text.substr(0, 1) : "";
  text.remove_prefix(sign.size());
  while (text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9') {
    text.remove_prefix(1);
  }
  return std::string(sign) + std::string(text);
}

bool is_number_type(TypeKind kind) {
  return kind == TypeKind::integer || kind == TypeKind::number || kind == TypeKind::floating ||
         kind == TypeKind::epoch_seconds;
}

std::string component_text(const model::Field& field, bool partial) {
  std::string text = '{' + field.name;
  const bool is_padded =
      field.type.kind == TypeKind::integer || field.type.kind == TypeKind::epoch_seconds;
  if (is_padded) {
    const auto padding = plan::padding_of(field.type);
    text += ':' + std::to_string(padding.min) + ".." + std::to_string(padding.max);
  }
  return text + (partial ? "*}" : "}");
}

// Enumerations are stored as text, and compared as such where order matters.
std::string compare_one(const CppContext& context, const model::Field& field, Comparison comparison,
                        const model::Literal& literal, const std::string& value) {
  const bool is_ordered = comparison != Comparison::equal && comparison != Comparison::in &&
                          comparison != Comparison::not_equal;
  const auto symbol = std::string(comparison_operator(comparison));
  if (field.type.kind == TypeKind::enumeration && is_ordered) {
    return "to_string(" + value + ")" + symbol + string_literal(literal.text);
  }
  if (field.type.kind == TypeKind::boolean && !is_ordered) {
    const bool wanted = (literal.text == "true") == (comparison != Comparison::not_equal);
    return wanted ? value : '!' + value;
  }
  return value + symbol + literal_value(context, field.type, literal);
}

struct Unit {
  std::int64_t seconds;
  std::string_view singular;
  std::string_view plural;
};

constexpr std::array units{Unit{86400, "day", "days"}, Unit{3600, "hour", "hours"},
                           Unit{60, "minute", "minutes"}, Unit{1, "second", "seconds"}};

const Unit& unit_of(std::chrono::seconds duration) {
  for (const auto& unit : units) {
    if (duration.count() % unit.seconds == 0) return unit;
  }
  return units.back();
}

}  // namespace

std::string enumerator(const CppContext& context, const model::FieldType& type,
                       std::string_view value) {
  return context.named_type(type) + "::" + identifier(value);
}

std::string literal_value(const CppContext& context, const model::FieldType& type,
                          const model::Literal& literal) {
  if (literal.kind == model::LiteralKind::empty_list) {
    return type.kind == TypeKind::json ? "keywright::AttributeValue::list({})" : "{}";
  }
  if (literal.kind == model::LiteralKind::empty_map) {
    return type.kind == TypeKind::json ? "keywright::AttributeValue::map({})" : "{}";
  }
  const auto text = is_number_type(type.kind) ? without_leading_zeros(literal.text) : literal.text;
  switch (type.kind) {
    case TypeKind::enumeration:
      return enumerator(context, type, text);
    case TypeKind::integer:
      return integer_literal(text);
    case TypeKind::number:
      return is_whole_number(text) ? "keywright::Number(" + text + ")"
                                   : "*keywright::Number::parse(" + string_literal(text) + ")";
    case TypeKind::floating:
    case TypeKind::boolean:
      return text;
    case TypeKind::timestamp:
      return "*keywright::parse_timestamp(" + string_literal(text) + ")";
    case TypeKind::date:
      return "*keywright::parse_date(" + string_literal(text) + ")";
    case TypeKind::epoch_seconds:
      return "keywright::EpochSeconds(std::chrono::seconds(" + text + "))";
    case TypeKind::uuid:
      return "*keywright::Uuid::parse(" + string_literal(text) + ")";
    case TypeKind::ulid:
      return "*keywright::Ulid::parse(" + string_literal(text) + ")";
    case TypeKind::binary:
      return "keywright::Binary(" + string_literal(text) + ")";
    case TypeKind::json:
      if (literal.kind == model::LiteralKind::boolean) {
        return "keywright::AttributeValue::boolean(" + text + ")";
      }
      if (literal.kind == model::LiteralKind::number) {
        return "keywright::AttributeValue(*keywright::Number::parse(" + string_literal(text) + "))";
      }
      return "keywright::AttributeValue(" + string_literal(text) + ")";
    default:
      return string_literal(text);
  }
}

std::string limits_of(const model::Field& field) {
  const auto& type = field.type;
  std::vector<std::string> parts;
  if (type.length) {
    const auto length = std::to_string(**type.length);
    parts.push_back(".min = " + length);
    parts.push_back(".max = " + length);
  }
  if (type.min) parts.push_back(".min = " + integer_literal(std::to_string(**type.min)));
  if (type.max) parts.push_back(".max = " + integer_literal(std::to_string(**type.max)));
  if (type.number_min) parts.push_back(".number_min = " + string_literal(**type.number_min));
  if (type.number_max) parts.push_back(".number_max = " + string_literal(**type.number_max));
  if (type.charset) parts.push_back(".charset = " + string_literal(type.charset->text));
  if (field.default_value) parts.push_back(".has_default = true");
  return parts.empty() ? "" : '{' + join(parts, ", ") + "}";
}

std::string template_text(const model::Entity& entity, const std::vector<plan::KeyPart>& parts) {
  std::string text;
  for (const auto& part : parts) {
    text += part.field ? component_text(entity.fields[*part.field], false) : part.literal;
  }
  return text;
}

std::string template_text(const CppContext& context, const plan::KeyExpression& expression) {
  std::string text;
  for (const auto& term : expression.terms) {
    text += term.is_component()
                ? component_text(context.entity(term.entity).fields[term.field], term.partial)
                : term.literal;
  }
  return text;
}

std::string EntryPredicate::function_name() const {
  const auto position = &predicate - entry.when->all_of.data();
  auto name =
      snake_case(entity.name) + "_" + field().name + "_is_in_" + snake_case(entry.index.name);
  return position == 0 ? name : name + std::to_string(position + 1);
}

std::vector<std::string> value_tests(const CppContext& context, const EntryPredicate& predicate,
                                     const std::string& value) {
  std::vector<std::string> tests;
  for (const auto& literal : predicate.predicate.values) {
    tests.push_back(
        compare_one(context, predicate.field(), predicate.predicate.comparison, literal, value));
  }
  return tests;
}

std::string predicate_test(const CppContext& context, const EntryPredicate& predicate,
                           const std::string& value, bool is_optional) {
  const auto comparison = predicate.predicate.comparison;
  const bool is_set = predicate.field().type.kind == TypeKind::set;
  if (comparison == Comparison::exists) {
    return is_optional ? value + ".has_value()" : is_set ? '!' + value + ".empty()" : "true";
  }
  if (comparison == Comparison::not_exists) {
    return is_optional ? '!' + value + ".has_value()" : is_set ? value + ".empty()" : "false";
  }
  const auto content = is_optional ? '*' + value : value;
  const auto test = predicate.is_function() ? predicate.function_name() + "(" + content + ")"
                                            : value_tests(context, predicate, content).front();
  return is_optional ? value + " && " + test : test;
}

std::string duration_words(std::chrono::seconds duration) {
  const auto& unit = unit_of(duration);
  const auto count = duration.count() / unit.seconds;
  return std::to_string(count) + " " + std::string(count == 1 ? unit.singular : unit.plural);
}

std::string duration_value(std::chrono::seconds duration) {
  const auto& unit = unit_of(duration);
  return "std::chrono::" + std::string(unit.plural) + "(" +
         std::to_string(duration.count() / unit.seconds) + ")";
}

}  // namespace keywright::generate
