#include "guard/predicate.hpp"

#include "guard/field_rule.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {
namespace {

using expression::Condition;
using expression::ConditionNode;
using expression::Operator;
using Kind = Claim::Kind;

/// Whether `holds` of a claim follows from the condition: one side of an AND, both of an OR.
template <class Holds>
bool follows(const Condition& condition, const ConditionNode& node, const Holds& holds,
             bool negated = false) {
  if (node.op == Operator::logical_not) {
    return follows(condition, condition.node(node.first), holds, !negated);
  }
  const bool is_and = joins_as_and(node.op, negated);
  if (!is_and && !joins_as_or(node.op, negated)) return holds(claim_of(condition, node, negated));
  const bool left = follows(condition, condition.node(node.first), holds, negated);
  if (left == is_and) return left;
  return follows(condition, condition.node(node.second), holds, negated);
}

template <class Holds>
bool follows(const Condition& condition, const Holds& holds) {
  if (follows(condition, condition.root(), holds)) return true;
  if (!joins_as_and(condition.root().op, false)) return false;
  // Two bounds, each of which says less.
  const auto terms = terms_of(condition);
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return holds(term.claim); });
}

bool lies_in_future(ValueView value, const Lifetime& lifetime) {
  constexpr std::chrono::days granted{1};
  const auto latest =
      std::chrono::floor<std::chrono::seconds>(lifetime.clock() + granted).time_since_epoch();
  return value.as_number() > Number(latest.count());
}

/// Whether the bound is now, or a time before it.
bool is_now(const std::optional<Claim::Bound>& bound, const Lifetime& lifetime) {
  return bound && bound->value.is(AttributeType::number) && !lies_in_future(bound->value, lifetime);
}

bool is_of(const Claim& claim, const Ttl& ttl) {
  return !ttl.attribute.empty() && claim.is(Kind::range) && claim.attribute == ttl.attribute;
}

bool is_before_now(const Claim& claim, const Lifetime& lifetime) {
  const auto& ttl = lifetime.ttl;
  return is_of(claim, ttl) && (ttl.always_there || !claim.or_missing) &&
         is_now(claim.upper, lifetime);
}

AttributeValue value_of(const model::FieldType& type, const model::Literal& literal) {
  if (literal.kind == model::LiteralKind::boolean) return literal.text == "true";
  if (model::attribute_type(type.kind) == model::AttributeType::number) {
    if (const auto number = Number::parse(literal.text)) return *number;
  }
  return AttributeValue(literal.text);
}

}  // namespace

Predicate predicate_of(const model::Entity& entity, const model::Predicate& predicate) {
  const auto& field = entity.field(predicate.field);
  Predicate result;
  result.attribute = field.name;
  result.comparison = predicate.comparison;
  result.has_default = field.default_value.has_value();
  result.always_there = is_always_there(field);
  result.text = field.name + " " + std::string(model::to_text(predicate.comparison));
  std::string list;
  bool all_known = true;
  for (const auto& literal : predicate.values) {
    const bool is_parameter = literal.kind == model::LiteralKind::parameter;
    all_known = all_known && !is_parameter;
    list += (list.empty() ? "" : ", ") + (is_parameter ? ':' + literal.text : literal.text);
    result.values.push_back(value_of(field.type, literal));
  }
  if (!all_known) result.values.clear();
  if (predicate.comparison == model::Comparison::in) list = '[' + list + "]";
  if (!list.empty()) result.text += ' ' + list;
  return result;
}

std::optional<bool> holds(const Predicate& predicate, std::optional<ValueView> value) {
  using model::Comparison;
  if (!value) {
    if (predicate.has_default) return std::nullopt;
    return predicate.comparison == Comparison::not_exists;
  }
  if (predicate.comparison == Comparison::exists) return true;
  if (predicate.comparison == Comparison::not_exists) return false;
  if (predicate.values.empty()) return std::nullopt;
  const auto equals = [&](const AttributeValue& other) { return other.view() == *value; };
  if (predicate.comparison == Comparison::equal || predicate.comparison == Comparison::in) {
    return std::any_of(predicate.values.begin(), predicate.values.end(), equals);
  }
  if (predicate.comparison == Comparison::not_equal) return !equals(predicate.values.front());
  const auto order = compare_scalars(*value, predicate.values.front());
  if (!order) return std::nullopt;
  switch (predicate.comparison) {
    case Comparison::less:
      return *order < 0;
    case Comparison::less_equal:
      return *order <= 0;
    case Comparison::greater:
      return *order > 0;
    default:
      return *order >= 0;
  }
}

