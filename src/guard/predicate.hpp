#pragma once
// What conditions mean, as far as access patterns ask: whether one makes sure that an item exists
// or does not, that an attribute has one of some values, that a condition of the model holds.
//
// Each question is answered for what must be true whenever the condition is; "no" may mean "not for
// certain". Functions of a parsed condition, pure.

#include "expression/condition.hpp"
#include "expression/key_condition.hpp"
#include "model/ir.hpp"
#include <keywright/clock.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

/// A predicate of the model (`status in [queued, running]`), with its literals as values.
struct Predicate {
  std::string attribute;
  model::Comparison comparison = model::Comparison::equal;
  std::vector<AttributeValue> values;  // empty where the pattern's caller gives it
  bool has_default = false;            // an item that lacks the field reads as if it had it
  std::string text;                    // `status in [queued, running]`
};

[[nodiscard]] Predicate predicate_of(const model::Entity& entity,
                                     const model::Predicate& predicate);

/// Whether the stored value satisfies it (nullopt: it is not stored); nullopt if that is not known.
[[nodiscard]] std::optional<bool> holds(const Predicate& predicate, std::optional<ValueView> value);

/// The item exists.
[[nodiscard]] bool demands_item(const expression::Condition& condition);
/// The attribute that says when items expire, with the time: what a condition calls now must not
/// lie in its future. (A day is granted to clocks that differ.)
struct Lifetime {
  std::string_view attribute;  // empty: they do not
  const Clock& clock;
};

/// There is no item with one of these key attributes, or it is past its time.
[[nodiscard]] bool demands_no_item(const expression::Condition& condition,
                                   std::span<const std::string> keys, const Lifetime& lifetime);
/// The item is past its time.
[[nodiscard]] bool demands_expired(const expression::Condition& condition,
                                   const Lifetime& lifetime);
/// The attribute is a string among these.
[[nodiscard]] bool demands_one_of(const expression::Condition& condition,
                                  std::string_view attribute, std::span<const std::string> values);
[[nodiscard]] bool demands(const expression::Condition& condition, const Predicate& predicate);

/// What the condition says of the stored value of an attribute: that it equals one, or that there
/// is none.
struct Stored {
  bool known = false;
  std::optional<ValueView> value;
};
[[nodiscard]] Stored stored_value(const expression::Condition& condition,
                                  std::string_view attribute);

/// The conditions that must all hold.
[[nodiscard]] std::vector<const expression::ConditionNode*> terms_of(
    const expression::Condition& condition);
/// Whether such a term keeps nothing but items that have not expired.
[[nodiscard]] bool drops_expired(const expression::Condition& condition,
                                 const expression::ConditionNode& term, const Lifetime& lifetime);
/// Whether the term compares the attribute, by this operator, with one value or (between) two.
[[nodiscard]] bool compares(const expression::Condition& condition,
                            const expression::ConditionNode& term, std::string_view attribute,
                            expression::Operator op);
/// The term as a condition on a key, if it could be one: `attribute = value`, a range, a beginning.
[[nodiscard]] std::optional<expression::KeyAttributeCondition> key_condition_of(
    const expression::Condition& condition, const expression::ConditionNode& term);
/// The attributes of a term, for messages.
[[nodiscard]] std::vector<std::string> attributes_of(const expression::Condition& condition,
                                                     const expression::ConditionNode& term);

}  // namespace keywright::guard
