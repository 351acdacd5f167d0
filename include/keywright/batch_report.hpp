#pragma once
// What became of each item of a batch. Batches are not atomic: each item is written, or is named in
// `unwritten` with the reason. Plain data.

#include <keywright/error.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace keywright {

struct BatchOptions {
  /// How long to try, from the call on, however many attempts. Without it: until
  /// RetryPolicy::max_attempts, and no longer than RepositoryOptions::deadline.
  std::optional<std::chrono::milliseconds> deadline = std::nullopt;
  /// Chunks under way at a time, if RepositoryOptions::parallel can run them so.
  std::size_t concurrency = 4;
};

struct BatchReport {
  std::size_t written = 0;                 ///< or deleted
  std::map<std::size_t, Error> unwritten;  ///< by position in the input
  std::size_t requests = 0;                ///< sent, with repetitions
  double write_units = 0;                  ///< consumed, if an observer asks for it

  [[nodiscard]] bool complete() const { return unwritten.empty(); }
};

template <class T>
struct BatchRead {
  std::vector<std::optional<T>> items = {};  ///< by position in the input; nullopt: no such item
  std::map<std::size_t, Error> unread = {};  ///< by position in the input
  std::size_t requests = 0;
  double read_units = 0;

  [[nodiscard]] bool complete() const { return unread.empty(); }
};

}  // namespace keywright
