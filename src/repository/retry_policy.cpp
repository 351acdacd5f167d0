#include <keywright/retry_policy.hpp>

#include <algorithm>

namespace keywright {

std::chrono::milliseconds RetryPolicy::ceiling(std::size_t attempt) const {
  if (attempt < 2) return std::chrono::milliseconds(0);
  const std::size_t doublings = std::min<std::size_t>(attempt - 2, 30);
  const std::int64_t grown = base_delay.count() * (std::int64_t{1} << doublings);
  return std::min(std::chrono::milliseconds(grown), max_delay);
}

}  // namespace keywright