bool demands_item(const Condition& condition) {
  return follows(condition, [](const Claim& claim) { return claim.demands_attribute(); });
}

bool demands_no_item(const Condition& condition, std::span<const std::string> keys,
                     const Lifetime& lifetime, std::optional<ValueView> owner) {
  return follows(condition, [&](const Claim& claim) {
    if (is_before_now(claim, lifetime)) return true;
    const bool is_owner = owner && claim.attribute == "owner" && claim.is(Kind::one_of);
    if (is_owner && std::all_of(claim.values.begin(), claim.values.end(),
                                [&](ValueView value) { return value == *owner; })) {
      return true;
    }
    return claim.is(Kind::missing) &&
           std::find(keys.begin(), keys.end(), claim.attribute) != keys.end();
  });
}

bool demands_stored(const Condition& condition, std::string_view attribute,
                    const Lifetime& lifetime) {
  return follows(condition, [&](const Claim& claim) {
    if (is_before_now(claim, lifetime)) return true;
    return claim.attribute == attribute && (claim.is(Kind::missing) || !claim.choices().empty());
  });
}

bool demands_below(const Condition& condition, std::string_view attribute, ValueView value,
                   const Lifetime& lifetime) {
  const auto is_below = [&](ValueView other) {
    const auto order = compare_scalars(other, value);
    return order && *order < 0;
  };
  return follows(condition, [&](const Claim& claim) {
    if (is_before_now(claim, lifetime)) return true;
    if (claim.attribute != attribute) return false;
    const auto choices = claim.choices();
    if (!choices.empty()) return std::all_of(choices.begin(), choices.end(), is_below);
    if (!claim.is(Kind::range)) return claim.is(Kind::missing);
    if (!claim.upper) return false;
    return is_below(claim.upper->value) || (claim.upper->is_open && claim.upper->value == value);
  });
}

bool demands_other(const Condition& condition, std::string_view attribute) {
  return demands_item(condition) && follows(condition, [&](const Claim& claim) {
           return claim.attribute == attribute && claim.is(Kind::other_than);
         });
}

bool demands_expired(const Condition& condition, const Lifetime& lifetime) {
  return follows(condition, [&](const Claim& claim) { return is_before_now(claim, lifetime); });
}

bool demands_one_of(const Condition& condition, std::string_view attribute,
                    std::span<const std::string> values) {
  return follows(condition, [&](const Claim& claim) {
    if (claim.attribute != attribute || claim.or_missing) return false;
    const auto choices = claim.choices();
    return !choices.empty() && std::all_of(choices.begin(), choices.end(), [&](ValueView value) {
      return value.is(AttributeType::string) &&
             std::find(values.begin(), values.end(), value.as_string()) != values.end();
    });
  });
}

namespace {

bool has_bound_of(model::Comparison comparison, const Claim& claim) {
  using model::Comparison;
  const bool is_below = comparison == Comparison::less || comparison == Comparison::less_equal;
  const auto& bound = is_below ? claim.upper : claim.lower;
  if (!bound) return false;
  const bool is_strict = comparison == Comparison::less || comparison == Comparison::greater;
  return !is_strict || bound->is_open;
}

/// Of a predicate whose value the caller gives: any value will do.
bool fits_unknown(const Claim& claim, model::Comparison comparison) {
  using model::Comparison;
  switch (comparison) {
    case Comparison::equal:
      return claim.choices().size() == 1;
    case Comparison::in:
      return !claim.choices().empty();
    case Comparison::not_equal:
      return claim.is(Kind::other_than);
    default:
      return claim.is(Kind::range) && has_bound_of(comparison, claim);
  }
}

/// Every value between the bounds satisfies the predicate.
bool range_fits(const Claim& claim, const Predicate& predicate) {
  using model::Comparison;
  const bool is_below =
      predicate.comparison == Comparison::less || predicate.comparison == Comparison::less_equal;
  const auto& bound = is_below ? claim.upper : claim.lower;
  if (!bound) return false;
  const auto order = compare_scalars(bound->value, predicate.values.front());
  if (!order) return false;
  const bool is_strict =
      predicate.comparison == Comparison::less || predicate.comparison == Comparison::greater;
  if (*order == 0) return !is_strict || bound->is_open;
  return is_below ? *order < 0 : *order > 0;
}

bool value_fits(const Claim& claim, const Predicate& predicate) {
  using model::Comparison;
  const auto each_holds = [&](ValueView value) { return holds(predicate, value) == true; };
  const bool is_order = predicate.comparison != Comparison::equal &&
                        predicate.comparison != Comparison::in &&
                        predicate.comparison != Comparison::not_equal;
  if (const auto choices = claim.choices(); !choices.empty()) {
    return std::all_of(choices.begin(), choices.end(), each_holds);
  }
  switch (claim.kind) {
    case Kind::other_than:
      return predicate.comparison == Comparison::not_equal &&
             std::any_of(claim.values.begin(), claim.values.end(),
                         [&](ValueView value) { return predicate.values.front().view() == value; });
    case Kind::range:
      return is_order && range_fits(claim, predicate);
    default:
      return false;
  }
}

}  // namespace

