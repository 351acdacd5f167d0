#pragma once

// A value that a key attribute may have, as a reader of a chart would write one down.

#include "model/ir.hpp"
#include "plan/key.hpp"

#include <string>

namespace keywright::document {

// The same each time, and one that the entity can really have.
[[nodiscard]] std::string sample_key(const model::Entity& entity, const plan::KeyAttribute& key);
// JOB#{job_id}
[[nodiscard]] std::string key_template(const model::Entity& entity, const plan::KeyAttribute& key);

}  // namespace keywright::document
