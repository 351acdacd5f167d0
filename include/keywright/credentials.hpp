#pragma once
// Who signs a request: AWS credentials, and where they come from.

#include <keywright/call_control.hpp>
#include <keywright/clock.hpp>
#include <keywright/result.hpp>

#include <memory>
#include <optional>
#include <string>

namespace keywright {

struct Credentials {
  std::string access_key_id{};
  std::string secret_access_key{};
  std::string session_token{};            ///< empty: long-lived credentials, which have none
  std::optional<TimePoint> expiration{};  ///< nullopt: they do not expire
  std::string source{};                   ///< for people, e.g. "profile \"dev\" of ~/.aws/config"
};

/// Gives credentials whenever a request is signed. From any thread.
class CredentialsProvider {
 public:
  CredentialsProvider() = default;
  CredentialsProvider(const CredentialsProvider&) = delete;
  CredentialsProvider& operator=(const CredentialsProvider&) = delete;
  virtual ~CredentialsProvider() = default;

  /// Waits no longer than `control` allows.
  virtual Result<Credentials> credentials(const CallControl& control) = 0;
};

/// Credentials that do not change.
[[nodiscard]] std::shared_ptr<CredentialsProvider> fixed_credentials(Credentials credentials);

}  // namespace keywright
