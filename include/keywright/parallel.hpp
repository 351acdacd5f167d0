#pragma once
// Concurrency as a dependency: a repository starts no thread; whoever wants chunks or shards to
// travel at the same time gives it a Parallel.

#include <cstddef>
#include <functional>

namespace keywright {

/// Calls work(0) .. work(count - 1), in any order and on any threads, and returns when all have
/// returned. An empty one means: one after the other, on the caller's thread.
using Parallel =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

/// A thread for each piece of work beyond the first, at most `max_threads` at a time, the caller's
/// included; all end before the call does. Where the system gives fewer, fewer do the work: at
/// worst the caller's own.
[[nodiscard]] Parallel parallel_threads(std::size_t max_threads);

}  // namespace keywright
