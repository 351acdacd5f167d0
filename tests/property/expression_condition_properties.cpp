// Conditions: what the parser and the evaluator say of a random condition and a random item is what
// a naive interpreter says of the tree the condition was written from.

#include "expression/condition.hpp"
#include "expression_generators.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright::generators {
namespace {

struct Operand {
  enum Kind { path, constant, size } kind = path;
  Path at;     // path, size
  Tree value;  // constant
};

struct Node {
  std::string op;  // "AND", "OR", "NOT", "=", ..., "BETWEEN", "IN", or a function
  std::vector<Node> conditions;
  std::vector<Operand> operands;
};

// Meaning ----------------------------------------------------------------------------------------

using Maybe = std::optional<Tree>;

std::optional<int> naive_size(const Tree& tree) {
  if (const auto* text = std::get_if<std::string>(&tree.value)) {
    int units = 0;
    for (const char c : *text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x80 || byte >= 0xC0) units += byte >= 0xF0 ? 2 : 1;
    }
    return units;
  }
  return std::visit(
      [](const auto& value) -> std::optional<int> {
        if constexpr (requires { value.bytes; })
          return static_cast<int>(value.bytes.size());
        else if constexpr (requires { value.size(); })
          return static_cast<int>(value.size());
        else
          return std::nullopt;
      },
      tree.value);
}

Maybe evaluate(const Operand& operand, const Tree::Map& item) {
  if (operand.kind == Operand::constant) return operand.value;
  const Tree* found = lookup(item, operand.at);
  if (found == nullptr) return std::nullopt;
  if (operand.kind == Operand::path) return *found;
  const auto size = naive_size(*found);
  if (!size) return std::nullopt;
  return Tree{Number(*size)};
}

/// -1, 0, 1 or nothing.
std::optional<int> naive_compare(const Tree& a, const Tree& b) {
  const auto sign = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
  if (a.value.index() != b.value.index()) return std::nullopt;
  if (const auto* number = std::get_if<Number>(&a.value))
    return sign(*number, std::get<Number>(b.value));
  const auto unsigned_bytes = [](const std::string& s) {
    return std::basic_string<unsigned char>(s.begin(), s.end());
  };
  if (const auto* text = std::get_if<std::string>(&a.value)) {
    return sign(unsigned_bytes(*text), unsigned_bytes(std::get<std::string>(b.value)));
  }
  if (const auto* binary = std::get_if<Binary>(&a.value)) {
    return sign(unsigned_bytes(binary->bytes), unsigned_bytes(std::get<Binary>(b.value).bytes));
  }
  return std::nullopt;
}

bool naive_contains(const Tree& whole, const Tree& part) {
  return std::visit(
      [&](const auto& value) -> bool {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::string>) {
          const auto* text = std::get_if<std::string>(&part.value);
          return text != nullptr && value.find(*text) != std::string::npos;
        } else if constexpr (std::is_same_v<T, Binary>) {
          const auto* binary = std::get_if<Binary>(&part.value);
          return binary != nullptr && value.bytes.find(binary->bytes) != std::string::npos;
        } else if constexpr (std::is_same_v<T, Tree::List>) {
          return std::find(value.begin(), value.end(), part) != value.end();
        } else if constexpr (requires {
                               typename T::key_type;
                               value.count(*value.begin());
                             } && !std::is_same_v<T, Tree::Map>) {
          const auto* member = std::get_if<typename T::key_type>(&part.value);
          return member != nullptr && value.count(*member) > 0;
        } else {
          return false;
        }
      },
      whole.value);
}

bool naive_begins_with(const Tree& whole, const Tree& prefix) {
  const auto text = [](const Tree& tree) -> const std::string* {
    if (const auto* binary = std::get_if<Binary>(&tree.value)) return &binary->bytes;
    return std::get_if<std::string>(&tree.value);
  };
  return whole.value.index() == prefix.value.index() && text(whole) != nullptr &&
         text(whole)->rfind(*text(prefix), 0) == 0;
}

bool holds(const Node& node, const Tree::Map& item);

bool leaf_holds(const Node& node, const std::vector<Maybe>& v) {
  const auto compares = [&](auto&& accept, std::size_t i, std::size_t j) {
    if (!v[i] || !v[j]) return false;
    const auto order = naive_compare(*v[i], *v[j]);
    return order && accept(*order);
  };
  if (node.op == "attribute_exists") return v[0].has_value();
  if (node.op == "attribute_not_exists") return !v[0].has_value();
  if (node.op == "=") return v[0] && v[1] && *v[0] == *v[1];
  if (node.op == "<>") return !(v[0] && v[1] && *v[0] == *v[1]);
  if (node.op == "<") return compares([](int o) { return o < 0; }, 0, 1);
  if (node.op == "<=") return compares([](int o) { return o <= 0; }, 0, 1);
  if (node.op == ">") return compares([](int o) { return o > 0; }, 0, 1);
  if (node.op == ">=") return compares([](int o) { return o >= 0; }, 0, 1);
  if (node.op == "BETWEEN") {
    return compares([](int o) { return o >= 0; }, 0, 1) &&
           compares([](int o) { return o <= 0; }, 0, 2);
  }
  if (node.op == "IN") {
    return v[0] && std::any_of(v.begin() + 1, v.end(), [&](const Maybe& candidate) {
             return candidate && *candidate == *v[0];
           });
  }
  if (node.op == "attribute_type") {
    return v[0] && type_descriptor(encode(*v[0]).type()) == std::get<std::string>(v[1]->value);
  }
  if (node.op == "begins_with") return v[0] && v[1] && naive_begins_with(*v[0], *v[1]);
  return v[0] && v[1] && naive_contains(*v[0], *v[1]);
}

