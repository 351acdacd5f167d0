#include "guard/field_rule.hpp"

#include "core/utf8.hpp"
#include "guard/key_shape.hpp"
#include "guard/text_pattern.hpp"
#include "guard/words.hpp"
#include "plan/key.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {
namespace {

using model::TypeKind;

// Making
// -------------------------------------------------------------------------------------------

AttributeType type_of(const model::FieldType& type) {
  switch (type.kind) {
    case TypeKind::boolean:
      return AttributeType::boolean;
    case TypeKind::list:
      return AttributeType::list;
    case TypeKind::map:
    case TypeKind::object:
      return AttributeType::map;
    case TypeKind::set:
      switch (model::attribute_type(type.element().kind)) {
        case model::AttributeType::number:
          return AttributeType::number_set;
        case model::AttributeType::binary:
          return AttributeType::binary_set;
        default:
          return AttributeType::string_set;
      }
    default:
      return stored_type(model::attribute_type(type.kind));
  }
}

std::optional<Number> number_of(const std::optional<model::Located<std::string>>& text) {
  return text ? Number::parse(**text) : std::nullopt;
}

ValueRule value_rule(const model::FieldType& type) {
  ValueRule rule;
  rule.kind = type.kind;
  rule.type = type_of(type);
  if (type.length) rule.min = rule.max = **type.length;
  if (type.min) rule.min = **type.min;
  if (type.max) rule.max = **type.max;
  rule.number_min = number_of(type.number_min);
  rule.number_max = number_of(type.number_max);
  rule.charset = type.charset;
  for (const auto& value : type.values) rule.values.push_back(*value);
  for (const auto& field : type.fields) rule.fields.push_back(field_rule(field));
  std::sort(rule.fields.begin(), rule.fields.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const auto& element : type.elements) {
    auto made = value_rule(element);
    made.min = made.max = std::nullopt;
    made.number_min = made.number_max = std::nullopt;
    made.charset.reset();
    rule.element.push_back(std::move(made));
  }
  return rule;
}

}  // namespace

bool is_always_there(const model::Field& field) {
  const bool is_set = field.type.kind == TypeKind::set;  // an empty one cannot be stored
  return !field.optional && !is_set && !field.default_value;
}

FieldRule field_rule(const model::Field& field) {
  const bool is_set = field.type.kind == TypeKind::set;
  FieldRule rule;
  rule.name = field.name;
  rule.required = is_always_there(field);
  rule.may_be_removed = field.optional || is_set;
  rule.may_be_null = field.optional && !is_set;
  rule.value = value_rule(field.type);
  return rule;
}

FieldRule ttl_rule(const model::Field& field) {
  auto rule = field_rule(field);
  const auto padding = plan::padding_of(field.type);
  rule.value.min = padding.min;
  rule.value.max = padding.max;
  return rule;
}

// Checking
// -----------------------------------------------------------------------------------------

