#pragma once

// Reads key templates such as "JOB#{job_id}".

#include "model/entity.hpp"
#include "model/findings.hpp"
#include "model/tree.hpp"

#include <optional>

namespace keywright::model {

[[nodiscard]] std::optional<KeyTemplate> parse_key_template(Findings& findings, const Entry& entry);

}  // namespace keywright::model
