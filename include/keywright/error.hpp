#pragma once
// What went wrong: one flat value for every layer, whichever implementation of Database reports it.

#include <keywright/item.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright {

/// The closed set of causes a caller decides by.
enum class ErrorCode : std::uint8_t {
  condition_failed,  ///< the condition was false; `item` is the item as it stands, if asked for
  conflict,          ///< another transaction or control operation holds the item or table
  throttled,         ///< over the throughput; try again later
  transaction_cancelled,  ///< nothing was written; `reasons` says why, by operation index
  not_found,              ///< no such table or resource
  validation,             ///< the request is wrong and always will be
  bad_cursor,             ///< a page cursor that is forged, cut, or of another query
  decode,                 ///< a stored item does not read as its entity
  unknown_entity,         ///< an item in a collection that no entity of the model matches
  item_too_large,         ///< over 400 KB, or an item collection over 10 GB
  timeout,                ///< the deadline passed; a write may or may not have been made
  unavailable,            ///< no answer, or an answer that says to try again
  internal                ///< a fault of the service or of Keywright
};

/// "condition_failed", ...
[[nodiscard]] std::string_view to_string(ErrorCode code);

/// Why one operation of a transaction did not go through. `code` is AWS's, e.g. "None",
/// "ConditionalCheckFailed", "TransactionConflict", "ValidationError".
struct CancellationReason {
  std::string code{};
  std::string message{};
  std::optional<Item> item{};
};

/// What a throttled request was over. `reason` is AWS's: Table or Index, Read or Write, and the
/// limit, such as "TableWriteProvisionedThroughputExceeded".
struct ThrottlingReason {
  std::string reason{};
  std::string resource{};  ///< the ARN of the table or index
};

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message{};
  /// AWS's name of the exception ("ConditionalCheckFailedException"); empty for errors that
  /// arise in Keywright itself.
  std::string exception{};
  bool retryable = false;
  std::string request_id{};
  std::vector<CancellationReason> reasons{};
  std::optional<Item> item{};
  std::vector<ThrottlingReason> throttling_reasons{};
  int http_status = 0;  ///< of a remote endpoint's answer; 0: there was no such answer
  /// The database has repeated the call as often as it may: a repository does not repeat it again,
  /// so that attempts do not multiply.
  bool was_repeated = false;
};

}  // namespace keywright
