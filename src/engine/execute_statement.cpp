#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/statement_keys.hpp"
#include "engine/statement_request.hpp"
#include "engine/statement_select.hpp"
#include "engine/statement_write.hpp"

#include <utility>

namespace keywright {
namespace {

using namespace engine;

constexpr std::size_t kMaxTokenLength = 32768;

Result<void> check_request(const ExecuteStatementRequest& request) {
  api::Constraints constraints;
  constrain_statement(constraints, request.statement, request.parameters);
  if (request.next_token) {
    constraints.length(*request.next_token, "nextToken", 1, kMaxTokenLength);
  }
  if (request.limit) constraints.at_least(*request.limit, "limit", 1);
  return constraints.result();
}

Result<ExecuteStatementResponse> write(const WriteTarget& target, expression::Statement& statement,
                                       const ExecuteStatementRequest& request) {
  const auto key = key_of_statement(target.table, statement);
  if (!key) return key.error();
  const ReturnValues asked = return_values_of(statement);
  const auto plan = plan_statement_write(target.table, statement, *key,
                                         request.return_values_on_condition_check_failure);
  if (!plan) return plan.error();
  auto attributes = write_alone(target, *plan, asked, UpdateSizing::flat);
  if (!attributes) return std::move(attributes).error();
  ExecuteStatementResponse response;
  if (*attributes) response.items.push_back(**std::move(attributes));
  response.consumed_capacity = target.meter.report(request.return_consumed_capacity);
  return response;
}

}  // namespace

Result<ExecuteStatementResponse> Engine::Impl::execute_statement(
    const ExecuteStatementRequest& request) {
  if (auto checked = check_request(request); !checked) return std::move(checked).error();
  auto statement = read_statement(request.statement, request.parameters);
  if (!statement) return std::move(statement).error();
  if (statement->is_exists) {
    return errors::validation("EXISTS is supported in ExecuteTransaction only");
  }
  const auto reader = catalogue_.read();
  const auto table = reader.require(statement->table);
  if (!table) return table.error();
  if (statement->is_read())
    return select_page(**table, *statement, request, options_.clock, *store_);
  CapacityMeter meter(**table);
  return write({**table, *store_, options_.clock, meter}, *statement, request);
}

}  // namespace keywright
