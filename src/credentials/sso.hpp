#pragma once
// IAM Identity Center: the token that `aws sso login` left in ~/.aws/sso/cache, exchanged for the
// credentials of a role.

#include "credentials/context.hpp"
#include <keywright/credentials.hpp>

#include <string>

namespace keywright::credentials {

/// Whether the profile names a role of IAM Identity Center.
[[nodiscard]] bool names_sso(const Section& profile);

[[nodiscard]] Result<Credentials> sso_credentials(Context& context, const std::string& profile_name,
                                                  const Section& profile);

/// The file in which `aws sso login` keeps the token of a session (or of a start URL, where a
/// profile names no session).
[[nodiscard]] std::string sso_cache_file(const World& world, const std::string& session);

}  // namespace keywright::credentials
