#pragma once
// From what a write does and asks for to the text of its expressions.

#include "repository/runtime.hpp"
#include <keywright/condition.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/update.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::repository {

struct WriteExpressions {
  std::optional<std::string> update;
  std::optional<std::string> condition;
  ExpressionAttributeNames names;
  ExpressionAttributeValues values;
};

/// The condition of a put or delete. A create has its own precondition, whatever its pattern says.
[[nodiscard]] WriteExpressions condition_of(const Runtime& runtime, const WritePattern& pattern,
                                            Precondition precondition,
                                            const Requirements& requirements);

/// The condition that the item is there and has expired.
[[nodiscard]] WriteExpressions expired(const Runtime& runtime, const WritePattern& pattern);

/// Update expression and condition. A pattern without a precondition may create the item, but does
/// not go on with an expired one.
[[nodiscard]] WriteExpressions expressions_of(const Runtime& runtime, const Update& update);

/// The maps that must be there for the nested paths of an update, outermost first.
[[nodiscard]] std::vector<std::string> parents_of(const Update& update);
/// The same conditions, but the update only makes one missing map.
[[nodiscard]] WriteExpressions make_parent(const Runtime& runtime, const Update& update,
                                           std::string_view parent);

/// A failed condition in words, by the item as it stands: what was wrong with which item.
[[nodiscard]] Error explain(const Runtime& runtime, const Update& update, Error error);
[[nodiscard]] Error explain(const Runtime& runtime, const WritePattern& pattern,
                            Precondition precondition, const Requirements& requirements,
                            const Item& key, Error error);

}  // namespace keywright::repository
