#pragma once
// The words that may not stand bare as attribute names (AWS: "Reserved words in DynamoDB").

#include <span>
#include <string_view>

namespace keywright::expression {

/// All 573, in upper case, sorted.
[[nodiscard]] std::span<const std::string_view> reserved_words();

/// True for a reserved word in any case.
[[nodiscard]] bool is_reserved(std::string_view name);

}  // namespace keywright::expression
