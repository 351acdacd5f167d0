#pragma once

// The parts of resolve_names(), one per section. Entities come first: patterns look into their
// tables.

#include "model/findings.hpp"
#include "model/ir.hpp"
#include "model/name_index.hpp"

namespace keywright::model {

void resolve_entities(Findings& findings, NameIndex& names, Model& model);
void resolve_access_patterns(Findings& findings, NameIndex& names, Model& model);
void resolve_tables(Findings& findings, NameIndex& names, Model& model);

// A pattern or move that would change the version itself.
void report_version_change(Findings& findings, const FieldRef& change);

}  // namespace keywright::model
