#include "credentials/instance_metadata.hpp"

#include "credentials/answers.hpp"
#include "credentials/sources.hpp"
#include "credentials/text.hpp"

#include <utility>

namespace keywright::credentials {
namespace {

constexpr std::string_view kRolePath = "iam/security-credentials/";

/// Most machines are no EC2 instance: there, no answer and a refusal are nothing, unless the caller
/// gave up first. A service that is out of order is there.
Result<Found> no_instance(const Error& error) {
  const bool is_out_of_order = error.retryable && error.http_status != 0;
  if (error.code == ErrorCode::timeout || is_out_of_order) return error;
  return Nothing{error.message};
}

/// The base URL; the target, without its last slash, is what every path begins with.
Result<http::Url> endpoint_of(Context& context) {
  auto set = context.setting("AWS_EC2_METADATA_SERVICE_ENDPOINT", "ec2_metadata_service_endpoint");
  if (!set) return std::move(set).error();
  auto mode = context.setting("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE",
                              "ec2_metadata_service_endpoint_mode");
  if (!mode) return std::move(mode).error();
  const std::string family = lower_case(mode->value);
  if (!family.empty() && family != "ipv4" && family != "ipv6") {
    return configuration_error(mode->source + ": the mode must be IPv4 or IPv6, and is " +
                               quoted(mode->value));
  }
  if (!set->is_set()) {
    return http::parse_url(family == "ipv6" ? "http://[fd00:ec2::254]" : "http://169.254.169.254");
  }
  auto url = http::parse_url(set->value);
  if (url) return url;
  Error error = std::move(url).error();
  error.message = set->source + ": " + error.message;
  return error;
}

Result<CallPolicy> policy_of(Context& context) {
  CallPolicy out{3, std::chrono::milliseconds(1000)};
  auto attempts =
      context.number("AWS_METADATA_SERVICE_NUM_ATTEMPTS", "metadata_service_num_attempts", 1);
  if (!attempts) return std::move(attempts).error();
  auto seconds = context.number("AWS_METADATA_SERVICE_TIMEOUT", "metadata_service_timeout", 1);
  if (!seconds) return std::move(seconds).error();
  if (attempts->is_set()) out.attempts = attempts->value;
  if (seconds->is_set()) out.timeout = std::chrono::seconds(seconds->value);
  return out;
}

}  // namespace

InstanceMetadata::InstanceMetadata(Context& context, http::Url endpoint, CallPolicy policy)
    : context_(&context), endpoint_(std::move(endpoint)), policy_(policy) {
  if (endpoint_.target.ends_with('/')) endpoint_.target.pop_back();
}

Result<std::variant<InstanceMetadata, Nothing>> InstanceMetadata::open(Context& context) {
  if (lower_case(context.world().variable("AWS_EC2_METADATA_DISABLED")) == "true") {
    return Nothing{"AWS_EC2_METADATA_DISABLED is true"};
  }
  auto endpoint = endpoint_of(context);
  if (!endpoint) return std::move(endpoint).error();
  auto policy = policy_of(context);
  if (!policy) return std::move(policy).error();
  return InstanceMetadata(context, *std::move(endpoint), *policy);
}

std::string InstanceMetadata::name() const {
  return "the instance metadata service " + to_string(endpoint_);
}

Result<void> InstanceMetadata::fetch_token() {
  http::Request request;
  request.method = "PUT";
  request.url = endpoint_;
  request.url.target += "/latest/api/token";
  request.headers.push_back({"X-aws-ec2-metadata-token-ttl-seconds", "21600"});
  auto response = call(context_->world(), request, policy_, context_->control(), name());
  if (!response) return std::move(response).error();
  token_ = std::string(trim(response->body));
  if (response->status == 200 && !token_.empty()) return {};
  return status_error(name(), response->status, "it gives no token");
}

Result<http::Response> InstanceMetadata::get(std::string_view path) {
  if (token_.empty()) {
    if (auto fetched = fetch_token(); !fetched) return std::move(fetched).error();
  }
  http::Request request;
  request.url = endpoint_;
  request.url.target.append("/latest/meta-data/").append(path);
  request.headers.push_back({"X-aws-ec2-metadata-token", token_});
  return call(context_->world(), request, policy_, context_->control(), name());
}

Result<Found> instance_metadata_credentials(Context& context) {
  auto opened = InstanceMetadata::open(context);
  if (!opened) return std::move(opened).error();
  if (auto* nothing = std::get_if<Nothing>(&*opened)) return std::move(*nothing);
  auto& service = std::get<InstanceMetadata>(*opened);

  const auto roles = service.get(kRolePath);
  if (!roles) return no_instance(roles.error());
  const std::string_view role =
      trim(std::string_view(roles->body).substr(0, roles->body.find('\n')));
  if (roles->status == 404 || (roles->status == 200 && role.empty())) {
    return Nothing{"the instance has no role attached"};
  }
  if (roles->status != 200) return status_error(service.name(), roles->status, "it names no role");

  const auto response = service.get(std::string(kRolePath).append(role));
  if (!response) return response.error();
  if (response->status != 200) {
    return status_error(service.name(), response->status,
                        "it gives no credentials of the role " + quoted(role));
  }
  const auto members = read_json(response->body);
  if (!members) return configuration_error(service.name() + " did not answer with a JSON object");
  if (const std::string code = member(*members, "Code"); !code.empty() && code != "Success") {
    return configuration_error(service.name() + " answered " + code + ": " +
                               member(*members, "Message"));
  }
  auto out = read_credentials(*members, {.session_token = "Token"}, service.name());
  if (!out) return std::move(out).error();
  out->source = "the role " + quoted(role) + " of the EC2 instance";
  return *std::move(out);
}

Result<std::variant<std::string, Nothing>> instance_region(Context& context) {
  auto opened = InstanceMetadata::open(context);
  if (!opened) return std::move(opened).error();
  if (auto* nothing = std::get_if<Nothing>(&*opened)) return std::move(*nothing);
  auto& service = std::get<InstanceMetadata>(*opened);
  const auto response = service.get("placement/region");
  if (!response) {
    if (response.error().code == ErrorCode::timeout) return response.error();
    return Nothing{response.error().message};
  }
  const std::string_view region = trim(response->body);
  if (response->status != 200 || region.empty()) {
    return Nothing{status_error(service.name(), response->status, "it gives no region").message};
  }
  return std::string(region);
}

}  // namespace keywright::credentials
