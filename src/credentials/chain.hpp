#pragma once
// Asks one source of credentials after the other.

#include "credentials/world.hpp"
#include <keywright/credentials_providers.hpp>

namespace keywright::credentials {

/// default_credentials() before the cache, with everything from outside passed in.
class Chain final : public CredentialsProvider {
 public:
  Chain(World world, DefaultCredentialsOptions options);

  Result<Credentials> credentials(const CallControl& control) override;

 private:
  const World world_;
  const DefaultCredentialsOptions options_;
};

}  // namespace keywright::credentials
