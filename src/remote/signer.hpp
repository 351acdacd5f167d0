#pragma once
// Signs requests for DynamoDB by SigV4, with the signing key of the day kept.

#include "http/transport.hpp"
#include "wire/sha256.hpp"
#include <keywright/clock.hpp>
#include <keywright/credentials.hpp>

#include <string>
#include <string_view>

namespace keywright::remote {

/// One per thread.
class Signer {
 public:
  explicit Signer(std::string region) : region_(std::move(region)) {}

  /// Adds X-Amz-Date, X-Amz-Security-Token if the credentials have one, and Authorization. Signs
  /// these, the host and X-Amz-Target; other headers may change on the way.
  void sign(http::Request& request, const Credentials& credentials, TimePoint now);

 private:
  [[nodiscard]] const wire::Digest& key_for(const Credentials& credentials, std::string_view date);

  void set_time(TimePoint now);

  std::string region_;
  std::chrono::sys_seconds second_{};
  std::string timestamp_{};  ///< of that second
  wire::Sha256 sha_;
  wire::Digest key_{};
  std::string key_secret_;  ///< that `key_` was made of, as is the date; empty: there is none
  std::string key_date_;
};

}  // namespace keywright::remote
