#include "engine/statement_request.hpp"

#include "core/utf8.hpp"
#include "engine/validation.hpp"

#include <span>
#include <utility>

namespace keywright::engine {
namespace {

constexpr std::size_t kMaxStatementLength = 8192;  // characters, not bytes

}  // namespace

void constrain_statement(api::Constraints& constraints, const std::string& statement,
                         const StatementParameters& parameters, const std::string& prefix) {
  if (statement.empty()) {
    constraints.violated(statement, prefix + "statement",
                         "Member must have length greater than or equal to 1");
  }
  if (count_characters(statement) > kMaxStatementLength) {
    constraints.violated(statement, prefix + "statement",
                         "Member must have length less than or equal to 8192");
  }
  if (parameters && parameters->empty()) {
    constraints.violated("[]", prefix + "parameters",
                         "Member must have length greater than or equal to 1");
  }
}

void constrain_statement_count(api::Constraints& constraints, std::size_t count, std::size_t most,
                               const char* at) {
  if (count == 0) {
    constraints.violated("[]", at, "Member must have length greater than or equal to 1");
  } else if (count > most) {
    constraints.violated("[...]", at,
                         "Member must have length less than or equal to " + std::to_string(most));
  }
}

Result<expression::Statement> read_statement(const std::string& text,
                                             const StatementParameters& parameters) {
  const auto values =
      parameters ? std::span<const AttributeValue>(*parameters) : std::span<const AttributeValue>();
  auto statement = expression::parse_statement(text, values);
  if (!statement) return statement;
  const auto name = table_name_of(statement->table);
  if (!name) return name.error();
  if (name->size() != statement->table.size()) statement->table = std::string(*name);
  if (statement->index) {
    api::Constraints constraints;
    constraints.resource_name(*statement->index, "indexName");
    if (auto checked = constraints.result(); !checked) return std::move(checked).error();
  }
  return statement;
}

}  // namespace keywright::engine
