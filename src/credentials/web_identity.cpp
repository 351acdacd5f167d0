#include "credentials/sources.hpp"
#include "credentials/sts.hpp"
#include "credentials/text.hpp"

namespace keywright::credentials {

Result<Found> web_identity_credentials(Context& context) {
  const World& world = context.world();
  if (context.profile_is_argument()) {
    return Nothing{"not asked, because the program names the profile " +
                   quoted(context.profile_name().value)};
  }
  const std::string token_file = world.variable("AWS_WEB_IDENTITY_TOKEN_FILE");
  if (token_file.empty()) return Nothing{"AWS_WEB_IDENTITY_TOKEN_FILE is not set"};
  Role role;
  role.arn = world.variable("AWS_ROLE_ARN");
  role.session_name = world.variable("AWS_ROLE_SESSION_NAME");
  role.place = "AWS_ROLE_ARN";
  if (role.arn.empty()) {
    return configuration_error(
        "AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not: set the role to assume");
  }
  auto out = assume_role_with_web_identity(context, role, token_file);
  if (!out) return std::move(out).error();
  return *std::move(out);
}

}  // namespace keywright::credentials
