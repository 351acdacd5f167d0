#pragma once
// What one term of a condition says of an attribute, in one form, however it is written: operands
// swapped, NOT before it, IN with one value, two bounds or BETWEEN. Internal to this layer.
//
// In DynamoDB every comparison with an attribute that is not there is false, and <> is true. So
// NOT a <> :v is a = :v; but NOT a < :v is a >= :v, or there is no a.

#include "core/small_vector.hpp"
#include "expression/condition.hpp"
#include "expression/key_condition.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::guard {

struct Claim {
  enum class Kind : std::uint8_t {
    unknown,
    missing,      // attribute_not_exists
    present,      // attribute_exists
    one_of,       // =, IN
    other_than,   // <>: none of the values
    range,        // one or two bounds
    begins_with,  // its one value
    other,        // says something of what is there: contains, attribute_type
  };
  struct Bound {
    ValueView value;
    bool is_open;
  };
  using Values = SmallVector<ValueView, 4>;

  Kind kind = Kind::unknown;
  bool or_missing = false;     // or there is no such attribute, or one of another type
  std::string_view attribute;  // of a document: none, as nothing is told of parts of attributes
  Values values;
  std::optional<Bound> lower;
  std::optional<Bound> upper;

  /// The values among which the attribute is, where they are told: of =, IN, and a range that has
  /// but one. Else none.
  [[nodiscard]] Values choices() const;
  [[nodiscard]] bool is(Kind wanted) const { return kind == wanted; }
  /// Holds only where there is such an attribute.
  [[nodiscard]] bool demands_attribute() const {
    return kind != Kind::unknown && kind != Kind::missing && !or_missing;
  }
};

/// Of a whole condition, or a part of one; `negated`: of its opposite.
[[nodiscard]] Claim claim_of(const expression::Condition& condition,
                             const expression::ConditionNode& node, bool negated = false);

/// Whether an operator, under NOT or not, joins conditions as AND (OR) does.
[[nodiscard]] bool joins_as_and(expression::Operator op, bool negated);
[[nodiscard]] bool joins_as_or(expression::Operator op, bool negated);

/// One of the conditions that must all hold.
struct Term {
  Claim claim;
  const expression::ConditionNode* node = nullptr;  // for messages
  bool is_plain = false;  // it stands so in the text: `attribute op value`, without NOT
};

/// Of a whole condition. Two bounds of one attribute are one term.
[[nodiscard]] std::vector<Term> terms_of(const expression::Condition& condition);
/// The term as a condition on a key, if it could be one: `attribute = value`, a range, a beginning.
/// Only of what stands so in the text: with another form a statement reads more, and drops it.
[[nodiscard]] std::optional<expression::KeyAttributeCondition> key_condition_of(const Term& term);
/// The attributes of a term, for messages.
[[nodiscard]] std::vector<std::string> attributes_of(const expression::Condition& condition,
                                                     const expression::ConditionNode& node);

}  // namespace keywright::guard
