#include "connect/open_remote.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

namespace keywright::connecting {
namespace {

constexpr std::string_view kUsualRegion = "us-east-1";

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Error missing(std::string message) {
  Error error;
  error.code = ErrorCode::validation;
  error.message = std::move(message);
  return error;
}

// Reads the environment whenever it is asked.
class EnvironmentCredentials final : public CredentialsProvider {
 public:
  explicit EnvironmentCredentials(bool is_local) : is_local_(is_local) {}

  Result<Credentials> credentials(const CallControl&) override {
    Credentials found;
    found.access_key_id = environment("AWS_ACCESS_KEY_ID");
    found.secret_access_key = environment("AWS_SECRET_ACCESS_KEY");
    found.session_token = environment("AWS_SESSION_TOKEN");
    found.source = "the environment";
    if (!found.access_key_id.empty() && !found.secret_access_key.empty()) return found;
    if (is_local_) return Credentials{"local", "local", "", std::nullopt, "made up"};
    return missing(
        "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give "
        "ConnectOptions::remote.credentials");
  }

 private:
  const bool is_local_;
};

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

std::string region_of_environment() {
  auto region = environment("AWS_REGION");
  return region.empty() ? environment("AWS_DEFAULT_REGION") : region;
}

RemoteOptions completed(RemoteOptions options, std::string region, bool is_local) {
  options.region = std::move(region);
  if (!options.credentials) {
    options.credentials = std::make_shared<EnvironmentCredentials>(is_local);
  }
  return options;
}

// For an endpoint that may be AWS's or not.
RemoteOptions completed_for(const RemoteEndpoint& endpoint, const RemoteOptions& options) {
  std::string region = options.region;
  if (region.empty()) region = region_in(endpoint.host);
  if (region.empty()) region = region_of_environment();
  if (region.empty()) region = kUsualRegion;
  return completed(options, std::move(region), !endpoint.tls && is_loopback(endpoint.host));
}

}  // namespace

std::string_view region_in(std::string_view host) {
  constexpr std::array<std::string_view, 4> kPrefixes{"streams.dynamodb.", "streams-dynamodb.",
                                                      "dynamodb-fips.", "dynamodb."};
  constexpr std::array<std::string_view, 4> kSuffixes{".amazonaws.com.cn", ".amazonaws.com",
                                                      ".api.amazonwebservices.com.cn", ".api.aws"};
  const auto* const prefix = std::find_if(kPrefixes.begin(), kPrefixes.end(),
                                          [&](auto text) { return host.starts_with(text); });
  const auto* const suffix = std::find_if(kSuffixes.begin(), kSuffixes.end(),
                                          [&](auto text) { return host.ends_with(text); });
  if (prefix == kPrefixes.end() || suffix == kSuffixes.end() ||
      prefix->size() + suffix->size() >= host.size()) {
    return {};
  }
  host.remove_prefix(prefix->size());
  host.remove_suffix(suffix->size());
  return host.find('.') == std::string_view::npos ? host : std::string_view();
}

Result<std::unique_ptr<Database>> open_aws(std::string_view region, const ConnectOptions& options) {
  std::string name(region);
  if (name.empty()) name = options.remote.region;
  if (name.empty()) name = region_of_environment();
  if (name.empty()) {
    return missing("aws: needs a region: write aws:eu-west-1, or set AWS_REGION");
  }
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
  if (!is_name) return missing("\"" + name + "\" is not the name of an AWS region");
  auto endpoints = aws_endpoints(name, options.aws);
  return remote_database(std::move(endpoints), completed(options.remote, std::move(name), false));
}

Result<std::unique_ptr<Database>> open_url(std::string_view url, const ConnectOptions& options) {
  auto endpoint = parse_endpoint(url);
  if (!endpoint) return endpoint.error();
  auto remote = completed_for(*endpoint, options.remote);
  return remote_database(fixed_endpoint(*std::move(endpoint)), std::move(remote));
}

Result<std::unique_ptr<Database>> open_alternator(std::string_view url,
                                                  const ConnectOptions& options) {
  auto node = parse_endpoint(url);
  if (!node) return node.error();
  auto remote = completed_for(*node, options.remote);
  auto alternator = options.alternator;
  if (alternator.ca_file.empty()) alternator.ca_file = options.remote.http.ca_file;
  return remote_database(alternator_endpoints(*std::move(node), std::move(alternator)),
                         std::move(remote));
}

}  // namespace keywright::connecting
