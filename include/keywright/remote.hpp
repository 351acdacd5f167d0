#pragma once
// A Database behind HTTP: DynamoDB on AWS, or whatever else speaks its protocol.
//
// Safe to use from many threads; each call is made in its caller's thread, and nothing is opened
// before the first. A call costs what its JSON, one signature (under 2 us with a kept key) and one
// round trip over a kept connection cost.
//
// Calls are repeated in AWS's "standard" mode. Also one write that is not idempotent, such as ADD,
// is repeated if its answer was lost, as AWS's own SDKs do: where that matters use a condition, or
// a transaction, whose token stays the same for all attempts. CallControl::deadline bounds
// everything; without one, every attempt has the client's own timeouts.

#include <keywright/clock.hpp>
#include <keywright/credentials.hpp>
#include <keywright/database.hpp>
#include <keywright/endpoints.hpp>
#include <keywright/random.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace keywright {

/// One attempt of a call, at its end. Views are valid while the observer runs.
struct AttemptReport {
  std::string_view operation{};  ///< "GetItem"
  std::size_t attempt = 1;
  std::string_view host{};
  int http_status = 0;                               ///< 0: no answer
  const Error* error = nullptr;                      ///< nullptr: it succeeded
  std::chrono::nanoseconds latency{};                ///< of this attempt
  std::optional<std::chrono::milliseconds> pause{};  ///< before the next; nullopt: it was the last
};

/// Full jitter: each pause is a random part of base * 2^(attempt - 1), or of `max_pause` if that is
/// less. Repeating is paid from a bucket that successful calls fill again.
struct RetryOptions {
  /// The first included; 1: never repeat. nullopt: 4, or what connect() finds in AWS_MAX_ATTEMPTS.
  std::optional<std::size_t> max_attempts{};
  std::chrono::milliseconds transient_base{25};  ///< no answer, 500, 502, 503, 504, wrong checksum
  std::chrono::milliseconds throttling_base{1000};
  std::chrono::milliseconds max_pause{20'000};
  int bucket = 500;
  int transient_cost = 14;
  int throttling_cost = 5;
};

struct HttpOptions {
  std::size_t max_connections = 50;  ///< to one endpoint; further calls wait for one
  std::chrono::milliseconds idle_limit{30'000};
  std::chrono::milliseconds lifetime_limit{300'000};  ///< after it, the name is resolved anew
  std::chrono::milliseconds connect_timeout{3'000};   ///< TLS included
  std::chrono::milliseconds read_timeout{10'000};
  std::chrono::milliseconds total_timeout{60'000};  ///< of one attempt
  std::filesystem::path ca_file{};  ///< PEM; in place of the system's certificate authorities
  bool accept_gzip = false;         ///< spares bytes, costs time
};

struct RemoteOptions {
  std::shared_ptr<CredentialsProvider> credentials{};  ///< required
  std::string region{};                                ///< required; signed
  RetryOptions retry{};
  HttpOptions http{};
  std::function<void(const AttemptReport&)> observer{};  ///< on the thread of the call
  // For tests:
  Clock clock{};    ///< of signatures; default: the system's, corrected by the service's
  Random random{};  ///< of pauses and tokens
  /// Pauses; false if the call was stopped meanwhile.
  std::function<bool(std::chrono::milliseconds, const CallControl&)> sleep{};
};

/// A `validation` error if something that is required is missing.
[[nodiscard]] Result<std::unique_ptr<Database>> remote_database(
    std::shared_ptr<EndpointProvider> endpoints, RemoteOptions options);

}  // namespace keywright