bool demands(const Condition& condition, const Predicate& predicate, const Lifetime* or_expired) {
  using model::Comparison;
  return follows(condition, [&](const Claim& claim) {
    if (or_expired != nullptr && is_before_now(claim, *or_expired)) return true;
    if (claim.attribute != predicate.attribute) return false;
    if (predicate.comparison == Comparison::exists) return claim.demands_attribute();
    if (predicate.comparison == Comparison::not_exists) return claim.is(Kind::missing);
    // Where there is an item, it has the field; and <> is true of what is missing.
    const bool may_be_missing = predicate.comparison == Comparison::not_equal ||
                                (predicate.always_there && demands_item(condition));
    if (claim.or_missing && !may_be_missing) return false;
    return predicate.values.empty() ? fits_unknown(claim, predicate.comparison)
                                    : value_fits(claim, predicate);
  });
}

namespace {

/// What both sides of an OR say. `attribute_not_exists(a) OR a = :v` says as much as `a = :v`: what
/// is there is that.
Stored either_stored(const Stored& left, const Stored& right) {
  if (!left.known || !right.known) return {};
  if (left.value && right.value && *left.value != *right.value) return {};
  return left.value ? left : right;
}

Stored stored_by(const Condition& condition, const ConditionNode& node, std::string_view attribute,
                 bool negated) {
  if (node.op == Operator::logical_not) {
    return stored_by(condition, condition.node(node.first), attribute, !negated);
  }
  const bool is_or = joins_as_or(node.op, negated);
  if (is_or || joins_as_and(node.op, negated)) {
    const auto left = stored_by(condition, condition.node(node.first), attribute, negated);
    if (left.known && !is_or) return left;
    const auto right = stored_by(condition, condition.node(node.second), attribute, negated);
    return is_or ? either_stored(left, right) : right;
  }
  const auto claim = claim_of(condition, node, negated);
  if (claim.attribute != attribute) return {};
  if (claim.is(Kind::missing)) return {true, std::nullopt};
  const auto choices = claim.choices();
  if (choices.size() != 1) return {};
  return {true, choices[0]};
}

}  // namespace

Stored stored_value(const Condition& condition, std::string_view attribute) {
  const auto stored = stored_by(condition, condition.root(), attribute, false);
  if (stored.known || !joins_as_and(condition.root().op, false)) return stored;
  for (const auto& term : terms_of(condition)) {
    const auto choices = term.claim.choices();
    if (term.claim.attribute == attribute && choices.size() == 1) return {true, choices[0]};
  }
  return {};
}

bool drops_expired(const Claim& claim, const Lifetime& lifetime) {
  const auto& ttl = lifetime.ttl;
  return is_of(claim, ttl) && !claim.upper && is_now(claim.lower, lifetime) &&
         (ttl.always_there || claim.or_missing);
}

namespace {

std::optional<ValueView> future_now(const Condition& condition, const ConditionNode& node,
                                    const Lifetime& lifetime) {
  switch (node.op) {
    case Operator::logical_not:
      return future_now(condition, condition.node(node.first), lifetime);
    case Operator::logical_and:
    case Operator::logical_or: {
      const auto left = future_now(condition, condition.node(node.first), lifetime);
      return left ? left : future_now(condition, condition.node(node.second), lifetime);
    }
    default:
      break;
  }
  const auto claim = claim_of(condition, node);
  if (!is_of(claim, lifetime.ttl)) return std::nullopt;
  const auto value = (claim.upper ? claim.upper : claim.lower)->value;
  if (!value.is(AttributeType::number) || !lies_in_future(value, lifetime)) return std::nullopt;
  return value;
}

}  // namespace

std::optional<ValueView> future_now(const Condition& condition, const Lifetime& lifetime) {
  return future_now(condition, condition.root(), lifetime);
}

}  // namespace keywright::guard
