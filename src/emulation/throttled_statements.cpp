// PartiQL: a statement is throttled by its table or index. The partition is known of an INSERT
// only.

#include "core/errors.hpp"
#include "emulation/throttled_impl.hpp"
#include "expression/partiql.hpp"
#include <keywright/throttled_database.hpp>

#include <utility>

namespace keywright {

using namespace emulation;

namespace {

/// What a statement demands. One that cannot be parsed is admitted, to fail in the database.
Admission admit_statement(Throughputs& throughputs, const std::string& text,
                          const std::optional<std::vector<AttributeValue>>& parameters,
                          double read_units, double write_units) {
  const auto values =
      parameters ? std::span<const AttributeValue>(*parameters) : std::span<const AttributeValue>();
  const auto statement = expression::parse_statement(text, values);
  if (!statement) return {};
  Demand demand;
  demand.table_name = statement->table;
  demand.direction = statement->is_read() ? Direction::read : Direction::write;
  demand.units = statement->is_read() ? read_units : write_units;
  if (statement->index) demand.index_name = *statement->index;
  if (statement->kind == expression::StatementKind::insert) {
    demand.item = &statement->item;
    demand.is_put = true;
  }
  return throughputs.admit(demand);
}

BatchStatementResult throttled_result(const std::vector<Overrun>& overruns) {
  Error error = throttled(overruns);
  BatchStatementResult result;
  result.error = BatchStatementError{error_code(error), std::move(error.message), std::nullopt};
  return result;
}

}  // namespace

Result<ExecuteStatementResponse> ThrottledDatabase::execute_statement(
    const ExecuteStatementRequest& request) {
  const Admission admission =
      admit_statement(impl_->throughputs, request.statement, request.parameters,
                      request.consistent_read ? 1 : 0.5, 1);
  if (!admission.overruns.empty()) return throttled(admission.overruns);
  return call_and_settle(inner(), impl_->throughputs, request, std::span(&admission.ticket, 1),
                         &Database::execute_statement);
}

Result<BatchExecuteStatementResponse> ThrottledDatabase::batch_execute_statement(
    const BatchExecuteStatementRequest& request) {
  std::vector<Ticket> tickets;
  BatchExecuteStatementRequest admitted{
      .statements = {}, .return_consumed_capacity = request.return_consumed_capacity};
  std::vector<std::optional<BatchStatementResult>> results;  // of those that are throttled
  for (const auto& statement : request.statements) {
    auto admission = admit_statement(impl_->throughputs, statement.statement, statement.parameters,
                                     statement.consistent_read ? 1 : 0.5, 1);
    if (admission.overruns.empty()) {
      tickets.push_back(std::move(admission.ticket));
      admitted.statements.push_back(statement);
      results.emplace_back();
    } else {
      results.emplace_back(throttled_result(admission.overruns));
    }
  }
  BatchExecuteStatementResponse response;
  if (!tickets.empty() || request.statements.empty()) {
    auto answered = call_and_settle(inner(), impl_->throughputs, admitted, std::span(tickets),
                                    &Database::batch_execute_statement);
    if (!answered) return answered;
    response = *std::move(answered);
  }
  std::vector<BatchStatementResult> in_order;
  auto next = response.responses.begin();
  for (auto& result : results) {
    in_order.push_back(result ? *std::move(result) : std::move(*next++));
  }
  response.responses = std::move(in_order);
  return response;
}

Result<ExecuteTransactionResponse> ThrottledDatabase::execute_transaction(
    const ExecuteTransactionRequest& request) {
  std::vector<Ticket> tickets;
  std::vector<CancellationReason> reasons(request.transact_statements.size(), {"None", {}, {}});
  bool cancelled = false;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    const auto& statement = request.transact_statements[i];
    auto admission = admit_statement(impl_->throughputs, statement.statement, statement.parameters,
                                     /*read_units=*/2, /*write_units=*/2);
    if (admission.overruns.empty()) {
      tickets.push_back(std::move(admission.ticket));
    } else {
      reasons[i] = cancellation_reason(admission.overruns);
      cancelled = true;
    }
  }
  if (!cancelled) {
    return call_and_settle(inner(), impl_->throughputs, request, std::span<const Ticket>(tickets),
                           &Database::execute_transaction);
  }
  impl_->throughputs.refund(tickets);
  return errors::transaction_cancelled(std::move(reasons));
}

}  // namespace keywright
