#include "core/errors.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright {
namespace {

// By ErrorCode.
constexpr std::array<std::string_view, 13> kCodeNames{
    "condition_failed", "conflict",    "throttled", "transaction_cancelled", "not_found",
    "validation",       "bad_cursor",  "decode",    "unknown_entity",        "item_too_large",
    "timeout",          "unavailable", "internal"};

struct ExceptionRow {
  std::string_view exception;
  ErrorCode code;
  bool retryable;
};

// AWS's exceptions and what a caller does about them.
constexpr std::array<ExceptionRow, 34> kExceptions{{
    {"ValidationException", ErrorCode::validation, false},
    {"SerializationException", ErrorCode::validation, false},
    {"UnknownOperationException", ErrorCode::validation, false},
    {"AccessDeniedException", ErrorCode::validation, false},
    {"IncompleteSignatureException", ErrorCode::validation, false},
    {"InvalidSignatureException", ErrorCode::validation, false},
    {"MissingAuthenticationTokenException", ErrorCode::validation, false},
    {"UnrecognizedClientException", ErrorCode::validation, false},
    {"ExpiredTokenException", ErrorCode::validation, false},
    {"ExpiredIteratorException", ErrorCode::validation, false},
    {"TrimmedDataAccessException", ErrorCode::validation, false},
    {"IdempotentParameterMismatchException", ErrorCode::validation, false},
    {"ItemCollectionSizeLimitExceededException", ErrorCode::item_too_large, false},
    {"ConditionalCheckFailedException", ErrorCode::condition_failed, false},
    {"DuplicateItemException", ErrorCode::condition_failed, false},
    {"ResourceNotFoundException", ErrorCode::not_found, false},
    {"TableNotFoundException", ErrorCode::not_found, false},
    {"IndexNotFoundException", ErrorCode::not_found, false},
    {"PolicyNotFoundException", ErrorCode::not_found, false},
    {"BackupNotFoundException", ErrorCode::not_found, false},
    {"ResourceInUseException", ErrorCode::conflict, false},
    {"LimitExceededException", ErrorCode::conflict, true},
    {"TableAlreadyExistsException", ErrorCode::conflict, false},
    {"TransactionCanceledException", ErrorCode::transaction_cancelled, false},
    {"TransactionConflictException", ErrorCode::conflict, true},
    {"TransactionInProgressException", ErrorCode::conflict, true},
    {"ReplicatedWriteConflictException", ErrorCode::conflict, true},
    {"ProvisionedThroughputExceededException", ErrorCode::throttled, true},
    {"RequestLimitExceeded", ErrorCode::throttled, true},
    {"ThrottlingException", ErrorCode::throttled, true},
    {"ServiceUnavailable", ErrorCode::unavailable, true},
    {"ServiceUnavailableException", ErrorCode::unavailable, true},
    {"InternalServerError", ErrorCode::internal, true},
    {"InternalFailure", ErrorCode::internal, true},
}};

}  // namespace

std::string_view to_string(ErrorCode code) {
  return kCodeNames[static_cast<std::size_t>(code)];
}

namespace errors {

Error from_exception(std::string_view exception, std::string message) {
  Error error;
  const auto* const row =
      std::find_if(kExceptions.begin(), kExceptions.end(),
                   [&](const ExceptionRow& entry) { return entry.exception == exception; });
  if (row != kExceptions.end()) {
    error.code = row->code;
    error.retryable = row->retryable;
  }
  error.exception = exception;
  error.message = std::move(message);
  return error;
}

Error validation(std::string message) {
  return from_exception("ValidationException", std::move(message));
}

Error item_too_large(std::string message) {
  Error error = validation(std::move(message));
  error.code = ErrorCode::item_too_large;
  return error;
}

Error condition_failed(std::optional<Item> item) {
  Error error = from_exception("ConditionalCheckFailedException", "The conditional request failed");
  error.item = std::move(item);
  return error;
}

Error duplicate_item() {
  return from_exception("DuplicateItemException", "Duplicate primary key exists in table");
}

Error not_found(std::string message) {
  return from_exception("ResourceNotFoundException", std::move(message));
}

Error resource_in_use(std::string message) {
  return from_exception("ResourceInUseException", std::move(message));
}

Error limit_exceeded(std::string message) {
  return from_exception("LimitExceededException", std::move(message));
}

Error transaction_cancelled(std::vector<CancellationReason> reasons) {
  std::string message =
      "Transaction cancelled, please refer cancellation reasons for specific reasons [";
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (i != 0) message += ", ";
    message += reasons[i].code;
  }
  message += ']';
  Error error = from_exception("TransactionCanceledException", std::move(message));
  error.retryable = std::all_of(reasons.begin(), reasons.end(), is_contention);
  error.reasons = std::move(reasons);
  return error;
}

bool is_contention(const CancellationReason& reason) {
  constexpr std::array<std::string_view, 4> kPassing{
      "None", "TransactionConflict", "ProvisionedThroughputExceeded", "ThrottlingError"};
  return std::find(kPassing.begin(), kPassing.end(), reason.code) != kPassing.end();
}

Error idempotent_parameter_mismatch() {
  return from_exception("IdempotentParameterMismatchException",
                        "The client request token was used before, with a different request");
}

Error transaction_in_progress() {
  return from_exception("TransactionInProgressException",
                        "The transaction with the given request token is already in progress");
}

Error internal(std::string message) {
  return from_exception("InternalServerError", std::move(message));
}

std::string number_message(NumberFault fault, std::string_view text) {
  switch (fault) {
    case NumberFault::too_many_digits:
      return "Attempting to store more than 38 significant digits in a Number";
    case NumberFault::overflow:
      return "Number overflow. Attempting to store a number with magnitude larger than supported "
             "range";
    case NumberFault::underflow:
      return "Number underflow. Attempting to store a number with magnitude smaller than "
             "supported range";
    case NumberFault::not_numeric:
      break;
  }
  std::string message = "The parameter cannot be converted to a numeric value";
  if (!text.empty()) message.append(": ").append(text);
  return message;
}

}  // namespace errors
}  // namespace keywright
