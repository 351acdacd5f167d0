#include "credentials/aws_host.hpp"

namespace keywright::credentials {
namespace {

struct Partition {
  std::string_view region_prefix;
  std::string_view suffix;
  std::string_view dual_stack_suffix;
  std::string_view fips_mark = "-fips";  ///< behind the service's name, without dual-stack
};

/// AWS's partitions by how the names of their regions begin; all others are the first.
constexpr Partition kPartitions[] = {
    {"", "amazonaws.com", "api.aws"},
    {"us-gov-", "amazonaws.com", "api.aws", ""},  // there, the usual hosts are FIPS's
    {"cn-", "amazonaws.com.cn", "api.amazonwebservices.com.cn"},
    {"us-iso-", "c2s.ic.gov", "api.aws.ic.gov"},
    {"us-isob-", "sc2s.sgov.gov", "api.aws.scloud"},
    {"us-isof-", "csp.hci.ic.gov", "api.aws.hci.ic.gov"},
    {"eu-isoe-", "cloud.adc-e.uk", "api.cloud-aws.adc-e.uk"},
    {"eusc-", "amazonaws.eu", "api.amazonwebservices.eu"},
};

const Partition& partition_of(std::string_view region) {
  const Partition* out = &kPartitions[0];
  for (const Partition& row : kPartitions) {
    if (region.starts_with(row.region_prefix)) out = &row;
  }
  return *out;
}

}  // namespace

std::string aws_host(std::string_view service, std::string_view region, AwsHostVariant variant) {
  const Partition& in = partition_of(region);
  std::string out(service);
  if (variant.fips) out.append(variant.dual_stack ? std::string_view("-fips") : in.fips_mark);
  out.append(".").append(region).append(".");
  return out.append(variant.dual_stack ? in.dual_stack_suffix : in.suffix);
}

}  // namespace keywright::credentials
