#include "engine/idempotency_tokens.hpp"

#include "core/errors.hpp"

#include <algorithm>

namespace keywright::engine {

IdempotencyTokens::State::State(const State& other) : entries(other.entries) {
  for (const Expiry& expiry : other.expiries) {
    expiries.push_back({expiry.at, &entries.find(*expiry.token)->first});
  }
}

void IdempotencyTokens::State::forget_oldest() {
  const auto entry = entries.find(*expiries.front().token);
  expiries.pop_front();
  entries.erase(entry);
}

Result<IdempotencyTokens::Use> IdempotencyTokens::begin(const std::string& token,
                                                        std::uint64_t content, TimePoint now) {
  const std::lock_guard lock(mutex_);
  State& state = state_.write();
  while (!state.expiries.empty() && state.expiries.front().at <= now) state.forget_oldest();
  const auto [entry, is_new] = state.entries.try_emplace(token, Entry{content, false});
  if (is_new) return Use(*this, token);
  if (entry->second.content != content) return errors::idempotent_parameter_mismatch();
  if (!entry->second.completed) return errors::transaction_in_progress();
  return Use();
}

std::size_t IdempotencyTokens::size() const {
  const std::lock_guard lock(mutex_);
  return state_->entries.size();
}

void IdempotencyTokens::complete(const std::string& token, TimePoint now) {
  const std::lock_guard lock(mutex_);
  State& state = state_.write();
  const auto entry = state.entries.find(token);
  entry->second.completed = true;
  TimePoint at = now + kLifetime;
  // A clock that was set back makes tokens live longer, not the queue lose its order.
  if (!state.expiries.empty()) at = std::max(at, state.expiries.back().at);
  state.expiries.push_back({at, &entry->first});
  if (state.expiries.size() > capacity_) state.forget_oldest();
}

void IdempotencyTokens::abandon(const std::string& token) {
  const std::lock_guard lock(mutex_);
  state_.write().entries.erase(token);
}

IdempotencyTokens::Snapshot IdempotencyTokens::snapshot() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void IdempotencyTokens::restore(const Snapshot& snapshot) {
  Snapshot before;  // freed after the mutex is
  const std::lock_guard lock(mutex_);
  before = state_;
  state_ = snapshot;
}

}  // namespace keywright::engine
