#include "expression/legacy.hpp"

#include "core/encoding.hpp"
#include "core/errors.hpp"
#include "expression/builders.hpp"
#include "expression/findings.hpp"
#include "expression/value_checks.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace keywright::expression {
namespace {

constexpr std::size_t kNoLimit = 1000;

/// Types of values, as a set of bits.
using Types = unsigned;
constexpr Types only(AttributeType type) {
  return 1U << static_cast<unsigned>(type);
}
constexpr Types kText = only(AttributeType::string) | only(AttributeType::binary);
constexpr Types kOrdered = kText | only(AttributeType::number);
constexpr Types kScalar = kOrdered | only(AttributeType::boolean) | only(AttributeType::null);
constexpr Types kAny = ~0U;

/// A comparison operator: how many values it takes, and of which types.
struct OperatorRow {
  std::string_view name;
  Operator op;
  std::size_t least;
  std::size_t most;
  Types types;
  bool on_keys;  ///< may stand in KeyConditions
};

// By ComparisonOperator.
constexpr OperatorRow kOperators[] = {
    {"EQ", Operator::equal, 1, 1, kAny, true},
    {"NE", Operator::not_equal, 1, 1, kAny, false},
    {"IN", Operator::in, 1, kNoLimit, kOrdered, false},
    {"LE", Operator::less_equal, 1, 1, kOrdered, true},
    {"LT", Operator::less, 1, 1, kOrdered, true},
    {"GE", Operator::greater_equal, 1, 1, kOrdered, true},
    {"GT", Operator::greater, 1, 1, kOrdered, true},
    {"BETWEEN", Operator::between, 2, 2, kOrdered, true},
    {"NOT_NULL", Operator::attribute_exists, 0, 0, kAny, false},
    {"NULL", Operator::attribute_not_exists, 0, 0, kAny, false},
    {"CONTAINS", Operator::contains, 1, 1, kScalar, false},
    {"NOT_CONTAINS", Operator::contains, 1, 1, kScalar, false},
    {"BEGINS_WITH", Operator::begins_with, 1, 1, kText, true},
};

const OperatorRow& row_of(ComparisonOperator op) {
  return kOperators[static_cast<std::size_t>(op)];
}

Error invalid(const std::string& rest) {
  return errors::validation("One or more parameter values were invalid: " + rest);
}

Result<void> check_value(ValueView value) {
  if (nests_too_deep(value)) return errors::validation(std::string(kNestingMessage));
  if (const auto why = invalid_value(value)) return errors::validation(std::string(*why));
  return {};
}

Result<void> check_name(const std::string& name) {
  if (name.empty()) return errors::validation("Empty attribute name");
  return {};
}

/// As many as an expression has operators.
Result<void> check_count(std::size_t conditions, const char* where) {
  if (conditions <= kMaxOperators) return {};
  return invalid("Too many conditions in " + std::string(where) + ": " +
                 std::to_string(conditions) + ", of at most " + std::to_string(kMaxOperators));
}

Result<void> check_arguments(const OperatorRow& row, std::span<const AttributeValue> values) {
  if (values.size() < row.least || values.size() > row.most) {
    return invalid("Invalid number of argument(s) for the " + std::string(row.name) +
                   " ComparisonOperator");
  }
  for (const AttributeValue& value : values) {
    if (auto checked = check_value(value); !checked) return checked;
    if ((row.types & only(value.type())) != 0) continue;
    return invalid("ComparisonOperator " + std::string(row.name) + " is not valid for " +
                   std::string(type_descriptor(value.type())) + " AttributeValue type");
  }
  for (const AttributeValue& value : values) {
    if (value.type() == values.front().type()) continue;
    return invalid("AttributeValues inside AttributeValueList must be of same type");
  }
  if (row.op != Operator::between || *compare_scalars(values[0], values[1]) <= 0) return {};
  return errors::validation(
      "The BETWEEN condition was provided a range where the lower bound is greater than the upper "
      "bound");
}

/// Conditions on attributes in the making.
class LegacyReader {
 public:
  Result<void> add(const std::string& attribute, ComparisonOperator op,
                   std::span<const AttributeValue> values) {
    const OperatorRow& row = row_of(op);
    if (auto checked = check_name(attribute); !checked) return checked;
    if (auto checked = check_arguments(row, values); !checked) return checked;
    const std::uint32_t path = builder_.add_path_operand(builder_.add_attribute(attribute));
    std::vector<std::uint32_t> operands{path};
    for (const AttributeValue& value : values) operands.push_back(builder_.add_constant(value));
    std::uint32_t condition = builder_.add_leaf(row.op, operands);
    if (op == ComparisonOperator::not_contains) condition = negated(path, condition);
    conditions_.push_back(condition);
    return {};
  }

