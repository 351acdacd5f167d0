#pragma once
// What all reads are asked: consistency and projection. Internal to this layer.

#include "expression/projection.hpp"
#include "guard/nearest.hpp"
#include "guard/rules.hpp"
#include <keywright/expression_attributes.hpp>
#include <keywright/query.hpp>

#include <optional>
#include <string>

namespace keywright::guard {

/// Of one request, which outlives it. At most one of the three says what it asks for.
struct ReadOptions {
  bool consistent = false;
  const std::string* projection = nullptr;  // with the names of its placeholders
  const ExpressionAttributeNames* names = nullptr;
  const AttributesToGet* attributes_to_get = nullptr;
  const expression::Projection* parsed = nullptr;  // of a statement
  std::optional<Select> select{};

  [[nodiscard]] bool projects() const {
    return projection != nullptr || attributes_to_get != nullptr || parsed != nullptr;
  }
};

/// Of a request that has a projection expression or AttributesToGet.
template <class Request>
ReadOptions options_of(const Request& request, bool consistent) {
  ReadOptions options;
  options.consistent = consistent;
  if (request.projection_expression) options.projection = &*request.projection_expression;
  options.names = &request.expression_attribute_names;
  if constexpr (requires { request.attributes_to_get; }) {
    if (request.attributes_to_get) options.attributes_to_get = &*request.attributes_to_get;
  }
  if constexpr (requires { request.select; }) options.select = request.select;
  return options;
}

[[nodiscard]] bool fits_options(const ReadRule& rule, const SourceRules& source,
                                const ReadOptions& options, Nearest* nearest);

/// How near a value that does not fit comes.
[[nodiscard]] Stage stage_of_misfit(const KeyShape& shape, ValueView value);

}  // namespace keywright::guard
