#include <keywright/credentials_providers.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace keywright {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kStart{std::chrono::milliseconds(1738310400000)};

Error failed(ErrorCode code, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  return error;
}

/// Gives what its function gives, and counts.
class Source final : public CredentialsProvider {
 public:
  using Function = std::function<Result<Credentials>(const CallControl&)>;
  explicit Source(Function function) : function_(std::move(function)) {}
  Result<Credentials> credentials(const CallControl& control) override {
    ++calls;
    return function_(control);
  }
  std::atomic<int> calls{0};

 private:
  const Function function_;
};

class CachedCredentialsTest : public testing::Test {
 protected:
  /// Credentials named after the number of the call, valid for `lifetime`.
  Credentials next() {
    Credentials out;
    out.access_key_id = "key" + std::to_string(source->calls.load());
    out.secret_access_key = "secret";
    out.source = "the test";
    if (lifetime) out.expiration = clock.now() + *lifetime;
    return out;
  }
  std::string key(const CallControl& control = {}) {
    const auto found = cache->credentials(control);
    return found ? found->access_key_id : "error: " + found.error().message;
  }

  ManualClock clock{kStart};
  std::optional<std::chrono::milliseconds> lifetime = 1h;
  std::optional<Error> failure;
  Source::Function answer = [this](const CallControl&) -> Result<Credentials> {
    if (failure) return *failure;
    return next();
  };
  std::shared_ptr<Source> source =
      std::make_shared<Source>([this](const CallControl& control) { return answer(control); });
  std::shared_ptr<CredentialsProvider> cache = cached_credentials(source, clock);
};

TEST_F(CachedCredentialsTest, AskNobodyBeforeTheyAreAskedFor) {
  EXPECT_EQ(source->calls, 0);
}

TEST_F(CachedCredentialsTest, KeepForeverWhatDoesNotExpire) {
  lifetime.reset();
  EXPECT_EQ(key(), "key1");
  clock.advance(24h * 365);
  EXPECT_EQ(key(), "key1");
}

TEST_F(CachedCredentialsTest, RefreshFiveMinutesBeforeTheEnd) {
  EXPECT_EQ(key(), "key1");
  clock.advance(55min - 1ms);
  EXPECT_EQ(key(), "key1");
  clock.advance(1ms);
  EXPECT_EQ(key(), "key2");
  EXPECT_EQ(source->calls, 2);
}

TEST_F(CachedCredentialsTest, RefreshShortLivedOnesAtHalfTheirLife) {
  lifetime = 8min;
  EXPECT_EQ(key(), "key1");
  clock.advance(4min - 1ms);
  EXPECT_EQ(key(), "key1");
  clock.advance(1ms);
  EXPECT_EQ(key(), "key2");
}

TEST_F(CachedCredentialsTest, GoOnWithValidOnesWhenARefreshFails) {
  EXPECT_EQ(key(), "key1");
  clock.advance(56min);
  failure = failed(ErrorCode::unavailable, "no answer");
  EXPECT_EQ(key(), "key1");
  EXPECT_EQ(source->calls, 2);
  EXPECT_EQ(key(), "key1");  // within the pause nobody is asked
  EXPECT_EQ(source->calls, 2);
  clock.advance(3s);
  EXPECT_EQ(key(), "key1");
  EXPECT_EQ(source->calls, 3);
  clock.advance(4min);
  EXPECT_EQ(key(), "error: no answer");
  failure.reset();
  clock.advance(3s);
  EXPECT_EQ(key(), "key5");
}

TEST_F(CachedCredentialsTest, RepeatAFailureForThreeSecondsWithoutAsking) {
  failure = failed(ErrorCode::validation, "nothing found");
  EXPECT_EQ(key(), "error: nothing found");
  failure.reset();
  clock.advance(3s - 1ms);
  EXPECT_EQ(key(), "error: nothing found");
  EXPECT_EQ(source->calls, 1);
  clock.advance(1ms);
  EXPECT_EQ(key(), "key2");
}

TEST_F(CachedCredentialsTest, AskAgainWhenTheClockWasSetBackAfterAFailure) {
  failure = failed(ErrorCode::unavailable, "no answer");
  EXPECT_EQ(key(), "error: no answer");
  failure.reset();
  clock.advance(-1h);
  EXPECT_EQ(key(), "key2");
}

TEST_F(CachedCredentialsTest, CountACallersOwnEndForNobodyElse) {
  failure = failed(ErrorCode::timeout, "too late");
  CallControl past;
  past.deadline = std::chrono::steady_clock::now() - 1s;
  EXPECT_EQ(key(past), "error: too late");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(key({{}, stop.get_token()}), "error: too late");
  failure.reset();
  EXPECT_EQ(key(), "key3");
}

