#include "credentials/endpoints.hpp"

#include "credentials/aws_host.hpp"
#include "credentials/text.hpp"

#include <utility>

namespace keywright::credentials {
namespace {

Result<AwsHostVariant> variant_of(Context& context) {
  const auto fips = context.flag("AWS_USE_FIPS_ENDPOINT", "use_fips_endpoint");
  if (!fips) return fips.error();
  const auto dual_stack = context.flag("AWS_USE_DUALSTACK_ENDPOINT", "use_dualstack_endpoint");
  if (!dual_stack) return dual_stack.error();
  return AwsHostVariant{fips->value, dual_stack->value};
}

Result<http::Url> parse_setting(const AwsSetting<std::string>& setting) {
  auto url = http::parse_url(setting.value);
  if (url) return url;
  Error error = std::move(url).error();
  error.message = setting.source + ": " + error.message;
  return error;
}

}  // namespace

Result<void> check_region(const std::string& region) {
  const std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
  if (region.find_first_not_of(allowed) == std::string::npos) return {};
  return configuration_error(quoted(region) + " is no region: those are like eu-west-1");
}

http::Url below(http::Url base, std::string_view path) {
  if (base.target.ends_with('/')) base.target.pop_back();
  base.target.append(path);
  return base;
}

Result<StsEndpoint> sts_endpoint(Context& context) {
  auto region = context.region();
  if (!region) return std::move(region).error();
  const auto variant = variant_of(context);
  if (!variant) return variant.error();
  auto configured = context.endpoint_url("sts");
  if (!configured) return std::move(configured).error();
  if (auto checked = check_region(region->value); !checked) return std::move(checked).error();

  StsEndpoint out;
  out.region = region->is_set() ? region->value : "us-east-1";
  const std::string host =
      region->is_set() ? aws_host("sts", out.region, *variant) : "sts.amazonaws.com";
  auto url = configured->is_set() ? parse_setting(*configured) : http::parse_url("https://" + host);
  if (!url) return std::move(url).error();
  out.url = *std::move(url);
  return out;
}

Result<http::Url> regional_endpoint(Context& context, std::string_view service,
                                    std::string_view prefix, const std::string& region) {
  auto configured = context.endpoint_url(service);
  if (!configured) return std::move(configured).error();
  if (configured->is_set()) return parse_setting(*configured);
  if (auto checked = check_region(region); !checked) return std::move(checked).error();
  const auto variant = variant_of(context);
  if (!variant) return variant.error();
  return http::parse_url("https://" + aws_host(prefix, region, *variant));
}

}  // namespace keywright::credentials
