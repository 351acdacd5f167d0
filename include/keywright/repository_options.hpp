#pragma once
// What a repository may be told at its making; everything has a default.
//
// A repository copies the options; what their functions refer to must outlive all its copies. The
// functions are called by whoever calls the repository, by several threads at once if several do,
// and by the threads of `parallel`. None may throw: the exception would end the program, or leave
// the call.

#include <keywright/call_report.hpp>
#include <keywright/clock.hpp>
#include <keywright/parallel.hpp>
#include <keywright/random.hpp>
#include <keywright/retry_policy.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace keywright {

/// What a list or a collection does with an item that does not read as its entity.
enum class UnreadableItems : std::uint8_t {
  fail,  ///< the call is a `decode` (or `unknown_entity`) error
  count  ///< the item is left out and counted (Page::unreadable)
};

struct RepositoryOptions {
  std::string table_name = {};  ///< empty: the model's
  Clock clock = {};             ///< decides what has expired; empty: the system's
  /// Called once at the end of each call, by the thread that made it; may call the repository.
  /// Empty: consumed capacity is not even asked for.
  Observer observer = {};
  /// Signs page cursors. Servers that share cursors need the same one. Empty: a random secret of
  /// this process, so that its cursors end with it.
  std::string cursor_secret = {};
  UnreadableItems unreadable_items = UnreadableItems::fail;
  RetryPolicy retry = {};
  /// How long a call may take, with all its requests, repetitions and pauses; of a list, each page,
  /// and of a range, each time that it fetches. Then it is a `timeout`, and a write may or may not
  /// have been made. A batch may have another (BatchOptions). Nothing interrupts a request to an
  /// embedded database; no more are sent. nullopt: as long as the database and `retry` allow.
  std::optional<std::chrono::milliseconds> deadline = std::nullopt;
  Parallel parallel = {};  ///< for batches and shards; empty: one request at a time

  // For tests.
  Random random = {};  ///< empty: the system's
  /// Pauses between attempts; returns when the time has passed. Empty: the thread sleeps.
  std::function<void(std::chrono::milliseconds)> sleep = {};
  /// Never goes back, on any thread; deadlines and latencies count by it. Empty: the steady clock.
  std::function<std::chrono::nanoseconds()> monotonic_clock = {};
};

}  // namespace keywright
