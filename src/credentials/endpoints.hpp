#pragma once
// Where the services that give credentials are.

#include "credentials/context.hpp"
#include "http/url.hpp"

#include <string>
#include <string_view>

namespace keywright::credentials {

/// A region becomes part of a host name, so it must be a label of one.
[[nodiscard]] Result<void> check_region(const std::string& region);

struct StsEndpoint {
  http::Url url{};
  std::string region{};  ///< to sign for
};

/// The configured one, or that of the region; without a region the global one.
[[nodiscard]] Result<StsEndpoint> sts_endpoint(Context& context);

/// The configured endpoint of a service, or AWS's own, whose name begins with `prefix`.
[[nodiscard]] Result<http::Url> regional_endpoint(Context& context, std::string_view service,
                                                  std::string_view prefix,
                                                  const std::string& region);

/// The URL of `path` below `base`.
[[nodiscard]] http::Url below(http::Url base, std::string_view path);

}  // namespace keywright::credentials
