#pragma once
// Roles by AWS's Security Token Service.

#include "credentials/context.hpp"
#include <keywright/credentials.hpp>

#include <string>

namespace keywright::credentials {

struct Role {
  std::string arn{};
  std::string session_name{};      ///< empty: one is made up
  std::string external_id{};       ///< empty: none
  std::string duration_seconds{};  ///< empty: the service's own
  std::string place{};             ///< where the role is named, for people
};

/// AssumeRole, signed with `caller`.
[[nodiscard]] Result<Credentials> assume_role(Context& context, const Role& role,
                                              const Credentials& caller);

/// AssumeRoleWithWebIdentity, with the token that stands in the file. It is read each time.
[[nodiscard]] Result<Credentials> assume_role_with_web_identity(Context& context, const Role& role,
                                                                const std::string& token_file);

}  // namespace keywright::credentials
