#include "remote/retry.hpp"

#include "core/errors.hpp"

#include <algorithm>
#include <array>

namespace keywright::remote {
namespace {

constexpr std::array<std::string_view, 6> kTransient{
    "InternalServerError", "InternalFailure",         "ServiceUnavailable",
    "RequestTimeout",      "RequestTimeoutException", "ServiceUnavailableException"};
constexpr std::array<std::string_view, 12> kThrottling{"ProvisionedThroughputExceededException",
                                                       "ThrottlingException",
                                                       "RequestLimitExceeded",
                                                       "Throttling",
                                                       "ThrottledException",
                                                       "RequestThrottled",
                                                       "RequestThrottledException",
                                                       "TooManyRequestsException",
                                                       "TransactionInProgressException",
                                                       "BandwidthLimitExceeded",
                                                       "PriorRequestNotComplete",
                                                       "SlowDown"};
constexpr std::array<int, 4> kTransientStatuses{500, 502, 503, 504};
constexpr int kTooManyRequests = 429;

template <class List, class Value>
bool has(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// Cancelled for nothing but contention; throttling asks for the longer pause.
Fault fault_of(const std::vector<CancellationReason>& reasons) {
  const bool passes =
      !reasons.empty() && std::all_of(reasons.begin(), reasons.end(), errors::is_contention);
  if (!passes) return Fault::lasting;
  const bool is_throttled =
      std::any_of(reasons.begin(), reasons.end(), [](const CancellationReason& reason) {
        return reason.code == "ProvisionedThroughputExceeded" || reason.code == "ThrottlingError";
      });
  return is_throttled ? Fault::throttling : Fault::transient;
}

}  // namespace

Fault fault_of(const Error& error) {
  if (error.exception == "TransactionCanceledException") return fault_of(error.reasons);
  if (has(kThrottling, error.exception) || error.http_status == kTooManyRequests) {
    return Fault::throttling;
  }
  const bool is_transient = error.code == ErrorCode::unavailable ||
                            has(kTransient, error.exception) ||
                            has(kTransientStatuses, error.http_status);
  return is_transient ? Fault::transient : Fault::lasting;
}

std::chrono::milliseconds pause_after(std::size_t attempt, Fault fault, const RetryOptions& options,
                                      const Random& random) {
  const auto base = fault == Fault::throttling ? options.throttling_base : options.transient_base;
  constexpr std::size_t kMaxDoublings = 20;
  const auto doublings = std::min(attempt - 1, kMaxDoublings);
  const auto ceiling = std::clamp(base * (std::int64_t{1} << doublings),
                                  std::chrono::milliseconds(0), options.max_pause);
  constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53
  const double part = static_cast<double>(random() >> 11) * kUnit;
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(part * static_cast<double>(ceiling.count())));
}

bool RetryBucket::take(int count) {
  const std::lock_guard lock(mutex_);
  if (tokens_ < count) return false;
  tokens_ -= count;
  return true;
}

void RetryBucket::give_back(int count) {
  const std::lock_guard lock(mutex_);
  tokens_ = std::min(tokens_ + count, capacity_);
}

}  // namespace keywright::remote
