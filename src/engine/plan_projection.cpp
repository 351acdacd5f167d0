#include "engine/plan_projection.hpp"

#include "expression/legacy.hpp"
#include "expression/parameters.hpp"

#include <utility>

namespace keywright::engine {

Result<std::optional<expression::Projection>> plan_projection(
    const std::optional<std::string>& text, const ExpressionAttributeNames& names,
    const std::optional<AttributesToGet>& attributes_to_get) {
  std::optional<expression::Projection> projection;
  if (!text && names.empty() && !attributes_to_get) return projection;
  auto not_mixed = expression::check_not_mixed({{"AttributesToGet", attributes_to_get.has_value()}},
                                               {{"ProjectionExpression", text.has_value()}});
  if (!not_mixed) return std::move(not_mixed).error();
  const ExpressionAttributeValues no_values;
  expression::Parameters parameters(names, no_values);
  if (auto checked = parameters.check({{"ProjectionExpression", text.has_value(), false}});
      !checked) {
    return std::move(checked).error();
  }
  auto parsed = text ? expression::parse_projection(*text, parameters)
                     : expression::legacy_projection(*attributes_to_get);
  if (!parsed) return std::move(parsed).error();
  if (auto used = parameters.check_all_used(); !used) return std::move(used).error();
  projection = *std::move(parsed);
  return projection;
}

}  // namespace keywright::engine
