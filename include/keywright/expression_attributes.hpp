#pragma once
// The substitutions of a request's expressions: `#name` for an attribute name, `:value` for a
// value. Keys include the leading `#` or `:`.

#include <keywright/attribute_value.hpp>

#include <string>
#include <utility>
#include <vector>

namespace keywright {

// Vectors, not maps: a request has a handful, and building them should cost little. A key given
// twice is a validation error.
using ExpressionAttributeNames = std::vector<std::pair<std::string, std::string>>;
using ExpressionAttributeValues = std::vector<std::pair<std::string, AttributeValue>>;

}  // namespace keywright
