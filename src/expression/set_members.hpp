#pragma once
// Union and difference of two sets of one type, as ADD and DELETE make them.

#include <keywright/attribute_value.hpp>

#include <string>

namespace keywright::expression {

/// Appends the encoded set of the members of either.
void append_union(std::string& out, ValueView a, ValueView b);
/// Appends the encoded set of the members of `a` that `b` has not. It may be empty.
void append_difference(std::string& out, ValueView a, ValueView b);

}  // namespace keywright::expression
