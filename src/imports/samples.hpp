#pragma once

// Entities from sample items: items of one table are told apart by the fixed words of their keys,
// and what their keys are made of is found among their attributes.

#include "imports/draft.hpp"
#include "imports/report.hpp"
#include "model/tree.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace keywright::imports {

// The type of the language for a type of DynamoDB's JSON ("S", "BOOL"); json if it is none.
[[nodiscard]] std::string_view type_of_descriptor(std::string_view descriptor);

// The sample items of a table that entities are taken from: the first 10,000, without those of more
// than 1000 attributes or of none. How many were left out is reported.
[[nodiscard]] std::vector<const model::Node*> usable_samples(
    Report& report, Draft& draft, const std::string& table,
    const std::vector<const model::Node*>& items);

// Adds the entities of a table. `known` are attributes whose types are told elsewhere; without
// items there is one entity, of them and of the key attributes.
void add_entities(Report& report, const DraftTable& table,
                  const std::vector<const model::Node*>& items,
                  const std::vector<DraftField>& known, Draft& draft);

// Adds one entity, of which all these items are.
void add_entity(Report& report, const DraftTable& table, const std::string& name,
                const std::vector<const model::Node*>& items, const std::vector<DraftField>& known,
                Draft& draft);

}  // namespace keywright::imports
