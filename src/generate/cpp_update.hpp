#pragma once

// The functions of updates (moves, patches, upserts), and what they share with other writes.

#include "generate/code_writer.hpp"
#include "generate/cpp_function.hpp"

#include <functional>
#include <string>
#include <vector>

namespace keywright::generate {

[[nodiscard]] CppFunction update_function(const CppContext& context, const plan::PatternPlan& plan,
                                          const plan::WritePlan& write);

// `kJobPk(job_id)`, `kJobSk()`: the calls that make the parts of an item's key.
[[nodiscard]] std::vector<std::string> item_key_parts(
    const CppContext& context, std::size_t entity, const std::vector<plan::KeyExpression>& key,
    const std::function<std::string(const plan::KeyTerm&)>& argument);

// The pattern's own condition as a variable of that name.
void write_condition(const CppContext& context, const plan::PatternPlan& plan,
                     const model::AccessPattern& pattern, PatternConstant& constant,
                     const std::string& variable, CodeWriter& body);

}  // namespace keywright::generate
