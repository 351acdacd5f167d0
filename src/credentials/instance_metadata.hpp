#pragma once
// The metadata service of an EC2 instance (IMDSv2), for credentials and the region.

#include "credentials/context.hpp"
#include "credentials/found.hpp"
#include "credentials/http_call.hpp"
#include "http/url.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace keywright::credentials {

class InstanceMetadata {
 public:
  /// Nothing if AWS_EC2_METADATA_DISABLED says so.
  static Result<std::variant<InstanceMetadata, Nothing>> open(Context& context);

  /// What stands at a path below /latest/meta-data/. A token is fetched with the first.
  Result<http::Response> get(std::string_view path);

  /// "the instance metadata service http://169.254.169.254"
  [[nodiscard]] std::string name() const;

 private:
  InstanceMetadata(Context& context, http::Url endpoint, CallPolicy policy);

  Result<void> fetch_token();

  Context* context_;
  http::Url endpoint_;
  CallPolicy policy_;
  std::string token_;
};

/// Where this instance runs, or why that is not known. A service that does not answer is none.
[[nodiscard]] Result<std::variant<std::string, Nothing>> instance_region(Context& context);

}  // namespace keywright::credentials
