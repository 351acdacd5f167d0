#pragma once

// The sections of a model file, each read by a file of its own from the tree into the IR. Names
// stay unresolved here; resolve.hpp does that when all sections are read.

#include "model/findings.hpp"
#include "model/ir.hpp"
#include "model/language.hpp"
#include "model/tree.hpp"

namespace keywright::model {

void read_access_patterns(Findings& findings, const Entry& section, Model& model);
void read_entities(Findings& findings, const Entry& section, Model& model);
void read_fields(Findings& findings, const Entry& section, std::vector<Field>& fields);
void read_states(Findings& findings, const Entry& section, Entity& entity);
// `table:`, one table with its name inside.
void read_only_table(Findings& findings, const Entry& section, Model& model);
// `tables:`, a map of them.
void read_tables(Findings& findings, const Entry& section, Model& model);
void read_waivers(Findings& findings, const Entry& section, Model& model);

// What each of them reads, for the schema: the same tables by which they read.
void describe_access_patterns(Language& language);
void describe_entities(Language& language);
void describe_fields(Language& language);
void describe_states(Language& language);
void describe_tables(Language& language);

}  // namespace keywright::model
