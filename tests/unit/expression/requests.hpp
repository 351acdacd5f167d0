#pragma once
// Expressions as a request would bring them, in one call each.

#include "expression/condition.hpp"
#include "expression/key_condition.hpp"
#include "expression/projection.hpp"
#include "expression/update.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace keywright::expression::test {

using Names = ExpressionAttributeNames;
using Values = ExpressionAttributeValues;

template <class T>
std::string message_of(const Result<T>& result) {
  if (result) return "";
  EXPECT_EQ(result.error().exception, "ValidationException");
  return result.error().message;
}

/// What DynamoDB says of the condition; empty if it is fine.
inline std::string condition_error(std::string_view text, const Values& values = {},
                                   const Names& names = {},
                                   ExpressionKind kind = ExpressionKind::condition) {
  Parameters parameters(names, values);
  return message_of(parse_condition(text, kind, parameters));
}

inline bool holds(std::string_view text, const Item* item, const Values& values = {},
                  const Names& names = {}) {
  Parameters parameters(names, values);
  return parse_condition(text, ExpressionKind::condition, parameters).value().evaluate(item);
}

inline bool holds(std::string_view text, const Item& item, const Values& values = {},
                  const Names& names = {}) {
  return holds(text, &item, values, names);
}

inline std::string projection_error(std::string_view text, const Names& names = {}) {
  const Values none;
  Parameters parameters(names, none);
  return message_of(parse_projection(text, parameters));
}

/// The projected item as DynamoDB JSON.
inline std::string projected(std::string_view text, const Item& item, const Names& names = {}) {
  const Values none;
  Parameters parameters(names, none);
  return to_json(parse_projection(text, parameters).value().apply(item));
}

inline std::string update_error(std::string_view text, const Values& values = {},
                                const Names& names = {}) {
  Parameters parameters(names, values);
  return message_of(parse_update(text, parameters));
}

inline const Key kKey{{"pk", AttributeValue("k")}};

/// The updated item as DynamoDB JSON, "none" if there is none, or the error's message.
inline std::string updated(std::string_view text, const Item* old, const Values& values = {},
                           const Names& names = {}) {
  Parameters parameters(names, values);
  const auto result = parse_update(text, parameters).value().apply(old, kKey);
  if (!result) return message_of(result);
  return *result ? to_json(**result) : "none";
}

inline std::string updated(std::string_view text, const Item& old, const Values& values = {},
                           const Names& names = {}) {
  return updated(text, &old, values, names);
}

inline Number number(std::string_view text) {
  return Number::parse(text).value();
}
inline AttributeValue list(const std::vector<AttributeValue>& elements) {
  return AttributeValue::list(elements);
}
inline AttributeValue map(std::vector<AttributeValue::Member> members) {
  return AttributeValue::map(std::move(members));
}
inline AttributeValue strings(std::vector<std::string> members) {
  return AttributeValue::string_set(std::move(members));
}

/// A list in a list in ... a string, which is at that level.
inline AttributeValue nested(std::size_t levels) {
  AttributeValue value("deep");
  for (std::size_t level = 1; level < levels; ++level) value = list({value});
  return value;
}

}  // namespace keywright::expression::test