  [[nodiscard]] bool empty() const { return conditions_.empty(); }

  [[nodiscard]] Condition build(Operator join) && {
    const std::uint32_t root = builder_.join(join, conditions_);
    return std::move(builder_).build(root);
  }

 private:
  /// What is missing contains nothing, and yet NOT_CONTAINS is false of it.
  std::uint32_t negated(std::uint32_t path, std::uint32_t condition) {
    const std::uint32_t exists = builder_.add_leaf(Operator::attribute_exists, {path});
    return builder_.add_node(Operator::logical_and, exists,
                             builder_.add_node(Operator::logical_not, condition, 0));
  }

  ConditionBuilder builder_;
  std::vector<std::uint32_t> conditions_;
};

std::span<const AttributeValue> values_of(const std::optional<std::vector<AttributeValue>>& list) {
  if (!list) return {};
  return *list;
}

std::span<const AttributeValue> values_of(const std::optional<AttributeValue>& value) {
  if (!value) return {};
  return {&*value, 1};
}

// Expected

/// Value, or what says that there is none.
Result<void> add_existence(const std::string& attribute, const ExpectedAttributeValue& expected,
                           LegacyReader& reader) {
  const auto refused = [&](const char* why) {
    return invalid(std::string(why) + " for Attribute: " + attribute);
  };
  if (expected.attribute_value_list) {
    return refused("AttributeValueList can only be used with a ComparisonOperator");
  }
  if (expected.exists == false) {
    if (expected.value) return refused("Value cannot be used when Exists is false");
    return reader.add(attribute, ComparisonOperator::null, {});
  }
  if (!expected.value) {
    return refused(expected.exists ? "Value must be provided when Exists is true"
                                   : "Value must be provided when Exists is null");
  }
  return reader.add(attribute, ComparisonOperator::eq, values_of(expected.value));
}

Result<void> add_expected(const std::string& attribute, const ExpectedAttributeValue& expected,
                          LegacyReader& reader) {
  if (!expected.comparison_operator) return add_existence(attribute, expected, reader);
  if (expected.exists) {
    return invalid("Exists and ComparisonOperator cannot be used together for Attribute: " +
                   attribute);
  }
  if (expected.value && expected.attribute_value_list) {
    return invalid("Value and AttributeValueList cannot be used together for Attribute: " +
                   attribute);
  }
  return reader.add(
      attribute, *expected.comparison_operator,
      expected.value ? values_of(expected.value) : values_of(expected.attribute_value_list));
}

// Filters and key conditions

Result<void> add_conditions(const LegacyConditions& conditions, std::string_view name,
                            LegacyReader& reader) {
  for (const auto& [attribute, condition] : conditions) {
    if (!condition.comparison_operator) {
      return errors::validation("1 validation error detected: Value null at '" + std::string(name) +
                                "." + attribute +
                                ".member.comparisonOperator' failed to satisfy constraint: Member "
                                "must not be null");
    }
    auto added = reader.add(attribute, *condition.comparison_operator,
                            values_of(condition.attribute_value_list));
    if (!added) return added;
  }
  return {};
}

Result<std::optional<Condition>> joined(LegacyReader reader,
                                        std::optional<ConditionalOperator> join) {
  std::optional<Condition> condition;
  if (reader.empty()) {
    if (!join) return condition;
    return errors::validation("ConditionalOperator cannot be used without Filter or Expected");
  }
  condition = std::move(reader).build(join == ConditionalOperator::or_ ? Operator::logical_or
                                                                       : Operator::logical_and);
  return condition;
}

// AttributeUpdates

constexpr Types kSets = only(AttributeType::string_set) | only(AttributeType::number_set) |
                        only(AttributeType::binary_set);
constexpr Types kAddable = kSets | only(AttributeType::number) | only(AttributeType::list);

Result<void> check_update(const AttributeValueUpdate& update) {
  if (!update.value) {
    if (update.action == AttributeAction::delete_) return {};
    return invalid("Only DELETE action is allowed when no attribute value is specified");
  }
  if (auto checked = check_value(*update.value); !checked) return checked;
  const AttributeType type = update.value->type();
  const std::string name(type_descriptor(type));
  if (update.action == AttributeAction::delete_ && (kSets & only(type)) == 0) {
    return invalid("DELETE action with value is not supported for the type " + name);
  }
  if (update.action == AttributeAction::add && (kAddable & only(type)) == 0) {
    return invalid("ADD action is not supported for the type " + name);
  }
  return {};
}

/// list_append(if_not_exists(path, []), value): what ADD does to a list.
Operand appended(PathRef path, std::uint32_t value, UpdateBuilder& builder) {
  static constexpr char kEmptyList[encoding::kCollectionHeader] = {
      static_cast<char>(encoding::Tag::list)};
  Operand present;
  present.kind = OperandKind::if_not_exists;
  present.path = path;
  present.left = builder.add_constant(ValueView(kEmptyList));
  Operand append;
  append.kind = OperandKind::list_append;
  append.left = builder.add_operand(present);
  append.right = value;
  return append;
}

void add_update(const std::string& attribute, const AttributeValueUpdate& update,
                UpdateBuilder& builder) {
  const PathRef path = builder.add_attribute(attribute);
  if (!update.value) return builder.add_action(UpdateSection::remove, path);
  const std::uint32_t value = builder.add_constant(*update.value);
  switch (update.action) {
    case AttributeAction::put:
      return builder.add_action(UpdateSection::set, path, value);
    case AttributeAction::delete_:
      return builder.add_action(UpdateSection::delete_members, path, value);
    case AttributeAction::add:
      break;
  }
  if (!update.value->view().is(AttributeType::list)) {
    return builder.add_action(UpdateSection::add, path, value);
  }
  const Operand append = appended(path, value, builder);
  builder.add_action(UpdateSection::set, path, builder.add_operand(append));
}

std::string names_of(std::initializer_list<GivenParameter> parameters) {
  std::string names;
  for (const GivenParameter& parameter : parameters) {
    if (!parameter.given) continue;
    if (!names.empty()) names += ", ";
    names += parameter.name;
  }
  return names;
}

}  // namespace

