#include "generate/python_samples.hpp"

#include "generate/python_writer.hpp"

#include <algorithm>
#include <cstdint>

namespace keywright::generate {
namespace {

using model::TypeKind;

constexpr std::string_view ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
constexpr std::string_view uuid = "0190163d-8694-739b-aea5-966c26f8ad91";
constexpr std::int64_t epoch = 2'000'000'000;

// Bytes up to '%' are escaped in keys.
std::string encoded(std::string_view text) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x25) {
      result += c;
    } else {
      result += '%';
      result += hex[byte >> 4U];
      result += hex[byte & 15U];
    }
  }
  return result;
}

std::size_t least_size(const model::FieldType& type, std::int64_t standard) {
  const auto least = type.length ? **type.length : type.min ? **type.min : 0;
  const auto most = type.length ? **type.length : type.max ? **type.max : least + standard;
  return static_cast<std::size_t>(std::clamp(standard, least, std::max(most, least)));
}

// A character that the class allows: a letter or digit, if it has one.
std::string character_of(const model::FieldType& type) {
  if (!type.charset) return "a";
  for (const char c : std::string_view("a0A_-")) {
    if (type.charset->contains(static_cast<char32_t>(c))) return {c};
  }
  for (const auto& range : type.charset->ranges) {
    if (range.first < 0x80) return {static_cast<char>(range.first)};
  }
  return "";
}

// No text of characters that this file does not write: then the class begins behind ASCII.
std::string text_of(const model::FieldType& type) {
  std::string text;
  for (std::size_t i = least_size(type, 3); i > 0; --i) text += character_of(type);
  return text;
}

std::string padded(std::int64_t value, const model::FieldType& type) {
  const auto padding = plan::padding_of(type);
  const auto offset = padding.min < 0 ? 0 - static_cast<std::uint64_t>(padding.min) : 0U;
  auto digits = std::to_string(static_cast<std::uint64_t>(value) + offset);
  const auto width = static_cast<std::size_t>(padding.digits);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return digits;
}

std::int64_t whole_number(const model::FieldType& type, std::int64_t standard) {
  if (type.min && standard < **type.min) return **type.min;
  return type.max && standard > **type.max ? **type.max : standard;
}

std::string decimal(const model::FieldType& type) {
  return type.number_min ? **type.number_min : type.number_max ? **type.number_max : "1.5";
}

std::string object_of(const PythonContext& context, const model::FieldType& type) {
  std::vector<std::string> members;
  for (const auto& field : type.fields) {
    members.push_back(python_identifier(field.name) + "=" +
                      python_sample(context, field.type).value);
  }
  return context.named_type(type) + "(" + join(members, ", ") + ")";
}

// As many elements as there must be, and one if there may be one.
std::string elements_of(const PythonContext& context, const model::FieldType& type) {
  const auto count = least_size(type, 1);
  const auto one = python_sample(context, type.element()).value;
  if (type.kind == TypeKind::set) return count == 0 ? "set()" : "{" + one + "}";
  std::vector<std::string> elements;
  for (std::size_t i = 0; i < count; ++i) {
    const auto name = "\"k" + std::to_string(i) + "\": ";
    elements.push_back(type.kind == TypeKind::map ? name + one : one);
  }
  const auto inside = join(elements, ", ");
  return type.kind == TypeKind::map ? "{" + inside + "}" : "[" + inside + "]";
}

}  // namespace

PythonSample python_sample(const PythonContext& context, const model::FieldType& type) {
  const auto call = [](std::string_view function, std::string_view text) {
    return PythonSample{std::string(function) + "(\"" + std::string(text) + "\")",
                        std::string(text)};
  };
  switch (type.kind) {
    case TypeKind::string: {
      const auto text = text_of(type);
      return {python_literal(text), encoded(text)};
    }
    case TypeKind::enumeration:
      return {context.enumerator(type, *type.values.front()), encoded(*type.values.front())};
    case TypeKind::boolean:
      return {"True", "true"};
    case TypeKind::integer: {
      const auto value = whole_number(type, 1);
      return {std::to_string(value), padded(value, type)};
    }
    case TypeKind::number:
      return {"Decimal(\"" + decimal(type) + "\")", ""};
    case TypeKind::floating:
      return {"float(\"" + decimal(type) + "\")", ""};
    case TypeKind::timestamp:
      return call("kw.TIMESTAMP.parse", "2033-05-18T03:33:20.000Z");
    case TypeKind::date:
      return call("kw.DATE.parse", "2033-05-18");
    case TypeKind::epoch_seconds: {
      const auto value = whole_number(type, epoch);
      return {"dt.datetime.fromtimestamp(" + std::to_string(value) + ", dt.timezone.utc)",
              padded(value, type)};
    }
    case TypeKind::uuid:
      return call("UUID", uuid);
    case TypeKind::ulid:
      return {"\"" + std::string(ulid) + "\"", std::string(ulid)};
    case TypeKind::binary:
      return {"b\"" + std::string(least_size(type, 3), 'x') + "\"", ""};
    case TypeKind::json:
      return {"\"" + std::string(least_size(type, 3), 'x') + "\"", ""};
    case TypeKind::list:
    case TypeKind::map:
    case TypeKind::set:
      return {elements_of(context, type), ""};
    case TypeKind::object:
      return {object_of(context, type), ""};
  }
  return {};
}

PythonSample python_sample(const PythonContext& context, const model::Entity& entity,
                           const model::Field& field) {
  const bool is_state =
      entity.states && entity.states->field.name == field.name && entity.states->initial.resolved();
  if (!is_state) return python_sample(context, field.type);
  const auto& state = entity.states->initial.name;
  return {context.enumerator(field.type, state), encoded(state)};
}

std::string python_sample_key(const PythonContext& context, const model::Entity& entity,
                              const std::vector<plan::KeyPart>& parts) {
  std::string text;
  for (const auto& part : parts) {
    text +=
        part.field ? python_sample(context, entity, entity.fields[*part.field]).key : part.literal;
  }
  return text;
}

}  // namespace keywright::generate
