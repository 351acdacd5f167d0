#pragma once

// How findings spell lists, sizes and numbers. Pure functions.

#include "model/spelling.hpp"

#include <string>
#include <string_view>

namespace keywright::check {

using model::join;
using model::listed;

// 900 -> "900 B", 2560 -> "2.5 KB" (of 1,024), and MB, GB.
[[nodiscard]] std::string bytes_text(double bytes);
// At most two decimals, no trailing zeros: 0.6, 12, 1.25.
[[nodiscard]] std::string number_text(double number);
// A key value between quotes, with bytes that are no printable ASCII or UTF-8 as \xNN.
[[nodiscard]] std::string quoted(std::string_view key);
// "job" -> "jobs" when `count` is not 1; for regular nouns.
[[nodiscard]] std::string counted(double count, std::string_view noun);

}  // namespace keywright::check
