#pragma once
// How long one call may take, and who may end it early. Plain data, the last member of every
// request, so that it passes through each Database in between to the one that waits.
//
// A remote endpoint heeds both while it connects, writes, reads and pauses between attempts; the
// embedded engine, which never waits, heeds neither. A call that ends this way is a `timeout`
// error: a write may or may not have been made.

#include <chrono>
#include <optional>
#include <stop_token>

namespace keywright {

struct CallControl {
  std::optional<std::chrono::steady_clock::time_point> deadline{};  ///< nullopt: the client's own
  std::stop_token stop{};

  friend bool operator==(const CallControl&, const CallControl&) = default;
};

}  // namespace keywright
