#include "credentials/chain.hpp"

#include "credentials/sources.hpp"
#include "credentials/text.hpp"
#include "http/client.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace keywright {
namespace credentials {
namespace {

struct Row {
  CredentialsSource source;
  std::string_view name;
  Result<Found> (*find)(Context&);
};

constexpr Row kSources[] = {
    {CredentialsSource::environment, "environment", environment_credentials},
    {CredentialsSource::web_identity, "web identity", web_identity_credentials},
    {CredentialsSource::profile, "profile", profile_credentials},
    {CredentialsSource::container, "container", container_credentials},
    {CredentialsSource::instance_metadata, "instance metadata", instance_metadata_credentials},
};

const Row& row_of(CredentialsSource source) {
  return *std::find_if(std::begin(kSources), std::end(kSources),
                       [source](const Row& row) { return row.source == source; });
}

Result<Credentials> check_fixed(Credentials fixed) {
  if (fixed.secret_access_key.empty()) {
    return configuration_error("the credentials that the program passes have no secret_access_key");
  }
  if (fixed.source.empty()) fixed.source = "the program";
  return fixed;
}

constexpr std::string_view kMend =
    "To mend it, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile that has "
    "credentials with AWS_PROFILE, or pass credentials in the program. An endpoint that checks no "
    "signatures takes any.";

}  // namespace

Chain::Chain(World world, DefaultCredentialsOptions options)
    : world_(std::move(world)), options_(std::move(options)) {}

Result<Credentials> Chain::credentials(const CallControl& control) {
  if (!options_.fixed.access_key_id.empty()) return check_fixed(options_.fixed);
  Context context(world_, options_.sources, control);
  std::string tried = "no AWS credentials were found. Of the sources tried,\n";
  for (const CredentialsSource source : options_.order) {
    const Row& row = row_of(source);
    auto found = row.find(context);
    if (!found) return std::move(found).error();
    if (auto* credentials = std::get_if<Credentials>(&*found)) return std::move(*credentials);
    tried.append("  ").append(row.name).append(": ").append(std::get<Nothing>(*found).why) += '\n';
  }
  if (!options_.fallback.access_key_id.empty()) return options_.fallback;
  return configuration_error(tried.append(kMend));
}

}  // namespace credentials

std::shared_ptr<CredentialsProvider> default_credentials(DefaultCredentialsOptions options) {
  auto world =
      credentials::real_world(options.sources.environment, std::make_shared<http::Client>());
  return cached_credentials(
      std::make_shared<credentials::Chain>(std::move(world), std::move(options)));
}

}  // namespace keywright
