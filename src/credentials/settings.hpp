#pragma once
// The settings behind resolve_aws_settings().

#include "credentials/world.hpp"
#include <keywright/aws_settings.hpp>

namespace keywright::credentials {

/// Without the instance metadata service, so that nothing is sent.
[[nodiscard]] Result<AwsSettings> configured_settings(const AwsSources& sources);

/// With everything from outside passed in.
[[nodiscard]] Result<AwsSettings> resolve_settings(const World& world, const AwsSources& sources,
                                                   const CallControl& control);

}  // namespace keywright::credentials
