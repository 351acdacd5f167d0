#pragma once
// Whether a request was signed by whom it says, with AWS's own error texts.
//
// Reading the claim and verifying it are two steps: a server that accepts any well-formed signature
// makes only the first.

#include "wire/sha256.hpp"
#include "wire/sigv4.hpp"
#include <keywright/result.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::wire {

/// What a request says about its signature, from the Authorization header or the query. The views
/// are of the request, or of `decoded`.
struct SignatureClaim {
  std::string_view access_key_id{};
  CredentialScope scope{};
  std::string_view terminator{};
  std::string_view signed_headers{};
  std::string_view signature{};
  std::string_view timestamp{};
  std::string_view session_token{};
  std::optional<std::chrono::seconds> expires{};  ///< of presigned requests
  std::unique_ptr<char[]> decoded{};
};

/// MissingAuthenticationTokenException, IncompleteSignatureException or InvalidSignatureException
/// if there is no claim, or one that is not well-formed.
[[nodiscard]] Result<SignatureClaim> read_signature_claim(const RequestView& request);

/// Verifies claims; keeps the signing keys of the day, whose derivation costs more than the rest.
/// One per thread.
class SignatureVerifier {
 public:
  explicit SignatureVerifier(std::string_view service) : service_(service) {}

  /// An error unless the request is signed with these credentials and dated within 15 minutes of
  /// `now` (or, if presigned, is not older than it may be).
  [[nodiscard]] Result<void> verify(const RequestView& request, const SignatureClaim& claim,
                                    const SigningCredentials& credentials, TimePoint now);

 private:
  struct CachedKey {
    std::string name{};
    Digest key{};
  };

  const Digest& signing_key(const SignatureClaim& claim, const SigningCredentials& credentials);

  std::string service_;
  Sha256 sha_;
  std::vector<CachedKey> keys_;
  std::size_t next_key_ = 0;
};

}  // namespace keywright::wire
