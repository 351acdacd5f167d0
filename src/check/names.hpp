#pragma once

// Names of the model as generated code spells them. Pure functions.

#include <string>
#include <string_view>

namespace keywright::check {

// jobId, JobId and job-id -> job_id
[[nodiscard]] std::string snake_case(std::string_view name);
// job_id and job-id -> JobId
[[nodiscard]] std::string pascal_case(std::string_view name);
// Letters, digits and `_`, no digit first.
[[nodiscard]] bool is_cpp_identifier(std::string_view name);
// A word that C++20 keeps for itself: class, delete, register ..
[[nodiscard]] bool is_cpp_keyword(std::string_view name);
// A macro of common headers: errno, stdin, NULL, linux ..
[[nodiscard]] bool is_cpp_macro(std::string_view name);

}  // namespace keywright::check
