#pragma once
// Small things about text that several sources need.

#include <keywright/clock.hpp>
#include <keywright/error.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace keywright::credentials {

/// An error of the configuration: trying again does not help.
[[nodiscard]] Error configuration_error(std::string message);

[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::string lower_case(std::string_view text);
/// `"text"`, for a name in a message.
[[nodiscard]] std::string quoted(std::string_view text);

/// 2025-01-31T08:00:00Z, with fractions and with other offsets; UTC may be written `UTC` or `Z`.
[[nodiscard]] std::optional<TimePoint> parse_iso_time(std::string_view text);
/// 2025-01-31T08:00:00Z
[[nodiscard]] std::string iso_time(TimePoint time);

}  // namespace keywright::credentials
