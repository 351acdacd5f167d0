#include "guard/predicate.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {
namespace {

using expression::Condition;
using expression::ConditionNode;
using expression::Operand;
using expression::OperandKind;
using expression::Operator;

/// `attribute op value`, however it is written: operands swapped, or as a function.
struct Comparison {
  std::string_view attribute;
  Operator op = Operator::equal;
};

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

bool is_logical(Operator op) {
  return op == Operator::logical_and || op == Operator::logical_or || op == Operator::logical_not;
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

/// Of a term that compares one attribute with values.
std::optional<Comparison> comparison_of(const Condition& condition, const ConditionNode& node) {
  if (is_logical(node.op)) return std::nullopt;
  const auto first = attribute_of(condition, condition.argument(node, 0));
  if (is_comparator(node.op) && first.empty()) {
    const auto second = attribute_of(condition, condition.argument(node, 1));
    if (second.empty() || !condition.argument(node, 0).is_constant()) return std::nullopt;
    return Comparison{second, mirrored(node.op)};
  }
  if (first.empty()) return std::nullopt;
  for (std::uint32_t i = 1; i < node.second; ++i) {
    if (!condition.argument(node, i).is_constant()) return std::nullopt;
  }
  return Comparison{first, node.op};
}

/// The values of such a term.
std::vector<ValueView> values_of(const Condition& condition, const ConditionNode& node) {
  std::vector<ValueView> values;
  for (std::uint32_t i = 0; i < node.second; ++i) {
    const auto& operand = condition.argument(node, i);
    if (const auto value = operand.is_constant() ? operand.value() : std::nullopt) {
      values.push_back(*value);
    }
  }
  return values;
}

/// Whether `holds` of a term follows from the condition: one side of an AND, both of an OR.
template <class Holds>
bool follows(const Condition& condition, const ConditionNode& node, const Holds& holds) {
  if (node.op == Operator::logical_and) {
    return follows(condition, condition.node(node.first), holds) ||
           follows(condition, condition.node(node.second), holds);
  }
  if (node.op == Operator::logical_or) {
    return follows(condition, condition.node(node.first), holds) &&
           follows(condition, condition.node(node.second), holds);
  }
  return holds(node);
}

bool is_existence(const Condition& condition, const ConditionNode& node, Operator op) {
  if (node.op == Operator::logical_not) {
    const auto& inner = condition.node(node.first);
    const auto inverse = op == Operator::attribute_exists ? Operator::attribute_not_exists
                                                          : Operator::attribute_exists;
    return inner.op == inverse;
  }
  return node.op == op;
}

std::string_view subject_of(const Condition& condition, const ConditionNode& node) {
  const auto& term = node.op == Operator::logical_not ? condition.node(node.first) : node;
  return is_logical(term.op) ? std::string_view()
                             : attribute_of(condition, condition.argument(term, 0));
}

/// Whether the term compares the attribute with now, or a time before it.
bool compares_with_now(const Condition& condition, const ConditionNode& node,
                       const Lifetime& lifetime) {
  const auto values = values_of(condition, node);
  if (values.size() != 1 || !values.front().is(AttributeType::number)) return false;
  constexpr std::chrono::days granted{1};
  const auto latest =
      std::chrono::floor<std::chrono::seconds>(lifetime.clock() + granted).time_since_epoch();
  return values.front().as_number() <= Number(latest.count());
}

bool is_before_now(const Condition& condition, const ConditionNode& node,
                   const Lifetime& lifetime) {
  if (lifetime.attribute.empty()) return false;
  const auto comparison = comparison_of(condition, node);
  return comparison && comparison->attribute == lifetime.attribute &&
         (comparison->op == Operator::less || comparison->op == Operator::less_equal) &&
         compares_with_now(condition, node, lifetime);
}

std::optional<Operator> operator_of(model::Comparison comparison) {
  switch (comparison) {
    case model::Comparison::equal:
      return Operator::equal;
    case model::Comparison::not_equal:
      return Operator::not_equal;
    case model::Comparison::less:
      return Operator::less;
    case model::Comparison::less_equal:
      return Operator::less_equal;
    case model::Comparison::greater:
      return Operator::greater;
    case model::Comparison::greater_equal:
      return Operator::greater_equal;
    case model::Comparison::in:
      return Operator::in;
    case model::Comparison::exists:
    case model::Comparison::not_exists:
      break;
  }
  return std::nullopt;
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
  result.text = field.name + " " + std::string(model::to_text(predicate.comparison));
  std::string list;
  bool all_known = true;
  for (const auto& literal : predicate.values) {
    const bool is_parameter = literal.kind == model::LiteralKind::parameter;
    all_known = all_known && !is_parameter;
    list += (list.empty() ? "" : ", ") + (is_parameter ? ":" + literal.text : literal.text);
    result.values.push_back(value_of(field.type, literal));
  }
  if (!all_known) result.values.clear();
  if (predicate.comparison == model::Comparison::in) list = "[" + list + "]";
  if (!list.empty()) result.text += " " + list;
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
  return follows(condition, condition.root(), [&](const ConditionNode& node) {
    if (is_existence(condition, node, Operator::attribute_exists)) return true;
    // Any comparison with what is not there is false, but <>.
    const auto comparison = comparison_of(condition, node);
    return comparison && comparison->op != Operator::not_equal &&
           comparison->op != Operator::attribute_not_exists;
  });
}

bool demands_no_item(const Condition& condition, std::span<const std::string> keys,
                     const Lifetime& lifetime) {
  return follows(condition, condition.root(), [&](const ConditionNode& node) {
    if (is_before_now(condition, node, lifetime)) return true;
    return is_existence(condition, node, Operator::attribute_not_exists) &&
           std::find(keys.begin(), keys.end(), subject_of(condition, node)) != keys.end();
  });
}

bool demands_expired(const Condition& condition, const Lifetime& lifetime) {
  return follows(condition, condition.root(), [&](const ConditionNode& node) {
    return is_before_now(condition, node, lifetime);
  });
}

bool demands_one_of(const Condition& condition, std::string_view attribute,
                    std::span<const std::string> values) {
  return follows(condition, condition.root(), [&](const ConditionNode& node) {
    const auto comparison = comparison_of(condition, node);
    if (!comparison || comparison->attribute != attribute) return false;
    if (comparison->op != Operator::equal && comparison->op != Operator::in) return false;
    const auto given = values_of(condition, node);
    return std::all_of(given.begin(), given.end(), [&](ValueView value) {
      return value.is(AttributeType::string) &&
             std::find(values.begin(), values.end(), value.as_string()) != values.end();
    });
  });
}

bool demands(const Condition& condition, const Predicate& predicate) {
  using model::Comparison;
  return follows(condition, condition.root(), [&](const ConditionNode& node) {
    if (predicate.comparison == Comparison::exists) {
      return is_existence(condition, node, Operator::attribute_exists) &&
             subject_of(condition, node) == predicate.attribute;
    }
    if (predicate.comparison == Comparison::not_exists) {
      return is_existence(condition, node, Operator::attribute_not_exists) &&
             subject_of(condition, node) == predicate.attribute;
    }
    const auto comparison = comparison_of(condition, node);
    if (!comparison || comparison->attribute != predicate.attribute) return false;
    if (comparison->op != operator_of(predicate.comparison)) return false;
    if (predicate.values.empty()) return true;
    const auto given = values_of(condition, node);
    return given.size() == predicate.values.size() &&
           std::all_of(given.begin(), given.end(), [&](ValueView value) {
             return std::any_of(predicate.values.begin(), predicate.values.end(),
                                [&](const auto& wanted) { return wanted.view() == value; });
           });
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

Stored stored_by(const Condition& condition, const ConditionNode& node,
                 std::string_view attribute) {
  if (node.op == Operator::logical_and || node.op == Operator::logical_or) {
    const auto left = stored_by(condition, condition.node(node.first), attribute);
    const auto right = stored_by(condition, condition.node(node.second), attribute);
    if (node.op == Operator::logical_or) return either_stored(left, right);
    return left.known ? left : right;
  }
  if (is_existence(condition, node, Operator::attribute_not_exists) &&
      subject_of(condition, node) == attribute) {
    return {true, std::nullopt};
  }
  const auto comparison = comparison_of(condition, node);
  if (!comparison || comparison->attribute != attribute || comparison->op != Operator::equal) {
    return {};
  }
  return {true, values_of(condition, node).front()};
}

}  // namespace

Stored stored_value(const Condition& condition, std::string_view attribute) {
  return stored_by(condition, condition.root(), attribute);
}

namespace {

void add_terms(const Condition& condition, const ConditionNode& node,
               std::vector<const ConditionNode*>& terms) {
  if (node.op != Operator::logical_and) return terms.push_back(&node);
  add_terms(condition, condition.node(node.first), terms);
  add_terms(condition, condition.node(node.second), terms);
}

}  // namespace

std::vector<const ConditionNode*> terms_of(const Condition& condition) {
  std::vector<const ConditionNode*> terms;
  add_terms(condition, condition.root(), terms);
  return terms;
}

bool drops_expired(const Condition& condition, const ConditionNode& term,
                   const Lifetime& lifetime) {
  if (lifetime.attribute.empty()) return false;
  return follows(condition, term, [&](const ConditionNode& node) {
    if (is_existence(condition, node, Operator::attribute_not_exists)) {
      return subject_of(condition, node) == lifetime.attribute;
    }
    const auto comparison = comparison_of(condition, node);
    return comparison && comparison->attribute == lifetime.attribute &&
           (comparison->op == Operator::greater || comparison->op == Operator::greater_equal) &&
           compares_with_now(condition, node, lifetime);
  });
}

bool compares(const Condition& condition, const ConditionNode& term, std::string_view attribute,
              Operator op) {
  const auto comparison = comparison_of(condition, term);
  return comparison && comparison->attribute == attribute && comparison->op == op;
}

std::optional<expression::KeyAttributeCondition> key_condition_of(const Condition& condition,
                                                                  const ConditionNode& term) {
  using expression::KeyOperator;
  const auto comparison = comparison_of(condition, term);
  if (!comparison) return std::nullopt;
  const auto values = values_of(condition, term);
  const auto make = [&](KeyOperator op) {
    expression::KeyAttributeCondition made{comparison->attribute, op, values.front(), std::nullopt};
    if (op == KeyOperator::between) made.upper = values.back();
    return made;
  };
  switch (comparison->op) {
    case Operator::equal:
      return make(KeyOperator::equal);
    case Operator::less:
      return make(KeyOperator::less);
    case Operator::less_equal:
      return make(KeyOperator::less_equal);
    case Operator::greater:
      return make(KeyOperator::greater);
    case Operator::greater_equal:
      return make(KeyOperator::greater_equal);
    case Operator::between:
      return make(KeyOperator::between);
    case Operator::begins_with:
      return make(KeyOperator::begins_with);
    default:
      return std::nullopt;
  }
}

std::vector<std::string> attributes_of(const Condition& condition, const ConditionNode& term) {
  if (is_logical(term.op)) {
    auto names = attributes_of(condition, condition.node(term.first));
    if (term.op == Operator::logical_not) return names;
    for (auto& name : attributes_of(condition, condition.node(term.second))) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
  }
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < term.second; ++i) {
    const auto& operand = condition.argument(term, i);
    if (operand.kind == OperandKind::path) {
      names.emplace_back(condition.path(operand.path).front().name);
    }
  }
  return names;
}

}  // namespace keywright::guard
