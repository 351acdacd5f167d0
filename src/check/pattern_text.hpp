#pragma once

// How findings name access patterns, their sources and the keys in them. Pure functions.

#include "check/findings.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace keywright::check {

// The name, or "a step of pay_order" for a pattern written inside a transaction.
[[nodiscard]] std::string name_of(const model::AccessPattern& pattern);

// "index gsi1", or "the table".
[[nodiscard]] std::string source_name(const model::Table& table, std::optional<std::size_t> index);

// The key attributes of an entity as templates: pk: "JOB#{job_id}", sk: "METADATA".
[[nodiscard]] std::string key_text(const model::Entity& entity, const plan::EntityKey& key);
// The same of one attribute, without its name: JOB#{job_id}.
[[nodiscard]] std::string template_text(const model::Entity& entity,
                                        const plan::KeyAttribute& attribute);

// The table of the pattern's first entity; null if it is not resolved.
[[nodiscard]] const model::Table* table_of(const Subject& subject,
                                           const model::AccessPattern& pattern);

}  // namespace keywright::check
