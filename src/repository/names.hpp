#pragma once
// The names and values that an expression stands for, collected while it is written.

#include <keywright/access_pattern.hpp>
#include <keywright/expression_attributes.hpp>

#include <span>
#include <string>
#include <string_view>

namespace keywright::repository {

/// Adds what each `#name` in a constant expression stands for: its alias, or the attribute of that
/// very name.
void add_names(std::string_view expression, std::span<const NameAlias> aliases,
               ExpressionAttributeNames& names);

/// The placeholder of an attribute, entered into `names`: "#status", or "#n1" if the name has
/// other characters than letters, digits and '_'.
[[nodiscard]] std::string name_placeholder(std::string_view attribute,
                                           ExpressionAttributeNames& names);

/// The same for a path: "address.lines[3]" gives "#address.#lines[3]".
[[nodiscard]] std::string path_placeholder(std::string_view path, ExpressionAttributeNames& names);

/// Adds an attribute to a projection that does not name it yet: what the runtime itself must see of
/// each item.
void project_also(std::string& projection, std::string_view attribute,
                  ExpressionAttributeNames& names);

/// A placeholder that is not taken yet, entered into `values`: ":" and the readable part of `hint`.
[[nodiscard]] std::string value_placeholder(std::string_view hint, AttributeValue value,
                                            ExpressionAttributeValues& values);

}  // namespace keywright::repository
