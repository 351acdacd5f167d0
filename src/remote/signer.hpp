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
  /// the host and all headers named X-Amz-...; others may change on the way.
  void sign(http::Request& request, const Credentials& credentials, TimePoint now);

 private:
  [[nodiscard]] const wire::Digest& key_for(const Credentials& credentials, std::string_view date);

  std::string region_;
  wire::Sha256 sha_;
  wire::Digest key_{};
  std::string key_secret_;  ///< that `key_` was made of, as is the date; empty: there is none
  std::string key_date_;
};

}  // namespace keywright::remote
