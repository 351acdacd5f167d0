#include "wire/reader.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace keywright::wire {
namespace {

using simdjson::dom::element_type;

constexpr std::string_view kStructureUnexpected =
    "Start of structure or map found where not expected";
constexpr std::string_view kNames = "ExpressionAttributeNames";
constexpr std::string_view kValues = "ExpressionAttributeValues";

/// AWS's name of what its parser met.
std::string_view token(Json json) {
  switch (json.type()) {
    case element_type::INT64:
    case element_type::UINT64:
      return "NUMBER_VALUE";
    case element_type::DOUBLE:
      return "DECIMAL_VALUE";
    case element_type::BOOL:
      return json.get_bool().value_unsafe() ? "TRUE_VALUE" : "FALSE_VALUE";
    case element_type::STRING:
      return "STRING_VALUE";
    default:
      return "NULL_VALUE";
  }
}

/// A scalar of Java's type `wanted` was expected.
void wrong_type(const Cursor& at, std::string_view wanted) {
  std::string text;
  if (at.json.is_object()) {
    text = kStructureUnexpected;
  } else if (at.json.is_array()) {
    text.append("Unrecognized collection type class java.lang.").append(wanted);
  } else {
    text.append(token(at.json)).append(" cannot be converted to ").append(wanted);
  }
  at.faults.serialization(std::move(text));
}

/// Java's type of a numeric member: only these few are no longs.
std::string_view integer_type(std::string_view member) {
  constexpr std::array<std::string_view, 4> kIntegers{"Limit", "MaxResults", "Segment",
                                                      "TotalSegments"};
  return std::find(kIntegers.begin(), kIntegers.end(), member) == kIntegers.end() ? "Long"
                                                                                  : "Integer";
}

/// "UpdateExpression and ConditionExpression are null"
std::string null_expressions(std::initializer_list<Expression> expressions) {
  std::string out;
  std::size_t count = 0;
  for (const Expression& expression : expressions) {
    if (!expression.takes_values) continue;
    if (count++ > 0) out += " and ";
    out += expression.name;
  }
  return out + (count > 1 ? " are null" : " is null");
}

/// Says of a new fault among the values which one it is about.
void read_expression_value(const Cursor& at, std::string_view key, AttributeValue& out) {
  const bool known = at.faults.value().has_value();
  read_value(at, out);
  if (known || !at.faults.value()) return;
  at.faults.replace_value(std::string(kValues) + " contains invalid value: " + *at.faults.value() +
                          " for key " + std::string(key));
}

template <class Entries>
void read_entries(const Cursor& at, JsonObject object, Entries& out) {
  out.reserve(object.size());
  for (const auto field : object) {
    const Place place{Place::Kind::entry, &at.place, field.key};
    auto& entry =
        out.emplace_back(std::string(field.key), typename Entries::value_type::second_type());
    const Cursor value{field.value, place, at.faults};
    if (field.value.is_null()) {
      at.faults.missing(place.text());
    } else if constexpr (std::is_same_v<Entries, ExpressionAttributeValues>) {
      read_expression_value(value, field.key, entry.second);
    } else {
      read_value(value, entry.second);
    }
  }
}

}  // namespace

std::string Place::text() const {
  if (kind == Kind::root) return {};
  std::string out = parent->text();
  if (!out.empty()) out.push_back('.');
  switch (kind) {
    case Kind::member: {
      const std::size_t at = out.size();
      out.append(name);
      if (out[at] >= 'A' && out[at] <= 'Z') out[at] = static_cast<char>(out[at] - 'A' + 'a');
      return out;
    }
    case Kind::entry:
      return out.append(name).append(".member");
    default:
      return out.append(std::to_string(index + 1)).append(".member");
  }
}

std::optional<std::string_view> Cursor::string() const {
  std::string_view text;
  if (json.get(text) == simdjson::SUCCESS) return text;
  wrong_type(*this, "String");
  return std::nullopt;
}

std::optional<JsonArray> Cursor::array() const {
  JsonArray found;
  if (json.get(found) == simdjson::SUCCESS) return found;
  faults.serialization(
      std::string(json.is_object() ? kStructureUnexpected : "Unexpected field type"));
  return std::nullopt;
}

std::optional<JsonObject> Cursor::object(std::string_view collection) const {
  JsonObject found;
  if (json.get(found) == simdjson::SUCCESS) return found;
  faults.serialization(json.is_array() && !collection.empty()
                           ? "Unrecognized collection type " + std::string(collection)
                           : "Unexpected field type");
  return std::nullopt;
}

