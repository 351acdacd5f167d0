#include "guard/claim.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {
namespace {

using expression::Condition;
using expression::ConditionNode;
using expression::Operand;
using expression::OperandKind;
using expression::Operator;
using Kind = Claim::Kind;

std::string_view attribute_of(const Condition& condition, const Operand& operand) {
  if (operand.kind != OperandKind::path) return {};
  const auto path = condition.path(operand.path);
  return path.size() == 1 ? path.front().name : std::string_view();
}

Operator mirrored(Operator op) {
  switch (op) {
    case Operator::less:
      return Operator::greater;
    case Operator::less_equal:
      return Operator::greater_equal;
    case Operator::greater:
      return Operator::less;
    case Operator::greater_equal:
      return Operator::less_equal;
    default:
      return op;
  }
}

bool is_comparator(Operator op) {
  switch (op) {
    case Operator::equal:
    case Operator::not_equal:
    case Operator::less:
    case Operator::less_equal:
    case Operator::greater:
    case Operator::greater_equal:
      return true;
    default:
      return false;
  }
}

/// `attribute op values`; false if the values do not stand in the request.
bool read_operands(const Condition& condition, const ConditionNode& node, Claim& claim,
                   Operator& op) {
  std::uint32_t subject = 0;
  claim.attribute = attribute_of(condition, condition.argument(node, 0));
  if (claim.attribute.empty() && is_comparator(op)) {
    subject = 1;
    claim.attribute = attribute_of(condition, condition.argument(node, 1));
    op = mirrored(op);
  }
  if (claim.attribute.empty()) return false;
  for (std::uint32_t i = 0; i < node.second; ++i) {
    if (i == subject) continue;
    const auto& operand = condition.argument(node, i);
    const auto value = operand.is_constant() ? operand.value() : std::nullopt;
    if (!value) return false;
    claim.values.push_back(*value);
  }
  return true;
}

void set_bound(std::optional<Claim::Bound>& bound, bool is_open, Claim& claim) {
  claim.kind = Kind::range;
  bound = Claim::Bound{claim.values.back(), is_open};
  claim.values.clear();
}

void set_kind(Operator op, Claim& claim) {
  switch (op) {
    case Operator::attribute_exists:
      claim.kind = Kind::present;
      return;
    case Operator::attribute_not_exists:
      claim.kind = Kind::missing;
      return;
    case Operator::equal:
    case Operator::in:
      claim.kind = Kind::one_of;
      return;
    case Operator::not_equal:
      claim.kind = Kind::other_than;
      claim.or_missing = true;
      return;
    case Operator::less:
    case Operator::less_equal:
      return set_bound(claim.upper, op == Operator::less, claim);
    case Operator::greater:
    case Operator::greater_equal:
      return set_bound(claim.lower, op == Operator::greater, claim);
    case Operator::between:
      claim.kind = Kind::range;
      claim.lower = Claim::Bound{claim.values[0], false};
      claim.upper = Claim::Bound{claim.values[1], false};
      claim.values.clear();
      return;
    case Operator::begins_with:
      claim.kind = Kind::begins_with;
      return;
    default:
      claim.kind = Kind::other;
      return;
  }
}

/// The opposite of what a single comparison or function says.
void negate(Claim& claim) {
  switch (claim.kind) {
    case Kind::present:
      claim.kind = Kind::missing;
      return;
    case Kind::missing:
      claim.kind = Kind::present;
      return;
    case Kind::one_of:
      claim.kind = Kind::other_than;
      claim.or_missing = true;
      return;
    case Kind::other_than:
      claim.kind = Kind::one_of;
      claim.or_missing = false;
      return;
    case Kind::range:
      if (claim.lower && claim.upper) break;  // two ranges
      std::swap(claim.lower, claim.upper);
      for (auto* bound : {&claim.lower, &claim.upper}) {
        if (*bound) (*bound)->is_open = !(*bound)->is_open;
      }
      claim.or_missing = true;
      return;
    default:
      break;
  }
  claim.kind = Kind::unknown;
}

Claim single_claim(const Condition& condition, const ConditionNode& node, bool negated) {
  Claim claim;
  Operator op = node.op;
  if (!read_operands(condition, node, claim, op)) return {};
  set_kind(op, claim);
  if (negated) negate(claim);
  return claim;
}

/// Either of two.
Claim either(Claim left, Claim right) {
  if (right.is(Kind::missing)) std::swap(left, right);
  const bool says_what_is_there = !right.is(Kind::missing) && !right.is(Kind::present);
  if (left.is(Kind::missing) && says_what_is_there) {
    right.or_missing = true;
    return right;
  }
  if (!left.is(Kind::one_of) || !right.is(Kind::one_of)) return {};
  left.values.append({right.values.data(), right.values.size()});
  left.or_missing = left.or_missing || right.or_missing;
  return left;
}

/// Both at once: an attribute that is there and .., or a range by its two bounds.
Claim both(Claim left, Claim right) {
  if (right.is(Kind::present)) std::swap(left, right);
  if (left.is(Kind::present)) {
    if (right.is(Kind::missing)) return {};
    right.or_missing = false;
    return right;
  }
  if (!left.is(Kind::range) || !right.is(Kind::range)) return {};
  if (left.upper) std::swap(left, right);
  if (left.upper || right.lower) return {};
  left.upper = right.upper;
  left.or_missing = left.or_missing && right.or_missing;
  return left;
}

}  // namespace

