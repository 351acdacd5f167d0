#pragma once
// Key condition expressions of Query, checked against the key schema of the table or index.
//
// Borrows text, names and values of the request. Fails with DynamoDB's ValidationException.

#include "expression/condition.hpp"
#include "expression/parameters.hpp"
#include <keywright/result.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace keywright::expression {

struct KeyAttribute {
  std::string_view name;
  AttributeType type = AttributeType::string;
};

/// The key attributes of a table or index in their order: 1 to 4 HASH, 0 to 4 RANGE.
struct KeySchemaView {
  std::span<const KeyAttribute> hash;
  std::span<const KeyAttribute> range;
};

enum class KeyOperator : std::uint8_t {
  equal,
  less,
  less_equal,
  greater,
  greater_equal,
  between,
  begins_with
};

/// The condition on one key attribute. Values are of the attribute's type.
struct KeyAttributeCondition {
  std::string_view attribute;
  KeyOperator op = KeyOperator::equal;
  ValueView value;                 ///< the lower bound of `between`
  std::optional<ValueView> upper;  ///< of `between`
};

/// Usually one condition on each of two attributes.
using KeyAttributeConditions = SmallVector<KeyAttributeCondition, 2>;

class KeyCondition {
 public:
  /// One `equal` per HASH attribute, in the order of the schema.
  [[nodiscard]] std::span<const KeyAttributeCondition> hash() const {
    return std::span<const KeyAttributeCondition>(conditions_).first(hash_count_);
  }
  /// The conditions on the RANGE attributes from the left on; only the last may be no `equal`.
  [[nodiscard]] std::span<const KeyAttributeCondition> range() const {
    return std::span<const KeyAttributeCondition>(conditions_).subspan(hash_count_);
  }

 private:
  friend class KeyConditionBinder;
  KeyAttributeConditions conditions_;
  std::size_t hash_count_ = 0;
};

/// What a condition says of attributes, each named once, not yet checked against a key schema:
/// DynamoDB reports what is wrong in the text before it looks at the table.
[[nodiscard]] Result<KeyAttributeConditions> read_key_condition(const Condition& condition);
/// The same of a KeyConditionExpression.
[[nodiscard]] Result<KeyAttributeConditions> parse_key_condition_text(std::string_view text,
                                                                      Parameters& parameters);
/// The second half: what the conditions say of each key attribute.
[[nodiscard]] Result<KeyCondition> bind_key_condition(const KeyAttributeConditions& conditions,
                                                      const KeySchemaView& schema);

}  // namespace keywright::expression