std::optional<Json> Members::find(std::string_view name) const {
  std::optional<Json> found;
  for (const auto field : object) {
    if (field.key == name) found = field.value;
  }
  if (found && found->is_null()) found.reset();
  return found;
}

void read_value(const Cursor& at, std::string& out) {
  if (const auto text = at.string()) out = *text;
}

void read_value(const Cursor& at, std::int64_t& out) {
  if (at.json.get(out) == simdjson::SUCCESS) return;
  double decimal = 0;
  constexpr double kLimit = 9007199254740992.0;  // beyond, a double is not exact
  if (at.json.is_double() && at.json.get(decimal) == simdjson::SUCCESS &&
      std::abs(decimal) <= kLimit) {
    out = static_cast<std::int64_t>(decimal);
    return;
  }
  wrong_type(at, integer_type(at.place.name));
}

void read_value(const Cursor& at, bool& out) {
  if (at.json.get(out) == simdjson::SUCCESS) return;
  if (at.json.is_string()) {
    at.faults.serialization("Unexpected token received from parser");
  } else {
    wrong_type(at, "Boolean");
  }
}

void read_value(const Cursor& at, double& out) {
  if (at.json.get(out) != simdjson::SUCCESS) wrong_type(at, "Double");
}

void read_value(const Cursor& at, TimePoint& out) {
  constexpr double kLatest = 253402300800;  // the year 10000
  double seconds = 0;
  if (at.json.get(seconds) != simdjson::SUCCESS) return wrong_type(at, "Date");
  if (std::abs(seconds) >= kLatest) return at.faults.serialization("The date is out of range");
  out = TimePoint(std::chrono::milliseconds(std::llround(seconds * 1000)));
}

std::string value_set(std::span<const std::string_view> names, std::string_view in_order) {
  std::string out = "[";
  if (!in_order.empty()) return out.append(in_order).append("]");
  for (const std::string_view name : names) {
    if (out.size() > 1) out += ", ";
    out += name;
  }
  return out + "]";
}

void read_table_name(const Members& in, std::string& out) {
  in.faults.table_name(out);
  if (!read(in, "TableName", out)) in.faults.table_name_missing();
}

void refuse(const Members& in, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (in.has(name)) in.faults.value("Keywright does not support " + std::string(name));
  }
}

void read_placeholders(const Members& in, ExpressionAttributeNames& names,
                       ExpressionAttributeValues* values,
                       std::initializer_list<Expression> expressions,
                       std::initializer_list<std::string_view> legacy) {
  const auto names_json = in.find(kNames);
  const auto values_json = values != nullptr ? in.find(kValues) : std::nullopt;
  if (!names_json && !values_json) return;
  const auto given = [&](const Expression& e) { return in.has(e.name); };
  const auto given_with_values = [&](const Expression& e) { return e.takes_values && given(e); };
  const bool mixed = std::any_of(legacy.begin(), legacy.end(),
                                 [&](std::string_view name) { return in.has(name); });
  if (names_json) {
    const Place place{Place::Kind::member, &in.place, kNames};
    const Cursor at{*names_json, place, in.faults};
    const auto object = at.object("java.util.Map<java.lang.String, java.lang.String>");
    if (object && object->size() == 0 && !mixed) {
      in.faults.value(
          std::any_of(expressions.begin(), expressions.end(), given)
              ? "ExpressionAttributeNames must not be empty"
              : "ExpressionAttributeNames can only be specified when using expressions");
    }
    if (object) read_entries(at, *object, names);
  }
  if (values_json) {
    const Place place{Place::Kind::member, &in.place, kValues};
    const Cursor at{*values_json, place, in.faults};
    const auto object = at.object(
        "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>");
    const bool used = std::any_of(expressions.begin(), expressions.end(), given_with_values);
    if (object && object->size() == 0 && !mixed && used) {
      in.faults.value("ExpressionAttributeValues must not be empty");
    }
    const bool known = in.faults.value().has_value();
    if (object) read_entries(at, *object, *values);
    const bool wrong = !known && (in.faults.value() || (object && object->size() == 0));
    if (wrong && !mixed && !used) {
      in.faults.replace_value(
          "ExpressionAttributeValues can only be specified when using expressions: " +
          null_expressions(expressions));
    }
  }
}

}  // namespace keywright::wire
