#include "connect/open_remote.hpp"

#include "credentials/aws_host.hpp"
#include "credentials/endpoints.hpp"
#include "credentials/settings.hpp"
#include <keywright/credentials_providers.hpp>

#include <optional>
#include <string>
#include <utility>

namespace keywright::connecting {
namespace {

constexpr std::string_view kUsualRegion = "us-east-1";

Error misconfigured(std::string message) {
  Error error;
  error.code = ErrorCode::validation;
  error.message = std::move(message);
  return error;
}

// The region is the label behind the service, with or without a mark of FIPS.
std::string_view region_behind(std::string_view service, std::string_view host) {
  const auto begin = host.find('.', service.size());
  if (!host.starts_with(service) || begin == std::string_view::npos) return {};
  const auto region = host.substr(begin + 1, host.find('.', begin + 1) - begin - 1);
  for (const credentials::AwsHostVariant variant :
       {credentials::AwsHostVariant{false, false}, {false, true}, {true, false}, {true, true}}) {
    if (host == credentials::aws_host(service, region, variant)) return region;
  }
  return {};
}

// A server on this machine, which is not AWS.
bool is_local(const RemoteEndpoint& endpoint) {
  const std::string_view host = endpoint.host;
  return !endpoint.tls && (host == "localhost" || host == "::1" || host.starts_with("127."));
}

std::shared_ptr<CredentialsProvider> usual_credentials(const AwsSources& sources,
                                                       const std::string& region, bool is_local) {
  DefaultCredentialsOptions options;
  options.sources = sources;
  options.sources.region = region;
  if (is_local) {
    options.order = {CredentialsSource::environment, CredentialsSource::profile};
    options.fallback = {"local", "local", "", std::nullopt, "made up"};
  }
  return default_credentials(std::move(options));
}

RemoteOptions completed(const ConnectOptions& options, std::string region,
                        const AwsSetting<int>& max_attempts, bool is_local) {
  RemoteOptions out = options.remote;
  if (!out.retry.max_attempts && max_attempts.is_set()) {
    out.retry.max_attempts = static_cast<std::size_t>(max_attempts.value);
  }
  if (!out.credentials) out.credentials = usual_credentials(options.sources, region, is_local);
  out.region = std::move(region);
  return out;
}

// For an endpoint that may be AWS's or not.
Result<RemoteOptions> completed_for(const RemoteEndpoint& endpoint, const ConnectOptions& options) {
  std::string region = options.remote.region;
  if (region.empty()) region = region_in(endpoint.host);
  AwsSettings found;
  if (region.empty() || !options.remote.retry.max_attempts) {
    auto settings = credentials::configured_settings(options.sources);
    if (!settings) return std::move(settings).error();
    found = *std::move(settings);
  }
  if (region.empty()) region = found.region.value;
  if (region.empty()) region = kUsualRegion;
  return completed(options, std::move(region), found.max_attempts, is_local(endpoint));
}

// An endpoint that was set in place of AWS's.
Result<AwsTarget> configured_target(const AwsSetting<std::string>& url, std::string region,
                                    const AwsEndpointOptions& wanted) {
  if (wanted.fips || wanted.dual_stack) {
    return misconfigured(url.source + " sets the endpoint " + url.value + ", so that " +
                         (wanted.fips ? "FIPS" : "dual-stack") +
                         " cannot be had as well: unset one of them");
  }
  auto endpoint = parse_endpoint(url.value);
  if (!endpoint) return misconfigured(url.source + ": " + endpoint.error().message);
  const bool local = is_local(*endpoint);
  return AwsTarget{fixed_endpoint(*std::move(endpoint)), std::move(region), {}, local};
}

}  // namespace

std::string_view region_in(std::string_view host) {
  for (const std::string_view service : {"dynamodb", "streams.dynamodb", "streams-dynamodb"}) {
    if (const auto region = region_behind(service, host); !region.empty()) return region;
  }
  // An account's own endpoint: 111122223333.ddb.eu-west-1.amazonaws.com
  const auto dot = host.find('.');
  return dot == std::string_view::npos ? std::string_view()
                                       : region_behind("ddb", host.substr(dot + 1));
}

Result<AwsTarget> aws_target(std::string_view region, const ConnectOptions& options) {
  AwsSources sources = options.sources;
  if (!options.remote.region.empty()) sources.region = options.remote.region;
  if (!region.empty()) sources.region = region;
  const auto settings = resolve_aws_settings(sources);
  if (!settings) return settings.error();
  auto name = required_region(*settings);
  if (!name) return std::move(name).error();
  if (auto checked = credentials::check_region(*name); !checked) return checked.error();

  AwsEndpointOptions wanted = options.aws;
  wanted.fips = wanted.fips || settings->use_fips_endpoint.value;
  wanted.dual_stack = wanted.dual_stack || settings->use_dualstack_endpoint.value;
  if (settings->endpoint_url.is_set()) {
    auto target = configured_target(settings->endpoint_url, *std::move(name), wanted);
    if (target) target->max_attempts = settings->max_attempts;
    return target;
  }
  auto endpoints = aws_endpoints(*name, wanted);
  return AwsTarget{std::move(endpoints), *std::move(name), settings->max_attempts, false};
}

Result<std::unique_ptr<Database>> open_aws(std::string_view region, const ConnectOptions& options) {
  auto target = aws_target(region, options);
  if (!target) return std::move(target).error();
  return remote_database(
      std::move(target->endpoints),
      completed(options, std::move(target->region), target->max_attempts, target->is_local));
}

Result<std::unique_ptr<Database>> open_url(std::string_view url, const ConnectOptions& options) {
  auto endpoint = parse_endpoint(url);
  if (!endpoint) return endpoint.error();
  auto remote = completed_for(*endpoint, options);
  if (!remote) return std::move(remote).error();
  return remote_database(fixed_endpoint(*std::move(endpoint)), *std::move(remote));
}

Result<std::unique_ptr<Database>> open_alternator(std::string_view url,
                                                  const ConnectOptions& options) {
  auto node = parse_endpoint(url);
  if (!node) return node.error();
  auto remote = completed_for(*node, options);
  if (!remote) return std::move(remote).error();
  auto alternator = options.alternator;
  if (alternator.ca_file.empty()) alternator.ca_file = options.remote.http.ca_file;
  return remote_database(alternator_endpoints(*std::move(node), std::move(alternator)),
                         *std::move(remote));
}

}  // namespace keywright::connecting
