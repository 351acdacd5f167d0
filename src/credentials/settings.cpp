#include "credentials/settings.hpp"

#include "credentials/context.hpp"
#include "credentials/instance_metadata.hpp"
#include "credentials/text.hpp"
#include "http/client.hpp"

#include <utility>

namespace keywright {
namespace credentials {
namespace {

/// Moves what was found to where it belongs; the error otherwise.
template <class T>
std::optional<Error> take(Result<AwsSetting<T>> found, AwsSetting<T>& out) {
  if (!found) return std::move(found).error();
  out = *std::move(found);
  return std::nullopt;
}

/// What the environment and the files say.
Result<AwsSettings> read_settings(Context& context) {
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
  if (!error) error = take(context.region(), out.region);
  if (error) return *std::move(error);
  return out;
}

}  // namespace

Result<AwsSettings> configured_settings(const AwsSources& sources) {
  const auto world = real_world(sources.environment, nullptr);
  const CallControl control;
  Context context(world, sources, control);
  return read_settings(context);
}

Result<AwsSettings> resolve_settings(const World& world, const AwsSources& sources,
                                     const CallControl& control) {
  Context context(world, sources, control);
  auto out = read_settings(context);
  if (!out || out->region.is_set()) return out;
  auto found = instance_region(context);
  if (!found) return std::move(found).error();
  if (auto* name = std::get_if<std::string>(&*found)) {
    out->region = {std::move(*name), "the instance metadata service"};
  }
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
