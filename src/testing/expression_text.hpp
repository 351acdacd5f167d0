#pragma once
// An expression as one reads it aloud: names and values in the place of their placeholders.
//
// The layer's own namespace is `doubles`: a keywright::testing would hide GoogleTest's from
// everyone in keywright.

#include <keywright/expression_attributes.hpp>
#include <keywright/request_parts.hpp>

#include <optional>
#include <string>

namespace keywright::doubles {

/// What cannot be filled in stays as it is.
[[nodiscard]] ExpressionText expression_text(const std::optional<std::string>& expression,
                                             const ExpressionAttributeNames& names,
                                             const ExpressionAttributeValues& values = {});
}  // namespace keywright::doubles
