#pragma once
// The client request tokens of the last ten minutes: by them a transaction that is sent again is
// done once. Owned by the engine, thread-safe.

#include "core/copy_on_write.hpp"
#include <keywright/clock.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace keywright::engine {

class IdempotencyTokens {
 public:
  static constexpr std::chrono::minutes kLifetime{10};
  /// So many tokens are remembered (some 70 MB); beyond, the oldest are forgotten early.
  static constexpr std::size_t kCapacity = 500'000;

  explicit IdempotencyTokens(std::size_t capacity = kCapacity) : capacity_(capacity) {}

  /// A token in the hands of one request. Unless completed, it is as good as new afterwards.
  class Use {
   public:
    Use(Use&& other) noexcept
        : tokens_(std::exchange(other.tokens_, nullptr)), token_(std::move(other.token_)) {}
    Use& operator=(Use&&) = delete;
    ~Use() {
      if (tokens_ != nullptr) tokens_->abandon(token_);
    }

    /// The request was done before: nothing is to be done.
    [[nodiscard]] bool is_replay() const { return tokens_ == nullptr; }
    /// The request is done, and the ten minutes begin.
    void complete(TimePoint now) { std::exchange(tokens_, nullptr)->complete(token_, now); }

   private:
    friend class IdempotencyTokens;
    Use() = default;
    Use(IdempotencyTokens& tokens, std::string token)
        : tokens_(&tokens), token_(std::move(token)) {}
    IdempotencyTokens* tokens_ = nullptr;
    std::string token_;
  };

  /// IdempotentParameterMismatchException if the token stands for other content,
  /// TransactionInProgressException if its request is still running.
  [[nodiscard]] Result<Use> begin(const std::string& token, std::uint64_t content, TimePoint now);

  [[nodiscard]] std::size_t size() const;

 private:
  struct Entry {
    std::uint64_t content = 0;
    bool completed = false;
  };
  struct Expiry {
    TimePoint at;
    const std::string* token;  // the key in `entries`, which stays where it is
  };
  struct State {
    State() = default;
    State(const State& other);
    State& operator=(const State&) = delete;
    void forget_oldest();

    std::unordered_map<std::string, Entry> entries;
    std::deque<Expiry> expiries;  ///< of the completed ones, ascending
  };

 public:
  // What is known of tokens as a whole, to be set again. No token is in use meanwhile.
  using Snapshot = CopyOnWrite<State>;
  [[nodiscard]] Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

 private:
  void complete(const std::string& token, TimePoint now);
  void abandon(const std::string& token);

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  CopyOnWrite<State> state_;
};

}  // namespace keywright::engine
