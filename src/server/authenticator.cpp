#include "server/authenticator.hpp"

#include "core/errors.hpp"

#include <utility>

namespace keywright::server {

Authenticator::Authenticator(const std::vector<AccessKey>& keys, Clock clock)
    : clock_(std::move(clock)) {
  for (const auto& key : keys) keys_.emplace(key.access_key_id, key);
  if (is_verifying()) verifier_.emplace("dynamodb");
}

Result<wire::SignatureClaim> Authenticator::authenticate(const wire::RequestView& request) {
  auto claim = wire::read_signature_claim(request);
  if (!claim || !is_verifying()) return claim;
  const auto found = keys_.find(claim->access_key_id);
  if (found == keys_.end()) {
    return errors::from_exception("UnrecognizedClientException",
                                  "The security token included in the request is invalid.");
  }
  const AccessKey& key = found->second;
  const TimePoint now = clock_();
  const wire::SigningCredentials credentials{key.access_key_id, key.secret_access_key,
                                             key.session_token};
  if (auto verified = verifier_->verify(request, *claim, credentials, now); !verified) {
    return std::move(verified).error();
  }
  // Told only to who holds the secret.
  if (key.expires && now >= *key.expires) {
    return errors::from_exception("ExpiredTokenException",
                                  "The security token included in the request is expired");
  }
  return claim;
}

}  // namespace keywright::server