namespace {

std::string limits_text(const std::string& min, const std::string& max) {
  if (min.empty()) return "at most " + max;
  if (max.empty()) return "at least " + min;
  return min == max ? min : min + " to " + max;
}

template <class Limit, class Text>
std::string limits_text(const std::optional<Limit>& min, const std::optional<Limit>& max,
                        const Text& text) {
  return limits_text(min ? text(*min) : std::string(), max ? text(*max) : std::string());
}

template <class Value>
bool is_within(const Value& value, const std::optional<Value>& min,
               const std::optional<Value>& max) {
  return (!min || value >= *min) && (!max || value <= *max);
}

std::optional<Misfit> wrong(std::string what) {
  return Misfit{"", std::move(what)};
}

std::optional<Misfit> misfit_of_size(const ValueRule& rule, std::size_t size,
                                     std::string_view unit) {
  if (is_within(static_cast<std::int64_t>(size), rule.min, rule.max)) return std::nullopt;
  return wrong("has " + std::to_string(size) + " " + std::string(unit) + "; it must have " +
               limits_text(rule.min, rule.max, [](auto limit) { return std::to_string(limit); }));
}

std::optional<Misfit> misfit_of_number(const ValueRule& rule, const Number& number) {
  if (rule.kind == TypeKind::integer || rule.kind == TypeKind::epoch_seconds) {
    const auto integer = number.to_int64();
    if (!integer) return wrong("is " + number.to_string() + ", which is no integer of 64 bits");
    if (is_within(*integer, rule.min, rule.max)) return std::nullopt;
    return wrong("is " + number.to_string() + "; it must be " +
                 limits_text(rule.min, rule.max, [](auto limit) { return std::to_string(limit); }) +
                 (rule.kind == TypeKind::epoch_seconds ? ", in seconds since 1970" : ""));
  }
  if (is_within(number, rule.number_min, rule.number_max)) return std::nullopt;
  return wrong("is " + number.to_string() + "; it must be " +
               limits_text(rule.number_min, rule.number_max,
                           [](const Number& limit) { return limit.to_string(); }));
}

std::optional<Misfit> misfit_of_characters(const ValueRule& rule, std::string_view text) {
  if (rule.min || rule.max) {
    if (auto misfit = misfit_of_size(rule, count_characters(text), "characters")) return misfit;
  }
  if (!rule.charset) return std::nullopt;
  for (std::size_t i = 0; i < text.size();) {
    const auto next = decode_utf8(text, i);
    if (!next.valid) return std::nullopt;  // the database refuses such text
    if (!rule.charset->contains(next.character)) {
      return wrong("has the character " + quoted(text.substr(i, next.size)) + ", which is not in " +
                   rule.charset->text);
    }
    i += next.size;
  }
  return std::nullopt;
}

std::optional<Misfit> misfit_of_text(const ValueRule& rule, std::string_view text) {
  if (rule.kind == TypeKind::string) return misfit_of_characters(rule, text);
  if (rule.kind == TypeKind::enumeration) {
    const auto& values = rule.values;
    if (std::find(values.begin(), values.end(), text) != values.end()) return std::nullopt;
    return wrong("is " + quoted(text) + ", which is none of " + listed(values));
  }
  const auto pattern = text_pattern(rule.kind);
  if (text.size() == pattern.size() && begins_as(pattern, text) && is_on_calendar(rule.kind, text))
    return std::nullopt;
  return wrong("is " + quoted(text) + ", which is no " + std::string(model::to_text(rule.kind)));
}

std::optional<Misfit> misfit_of_value(const ValueRule& rule, ValueView value);

Misfit within(std::string place, Misfit misfit) {
  misfit.where.insert(0, place);
  return misfit;
}

/// Both the members and the rules are sorted by name.
std::optional<Misfit> misfit_of_members(const std::vector<FieldRule>& fields, MemberRange members) {
  auto known = fields.begin();
  const auto missing = [](const FieldRule& field) {
    return within('.' + field.name, *wrong("is missing"));
  };
  for (const MemberView member : members) {
    for (; known != fields.end() && known->name < member.name; ++known) {
      if (known->required) return missing(*known);
    }
    if (known == fields.end() || known->name != member.name) {
      return wrong("has no field " + std::string(member.name));
    }
    if (auto misfit = misfit_of(*known, member.value)) {
      return within('.' + known->name, *std::move(misfit));
    }
    ++known;
  }
  known = std::find_if(known, fields.end(), [](const FieldRule& field) { return field.required; });
  return known == fields.end() ? std::nullopt : std::optional(missing(*known));
}

std::optional<Misfit> misfit_of_elements(const ValueRule& rule, ValueView value) {
  if (auto misfit = misfit_of_size(rule, value.count(), "elements")) return misfit;
  if (rule.element.empty() || rule.kind == TypeKind::set) return std::nullopt;
  const auto& element = rule.element.front();
  if (rule.kind == TypeKind::map) {
    for (const MemberView member : value.members()) {
      if (auto misfit = misfit_of_value(element, member.value)) {
        return within('.' + std::string(member.name), *std::move(misfit));
      }
    }
    return std::nullopt;
  }
  std::size_t position = 0;
  for (const ValueView each : value.elements()) {
    if (auto misfit = misfit_of_value(element, each)) {
      return within('[' + std::to_string(position) + "]", *std::move(misfit));
    }
    ++position;
  }
  return std::nullopt;
}

std::optional<Misfit> misfit_of_value(const ValueRule& rule, ValueView value) {
  if (rule.kind == TypeKind::json) return misfit_of_size(rule, value.size_in_bytes(), "bytes");
  if (!value.is(rule.type)) {
    return wrong("is of type " + std::string(type_descriptor(value.type())) + "; it must be of " +
                 std::string(type_descriptor(rule.type)));
  }
  switch (rule.type) {
    case AttributeType::string:
      return misfit_of_text(rule, value.as_string());
    case AttributeType::number:
      return misfit_of_number(rule, value.as_number());
    case AttributeType::binary:
      return misfit_of_size(rule, value.as_binary().size(), "bytes");
    case AttributeType::boolean:
      return std::nullopt;
    default:
      break;
  }
  if (rule.kind == TypeKind::object) return misfit_of_members(rule.fields, value.members());
  return misfit_of_elements(rule, value);
}

}  // namespace

std::optional<Misfit> misfit_of(const FieldRule& rule, ValueView value) {
  if (rule.may_be_null && value.is(AttributeType::null)) return std::nullopt;
  return misfit_of_value(rule.value, value);
}

bool has_type(const ValueRule& rule, ValueView value) {
  if (rule.kind == TypeKind::json) return true;
  if (!value.is(rule.type)) return false;
  return rule.kind != TypeKind::integer || value.as_number().to_int64();
}

Place place_of(const FieldRule& rule, expression::Path path) {
  Place place{&rule.value, rule.may_be_removed, rule.may_be_null};
  for (const auto& step : path.subspan(1)) {
    const auto& here = *place.value;
    if (here.kind == TypeKind::json) return {&here, true, true};
    const bool is_element = here.kind == (step.is_index() ? TypeKind::list : TypeKind::map);
    if (is_element && !here.element.empty()) {
      place = {&here.element.front(), true, false};
      continue;
    }
    const auto member =
        std::find_if(here.fields.begin(), here.fields.end(),
                     [&](const FieldRule& field) { return field.name == step.name; });
    if (step.is_index() || member == here.fields.end()) return {};
    place = {&member->value, member->may_be_removed, member->may_be_null};
  }
  return place;
}

std::optional<Misfit> misfit_of(const Place& place, ValueView value) {
  if (place.may_be_null && value.is(AttributeType::null)) return std::nullopt;
  return misfit_of_value(*place.value, value);
}

}  // namespace keywright::guard
