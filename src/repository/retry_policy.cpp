#include <keywright/retry_policy.hpp>

#include <algorithm>
#include <cstdint>

namespace keywright {

std::chrono::milliseconds RetryPolicy::ceiling(std::size_t attempt) const {
  if (attempt < 2) return std::chrono::milliseconds(0);
  const std::size_t doublings = std::min<std::size_t>(attempt - 2, 62);
  const auto most = std::max<std::int64_t>(max_delay.count(), 0);
  const auto base = std::max<std::int64_t>(base_delay.count(), 0);
  return std::chrono::milliseconds(base > (most >> doublings) ? most : base << doublings);
}

}  // namespace keywright
