#pragma once
// Which errors pass, and how often and when a call is tried again.

#include <keywright/random.hpp>
#include <keywright/remote.hpp>

#include <mutex>

namespace keywright::remote {

enum class Fault : std::uint8_t { lasting, transient, throttling };

[[nodiscard]] Fault fault_of(const Error& error);

/// The pause behind `attempt`.
[[nodiscard]] std::chrono::milliseconds pause_after(std::size_t attempt, Fault fault,
                                                    const RetryOptions& options,
                                                    const Random& random);

/// What retries are paid from, so that they do not multiply the load of a service that is down.
/// From any thread.
class RetryBucket {
 public:
  explicit RetryBucket(int capacity) : capacity_(capacity), tokens_(capacity) {}

  /// False, and nothing is taken, if there are not as many.
  [[nodiscard]] bool take(int count);
  void give_back(int count);

 private:
  const int capacity_;
  std::mutex mutex_;
  int tokens_;
};

}  // namespace keywright::remote