TEST_F(CachedCredentialsTest, CountATimeoutThatIsNotTheCallersForAll) {
  failure = failed(ErrorCode::timeout, "slow");
  EXPECT_EQ(key(), "error: slow");
  failure.reset();
  EXPECT_EQ(key(), "error: slow");
}

TEST_F(CachedCredentialsTest, AllowAnEarlyRefreshTenSeconds) {
  std::vector<std::optional<std::chrono::steady_clock::time_point>> deadlines;
  answer = [&](const CallControl& control) {
    deadlines.push_back(control.deadline);
    return next();
  };
  EXPECT_EQ(key(), "key1");
  clock.advance(56min);
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(key(), "key2");
  clock.advance(2h);
  EXPECT_EQ(key(), "key3");
  EXPECT_EQ(deadlines[0], std::nullopt);
  ASSERT_TRUE(deadlines[1]);
  EXPECT_GE(*deadlines[1], before + 10s);
  EXPECT_LE(*deadlines[1], std::chrono::steady_clock::now() + 10s);
  EXPECT_EQ(deadlines[2], std::nullopt);
}

TEST_F(CachedCredentialsTest, RefuseWhatHasExpiredAlready) {
  lifetime = -1min;
  EXPECT_EQ(key(),
            "error: the test gave credentials that expired at 2025-01-31T07:59:00Z: by the clock "
            "of this machine it is 2025-01-31T08:00:00Z");
}

/// A refresh that a test holds up.
class HeldUp : public CachedCredentialsTest {
 protected:
  HeldUp() {
    answer = [this](const CallControl& control) -> Result<Credentials> {
      if (source->calls == held) {
        entered.count_down();
        release.wait();
      }
      if (control.stop.stop_requested()) return failed(ErrorCode::timeout, "stopped");
      return next();
    };
  }
  int held = 1;
  std::latch entered{1};
  std::latch release{1};
};

TEST_F(HeldUp, OneRefreshesEarlyWhileTheOthersGoOn) {
  held = 2;
  EXPECT_EQ(key(), "key1");
  clock.advance(56min);
  std::jthread refresher([this] { EXPECT_EQ(key(), "key2"); });
  entered.wait();
  EXPECT_EQ(key(), "key1");
  EXPECT_EQ(key(), "key1");
  release.count_down();
  refresher.join();
  EXPECT_EQ(key(), "key2");
  EXPECT_EQ(source->calls, 2);
}

TEST_F(HeldUp, AllWaitForTheFirstOnes) {
  std::vector<std::jthread> callers;
  for (int i = 0; i < 8; ++i) callers.emplace_back([this] { EXPECT_EQ(key(), "key1"); });
  entered.wait();
  release.count_down();
  callers.clear();
  EXPECT_EQ(source->calls, 1);
}

TEST_F(HeldUp, WhoWaitsHeedsTheirOwnDeadlineAndStop) {
  std::jthread refresher([this] { EXPECT_EQ(key(), "key1"); });
  entered.wait();
  const std::string ended = "error: the call ended while it waited for new credentials";
  EXPECT_EQ(key({std::chrono::steady_clock::now() + 1ms, {}}), ended);
  std::stop_source stop;
  std::jthread waiter([&] { EXPECT_EQ(key({{}, stop.get_token()}), ended); });
  stop.request_stop();
  waiter.join();
  release.count_down();
}

TEST_F(HeldUp, WhoWaitsTakesOverFromACallerWhoWasStopped) {
  std::stop_source stop;
  std::jthread refresher([&] { EXPECT_EQ(key({{}, stop.get_token()}), "error: stopped"); });
  entered.wait();
  std::jthread waiter([this] { EXPECT_EQ(key(), "key2"); });
  stop.request_stop();
  release.count_down();
  waiter.join();
  EXPECT_EQ(source->calls, 2);
}

TEST_F(CachedCredentialsTest, NobodyEverGetsExpiredOnesFromManyThreads) {
  std::atomic<bool> done{false};
  std::vector<std::jthread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      while (!done) {
        const TimePoint before = clock.now();
        const auto found = cache->credentials({});
        if (found) {
          ASSERT_GT(*found->expiration, before);
        } else {  // the clock ran on by an hour while this thread stood still
          ASSERT_NE(found.error().message.find("gave credentials that expired"), std::string::npos);
        }
      }
    });
  }
  // On a busy machine no caller may have run before the last of these turns.
  for (int i = 0; i < 2000 || source->calls < 2; ++i) {
    clock.advance(7min);
    std::this_thread::yield();
  }
  done = true;
  callers.clear();
  EXPECT_GT(source->calls, 1);
}

}  // namespace
}  // namespace keywright
