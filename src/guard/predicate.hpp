#pragma once
// What conditions mean, as far as access patterns ask: whether one makes sure that an item exists
// or does not, that an attribute has one of some values, that a condition of the model holds.
//
// Each question is answered for what must be true whenever the condition is; "no" may mean "not for
// certain". Functions of a parsed condition, pure.

#include "expression/condition.hpp"
#include "guard/claim.hpp"
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
  bool always_there = false;           // every item has the field
  std::string text;                    // `status in [queued, running]`
};

[[nodiscard]] Predicate predicate_of(const model::Entity& entity,
                                     const model::Predicate& predicate);

/// Whether the stored value satisfies it (nullopt: it is not stored); nullopt if that is not known.
[[nodiscard]] std::optional<bool> holds(const Predicate& predicate, std::optional<ValueView> value);

/// The attribute that says when items expire, as a model has it.
struct Ttl {
  std::string attribute;      // empty: they do not
  bool always_there = false;  // every item has one
};
/// The same with the time: what a condition calls now must not lie in its future. (A day is granted
/// to clocks that differ.)
struct Lifetime {
  const Ttl& ttl;
  const Clock& clock;
};

/// The item exists.
[[nodiscard]] bool demands_item(const expression::Condition& condition);
/// There is no item with one of these key attributes, or it is past its time, or it has the owner
/// that is given.
[[nodiscard]] bool demands_no_item(const expression::Condition& condition,
                                   std::span<const std::string> keys, const Lifetime& lifetime,
                                   std::optional<ValueView> owner = std::nullopt);
/// The attribute is there, and has another value than one.
[[nodiscard]] bool demands_other(const expression::Condition& condition,
                                 std::string_view attribute);
/// The item is past its time.
[[nodiscard]] bool demands_expired(const expression::Condition& condition,
                                   const Lifetime& lifetime);
/// The attribute is a string among these.
[[nodiscard]] bool demands_one_of(const expression::Condition& condition,
                                  std::string_view attribute, std::span<const std::string> values);
/// With a lifetime, an item that is past it will do too.
[[nodiscard]] bool demands(const expression::Condition& condition, const Predicate& predicate,
                           const Lifetime* or_expired = nullptr);

/// What the condition says of the stored value of an attribute: that it equals one, or that there
/// is none.
struct Stored {
  bool known = false;
  std::optional<ValueView> value;
};
[[nodiscard]] Stored stored_value(const expression::Condition& condition,
                                  std::string_view attribute);

/// The attribute has one of some values or is not there; or the item is past its time, and so
/// counts as absent where a put replaces it or a delete removes it.
[[nodiscard]] bool demands_stored(const expression::Condition& condition,
                                  std::string_view attribute, const Lifetime& lifetime);

/// The number that is stored is below this one, or there is none, or the item is past its time.
[[nodiscard]] bool demands_below(const expression::Condition& condition, std::string_view attribute,
                                 ValueView value, const Lifetime& lifetime);

/// Whether the term drops nothing but items that are past their time.
[[nodiscard]] bool drops_expired(const Claim& claim, const Lifetime& lifetime);
/// A time that the condition compares an item's lifetime with as now, and that is yet to come.
[[nodiscard]] std::optional<ValueView> future_now(const expression::Condition& condition,
                                                  const Lifetime& lifetime);

}  // namespace keywright::guard
