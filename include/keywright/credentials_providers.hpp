#pragma once
// Credentials as AWS's SDKs find them: from the environment, the shared files, roles, containers
// and instances. docs/credentials.md says what each source needs.
//
// Nothing is read before credentials are asked for, and no thread runs in between. From any
// thread. A source that is not set up is passed over; one that is set up and does not work is the
// error: going on would sign as somebody else.

#include <keywright/aws_settings.hpp>
#include <keywright/clock.hpp>
#include <keywright/credentials.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace keywright {

/// In AWS's order.
enum class CredentialsSource : std::uint8_t {
  environment,        ///< AWS_ACCESS_KEY_ID and its companions
  web_identity,       ///< AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN, as in EKS
  profile,            ///< keys, a role, IAM Identity Center or credential_process
  container,          ///< AWS_CONTAINER_CREDENTIALS_..._URI: ECS, EKS Pod Identity
  instance_metadata,  ///< the role of the EC2 instance (IMDSv2)
};

struct DefaultCredentialsOptions {
  /// Goes before every source; nothing else is asked. Not set while its access_key_id is empty.
  Credentials fixed{};
  AwsSources sources{};  ///< which profile, files and environment
  /// What is asked, in this order.
  std::vector<CredentialsSource> order{
      CredentialsSource::environment, CredentialsSource::web_identity, CredentialsSource::profile,
      CredentialsSource::container, CredentialsSource::instance_metadata};
  /// What there is when no source has any, for an endpoint that checks no signatures. Not set while
  /// its access_key_id is empty.
  Credentials fallback{};
};

/// The first source that has credentials, kept as by cached_credentials(). When none has any the
/// error (`validation`) lists each source and why it had nothing.
[[nodiscard]] std::shared_ptr<CredentialsProvider> default_credentials(
    DefaultCredentialsOptions options = {});

/// Keeps what `source` gives until 5 minutes before it expires, or until half its lifetime is over
/// if that is later. From then on one caller at a time asks `source` anew, within 10 seconds, while
/// the others go on with what there is; they wait for it, each within its own CallControl, only
/// once that has expired. After a failure `source` is left alone for 3 seconds, unless it was the
/// caller's own deadline or stop: that counts for nobody else.
[[nodiscard]] std::shared_ptr<CredentialsProvider> cached_credentials(
    std::shared_ptr<CredentialsProvider> source, Clock clock = system_clock());

}  // namespace keywright
