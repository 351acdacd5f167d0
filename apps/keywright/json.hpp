#pragma once

#include <string>
#include <string_view>

namespace keywright::cli {

/// The text as a JSON string, quoted and escaped.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace keywright::cli
