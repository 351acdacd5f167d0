#include "credentials/endpoints.hpp"

#include "credentials/text.hpp"

#include <utility>

namespace keywright::credentials {
namespace {

struct Partition {
  std::string_view region_prefix;
  std::string_view suffix;
  std::string_view dualstack_suffix;
};

/// AWS's partitions by how the names of their regions begin; all others are the first.
constexpr Partition kPartitions[] = {
    {"", "amazonaws.com", "api.aws"},
    {"cn-", "amazonaws.com.cn", "api.amazonwebservices.com.cn"},
    {"us-iso-", "c2s.ic.gov", "api.aws.ic.gov"},
    {"us-isob-", "sc2s.sgov.gov", "api.aws.scloud"},
    {"us-isof-", "csp.hci.ic.gov", "api.aws.hci.ic.gov"},
    {"eu-isoe-", "cloud.adc-e.uk", "api.cloud-aws.adc-e.uk"},
    {"eusc-", "amazonaws.eu", "api.amazonwebservices.eu"},
};

const Partition& partition(std::string_view region) {
  const Partition* out = &kPartitions[0];
  for (const Partition& row : kPartitions) {
    if (region.starts_with(row.region_prefix)) out = &row;
  }
  return *out;
}

/// A region becomes part of a host name, so it must be a label of one.
Result<void> check_region(const std::string& region) {
  const std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
  if (region.find_first_not_of(allowed) == std::string::npos) return {};
  return configuration_error(quoted(region) + " is no region: those are like eu-west-1");
}

Result<http::Url> parse_setting(const AwsSetting<std::string>& setting) {
  auto url = http::parse_url(setting.value);
  if (url) return url;
  Error error = std::move(url).error();
  error.message = setting.source + ": " + error.message;
  return error;
}

}  // namespace

std::string_view dns_suffix(std::string_view region) {
  return partition(region).suffix;
}

http::Url below(http::Url base, std::string_view path) {
  if (base.target.ends_with('/')) base.target.pop_back();
  base.target.append(path);
  return base;
}

Result<StsEndpoint> sts_endpoint(Context& context) {
  auto region = context.region();
  if (!region) return std::move(region).error();
  auto fips = context.flag("AWS_USE_FIPS_ENDPOINT", "use_fips_endpoint");
  if (!fips) return std::move(fips).error();
  auto dualstack = context.flag("AWS_USE_DUALSTACK_ENDPOINT", "use_dualstack_endpoint");
  if (!dualstack) return std::move(dualstack).error();
  auto configured = context.endpoint_url("sts");
  if (!configured) return std::move(configured).error();
  if (auto checked = check_region(region->value); !checked) return std::move(checked).error();

  StsEndpoint out;
  out.region = region->is_set() ? region->value : "us-east-1";
  std::string host = "sts.amazonaws.com";
  if (region->is_set()) {
    const Partition& in = partition(out.region);
    host = (fips->value ? "sts-fips." : "sts.") + out.region + '.' +
           std::string(dualstack->value ? in.dualstack_suffix : in.suffix);
  }
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
  return http::parse_url("https://" + std::string(prefix) + '.' + region + '.' +
                         std::string(dns_suffix(region)));
}

}  // namespace keywright::credentials
