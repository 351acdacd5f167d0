#pragma once
// The remote databases among those that a URL may name.

#include <keywright/connect.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace keywright::connecting {

/// The AWS region in the name of one of DynamoDB's endpoints; empty if it is none.
[[nodiscard]] std::string_view region_in(std::string_view host);

/// What `aws:` means here and now.
struct AwsTarget {
  std::shared_ptr<EndpointProvider> endpoints{};
  std::string region{};
  AwsSetting<int> max_attempts{};
  bool is_local = false;  ///< an endpoint on this machine was set in place of AWS's
};
/// `region` may be empty.
[[nodiscard]] Result<AwsTarget> aws_target(std::string_view region, const ConnectOptions& options);

[[nodiscard]] Result<std::unique_ptr<Database>> open_aws(std::string_view region,
                                                         const ConnectOptions& options);
/// `url` is http: or https:.
[[nodiscard]] Result<std::unique_ptr<Database>> open_url(std::string_view url,
                                                         const ConnectOptions& options);
[[nodiscard]] Result<std::unique_ptr<Database>> open_alternator(std::string_view url,
                                                                const ConnectOptions& options);

}  // namespace keywright::connecting
