#pragma once

// Reports for people and for programs. Pure.

#include "verify/verify.hpp"

#include <string>
#include <string_view>

namespace keywright::verify {

// A line, and what is needed to see why it failed. Names are padded to `width`.
[[nodiscard]] std::string render_text(const PatternResult& result, std::size_t width);
// "11 patterns: 10 ok, 1 failed; 96 requests, 30 RRU, 50 WRU"
[[nodiscard]] std::string render_summary(const Report& report);
[[nodiscard]] std::string render_json(const Report& report, const TableNames& tables);

[[nodiscard]] std::size_t width_of(const model::Model& model);

}  // namespace keywright::verify
