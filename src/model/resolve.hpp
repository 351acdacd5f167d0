#pragma once

// Resolves the names of a model that is read in whole: entities, fields, indexes, tables, patterns
// and states. Reports those that do not exist, and keys that have not the shape of their table.

#include "model/findings.hpp"
#include "model/ir.hpp"

namespace keywright::model {

void resolve_names(Findings& findings, Model& model);

}  // namespace keywright::model