bool holds(const Node& node, const Tree::Map& item) {
  if (node.op == "AND") return holds(node.conditions[0], item) && holds(node.conditions[1], item);
  if (node.op == "OR") return holds(node.conditions[0], item) || holds(node.conditions[1], item);
  if (node.op == "NOT") return !holds(node.conditions[0], item);
  std::vector<Maybe> values;
  for (const Operand& operand : node.operands) values.push_back(evaluate(operand, item));
  return leaf_holds(node, values);
}

// Text -------------------------------------------------------------------------------------------

std::string write(const Operand& operand, Writer& writer) {
  if (operand.kind == Operand::constant) return writer.value(operand.value);
  const std::string path = writer.path(operand.at);
  return operand.kind == Operand::size ? "size(" + path + ")" : path;
}

bool is_logical(const Node& node) {
  return node.op == "AND" || node.op == "OR" || node.op == "NOT";
}

std::string write(const Node& node, Writer& writer) {
  // A logical operand in parentheses always, a leaf never: none of them redundant.
  const auto part = [&](const Node& condition) {
    const std::string text = write(condition, writer);
    return is_logical(condition) ? "(" + text + ")" : text;
  };
  if (node.op == "NOT") return "NOT " + part(node.conditions[0]);
  if (is_logical(node)) {
    const std::string left = part(node.conditions[0]);
    return left + " " + node.op + " " + part(node.conditions[1]);
  }
  std::vector<std::string> operands;
  for (const Operand& operand : node.operands) operands.push_back(write(operand, writer));
  const auto joined = [&](std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < operands.size(); ++i) out += (i > from ? "," : "") + operands[i];
    return out;
  };
  if (node.op == "BETWEEN") return operands[0] + " BETWEEN " + operands[1] + " AND " + operands[2];
  if (node.op == "IN") return operands[0] + " in (" + joined(1) + ")";
  if (operands.size() == 2 && !std::isalpha(node.op[0])) return operands[0] + node.op + operands[1];
  return node.op + "(" + joined(0) + ")";
}

// Random conditions that pass the static checks
// ----------------------------------------------------

bool is_ordered(const Tree& tree) {
  return std::holds_alternative<std::string>(tree.value) ||
         std::holds_alternative<Number>(tree.value) || std::holds_alternative<Binary>(tree.value);
}

bool is_storable(const Tree& tree) {
  return std::visit(
      [](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Tree::List>) {
          return std::all_of(value.begin(), value.end(), is_storable);
        } else if constexpr (std::is_same_v<T, Tree::Map>) {
          return std::all_of(value.begin(), value.end(), [](const auto& m) {
            return !m.first.empty() && is_storable(m.second);
          });
        } else if constexpr (requires { typename T::key_type; }) {
          return !value.empty();
        } else {
          return true;
        }
      },
      tree.value);
}

Operand constant(Tree value) {
  return {Operand::constant, {}, std::move(value)};
}

/// Values from the item make equality likely.
Operand random_constant(const Tree::Map& item, const std::function<bool(const Tree&)>& accepted) {
  std::vector<Tree> known;
  for (const auto& [name, value] : item) {
    known.push_back(value);
    if (const auto* list = std::get_if<Tree::List>(&value.value)) {
      known.insert(known.end(), list->begin(), list->end());
    }
  }
  known.push_back(Tree{Number(*rc::gen::inRange(0, 4))});
  std::erase_if(known, [&](const Tree& tree) { return !accepted(tree) || !is_storable(tree); });
  if (!known.empty() && *rc::gen::arbitrary<bool>()) return constant(*rc::gen::elementOf(known));
  for (int tries = 0; tries < 5; ++tries) {
    Tree tree = *attribute_value(2);
    if (accepted(tree) && is_storable(tree)) return constant(std::move(tree));
  }
  return constant(Tree{std::string("a")});
}

Operand random_operand(const Tree::Map& item, const std::function<bool(const Tree&)>& accepted) {
  switch (*rc::gen::weightedElement<int>({{4, 0}, {4, 1}, {1, 2}})) {
    case 0:
      return random_constant(item, accepted);
    case 1:
      return {Operand::path, *path(), {}};
    default:
      return {Operand::size, *path(), {}};
  }
}

