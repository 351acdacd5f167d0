#pragma once
// AWS's names of the enumerations in requests and responses: "ALL_OLD", "PAY_PER_REQUEST", ...

#include <keywright/capacity.hpp>
#include <keywright/item_operations.hpp>
#include <keywright/legacy.hpp>
#include <keywright/query.hpp>
#include <keywright/stream.hpp>
#include <keywright/table.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace keywright::api {

/// All names of Enum, in the order of its enumerators. Defined for every enumeration of the
/// included headers.
template <class Enum>
[[nodiscard]] std::span<const std::string_view> names();

template <class Enum>
[[nodiscard]] std::string_view name(Enum value) {
  return names<Enum>()[static_cast<std::size_t>(value)];
}

/// nullopt if Enum has no such name.
template <class Enum>
[[nodiscard]] std::optional<Enum> from_name(std::string_view text) {
  const auto all = names<Enum>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

template <>
std::span<const std::string_view> names<ReturnValues>();
template <>
std::span<const std::string_view> names<ReturnValuesOnConditionCheckFailure>();
template <>
std::span<const std::string_view> names<ReturnConsumedCapacity>();
template <>
std::span<const std::string_view> names<ReturnItemCollectionMetrics>();
template <>
std::span<const std::string_view> names<Select>();
template <>
std::span<const std::string_view> names<KeyType>();
template <>
std::span<const std::string_view> names<ProjectionType>();
template <>
std::span<const std::string_view> names<BillingMode>();
template <>
std::span<const std::string_view> names<TableClass>();
template <>
std::span<const std::string_view> names<TableStatus>();
template <>
std::span<const std::string_view> names<IndexStatus>();
template <>
std::span<const std::string_view> names<ComparisonOperator>();
template <>
std::span<const std::string_view> names<ConditionalOperator>();
template <>
std::span<const std::string_view> names<AttributeAction>();
template <>
std::span<const std::string_view> names<StreamViewType>();
template <>
std::span<const std::string_view> names<StreamStatus>();
template <>
std::span<const std::string_view> names<ShardIteratorType>();
template <>
std::span<const std::string_view> names<StreamEventName>();

}  // namespace keywright::api
