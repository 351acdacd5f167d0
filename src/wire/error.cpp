// error_answer: the bodies of errors.

#include "wire/dispatcher.hpp"
#include "wire/json_writer.hpp"

#include <algorithm>
#include <array>

namespace keywright::wire {
namespace {

constexpr std::string_view kDynamoDb = "com.amazonaws.dynamodb.v20120810#";
constexpr std::string_view kService = "com.amazon.coral.service#";
constexpr std::string_view kValidate = "com.amazon.coral.validate#";

struct ExceptionRow {
  std::string_view exception;
  std::string_view name_space = kDynamoDb;
  std::string_view member = "message";
  unsigned status = 400;
};

// What differs from the row's defaults. AWS writes the text's member in two ways.
constexpr std::array<ExceptionRow, 18> kExceptions{{
    {"ValidationException", kValidate},
    {"SerializationException", kService, "Message"},
    {"UnknownOperationException", kService},
    {"AccessDeniedException", kService, "Message"},
    {"IncompleteSignatureException", kService},
    {"InvalidSignatureException", kService},
    {"MissingAuthenticationTokenException", kService},
    {"UnrecognizedClientException", kService},
    {"ExpiredTokenException", kService},
    {"ThrottlingException", kService},
    {"ServiceUnavailable", kService, "message", 503},
    {"ServiceUnavailableException", kService, "message", 503},
    {"InternalFailure", kService, "message", 500},
    {"InternalServerError", kDynamoDb, "message", 500},
    {"RequestEntityTooLargeException", kService, "message", 413},
    {"TransactionCanceledException", kDynamoDb, "Message"},
    {"IdempotentParameterMismatchException", kDynamoDb, "Message"},
    {"TransactionInProgressException", kDynamoDb, "Message"},
}};

/// For errors that arise in Keywright and have no exception of AWS's.
std::string_view exception_of(const Error& error) {
  if (!error.exception.empty()) return error.exception;
  switch (error.code) {
    case ErrorCode::throttled:
      return "ThrottlingException";
    case ErrorCode::timeout:
    case ErrorCode::unavailable:
      return "ServiceUnavailable";
    case ErrorCode::internal:
    case ErrorCode::decode:
    case ErrorCode::unknown_entity:
      return "InternalServerError";
    default:
      return "ValidationException";
  }
}

ExceptionRow row_of(std::string_view exception) {
  const auto* const found =
      std::find_if(kExceptions.begin(), kExceptions.end(),
                   [&](const ExceptionRow& row) { return row.exception == exception; });
  return found == kExceptions.end() ? ExceptionRow{exception} : *found;
}

void append_reasons(std::string& out, const std::vector<CancellationReason>& reasons) {
  out.push_back('[');
  for (const CancellationReason& reason : reasons) {
    if (out.back() != '[') out.push_back(',');
    ObjectWriter object(out);
    append_string(object.begin("Code"), reason.code);
    if (!reason.message.empty()) append_string(object.begin("Message"), reason.message);
    if (reason.item) append_item(object.begin("Item"), *reason.item);
  }
  out.push_back(']');
}

void append_reasons(std::string& out, const std::vector<ThrottlingReason>& reasons) {
  out.push_back('[');
  for (const ThrottlingReason& reason : reasons) {
    if (out.back() != '[') out.push_back(',');
    ObjectWriter object(out);
    append_string(object.begin("reason"), reason.reason);
    append_string(object.begin("resource"), reason.resource);
  }
  out.push_back(']');
}

}  // namespace

Answer error_answer(const Error& error) {
  const std::string_view exception = exception_of(error);
  const ExceptionRow row = row_of(exception);
  Answer answer{.status = row.status, .error = std::string(exception)};
  ObjectWriter object(answer.body);
  append_string(object.begin("__type"), std::string(row.name_space).append(exception));
  if (!error.message.empty()) append_string(object.begin(row.member), error.message);
  if (!error.reasons.empty()) append_reasons(object.begin("CancellationReasons"), error.reasons);
  if (error.item) append_item(object.begin("Item"), *error.item);
  if (!error.throttling_reasons.empty()) {
    append_reasons(object.begin("ThrottlingReasons"), error.throttling_reasons);
  }
  return answer;
}

}  // namespace keywright::wire
