#include "engine/idempotency_tokens.hpp"

#include "core/errors.hpp"

#include <algorithm>

namespace keywright::engine {

Result<IdempotencyTokens::Use> IdempotencyTokens::begin(const std::string& token,
                                                        std::uint64_t content, TimePoint now) {
  const std::lock_guard lock(mutex_);
  while (!expiries_.empty() && expiries_.front().at <= now) forget_oldest();
  const auto [entry, is_new] = entries_.try_emplace(token, Entry{content, false});
  if (is_new) return Use(*this, token);
  if (entry->second.content != content) return errors::idempotent_parameter_mismatch();
  if (!entry->second.completed) return errors::transaction_in_progress();
  return Use();
}

std::size_t IdempotencyTokens::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

void IdempotencyTokens::complete(const std::string& token, TimePoint now) {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(token);
  entry->second.completed = true;
  TimePoint at = now + kLifetime;
  // A clock that was set back makes tokens live longer, not the queue lose its order.
  if (!expiries_.empty()) at = std::max(at, expiries_.back().at);
  expiries_.push_back({at, &entry->first});
  if (expiries_.size() > capacity_) forget_oldest();
}

void IdempotencyTokens::abandon(const std::string& token) {
  const std::lock_guard lock(mutex_);
  entries_.erase(token);
}

void IdempotencyTokens::forget_oldest() {
  const auto entry = entries_.find(*expiries_.front().token);
  expiries_.pop_front();
  entries_.erase(entry);
}

}  // namespace keywright::engine
