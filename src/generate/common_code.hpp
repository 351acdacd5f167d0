#pragma once

// What generated code says alike in every language. Plain functions of a plan.

#include "generate/naming.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::generate {

// " < ", as C writes it; equality for what is none of its operators.
[[nodiscard]] std::string_view comparison_operator(model::Comparison comparison);

// The halves of an item's key: calls of their constants with the arguments of their components.
// `constant` names that of a half's attribute.
[[nodiscard]] std::vector<std::string> key_calls(
    const plan::EntityKey& table_key, const std::vector<plan::KeyExpression>& key,
    const std::function<std::string(bool is_partition, std::size_t position)>& constant,
    const std::function<std::string(const plan::KeyTerm&)>& argument);

// "every access to Job and Finding, the items under JOB#{job_id}."
[[nodiscard]] std::string repository_words(const Naming& naming, const plan::Aggregate& aggregate,
                                           bool is_admin);

}  // namespace keywright::generate