bool any(const Tree&) {
  return true;
}

Node random_leaf(const Tree::Map& item) {
  const auto op = *rc::gen::element<std::string>("=", "<>", "<", "<=", ">", ">=", "BETWEEN", "IN",
                                                 "attribute_exists", "attribute_not_exists",
                                                 "attribute_type", "begins_with", "contains");
  const Operand first{Operand::path, *path(), {}};
  const auto is_text = [](const Tree& tree) {
    return std::holds_alternative<std::string>(tree.value) ||
           std::holds_alternative<Binary>(tree.value);
  };
  if (op == "=" || op == "<>")
    return {op, {}, {random_operand(item, any), random_operand(item, any)}};
  if (op.size() <= 2 && op != "IN") {
    return {op, {}, {random_operand(item, is_ordered), random_operand(item, is_ordered)}};
  }
  if (op == "BETWEEN") {
    Operand lower = random_constant(item, is_ordered);
    Operand upper = random_constant(item, is_ordered);
    const auto order = naive_compare(lower.value, upper.value);
    if (!order) upper = lower;
    if (order && *order > 0) std::swap(lower, upper);
    return {op, {}, {random_operand(item, is_ordered), lower, upper}};
  }
  if (op == "IN") {
    Node node{op, {}, {first}};
    const int count = *rc::gen::inRange(1, 4);
    for (int i = 0; i < count; ++i) node.operands.push_back(random_operand(item, any));
    return node;
  }
  if (op == "attribute_type") {
    const auto type =
        *rc::gen::element<std::string>("S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS");
    return {op, {}, {first, constant(Tree{type})}};
  }
  if (op == "begins_with") return {op, {}, {first, random_constant(item, is_text)}};
  if (op == "contains") return {op, {}, {first, random_operand(item, any)}};
  return {op, {}, {first}};
}

Node random_condition(const Tree::Map& item, int levels) {
  const auto op = *rc::gen::weightedElement<std::string>({{levels > 1 ? 2 : 0, "AND"},
                                                          {levels > 1 ? 2 : 0, "OR"},
                                                          {levels > 1 ? 1 : 0, "NOT"},
                                                          {3, ""}});
  if (op.empty()) return random_leaf(item);
  if (op == "NOT") return {op, {random_condition(item, levels - 1)}, {}};
  Node left = random_condition(item, levels - 1);
  return {op, {std::move(left), random_condition(item, levels - 1)}, {}};
}

/// DynamoDB refuses a first operand that is given once more.
bool has_distinct_operands(const Node& node) {
  for (const Node& condition : node.conditions) {
    if (!has_distinct_operands(condition)) return false;
  }
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    if (node.operands[0].kind == Operand::path && node.operands[i].kind == Operand::path &&
        node.operands[0].at == node.operands[i].at) {
      return false;
    }
  }
  return true;
}

using expression::ExpressionKind;
using expression::Parameters;

RC_GTEST_PROP(ConditionProperties, MeanWhatANaiveInterpreterSays, ()) {
  const auto item = *attributes();
  const Node node = random_condition(item, 4);
  RC_PRE(has_distinct_operands(node));
  Writer writer;
  const std::string text = write(node, writer);
  RC_LOG() << text << "\n" << to_json(encode_item(item)) << "\n";
  for (const auto& [key, value] : writer.values) RC_LOG() << key << " " << to_json(value) << "\n";

  Parameters parameters(writer.names, writer.values);
  RC_ASSERT(parameters.check({{"ConditionExpression", true}}).has_value());
  const auto condition = parse_condition(text, ExpressionKind::condition, parameters);
  if (!condition) RC_FAIL(condition.error().message);
  RC_ASSERT(parameters.check_all_used().has_value());

  const Item encoded = encode_item(item);
  const bool expected = holds(node, item);
  RC_TAG(expected);
  RC_ASSERT(condition->evaluate(&encoded) == expected);
  RC_ASSERT(condition->evaluate(nullptr) == holds(node, {}));
}

RC_GTEST_PROP(ConditionProperties, AreTheSameWhenPrintedAndParsed, ()) {
  const auto item = *attributes();
  const Node node = random_condition(item, 5);
  RC_PRE(has_distinct_operands(node));
  Writer writer;
  const std::string text = write(node, writer);
  RC_PRE(text.size() <= 4096);
  Parameters parameters(writer.names, writer.values);
  const auto condition = parse_condition(text, ExpressionKind::filter, parameters).value();
  const std::string printed = to_text(condition);
  const auto again = parse_condition(printed, ExpressionKind::filter, parameters);
  if (!again) RC_FAIL(printed + ": " + again.error().message);
  RC_ASSERT(to_text(*again) == printed);
  const Item encoded = encode_item(item);
  RC_ASSERT(again->evaluate(&encoded) == condition.evaluate(&encoded));
}

}  // namespace
}  // namespace keywright::generators
