#pragma once
// What all reads are asked: consistency and projection. Internal to this layer.

#include "expression/condition.hpp"
#include "guard/nearest.hpp"
#include "guard/rules.hpp"
#include <keywright/expression_attributes.hpp>
#include <keywright/query.hpp>
#include <keywright/result.hpp>

#include <optional>
#include <string>

namespace keywright::guard {

/// Of one request, which outlives it.
struct ReadOptions {
  bool consistent = false;
  const std::optional<std::string>& projection;
  const ExpressionAttributeNames& names;
  std::optional<Select> select;

  [[nodiscard]] bool projects() const { return projection.has_value(); }
};

[[nodiscard]] bool fits_options(const ReadRule& rule, const SourceRules& source,
                                const ReadOptions& options, Nearest* nearest);

/// The parsed filter, if there is one.
[[nodiscard]] Result<std::optional<expression::Condition>> read_filter(
    const std::optional<std::string>& text, expression::Parameters& parameters);

/// Whether all constants of the term are among these strings.
[[nodiscard]] bool names_only(const expression::Condition& filter,
                              const expression::ConditionNode& term,
                              const std::vector<std::string>& texts);

/// How near a value that does not fit comes.
[[nodiscard]] Stage stage_of_misfit(const KeyShape& shape, ValueView value);

}  // namespace keywright::guard
