#include "credentials/settings.hpp"

#include "credentials/context.hpp"
#include "credentials/instance_metadata.hpp"
#include "credentials/text.hpp"
#include "http/client.hpp"

#include <utility>

namespace keywright {
namespace credentials {
namespace {

Result<AwsSetting<std::string>> any_region(Context& context) {
  auto region = context.region();
  if (!region || region->is_set()) return region;
  auto found = instance_region(context);
  if (!found) return std::move(found).error();
  if (auto* name = std::get_if<std::string>(&*found)) {
    return AwsSetting<std::string>{std::move(*name), "the instance metadata service"};
  }
  return region;
}

/// Moves what was found to where it belongs; the error otherwise.
template <class T>
std::optional<Error> take(Result<AwsSetting<T>> found, AwsSetting<T>& out) {
  if (!found) return std::move(found).error();
  out = *std::move(found);
  return std::nullopt;
}

}  // namespace

Result<AwsSettings> resolve_settings(const World& world, const AwsSources& sources,
                                     const CallControl& control) {
  Context context(world, sources, control);
  AwsSettings out;
  out.profile = context.profile_name();
  auto error = take(context.endpoint_url("dynamodb"), out.endpoint_url);
  if (!error)
    error = take(context.flag("AWS_USE_FIPS_ENDPOINT", "use_fips_endpoint"), out.use_fips_endpoint);
  if (!error) {
    error = take(context.flag("AWS_USE_DUALSTACK_ENDPOINT", "use_dualstack_endpoint"),
                 out.use_dualstack_endpoint);
  }
  if (!error) error = take(context.number("AWS_MAX_ATTEMPTS", "max_attempts", 1), out.max_attempts);
  if (!error) error = take(any_region(context), out.region);
  if (error) return *std::move(error);
  return out;
}

}  // namespace credentials

Result<AwsSettings> resolve_aws_settings(const AwsSources& sources, const CallControl& control) {
  const auto world = credentials::real_world(sources.environment, std::make_shared<http::Client>());
  return credentials::resolve_settings(world, sources, control);
}

Result<std::string> required_region(const AwsSettings& settings) {
  if (!settings.region.value.empty()) return settings.region.value;
  return credentials::configuration_error(
      "no AWS region is set: name one (as in aws:eu-west-1), or set AWS_REGION, or region in the "
      "profile " +
      credentials::quoted(settings.profile.value) + " of ~/.aws/config");
}

}  // namespace keywright
