#include "copy/calls.hpp"

#include <algorithm>

namespace keywright::copy {
namespace {

constexpr std::chrono::milliseconds kFirstPause{50};
constexpr std::chrono::milliseconds kLongestPause{5000};
constexpr std::size_t kMostDoublings = 10;

Error of_code(ErrorCode code, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  return error;
}

}  // namespace

Error refusal(std::string message) {
  return of_code(ErrorCode::validation, std::move(message));
}

Error failure(std::string message) {
  return of_code(ErrorCode::internal, std::move(message));
}

Error stopped() {
  return of_code(ErrorCode::timeout, "stopped");
}

bool may_pass(const Error& error) {
  return error.retryable || error.code == ErrorCode::throttled ||
         error.code == ErrorCode::unavailable || error.code == ErrorCode::timeout;
}

bool Attempts::pause(const std::stop_token& stop) {
  if (stop.stop_requested() || timing_.now() - moved_ >= patience_) return false;
  const auto ceiling =
      std::min(kLongestPause, kFirstPause * (1 << std::min(count_, kMostDoublings)));
  ++count_;
  // Half of it at least: a random part, so that not all threads come back together.
  const Duration half = std::chrono::duration_cast<Duration>(ceiling) / 2;
  const auto more = timing_.random() % static_cast<std::uint64_t>(half.count());
  return timing_.pause(half + Duration(static_cast<Duration::rep>(more)), stop);
}

}  // namespace keywright::copy