Claim::Values Claim::choices() const {
  if (kind == Kind::one_of) return values;
  Values one;
  const bool is_point = kind == Kind::range && lower && upper && !lower->is_open &&
                        !upper->is_open && lower->value == upper->value;
  if (is_point) one.push_back(lower->value);
  return one;
}

bool joins_as_and(Operator op, bool negated) {
  return op == (negated ? Operator::logical_or : Operator::logical_and);
}

bool joins_as_or(Operator op, bool negated) {
  return op == (negated ? Operator::logical_and : Operator::logical_or);
}

Claim claim_of(const Condition& condition, const ConditionNode& node, bool negated) {
  if (node.op == Operator::logical_not) {
    return claim_of(condition, condition.node(node.first), !negated);
  }
  const bool is_and = joins_as_and(node.op, negated);
  if (!is_and && !joins_as_or(node.op, negated)) return single_claim(condition, node, negated);
  auto left = claim_of(condition, condition.node(node.first), negated);
  if (left.is(Kind::unknown)) return {};
  auto right = claim_of(condition, condition.node(node.second), negated);
  if (right.is(Kind::unknown) || left.attribute != right.attribute) return {};
  return is_and ? both(left, right) : either(left, right);
}

namespace {

bool is_closed_bound(const Claim& claim) {
  if (!claim.is(Kind::range) || (claim.lower && claim.upper)) return false;
  return !(claim.lower ? claim.lower : claim.upper)->is_open;
}

/// `a >= :x` and `a <= :y` are `a BETWEEN :x AND :y`, wherever they stand.
void add_term(std::vector<Term>& terms, Term term) {
  if (is_closed_bound(term.claim)) {
    for (auto& known : terms) {
      if (known.claim.attribute != term.claim.attribute || !is_closed_bound(known.claim)) continue;
      const auto joined = both(known.claim, term.claim);
      if (joined.is(Kind::unknown)) continue;
      known.claim = joined;
      known.is_plain = false;
      return;
    }
  }
  terms.push_back(std::move(term));
}

void add_terms(const Condition& condition, const ConditionNode& node, bool negated,
               std::vector<Term>& terms) {
  if (node.op == Operator::logical_not) {
    return add_terms(condition, condition.node(node.first), !negated, terms);
  }
  if (!joins_as_and(node.op, negated)) {
    const bool is_plain = !negated && node.op != Operator::logical_or && node.op != Operator::in;
    return add_term(terms, {claim_of(condition, node, negated), &node, is_plain});
  }
  add_terms(condition, condition.node(node.first), negated, terms);
  add_terms(condition, condition.node(node.second), negated, terms);
}

}  // namespace

std::vector<Term> terms_of(const Condition& condition) {
  std::vector<Term> terms;
  add_terms(condition, condition.root(), false, terms);
  return terms;
}

std::optional<expression::KeyAttributeCondition> key_condition_of(const Term& term) {
  using expression::KeyOperator;
  const auto& claim = term.claim;
  if (!term.is_plain || claim.or_missing) return std::nullopt;
  const auto made = [&](KeyOperator op, ValueView value) {
    return expression::KeyAttributeCondition{claim.attribute, op, value, std::nullopt};
  };
  if (claim.is(Kind::begins_with)) return made(KeyOperator::begins_with, claim.values[0]);
  if (claim.is(Kind::one_of) && claim.values.size() == 1) {
    return made(KeyOperator::equal, claim.values[0]);
  }
  if (!claim.is(Kind::range)) return std::nullopt;
  if (claim.lower && claim.upper) {
    if (claim.lower->is_open || claim.upper->is_open) return std::nullopt;
    auto between = made(KeyOperator::between, claim.lower->value);
    between.upper = claim.upper->value;
    return between;
  }
  if (claim.lower) {
    return made(claim.lower->is_open ? KeyOperator::greater : KeyOperator::greater_equal,
                claim.lower->value);
  }
  return made(claim.upper->is_open ? KeyOperator::less : KeyOperator::less_equal,
              claim.upper->value);
}

std::vector<std::string> attributes_of(const Condition& condition, const ConditionNode& node) {
  std::vector<std::string> names;
  const auto add = [&](std::string name) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  };
  if (node.op == Operator::logical_not) {
    return attributes_of(condition, condition.node(node.first));
  }
  if (node.op == Operator::logical_and || node.op == Operator::logical_or) {
    for (const auto side : {node.first, node.second}) {
      for (auto& name : attributes_of(condition, condition.node(side))) add(std::move(name));
    }
    return names;
  }
  for (std::uint32_t i = 0; i < node.second; ++i) {
    const auto* operand = &condition.argument(node, i);
    if (operand->kind == OperandKind::size_of) operand = &condition.operand(operand->left);
    if (operand->kind == OperandKind::path) {
      add(std::string(condition.path(operand->path).front().name));
    }
  }
  return names;
}

}  // namespace keywright::guard
