#pragma once
// The three kinds of time in an item, as std::chrono's types, and their texts.
//
// Texts have a fixed width, so that their byte order is the order of time; years are 0000 to 9999.
// Reading accepts exactly what writing produces.

#include <keywright/clock.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace keywright {

using Timestamp = TimePoint;                    ///< stored as text: 2026-01-02T03:04:05.678Z
using Date = std::chrono::sys_days;             ///< stored as text: 2026-01-02
using EpochSeconds = std::chrono::sys_seconds;  ///< stored as a number; what time-to-live needs

inline constexpr std::size_t kTimestampTextSize = 24;
inline constexpr std::size_t kDateTextSize = 10;

/// Writes 24 (10) characters to `out`; false if the year has no four digits.
[[nodiscard]] bool write_text(Timestamp time, char* out);
[[nodiscard]] bool write_text(Date date, char* out);

[[nodiscard]] std::optional<Timestamp> parse_timestamp(std::string_view text);
[[nodiscard]] std::optional<Date> parse_date(std::string_view text);

/// For messages and logs; "(out of range)" if the year has no four digits.
[[nodiscard]] std::string to_text(Timestamp time);
[[nodiscard]] std::string to_text(Date date);

}  // namespace keywright
