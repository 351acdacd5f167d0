#pragma once
// The value of a Date header.

#include <keywright/clock.hpp>

#include <optional>
#include <string_view>

namespace keywright::remote {

/// "Sun, 06 Nov 1994 08:49:37 GMT"; nullopt for any other form.
[[nodiscard]] std::optional<TimePoint> parse_http_date(std::string_view text);

}  // namespace keywright::remote
