#pragma once
// The cached token of IAM Identity Center, refreshed if it can be.

#include "credentials/context.hpp"

#include <string>

namespace keywright::credentials {

/// What a profile and its sso-session say of the login.
struct SsoLogin {
  std::string profile{};  ///< whose login, for `aws sso login --profile`
  std::string session{};  ///< empty: the form without sso-session, whose token cannot be refreshed
  std::string start_url{};
  std::string region{};
};

/// A token that is valid now.
[[nodiscard]] Result<std::string> sso_token(Context& context, const SsoLogin& login);

/// "run: aws sso login --profile dev"
[[nodiscard]] std::string login_again(const SsoLogin& login);

}  // namespace keywright::credentials
