#pragma once
// The ProjectionExpression of a request that has no other expression: GetItem, and each part of
// BatchGetItem and TransactGetItems.

#include "expression/projection.hpp"
#include <keywright/expression_attributes.hpp>
#include <keywright/result.hpp>

#include <optional>
#include <string>

namespace keywright::engine {

/// The projection, if there is an expression. Borrows text and names.
[[nodiscard]] Result<std::optional<expression::Projection>> plan_projection(
    const std::optional<std::string>& text, const ExpressionAttributeNames& names);

}  // namespace keywright::engine
