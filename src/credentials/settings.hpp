#pragma once
// resolve_aws_settings() with everything from outside passed in.

#include "credentials/world.hpp"
#include <keywright/aws_settings.hpp>

namespace keywright::credentials {

[[nodiscard]] Result<AwsSettings> resolve_settings(const World& world, const AwsSources& sources,
                                                   const CallControl& control);

}  // namespace keywright::credentials