Result<void> check_not_mixed(std::initializer_list<GivenParameter> legacy,
                             std::initializer_list<GivenParameter> expressions) {
  const std::string without = names_of(legacy);
  if (without.empty()) return {};
  const std::string with = names_of(expressions);
  if (with.empty()) return {};
  return errors::validation(
      "Can not use both expression and non-expression parameters in the same request: "
      "Non-expression parameters: {" +
      without + "} Expression parameters: {" + with + "}");
}

Result<std::optional<Condition>> legacy_condition(const ExpectedAttributes* expected,
                                                  std::optional<ConditionalOperator> join) {
  LegacyReader reader;
  if (expected != nullptr) {
    if (auto checked = check_count(expected->size(), "Expected"); !checked) {
      return std::move(checked).error();
    }
    for (const auto& [attribute, value] : *expected) {
      if (auto added = add_expected(attribute, value, reader); !added) {
        return std::move(added).error();
      }
    }
  }
  return joined(std::move(reader), join);
}

Result<std::optional<Condition>> legacy_filter(const LegacyConditions* filter,
                                               std::optional<ConditionalOperator> join,
                                               std::string_view name) {
  LegacyReader reader;
  if (filter != nullptr) {
    if (auto checked = check_count(filter->size(), "a filter"); !checked) {
      return std::move(checked).error();
    }
    if (auto added = add_conditions(*filter, name, reader); !added) {
      return std::move(added).error();
    }
  }
  return joined(std::move(reader), join);
}

Result<KeyAttributeConditions> legacy_key_condition(const LegacyConditions& conditions) {
  // How many the keys take is for who knows the keys.
  if (conditions.empty() || conditions.size() > kMaxOperators) {
    return errors::validation("Conditions can be of length 1 or 2 only");
  }
  LegacyReader reader;
  if (auto added = add_conditions(conditions, "keyConditions", reader); !added) {
    return std::move(added).error();
  }
  for (const auto& [attribute, condition] : conditions) {
    if (row_of(*condition.comparison_operator).on_keys) continue;
    return errors::validation("Attempted conditional constraint is not an indexable operation");
  }
  return read_key_condition(std::move(reader).build(Operator::logical_and));
}

Result<Update> legacy_update(const AttributeUpdates& updates) {
  UpdateBuilder builder;
  for (const auto& [attribute, update] : updates) {
    if (auto checked = check_name(attribute); !checked) return std::move(checked).error();
    if (auto checked = check_update(update); !checked) return std::move(checked).error();
    add_update(attribute, update, builder);
  }
  return std::move(builder).build_legacy();
}

Result<Projection> legacy_projection(const AttributesToGet& attributes) {
  if (attributes.empty()) {
    return errors::validation(
        "1 validation error detected: Value '[]' at 'attributesToGet' failed to satisfy "
        "constraint: Member must have length greater than or equal to 1");
  }
  std::vector<std::string_view> sorted(attributes.begin(), attributes.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    return invalid("Duplicate value in attribute name: " + std::string(*twice));
  }
  ProjectionBuilder builder;
  for (const std::string& attribute : attributes) {
    if (auto checked = check_name(attribute); !checked) return std::move(checked).error();
    builder.add(builder.add_attribute(attribute));
  }
  Findings none;  // attributes that differ never meet
  return std::move(builder).build(none);
}

}  // namespace keywright::expression
