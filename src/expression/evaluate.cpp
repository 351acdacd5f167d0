// How a condition is decided on an item, in place.

#include "core/encoding.hpp"
#include "expression/condition.hpp"
#include "expression/document_path.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace keywright::expression {
namespace {

/// DynamoDB counts the characters of a string in UTF-16.
std::size_t utf16_length(std::string_view utf8) {
  std::size_t units = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) ++units;  // not a continuation
    if (byte >= 0xF0) ++units;           // beyond the basic plane: two surrogates
  }
  return units;
}

/// What size() gives; nullopt for types without a size.
std::optional<std::size_t> size_of(ValueView value) {
  switch (value.type()) {
    case AttributeType::string:
      return utf16_length(value.as_string());
    case AttributeType::binary:
      return value.as_binary().size();
    case AttributeType::map:
    case AttributeType::list:
    case AttributeType::string_set:
    case AttributeType::number_set:
    case AttributeType::binary_set:
      return value.count();
    default:
      return std::nullopt;
  }
}

bool begins_with(ValueView value, ValueView prefix) {
  if (value.type() != prefix.type()) return false;
  if (value.is(AttributeType::string)) return value.as_string().starts_with(prefix.as_string());
  if (value.is(AttributeType::binary)) return value.as_binary().starts_with(prefix.as_binary());
  return false;
}

bool contains(ValueView value, ValueView part) {
  switch (value.type()) {
    case AttributeType::string:
      return part.is(AttributeType::string) &&
             value.as_string().find(part.as_string()) != std::string_view::npos;
    case AttributeType::binary:
      return part.is(AttributeType::binary) &&
             value.as_binary().find(part.as_binary()) != std::string_view::npos;
    case AttributeType::list:
    case AttributeType::string_set:
    case AttributeType::number_set:
    case AttributeType::binary_set: {
      const ValueRange elements = value.elements();
      return std::any_of(elements.begin(), elements.end(),
                         [&](ValueView element) { return element == part; });
    }
    default:
      return false;
  }
}

bool in_order(Operator op, ValueView left, ValueView right) {
  const auto order = compare_scalars(left, right);
  if (!order) return false;
  switch (op) {
    case Operator::less:
      return *order < 0;
    case Operator::less_equal:
      return *order <= 0;
    case Operator::greater:
      return *order > 0;
    default:
      return *order >= 0;
  }
}

class Evaluator {
 public:
  Evaluator(const Condition& condition, const Item* item) : condition_(condition), item_(item) {}

  [[nodiscard]] bool holds(const ConditionNode& node) const {
    switch (node.op) {
      case Operator::logical_or:
        return holds(condition_.node(node.first)) || holds(condition_.node(node.second));
      case Operator::logical_and:
        return holds(condition_.node(node.first)) && holds(condition_.node(node.second));
      case Operator::logical_not:
        return !holds(condition_.node(node.first));
      default:
        return leaf_holds(node);
    }
  }

 private:
  /// The value of an operand. A size is computed into `scratch`, which must outlive it.
  std::optional<ValueView> value(const Operand& operand, std::string& scratch) const {
    switch (operand.kind) {
      case OperandKind::constant:
        return operand.value();
      case OperandKind::size_of: {
        const auto measured = value(condition_.operand(operand.left), scratch);
        const auto size = measured ? size_of(*measured) : std::nullopt;
        if (!size) return std::nullopt;
        scratch.clear();
        encoding::append_number(scratch, Number(*size));
        return ValueView(scratch.data());
      }
      default:
        if (item_ == nullptr) return std::nullopt;
        return find(*item_, condition_.path(operand.path));
    }
  }

  bool leaf_holds(const ConditionNode& node) const {
    std::string first_scratch;
    std::string scratch;
    const auto first = value(condition_.argument(node, 0), first_scratch);
    if (node.op == Operator::attribute_exists) return first.has_value();
    if (node.op == Operator::attribute_not_exists) return !first.has_value();
    if (node.op == Operator::in) return first && is_in(*first, node);
    const auto second = value(condition_.argument(node, 1), scratch);
    if (node.op == Operator::not_equal) return !first || !second || *first != *second;
    if (!first || !second) return false;
    switch (node.op) {
      case Operator::equal:
        return *first == *second;
      case Operator::between: {
        if (!in_order(Operator::greater_equal, *first, *second)) return false;
        const auto upper = value(condition_.argument(node, 2), scratch);
        return upper && in_order(Operator::less_equal, *first, *upper);
      }
      case Operator::attribute_type:
        return first->type() == type_from_descriptor(second->as_string());
      case Operator::begins_with:
        return begins_with(*first, *second);
      case Operator::contains:
        return contains(*first, *second);
      default:
        return in_order(node.op, *first, *second);
    }
  }

  bool is_in(ValueView value_sought, const ConditionNode& node) const {
    std::string scratch;
    for (std::uint32_t i = 1; i < node.second; ++i) {
      const auto candidate = value(condition_.argument(node, i), scratch);
      if (candidate && *candidate == value_sought) return true;
    }
    return false;
  }

  const Condition& condition_;
  const Item* item_;
};

}  // namespace

bool Condition::evaluate(const Item* item) const {
  return Evaluator(*this, item).holds(root());
}

bool Condition::mentions(std::string_view attribute) const {
  return std::any_of(operands_.begin(), operands_.end(), [&](const Operand& operand) {
    return operand.kind == OperandKind::path && path(operand.path).front().name == attribute;
  });
}

std::vector<std::string_view> Condition::attributes() const {
  std::vector<std::string_view> names;
  for (const Operand& operand : operands_) {
    if (operand.kind == OperandKind::path) names.push_back(path(operand.path).front().name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace keywright::expression
