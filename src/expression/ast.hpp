#pragma once
// What expressions are made of after parsing: steps, paths, operands and the tree of a condition.
//
// Nodes live in vectors and name each other by index: a parsed expression of usual size needs no
// allocation, and can be copied and moved. Texts and values are borrowed from the request.

#include "core/small_vector.hpp"
#include <keywright/attribute_value.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace keywright::expression {

/// The kinds of expression of an operation, by the member that carries them.
enum class ExpressionKind : std::uint8_t { condition, filter, key_condition, projection, update };

/// "ConditionExpression", ...
[[nodiscard]] std::string_view to_string(ExpressionKind kind);

/// One step of a document path: a member of a map (or an attribute of the item) or an element of a
/// list.
struct Step {
  std::string_view name;     ///< after substitution; empty for an index
  std::string_view written;  ///< as in the text: `name` or `#name`
  std::uint32_t index = 0;

  [[nodiscard]] bool is_index() const { return name.empty(); }
};

/// `a.b[1]`: never empty, and the first step is a name.
using Path = std::span<const Step>;

using Steps = SmallVector<Step, 4>;

/// A path within the steps of its expression.
struct PathRef {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  [[nodiscard]] Path in(std::span<const Step> steps) const { return steps.subspan(first, count); }
};

enum class OperandKind : std::uint8_t {
  path,           ///< a.b[1]
  constant,       ///< :v
  size_of,        ///< size(left), a path or a constant
  if_not_exists,  ///< if_not_exists(path, left)
  list_append,    ///< list_append(left, right)
  plus,           ///< left + right
  minus           ///< left - right
};

/// Something with a value. The first three kinds arise in conditions, all but size_of in updates.
struct Operand {
  OperandKind kind = OperandKind::path;
  PathRef path;                   // path, if_not_exists
  const char* encoded = nullptr;  // constant; null if the placeholder is undefined
  std::string_view written;       // constant: ":v"
  std::uint32_t left = 0;         // size_of, if_not_exists, list_append, plus, minus
  std::uint32_t right = 0;        // list_append, plus, minus

  [[nodiscard]] bool is_constant() const { return kind == OperandKind::constant; }
  [[nodiscard]] std::optional<ValueView> value() const {
    if (encoded == nullptr) return std::nullopt;
    return ValueView(encoded);
  }
};

using Operands = SmallVector<Operand, 6>;

enum class Operator : std::uint8_t {
  logical_or,
  logical_and,
  logical_not,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  between,
  in,
  attribute_exists,
  attribute_not_exists,
  attribute_type,
  begins_with,
  contains
};

/// "OR", "<=", "begins_with", ...
[[nodiscard]] std::string_view to_string(Operator op);

/// A node of a condition. A logical operator joins conditions; any other takes operands.
struct ConditionNode {
  Operator op = Operator::equal;
  std::uint32_t first = 0;   // logical: the left condition; else: an index into the arguments
  std::uint32_t second = 0;  // logical: the right condition; else: how many arguments
};

using Nodes = SmallVector<ConditionNode, 4>;
using Arguments = SmallVector<std::uint32_t, 8>;  ///< operands by their index

}  // namespace keywright::expression
