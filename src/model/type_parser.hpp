#pragma once

// Reads the word of a type: "ulid", "list<string>", "map<list<int>>".

#include "model/entity.hpp"
#include "model/findings.hpp"
#include "model/tree.hpp"

#include <optional>

namespace keywright::model {

[[nodiscard]] std::optional<FieldType> parse_type(Findings& findings, const Entry& entry);

}  // namespace keywright::model
