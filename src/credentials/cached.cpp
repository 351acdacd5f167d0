#include "credentials/http_call.hpp"
#include "credentials/text.hpp"
#include <keywright/credentials_providers.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace keywright {
namespace credentials {
namespace {

constexpr std::chrono::minutes kRefreshBefore{5};
constexpr std::chrono::seconds kLongestEarlyRefresh{10};
constexpr std::chrono::seconds kPauseAfterFailure{3};

Error ended_waiting() {
  Error error;
  error.code = ErrorCode::timeout;
  error.message = "the call ended while it waited for new credentials";
  return error;
}

class CachedCredentials final : public CredentialsProvider {
 public:
  CachedCredentials(std::shared_ptr<CredentialsProvider> source, Clock clock)
      : source_(std::move(source)), clock_(std::move(clock)) {}

  Result<Credentials> credentials(const CallControl& control) override {
    std::unique_lock lock(mutex_);
    for (;;) {
      const TimePoint now = clock_();
      const bool valid = is_valid(now);
      if (valid && (refreshing_ || now < refresh_at_ || has_just_failed(now))) return *current_;
      if (!valid && !refreshing_ && has_just_failed(now)) return *failure_;
      if (!refreshing_) return refresh(lock, control, valid);
      if (has_ended(control)) return ended_waiting();
      wait(lock, control);
    }
  }

 private:
  [[nodiscard]] bool is_valid(TimePoint now) const {
    return current_ && (!current_->expiration || now < *current_->expiration);
  }

  /// A clock that was set back ends the pause.
  [[nodiscard]] bool has_just_failed(TimePoint now) const {
    return failure_ && failed_at_ <= now && now < failed_at_ + kPauseAfterFailure;
  }

  void wait(std::unique_lock<std::mutex>& lock, const CallControl& control) {
    const auto is_over = [this] { return !refreshing_; };
    if (control.deadline) {
      refreshed_.wait_until(lock, control.stop, *control.deadline, is_over);
    } else {
      refreshed_.wait(lock, control.stop, is_over);
    }
  }

  /// `early`: what there is can still be used.
  Result<Credentials> refresh(std::unique_lock<std::mutex>& lock, const CallControl& control,
                              bool early) {
    refreshing_ = true;
    lock.unlock();
    auto found = ask(control, early);
    lock.lock();
    refreshing_ = false;
    refreshed_.notify_all();
    if (found) {
      keep(*found);
      return found;
    }
    if (found.error().code != ErrorCode::timeout || !has_ended(control)) {
      failure_ = found.error();
      failed_at_ = clock_();
    }
    if (early && is_valid(clock_())) return *current_;
    return found;
  }

  Result<Credentials> ask(const CallControl& control, bool early) {
    CallControl limited = control;
    if (early) {
      const auto latest = std::chrono::steady_clock::now() + kLongestEarlyRefresh;
      limited.deadline = std::min(control.deadline.value_or(latest), latest);
    }
    auto found = source_->credentials(limited);
    const TimePoint now = clock_();
    if (found && found->expiration && *found->expiration <= now) {
      return configuration_error(found->source + " gave credentials that expired at " +
                                 iso_time(*found->expiration) + ": by the clock of this machine " +
                                 "it is " + iso_time(now));
    }
    return found;
  }

  void keep(const Credentials& found) {
    current_ = found;
    failure_.reset();
    refresh_at_ = TimePoint::max();
    if (!found.expiration) return;
    const TimePoint now = clock_();
    refresh_at_ = std::max(*found.expiration - kRefreshBefore, now + (*found.expiration - now) / 2);
  }

  const std::shared_ptr<CredentialsProvider> source_;
  const Clock clock_;

  std::mutex mutex_;
  std::condition_variable_any refreshed_;
  bool refreshing_ = false;  ///< by one caller, who does not hold the mutex meanwhile
  std::optional<Credentials> current_;
  TimePoint refresh_at_{};
  std::optional<Error> failure_;  ///< of the last refresh, if it failed
  TimePoint failed_at_{};
};

}  // namespace
}  // namespace credentials

std::shared_ptr<CredentialsProvider> cached_credentials(std::shared_ptr<CredentialsProvider> source,
                                                        Clock clock) {
  return std::make_shared<credentials::CachedCredentials>(std::move(source), std::move(clock));
}

}  // namespace keywright
