#pragma once
// Error values with AWS's exception names: the one place that pairs a code with its exception.

#include <keywright/error.hpp>
#include <keywright/number.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::errors {

/// The error of an AWS exception of that name; `internal` if the name is not known.
[[nodiscard]] Error from_exception(std::string_view exception, std::string message);

/// ValidationException.
[[nodiscard]] Error validation(std::string message);
/// ValidationException as well, under the code a caller can tell apart.
[[nodiscard]] Error item_too_large(std::string message);
/// ConditionalCheckFailedException, "The conditional request failed".
[[nodiscard]] Error condition_failed(std::optional<Item> item = std::nullopt);
/// DuplicateItemException, of an INSERT whose item is there.
[[nodiscard]] Error duplicate_item();
/// ResourceNotFoundException.
[[nodiscard]] Error not_found(std::string message = "Requested resource not found");
/// ResourceInUseException.
[[nodiscard]] Error resource_in_use(std::string message);
/// LimitExceededException.
[[nodiscard]] Error limit_exceeded(std::string message);
/// TransactionCanceledException with its reasons; the message lists their codes.
[[nodiscard]] Error transaction_cancelled(std::vector<CancellationReason> reasons);
/// IdempotentParameterMismatchException.
[[nodiscard]] Error idempotent_parameter_mismatch();
/// TransactionInProgressException.
[[nodiscard]] Error transaction_in_progress();
/// InternalServerError.
[[nodiscard]] Error internal(std::string message);

/// Whether nothing but contention stood behind it: the same transaction may go through later.
[[nodiscard]] bool is_contention(const CancellationReason& reason);

/// DynamoDB's text for a number that could not be read or computed. `text` is what was read.
[[nodiscard]] std::string number_message(NumberFault fault, std::string_view text = {});

}  // namespace keywright::errors
