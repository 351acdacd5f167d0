#pragma once
// The sources of the default chain, each in a file of its own.

#include "credentials/found.hpp"

namespace keywright::credentials {

/// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.
[[nodiscard]] Result<Found> environment_credentials(Context& context);
/// The same where a profile asks for them.
[[nodiscard]] Result<Found> keys_of_environment(Context& context);
/// AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN: a role by STS for a token of another issuer.
[[nodiscard]] Result<Found> web_identity_credentials(Context& context);
/// The profile that counts, in whichever of the many ways it names credentials.
[[nodiscard]] Result<Found> profile_credentials(Context& context);
/// AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or _FULL_URI: ECS, EKS Pod Identity and the like.
[[nodiscard]] Result<Found> container_credentials(Context& context);
/// The role of the EC2 instance, by its metadata service (IMDSv2).
[[nodiscard]] Result<Found> instance_metadata_credentials(Context& context);

}  // namespace keywright::credentials
