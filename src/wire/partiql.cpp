// ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.

#include "wire/operations.hpp"

namespace keywright::wire {
namespace {

constexpr std::size_t kMostOfBatch = 25;
constexpr std::size_t kMostOfTransaction = 100;

/// What a statement has wherever it stands.
template <class Statement>
void read_statement(const Members& in, Statement& out) {
  require(in, "Statement", out.statement);
  read(in, "Parameters", out.parameters);
  read(in, "ReturnValuesOnConditionCheckFailure", out.return_values_on_condition_check_failure);
}

template <class Statement>
void write_statement(ObjectWriter& out, const Statement& statement) {
  write(out, "Statement", statement.statement);
  write(out, "Parameters", statement.parameters);
  write_option(out, "ReturnValuesOnConditionCheckFailure",
               statement.return_values_on_condition_check_failure);
}

}  // namespace

void read_members(const Members& in, ExecuteStatementRequest& out) {
  read_statement(in, out);
  read(in, "ConsistentRead", out.consistent_read);
  read(in, "NextToken", out.next_token);
  read(in, "Limit", out.limit);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
}

void read_members(const Members& in, BatchStatement& out) {
  read_statement(in, out);
  read(in, "ConsistentRead", out.consistent_read);
}

void read_members(const Members& in, BatchExecuteStatementRequest& out) {
  require_at_most(in, "Statements", kMostOfBatch, out.statements);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
}

void read_members(const Members& in, ParameterizedStatement& out) {
  read_statement(in, out);
}

void read_members(const Members& in, ExecuteTransactionRequest& out) {
  require_at_most(in, "TransactStatements", kMostOfTransaction, out.transact_statements);
  read(in, "ClientRequestToken", out.client_request_token);
  read(in, "ReturnConsumedCapacity", out.return_consumed_capacity);
}

void write_members(ObjectWriter& out, const ExecuteStatementRequest& request) {
  write_statement(out, request);
  write_option(out, "ConsistentRead", request.consistent_read);
  write(out, "NextToken", request.next_token);
  write(out, "Limit", request.limit);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
}

void write_members(ObjectWriter& out, const BatchStatement& statement) {
  write_statement(out, statement);
  write_option(out, "ConsistentRead", statement.consistent_read);
}

void write_members(ObjectWriter& out, const BatchExecuteStatementRequest& request) {
  write(out, "Statements", request.statements);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
}

void write_members(ObjectWriter& out, const ParameterizedStatement& statement) {
  write_statement(out, statement);
}

void write_members(ObjectWriter& out, const ExecuteTransactionRequest& request) {
  write(out, "TransactStatements", request.transact_statements);
  write(out, "ClientRequestToken", request.client_request_token);
  write_option(out, "ReturnConsumedCapacity", request.return_consumed_capacity);
}

// Responses ----------------------------------------------------------------------------------

void write_members(ObjectWriter& out, const ExecuteStatementResponse& response) {
  write(out, "Items", response.items);
  write(out, "NextToken", response.next_token);
  write(out, "LastEvaluatedKey", response.last_evaluated_key);
  write(out, "ConsumedCapacity", response.consumed_capacity);
}

void write_members(ObjectWriter& out, const BatchStatementError& error) {
  write(out, "Code", error.code);
  write(out, "Message", error.message);
  write(out, "Item", error.item);
}

void write_members(ObjectWriter& out, const BatchStatementResult& result) {
  write(out, "Error", result.error);
  write_unless_empty(out, "TableName", result.table_name);
  write(out, "Item", result.item);
}

void write_members(ObjectWriter& out, const BatchExecuteStatementResponse& response) {
  write(out, "Responses", response.responses);
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
}

void write_members(ObjectWriter& out, const ExecuteTransactionResponse& response) {
  write_responses(out, response.responses);
  write_unless_empty(out, "ConsumedCapacity", response.consumed_capacity);
}

void read_members(const Members& in, ExecuteStatementResponse& out) {
  read(in, "Items", out.items);
  read(in, "NextToken", out.next_token);
  read(in, "LastEvaluatedKey", out.last_evaluated_key);
  read(in, "ConsumedCapacity", out.consumed_capacity);
}

void read_members(const Members& in, BatchStatementError& out) {
  read(in, "Code", out.code);
  read(in, "Message", out.message);
  read(in, "Item", out.item);
}

void read_members(const Members& in, BatchStatementResult& out) {
  read(in, "Error", out.error);
  read(in, "TableName", out.table_name);
  read(in, "Item", out.item);
}

void read_members(const Members& in, BatchExecuteStatementResponse& out) {
  read(in, "Responses", out.responses);
  read(in, "ConsumedCapacity", out.consumed_capacity);
}

void read_members(const Members& in, ExecuteTransactionResponse& out) {
  read_responses(in, out.responses);
  read(in, "ConsumedCapacity", out.consumed_capacity);
}

}  // namespace keywright::wire
