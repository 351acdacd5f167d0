#pragma once
// What the three operations on statements share: the constraints on a statement, and its parsing.

#include "api/constraints.hpp"
#include "expression/partiql.hpp"
#include <keywright/attribute_value.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace keywright::engine {

using StatementParameters = std::optional<std::vector<AttributeValue>>;

/// 1 to 8192 characters, and parameters, if there are any, at least one. `prefix` is what comes
/// before the names of the members ("statements.1.member.").
void constrain_statement(api::Constraints& constraints, const std::string& statement,
                         const StatementParameters& parameters, const std::string& prefix = {});
/// A list of 1 to `most` statements.
void constrain_statement_count(api::Constraints& constraints, std::size_t count, std::size_t most,
                               const char* at);

/// Borrows text and parameters. The table is given its plain name.
[[nodiscard]] Result<expression::Statement> read_statement(const std::string& text,
                                                           const StatementParameters& parameters);

}  // namespace keywright::engine
