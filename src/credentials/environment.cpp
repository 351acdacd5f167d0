#include "credentials/sources.hpp"
#include "credentials/text.hpp"

namespace keywright::credentials {

Result<Found> environment_credentials(Context& context) {
  if (context.profile_is_argument()) {
    return Nothing{"not asked, because the program names the profile " +
                   quoted(context.profile_name().value)};
  }
  return keys_of_environment(context);
}

Result<Found> keys_of_environment(Context& context) {
  const World& world = context.world();
  Credentials out;
  out.access_key_id = world.variable("AWS_ACCESS_KEY_ID");
  out.secret_access_key = world.variable("AWS_SECRET_ACCESS_KEY");
  out.session_token = world.variable("AWS_SESSION_TOKEN");
  out.source = "AWS_ACCESS_KEY_ID of the environment";
  if (out.access_key_id.empty()) return Nothing{"AWS_ACCESS_KEY_ID is not set"};
  if (out.secret_access_key.empty()) {
    return configuration_error(
        "AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not: set both or neither");
  }
  return out;
}

}  // namespace keywright::credentials
