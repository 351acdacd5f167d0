#pragma once

// Names of a model as others spell them: what is no letter or digit only parts words. Pure
// functions of ASCII.

#include <string>
#include <string_view>

namespace keywright::model {

// jobId, JobId, job-id and job__id -> job_id; a capital begins a word, but within a run of them
// (URLMap) only the one before a small letter.
[[nodiscard]] std::string snake_case(std::string_view name);
// job_id and job-id -> JobId
[[nodiscard]] std::string pascal_case(std::string_view name);
// Order -> an Order, User -> a User
[[nodiscard]] std::string one_of(std::string_view name);

}  // namespace keywright::model
