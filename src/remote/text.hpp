#pragma once
// Whether the text of a request can be sent.

#include <keywright/result.hpp>

#include <string_view>

namespace keywright::remote {

/// A `validation` error that names the attribute if the JSON in `body` is not UTF-8: DynamoDB would
/// refuse it, and not say where.
[[nodiscard]] Result<void> check_text(std::string_view operation, std::string_view body);

}  // namespace keywright::remote
