#pragma once
// The ProjectionExpression or AttributesToGet of a request that has no other expression: GetItem,
// and each part of BatchGetItem and TransactGetItems.

#include "expression/projection.hpp"
#include <keywright/expression_attributes.hpp>
#include <keywright/legacy.hpp>
#include <keywright/result.hpp>

#include <optional>
#include <string>

namespace keywright::engine {

/// The projection, if there is an expression or a list. Borrows text, names and list.
[[nodiscard]] Result<std::optional<expression::Projection>> plan_projection(
    const std::optional<std::string>& text, const ExpressionAttributeNames& names,
    const std::optional<AttributesToGet>& attributes_to_get = std::nullopt);

}  // namespace keywright::engine
