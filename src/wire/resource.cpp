// Tags, policies, limits and endpoints.

#include "wire/operations.hpp"

namespace keywright::wire {

void read_members(const Members& in, TagResourceRequest& out) {
  require(in, "ResourceArn", out.resource_arn);
  require(in, "Tags", out.tags);
}

void read_members(const Members& in, UntagResourceRequest& out) {
  require(in, "ResourceArn", out.resource_arn);
  require(in, "TagKeys", out.tag_keys);
}

void read_members(const Members& in, ListTagsOfResourceRequest& out) {
  require(in, "ResourceArn", out.resource_arn);
  read(in, "NextToken", out.next_token);
}

void read_members(const Members& in, PutResourcePolicyRequest& out) {
  require(in, "ResourceArn", out.resource_arn);
  require(in, "Policy", out.policy);
  read(in, "ExpectedRevisionId", out.expected_revision_id);
  read(in, "ConfirmRemoveSelfResourceAccess", out.confirm_remove_self_resource_access);
}

void read_members(const Members& in, GetResourcePolicyRequest& out) {
  require(in, "ResourceArn", out.resource_arn);
}

void read_members(const Members& in, DeleteResourcePolicyRequest& out) {
  require(in, "ResourceArn", out.resource_arn);
  read(in, "ExpectedRevisionId", out.expected_revision_id);
}

void read_members(const Members&, DescribeLimitsRequest&) {}
void read_members(const Members&, DescribeEndpointsRequest&) {}

void write_members(ObjectWriter& out, const ListTagsOfResourceResponse& response) {
  write(out, "Tags", response.tags);
  write(out, "NextToken", response.next_token);
}

void write_members(ObjectWriter& out, const PutResourcePolicyResponse& response) {
  write(out, "RevisionId", response.revision_id);
}

void write_members(ObjectWriter& out, const GetResourcePolicyResponse& response) {
  write(out, "Policy", response.policy);
  write(out, "RevisionId", response.revision_id);
}

void write_members(ObjectWriter& out, const DeleteResourcePolicyResponse& response) {
  write(out, "RevisionId", response.revision_id);
}

void write_members(ObjectWriter& out, const DescribeLimitsResponse& response) {
  write(out, "AccountMaxReadCapacityUnits", response.account_max_read_capacity_units);
  write(out, "AccountMaxWriteCapacityUnits", response.account_max_write_capacity_units);
  write(out, "TableMaxReadCapacityUnits", response.table_max_read_capacity_units);
  write(out, "TableMaxWriteCapacityUnits", response.table_max_write_capacity_units);
}

void write_members(ObjectWriter& out, const Endpoint& endpoint) {
  write(out, "Address", endpoint.address);
  write(out, "CachePeriodInMinutes", endpoint.cache_period_in_minutes);
}

void write_members(ObjectWriter& out, const DescribeEndpointsResponse& response) {
  write(out, "Endpoints", response.endpoints);
}

}  // namespace keywright::wire
