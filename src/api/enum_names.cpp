#include "api/enum_names.hpp"

#include <array>

namespace keywright::api {
namespace {

using Name = std::string_view;

constexpr std::array<Name, 5> kReturnValues{"NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW",
                                            "UPDATED_NEW"};
constexpr std::array<Name, 2> kReturnOnFailure{"NONE", "ALL_OLD"};
constexpr std::array<Name, 3> kReturnConsumedCapacity{"NONE", "TOTAL", "INDEXES"};
constexpr std::array<Name, 2> kReturnItemCollectionMetrics{"NONE", "SIZE"};
constexpr std::array<Name, 4> kSelect{"ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES",
                                      "SPECIFIC_ATTRIBUTES", "COUNT"};
constexpr std::array<Name, 2> kKeyType{"HASH", "RANGE"};
constexpr std::array<Name, 3> kProjectionType{"ALL", "KEYS_ONLY", "INCLUDE"};
constexpr std::array<Name, 2> kBillingMode{"PROVISIONED", "PAY_PER_REQUEST"};
constexpr std::array<Name, 2> kTableClass{"STANDARD", "STANDARD_INFREQUENT_ACCESS"};
constexpr std::array<Name, 5> kStatus{"CREATING", "UPDATING", "DELETING", "ACTIVE", "OTHER"};
constexpr std::array<Name, 13> kComparisonOperator{
    "EQ",      "NE",       "IN",   "LE",       "LT",           "GE",         "GT",
    "BETWEEN", "NOT_NULL", "NULL", "CONTAINS", "NOT_CONTAINS", "BEGINS_WITH"};
constexpr std::array<Name, 2> kConditionalOperator{"AND", "OR"};
constexpr std::array<Name, 3> kAttributeAction{"PUT", "ADD", "DELETE"};
constexpr std::array<Name, 4> kStreamViewType{"KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE",
                                              "NEW_AND_OLD_IMAGES"};
constexpr std::array<Name, 4> kStreamStatus{"ENABLING", "ENABLED", "DISABLING", "DISABLED"};
constexpr std::array<Name, 4> kShardIteratorType{"TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER",
                                                 "AFTER_SEQUENCE_NUMBER"};
constexpr std::array<Name, 3> kStreamEventName{"INSERT", "MODIFY", "REMOVE"};

}  // namespace

template <>
std::span<const Name> names<ReturnValues>() {
  return kReturnValues;
}
template <>
std::span<const Name> names<ReturnValuesOnConditionCheckFailure>() {
  return kReturnOnFailure;
}
template <>
std::span<const Name> names<ReturnConsumedCapacity>() {
  return kReturnConsumedCapacity;
}
template <>
std::span<const Name> names<ReturnItemCollectionMetrics>() {
  return kReturnItemCollectionMetrics;
}
template <>
std::span<const Name> names<Select>() {
  return kSelect;
}
template <>
std::span<const Name> names<KeyType>() {
  return kKeyType;
}
template <>
std::span<const Name> names<ProjectionType>() {
  return kProjectionType;
}
template <>
std::span<const Name> names<BillingMode>() {
  return kBillingMode;
}
template <>
std::span<const Name> names<TableClass>() {
  return kTableClass;
}
template <>
std::span<const Name> names<TableStatus>() {
  return kStatus;
}
template <>
std::span<const Name> names<IndexStatus>() {
  return kStatus;
}
template <>
std::span<const Name> names<ComparisonOperator>() {
  return kComparisonOperator;
}
template <>
std::span<const Name> names<ConditionalOperator>() {
  return kConditionalOperator;
}
template <>
std::span<const Name> names<AttributeAction>() {
  return kAttributeAction;
}
template <>
std::span<const Name> names<StreamViewType>() {
  return kStreamViewType;
}
template <>
std::span<const Name> names<StreamStatus>() {
  return kStreamStatus;
}
template <>
std::span<const Name> names<ShardIteratorType>() {
  return kShardIteratorType;
}
template <>
std::span<const Name> names<StreamEventName>() {
  return kStreamEventName;
}

}  // namespace keywright::api
