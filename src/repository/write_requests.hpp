#pragma once
// What writes alone and writes in transactions share: expressions into requests, and what makes way
// for an update that meets an expired item.

#include "repository/runtime.hpp"
#include "repository/write_expressions.hpp"
#include <keywright/item_operations.hpp>
#include <keywright/result.hpp>
#include <keywright/update.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace keywright::repository {

// Items that keep values unique: UNIQUE#<entity>#<rule>#.., UNIQUE, with the key of their owner.
inline constexpr std::string_view kSentinelPrefix = "UNIQUE#";
inline constexpr std::string_view kSentinelSort = "UNIQUE";
inline constexpr std::string_view kOwnerAttribute = "owner";

/// Puts the parts of an expression into a request of any kind.
template <class Request>
void use(WriteExpressions&& expressions, Request& request) {
  request.condition_expression = std::move(expressions.condition);
  request.expression_attribute_names = std::move(expressions.names);
  request.expression_attribute_values = std::move(expressions.values);
  if (request.condition_expression) {
    request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  }
}

/// Whether an update that may create its item met one that has expired, which counts as absent.
[[nodiscard]] bool meets_expired(const Runtime& runtime, const Update& update,
                                 const std::optional<Item>& stored);
/// Deletes the item if it is still expired; that it is not, or no longer there, is no failure.
Result<void> delete_expired(const Runtime& runtime, Call& call, const Update& update);

}  // namespace keywright::repository
