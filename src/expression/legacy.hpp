#pragma once
// The parameters from before expressions, turned into the trees that expressions have. Attribute
// names are whole: `a.b` is one attribute.
//
// The trees borrow names and values from the request. All fail with DynamoDB's ValidationException.

#include "expression/condition.hpp"
#include "expression/key_condition.hpp"
#include "expression/projection.hpp"
#include "expression/update.hpp"
#include <keywright/legacy.hpp>
#include <keywright/result.hpp>

#include <initializer_list>
#include <optional>
#include <string_view>

namespace keywright::expression {

/// A parameter of a request, and whether the request has it.
struct GivenParameter {
  std::string_view name;
  bool given = false;
};

/// Legacy parameters and expressions never stand in one request.
[[nodiscard]] Result<void> check_not_mixed(std::initializer_list<GivenParameter> legacy,
                                           std::initializer_list<GivenParameter> expressions);

/// Of Expected (null: not given), whose conditions are joined by AND unless told otherwise; nullopt
/// if it has none.
[[nodiscard]] Result<std::optional<Condition>> legacy_condition(
    const ExpectedAttributes* expected, std::optional<ConditionalOperator> join);
/// Of QueryFilter or ScanFilter, by the name that messages have for it ("queryFilter").
[[nodiscard]] Result<std::optional<Condition>> legacy_filter(
    const LegacyConditions* filter, std::optional<ConditionalOperator> join, std::string_view name);
/// Of KeyConditions: what bind_key_condition() takes.
[[nodiscard]] Result<KeyAttributeConditions> legacy_key_condition(
    const LegacyConditions& conditions);

/// Of AttributeUpdates.
[[nodiscard]] Result<Update> legacy_update(const AttributeUpdates& updates);

/// Of AttributesToGet.
[[nodiscard]] Result<Projection> legacy_projection(const AttributesToGet& attributes);

}  // namespace keywright::expression
