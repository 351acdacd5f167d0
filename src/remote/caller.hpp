#pragma once
// One call of the service: attempts, each signed and checked, with pauses in between.

#include "http/transport.hpp"
#include "remote/retry.hpp"
#include "remote/signer.hpp"
#include "wire/client_codec.hpp"
#include <keywright/remote.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::remote {

struct Call {
  std::string_view target{};  ///< of X-Amz-Target
  EndpointQuery query{};
  std::string body{};
  const CallControl& control;
};

/// What a call needs that only one thread may use at a time.
struct Workbench {
  explicit Workbench(const std::string& region) : signer(region) {}
  Signer signer;
  wire::AnswerDecoder decoder{};
};

/// From any thread.
class Caller {
 public:
  Caller(std::shared_ptr<EndpointProvider> endpoints, RemoteOptions options,
         std::unique_ptr<http::Transport> transport);

  /// The body of an answer with status 200.
  [[nodiscard]] Result<std::string> call(Call& call, Workbench& bench);

  [[nodiscard]] const Random& random() const { return options_.random; }

  /// A workbench nobody else has, given back at the end.
  class Borrowed {
   public:
    explicit Borrowed(Caller& caller) : caller_(caller), bench_(caller.take_bench()) {}
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    ~Borrowed() { caller_.put_back(std::move(bench_)); }
    [[nodiscard]] Workbench& operator*() const { return *bench_; }
    [[nodiscard]] Workbench* operator->() const { return bench_.get(); }

   private:
    Caller& caller_;
    std::unique_ptr<Workbench> bench_;
  };

 private:
  struct Attempt {
    std::string host{};
    int http_status = 0;
    bool has_new_clock = false;  ///< it failed for our clock, which is right now
  };

  [[nodiscard]] Result<std::string> attempt(Call& call, Workbench& bench, Attempt& out);
  [[nodiscard]] Result<http::Request> make_request(Call& call, Workbench& bench,
                                                   const RemoteEndpoint& endpoint, TimePoint now);
  /// Whether the attempt, signed with that offset, failed for a clock that is right now.
  [[nodiscard]] bool correct_clock(const Error& error, const http::Response& response,
                                   std::chrono::milliseconds signed_with);
  /// The pause before the next attempt; nullopt: there is none.
  [[nodiscard]] std::optional<std::chrono::milliseconds> pause_before_next(const Call& call,
                                                                           const Error& error,
                                                                           int& paid);
  /// The error of the last attempt, as the caller of the database gets it.
  [[nodiscard]] Error given_up(Error error) const;
  [[nodiscard]] std::unique_ptr<Workbench> take_bench();
  void put_back(std::unique_ptr<Workbench> bench);

  const std::shared_ptr<EndpointProvider> endpoints_;
  RemoteOptions options_;
  const std::unique_ptr<http::Transport> transport_;
  const std::size_t max_attempts_;
  RetryBucket bucket_;
  std::atomic<std::int64_t> clock_offset_ms_ = 0;  ///< the service's clock less ours
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workbench>> benches_;
};

}  // namespace keywright::remote
