#pragma once
// What belongs to an account or to a resource as a whole: tags, policies, limits, endpoints.

#include <keywright/call_control.hpp>
#include <keywright/table.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keywright {

struct TagResourceRequest {
  std::string resource_arn{};
  std::vector<Tag> tags{};
  CallControl control{};
};
struct UntagResourceRequest {
  std::string resource_arn{};
  std::vector<std::string> tag_keys{};
  CallControl control{};
};
struct ListTagsOfResourceRequest {
  std::string resource_arn{};
  std::optional<std::string> next_token{};
  CallControl control{};
};
struct ListTagsOfResourceResponse {
  std::vector<Tag> tags{};
  std::optional<std::string> next_token{};
};

/// The policy is kept and given back; an embedded engine enforces none.
struct PutResourcePolicyRequest {
  std::string resource_arn{};
  std::string policy{};                               ///< JSON, at most 20 KB
  std::optional<std::string> expected_revision_id{};  ///< or NO_POLICY
  bool confirm_remove_self_resource_access = false;
  CallControl control{};
};
struct GetResourcePolicyRequest {
  std::string resource_arn{};
  CallControl control{};
};
struct DeleteResourcePolicyRequest {
  std::string resource_arn{};
  std::optional<std::string> expected_revision_id{};
  CallControl control{};
};
struct PutResourcePolicyResponse {
  std::string revision_id{};
};
struct GetResourcePolicyResponse {
  std::string policy{};
  std::string revision_id{};
};
struct DeleteResourcePolicyResponse {
  std::optional<std::string> revision_id{};  ///< nullopt: there was none
};

struct DescribeLimitsRequest {
  CallControl control{};
};
struct DescribeLimitsResponse {
  std::int64_t account_max_read_capacity_units = 80000;
  std::int64_t account_max_write_capacity_units = 80000;
  std::int64_t table_max_read_capacity_units = 40000;
  std::int64_t table_max_write_capacity_units = 40000;
};

struct DescribeEndpointsRequest {
  CallControl control{};
};

struct Endpoint {
  std::string address{};
  std::int64_t cache_period_in_minutes = 1440;
};
struct DescribeEndpointsResponse {
  std::vector<Endpoint> endpoints{};
};

}  // namespace keywright
