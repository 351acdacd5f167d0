#pragma once
// How a repository repeats what failed for the moment: exponential backoff with full jitter (AWS:
// "Exponential backoff and jitter"). Plain data.
//
// What a database repeats by itself (RetryOptions of a remote one) is not repeated again: there,
// this is for conflicts with transactions and for the rest of a batch.

#include <chrono>
#include <cstddef>

namespace keywright {

struct RetryPolicy {
  std::size_t max_attempts = 8;  ///< of one request, the first included; 1: never repeat
  std::chrono::milliseconds base_delay{25};
  std::chrono::milliseconds max_delay{2000};

  /// The longest pause before attempt `attempt` (2, 3, ...): a random part of it is taken. A
  /// negative delay counts as none.
  [[nodiscard]] std::chrono::milliseconds ceiling(std::size_t attempt) const;
};

}  // namespace keywright
