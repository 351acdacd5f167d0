#pragma once
// Who sent a request: any well-formed signature, or those of known access keys alone.

#include "wire/sigv4_verifier.hpp"
#include <keywright/clock.hpp>
#include <keywright/result.hpp>
#include <keywright/server.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::server {

/// One per loop.
class Authenticator {
 public:
  /// Without keys, signatures are not verified.
  Authenticator(const std::vector<AccessKey>& keys, Clock clock);

  [[nodiscard]] bool is_verifying() const { return !keys_.empty(); }

  /// The claim, if it holds; else the error that AWS answers.
  [[nodiscard]] Result<wire::SignatureClaim> authenticate(const wire::RequestView& request);

 private:
  std::map<std::string, AccessKey, std::less<>> keys_;
  Clock clock_;
  /// Absent without keys: what OpenSSL needs to hash takes a millisecond and megabytes.
  std::optional<wire::SignatureVerifier> verifier_;
};

}  // namespace keywright::server
