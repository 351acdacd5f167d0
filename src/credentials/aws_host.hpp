#pragma once
// How AWS names the hosts of its services.

#include <string>
#include <string_view>

namespace keywright::credentials {

struct AwsHostVariant {
  bool fips = false;
  bool dual_stack = false;  ///< IPv4 and IPv6
};

/// `dynamodb.eu-west-1.amazonaws.com`. A region of no partition known here is taken for one of
/// AWS's first.
[[nodiscard]] std::string aws_host(std::string_view service, std::string_view region,
                                   AwsHostVariant variant);

}  // namespace keywright::credentials
