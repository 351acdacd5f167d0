#include "engine/plan_projection.hpp"

#include "expression/parameters.hpp"

#include <utility>

namespace keywright::engine {

Result<std::optional<expression::Projection>> plan_projection(
    const std::optional<std::string>& text, const ExpressionAttributeNames& names) {
  std::optional<expression::Projection> projection;
  if (!text && names.empty()) return projection;
  const ExpressionAttributeValues no_values;
  expression::Parameters parameters(names, no_values);
  if (auto checked = parameters.check({{"ProjectionExpression", text.has_value(), false}});
      !checked) {
    return std::move(checked).error();
  }
  auto parsed = expression::parse_projection(*text, parameters);
  if (!parsed) return std::move(parsed).error();
  if (auto used = parameters.check_all_used(); !used) return std::move(used).error();
  projection = *std::move(parsed);
  return projection;
}

}  // namespace keywright::engine
