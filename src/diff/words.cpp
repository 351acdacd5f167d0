#include "diff/words.hpp"

#include "check/pattern_text.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

using model::TypeKind;

// Types whose stored values another type reads too.
struct Widening {
  TypeKind from;
  TypeKind to;
};
constexpr Widening widenings[] = {
    {TypeKind::enumeration, TypeKind::string},   {TypeKind::timestamp, TypeKind::string},
    {TypeKind::date, TypeKind::string},          {TypeKind::uuid, TypeKind::string},
    {TypeKind::ulid, TypeKind::string},          {TypeKind::integer, TypeKind::number},
    {TypeKind::epoch_seconds, TypeKind::number}, {TypeKind::epoch_seconds, TypeKind::integer},
};

bool widens(TypeKind from, TypeKind to) {
  return std::any_of(std::begin(widenings), std::end(widenings),
                     [&](const Widening& row) { return row.from == from && row.to == to; });
}

bool reads_fields(const model::FieldType& written, const model::FieldType& type) {
  return std::all_of(type.fields.begin(), type.fields.end(), [&](const model::Field& field) {
    const bool may_lack = field.optional || field.default_value;
    const auto found = std::find_if(written.fields.begin(), written.fields.end(),
                                    [&](const auto& other) { return other.name == field.name; });
    if (found == written.fields.end()) return may_lack;
    return can_read(found->type, field.type) && (may_lack || !found->optional);
  });
}

std::string values_text(const model::FieldType& type) {
  std::string text;
  for (const auto& value : type.values) {
    if (!text.empty()) text += ", ";
    text += *value;
  }
  return text;
}

std::string fields_text(const model::FieldType& type) {
  std::string text;
  for (const auto& field : type.fields) {
    if (!text.empty()) text += ", ";
    text += field.name + (field.optional ? "?: " : ": ") + shape_text(field.type);
    if (field.default_value) text += " = " + field.default_value->text;
  }
  return text;
}

template <class Value>
void add(std::string& text, std::string_view name, const Value& value) {
  if (!text.empty()) text += ", ";
  text += fmt::format("{} {}", name, value);
}

template <class Value>
void add(std::string& text, std::string_view name,
         const std::optional<model::Located<Value>>& value) {
  if (value) add(text, name, **value);
}

// Of the types within a type, under the path to them.
template <class TextOf>
void add_nested(std::string& text, const model::FieldType& type, TextOf text_of) {
  for (const auto& element : type.elements) {
    if (const auto inner = text_of(element); !inner.empty()) add(text, "elements:", inner);
  }
  for (const auto& field : type.fields) {
    if (const auto inner = text_of(field.type); !inner.empty()) add(text, field.name + ":", inner);
  }
}

}  // namespace

std::string duration_text(std::chrono::seconds duration) {
  struct Unit {
    char name;
    std::int64_t seconds;
  };
  for (const auto& unit : {Unit{'d', 86'400}, Unit{'h', 3'600}, Unit{'m', 60}}) {
    const auto count = duration.count() / unit.seconds;
    if (count > 0 && count * unit.seconds == duration.count()) {
      return std::to_string(count) + unit.name;
    }
  }
  return std::to_string(duration.count()) + 's';
}

std::string condition_text(const model::Condition& condition) {
  std::string text;
  for (const auto& predicate : condition.all_of) {
    if (!text.empty()) text += " and ";
    text += fmt::format("{} {}", predicate.field.name, model::to_text(predicate.comparison));
    for (const auto& value : predicate.values) {
      text += value.kind == model::LiteralKind::parameter ? " :" : " ";
      text += value.text;
    }
  }
  return text;
}

std::string shape_text(const model::FieldType& type) {
  std::string text{model::to_text(type.kind)};
  if (!type.elements.empty()) text += "<" + shape_text(type.element()) + ">";
  if (type.kind == TypeKind::enumeration) text += " {" + values_text(type) + "}";
  if (type.kind == TypeKind::object) text += " {" + fields_text(type) + "}";
  return text;
}

std::string limits_text(const model::FieldType& type) {
  std::string text;
  if (type.charset) add(text, "charset", type.charset->text);
  add(text, "length", type.length);
  add(text, "min", type.min);
  add(text, "max", type.max);
  add(text, "min", type.number_min);
  add(text, "max", type.number_max);
  add_nested(text, type, limits_text);
  return text;
}

std::string estimates_text(const model::FieldType& type) {
  std::string text;
  add(text, "avg", type.avg);
  add(text, "cardinality", type.cardinality);
  add(text, "uniform", type.uniform);
  add_nested(text, type, estimates_text);
  return text;
}

std::string marks_text(const model::Field& field) {
  std::string text = field.immutable ? "immutable" : "";
  if (field.pii) text += text.empty() ? "pii" : ", pii";
  return text;
}

bool can_read(const model::FieldType& written, const model::FieldType& type) {
  if (written.kind != type.kind) return widens(written.kind, type.kind);
  switch (type.kind) {
    case TypeKind::enumeration:
      return std::all_of(written.values.begin(), written.values.end(), [&](const auto& value) {
        return std::any_of(type.values.begin(), type.values.end(),
                           [&](const auto& other) { return *other == *value; });
      });
    case TypeKind::list:
    case TypeKind::map:
    case TypeKind::set:
      return can_read(written.element(), type.element());
    case TypeKind::object:
      return reads_fields(written, type);
    default:
      return true;
  }
}

std::string key_text(const model::Entity& entity, const plan::EntityKey& key, bool with_names) {
  std::string text;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    if (!text.empty() && !attributes->empty() && !with_names) text += " / ";
    bool is_first = true;
    for (const auto& attribute : *attributes) {
      if (!text.empty() && (with_names || !is_first)) text += ", ";
      is_first = false;
      if (with_names) text += attribute.name + ": ";
      text += check::template_text(entity, attribute);
      if (attribute.native) text += " as it is";
    }
  }
  return text;
}

std::string form_text(const model::Field& field, bool native) {
  if (native) {
    switch (model::attribute_type(field.type.kind)) {
      case model::AttributeType::number:
        return "a number";
      case model::AttributeType::binary:
        return "binary";
      default:
        return "";
    }
  }
  switch (field.type.kind) {
    case TypeKind::integer:
    case TypeKind::epoch_seconds: {
      const auto padding = plan::padding_of(field.type);
      return padding.min < 0 ? fmt::format("{} digits from {}", padding.digits, padding.min)
                             : fmt::format("{} digits", padding.digits);
    }
    case TypeKind::timestamp:
      return "a timestamp";
    case TypeKind::date:
      return "a date";
    case TypeKind::boolean:
    case TypeKind::number:
    case TypeKind::floating:
    case TypeKind::binary:
      return std::string(model::to_text(field.type.kind));
    default:
      return "";
  }
}

std::string key_form_text(const model::Entity& entity, const plan::EntityKey& key,
                          const model::Entity* later) {
  // Times and ids are written as they are, so that plain text is the same.
  const auto becomes_text = [&](const model::Field& field) {
    const auto* now = later == nullptr ? nullptr : later->find_field(field.name);
    return now != nullptr && now->type.kind == TypeKind::string &&
           widens(field.type.kind, TypeKind::string);
  };
  std::string text;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) {
      for (const auto field : attribute.components()) {
        const auto& definition = entity.fields[field];
        const auto form = form_text(definition, attribute.native);
        if (!form.empty() && !becomes_text(definition)) add(text, definition.name + ":", form);
      }
      if (attribute.shards > 1) add(text, "shards", attribute.shards);
    }
  }
  return text;
}

}  // namespace keywright::diff
