#include "copy/rate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace keywright::copy {
namespace {

constexpr double kDecrease = 0.7;
constexpr double kGrowth = 0.05;  // of the rate after a decrease, per second
constexpr double kLeastRate = 1;  // also of its growth
constexpr double kSaved = 0.1;    // seconds whose unused units are kept
constexpr double kWindow = 1;     // second
constexpr double kLeastWindow = 0.1;

}  // namespace

Rate::Rate(double cap, std::function<Instant()> now)
    : cap_(cap), now_(std::move(now)), rate_(cap), advanced_(now_()), window_begin_(advanced_) {}

void Rate::advance() {
  const Instant now = now_();
  const double elapsed = seconds(now - advanced_);
  advanced_ = now;
  if (std::isinf(rate_)) {
    if (const double window = seconds(now - window_begin_); window >= kWindow) {
      measured_ = window_spent_ / window;
      window_spent_ = 0;
      window_begin_ = now;
    }
    return;
  }
  if (was_throttled_) rate_ = std::min(cap_, rate_ + growth_ * elapsed);
  balance_ = std::min(balance_ + rate_ * elapsed, std::max(rate_ * kSaved, 1.0));
}

Duration Rate::spend(double units) {
  const std::lock_guard lock(mutex_);
  advance();
  spent_ += units;
  window_spent_ += units;
  if (std::isinf(rate_)) return Duration{0};
  const double debt = std::max(0.0, -balance_);
  balance_ -= units;
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(debt / rate_));
}

void Rate::correct(double units) {
  const std::lock_guard lock(mutex_);
  spent_ += units;
  window_spent_ += units;
  if (!std::isinf(rate_)) balance_ -= units;
}

void Rate::throttled() {
  const std::lock_guard lock(mutex_);
  advance();
  const Instant now = advanced_;
  if (was_throttled_ && seconds(now - decreased_) < 1) return;
  if (std::isinf(rate_)) {
    const double window = std::max(seconds(now - window_begin_), kLeastWindow);
    rate_ = std::max(measured_, window_spent_ / window);
    balance_ = 0;
  }
  rate_ = std::max(kLeastRate, rate_ * kDecrease);
  rate_ = std::min(rate_, cap_);
  growth_ = std::max(kLeastRate, rate_ * kGrowth);
  decreased_ = now;
  was_throttled_ = true;
}

double Rate::per_second() const {
  const std::lock_guard lock(mutex_);
  return rate_;
}

double Rate::spent() const {
  const std::lock_guard lock(mutex_);
  return spent_;
}

}  // namespace keywright::copy
