#pragma once
// The parameters DynamoDB had before expressions. Requests still take them, though never beside
// expressions. Attribute names are whole: `a.b` names one attribute.

#include <keywright/attribute_value.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace keywright {

enum class ComparisonOperator : std::uint8_t {
  eq,
  ne,
  in,
  le,
  lt,
  ge,
  gt,
  between,
  not_null,
  null,
  contains,
  not_contains,
  begins_with
};

enum class ConditionalOperator : std::uint8_t { and_, or_ };

/// Of KeyConditions, QueryFilter and ScanFilter.
struct LegacyCondition {
  std::optional<ComparisonOperator> comparison_operator{};
  std::optional<std::vector<AttributeValue>> attribute_value_list{};
};

/// Of Expected: either Value and Exists, or a comparison.
struct ExpectedAttributeValue {
  std::optional<AttributeValue> value{};
  std::optional<bool> exists{};
  std::optional<ComparisonOperator> comparison_operator{};
  std::optional<std::vector<AttributeValue>> attribute_value_list{};
};

enum class AttributeAction : std::uint8_t { put, add, delete_ };

/// Of AttributeUpdates.
struct AttributeValueUpdate {
  std::optional<AttributeValue> value{};
  AttributeAction action = AttributeAction::put;
};

using LegacyConditions = std::map<std::string, LegacyCondition>;
using ExpectedAttributes = std::map<std::string, ExpectedAttributeValue>;
using AttributeUpdates = std::map<std::string, AttributeValueUpdate>;
using AttributesToGet = std::vector<std::string>;

}  // namespace keywright
