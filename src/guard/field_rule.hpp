#pragma once
// What may stand in a field: its type and limits, to be held against the values of requests. They
// are those that a generated repository keeps; limits of an `element:` are not among them.
//
// Made once and then immutable. Checks of values that fit allocate nothing.

#include "expression/ast.hpp"
#include "model/entity.hpp"
#include <keywright/attribute_value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

struct FieldRule;

struct ValueRule {
  model::TypeKind kind = model::TypeKind::string;
  AttributeType type = AttributeType::string;  // as it is stored; of json: any
  std::optional<std::int64_t> min;             // characters, bytes, elements, or the value
  std::optional<std::int64_t> max;
  std::optional<Number> number_min;
  std::optional<Number> number_max;
  std::optional<model::Charset> charset;
  std::vector<std::string> values;  // of an enum
  std::vector<FieldRule> fields;    // of an object, sorted by name
  std::vector<ValueRule> element;   // of a list, map or set: one
};

struct FieldRule {
  std::string name;
  bool required = false;        // an item must have it
  bool may_be_removed = false;  // and be without it
  bool may_be_null = false;
  ValueRule value;
};

[[nodiscard]] FieldRule field_rule(const model::Field& field);
/// Of the attribute that says when items expire: seconds, and none before 1970.
[[nodiscard]] FieldRule ttl_rule(const model::Field& field);
/// Whether every item has the field.
[[nodiscard]] bool is_always_there(const model::Field& field);

/// What is wrong with a value, as in `address[0].street` and `is missing`.
struct Misfit {
  std::string where;  // below the field: ".street"
  std::string what;
};
[[nodiscard]] std::optional<Misfit> misfit_of(const FieldRule& rule, ValueView value);
/// Whether it is of the field's type, whatever its limits: of what is added.
[[nodiscard]] bool has_type(const ValueRule& rule, ValueView value);

/// What a document path leads to, within a field.
struct Place {
  const ValueRule* value = nullptr;  // null: nothing that the field can have
  bool may_be_removed = false;
  bool may_be_null = false;
};
[[nodiscard]] Place place_of(const FieldRule& rule, expression::Path path);
[[nodiscard]] std::optional<Misfit> misfit_of(const Place& place, ValueView value);

}  // namespace keywright::guard
