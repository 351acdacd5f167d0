#pragma once
// PartiQL: statements instead of requests. Plain data.

#include <keywright/attribute_value.hpp>
#include <keywright/call_control.hpp>
#include <keywright/capacity.hpp>
#include <keywright/item.hpp>
#include <keywright/item_operations.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keywright {

struct ExecuteStatementRequest {
  std::string statement{};                                  ///< 1 to 8192 characters
  std::optional<std::vector<AttributeValue>> parameters{};  ///< for its `?`, in order
  bool consistent_read = false;
  std::optional<std::string> next_token{};
  std::optional<std::int64_t> limit{};  ///< rows evaluated
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
  CallControl control{};
};
struct ExecuteStatementResponse {
  std::vector<Item> items{};
  std::optional<std::string> next_token{};
  std::optional<Key> last_evaluated_key{};
  std::optional<ConsumedCapacity> consumed_capacity{};
};

struct BatchStatement {
  std::string statement{};
  std::optional<std::vector<AttributeValue>> parameters{};
  bool consistent_read = false;
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};
struct BatchExecuteStatementRequest {
  std::vector<BatchStatement> statements{};  ///< 1 to 25, all reads or all writes
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  CallControl control{};
};
struct BatchStatementError {
  std::string code{};  ///< "ConditionalCheckFailed", ...
  std::string message{};
  std::optional<Item> item{};
};
struct BatchStatementResult {
  std::optional<BatchStatementError> error{};
  std::string table_name{};
  std::optional<Item> item{};
};
struct BatchExecuteStatementResponse {
  std::vector<BatchStatementResult> responses{};  ///< by position
  std::vector<ConsumedCapacity> consumed_capacity{};
};

struct ParameterizedStatement {
  std::string statement{};
  std::optional<std::vector<AttributeValue>> parameters{};
  ReturnValuesOnConditionCheckFailure return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
};
struct ExecuteTransactionRequest {
  std::vector<ParameterizedStatement> transact_statements{};  ///< 1 to 100
  std::optional<std::string> client_request_token{};
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  CallControl control{};
};
struct ExecuteTransactionResponse {
  std::vector<std::optional<Item>> responses{};  ///< by position; empty for writes
  std::vector<ConsumedCapacity> consumed_capacity{};
};

}  // namespace keywright
