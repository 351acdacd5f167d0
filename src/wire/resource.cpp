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

void write_members(ObjectWriter& out, const TagResourceRequest& request) {
  write(out, "ResourceArn", request.resource_arn);
  write(out, "Tags", request.tags);
}

void write_members(ObjectWriter& out, const UntagResourceRequest& request) {
  write(out, "ResourceArn", request.resource_arn);
  write(out, "TagKeys", request.tag_keys);
}

void write_members(ObjectWriter& out, const ListTagsOfResourceRequest& request) {
  write(out, "ResourceArn", request.resource_arn);
  write(out, "NextToken", request.next_token);
}

void write_members(ObjectWriter& out, const PutResourcePolicyRequest& request) {
  write(out, "ResourceArn", request.resource_arn);
  write(out, "Policy", request.policy);
  write(out, "ExpectedRevisionId", request.expected_revision_id);
  write_option(out, "ConfirmRemoveSelfResourceAccess", request.confirm_remove_self_resource_access);
}

void write_members(ObjectWriter& out, const GetResourcePolicyRequest& request) {
  write(out, "ResourceArn", request.resource_arn);
}

void write_members(ObjectWriter& out, const DeleteResourcePolicyRequest& request) {
  write(out, "ResourceArn", request.resource_arn);
  write(out, "ExpectedRevisionId", request.expected_revision_id);
}

void write_members(ObjectWriter&, const DescribeLimitsRequest&) {}
void write_members(ObjectWriter&, const DescribeEndpointsRequest&) {}

// Responses ----------------------------------------------------------------------------------

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

void read_members(const Members& in, ListTagsOfResourceResponse& out) {
  read(in, "Tags", out.tags);
  read(in, "NextToken", out.next_token);
}

void read_members(const Members& in, PutResourcePolicyResponse& out) {
  read(in, "RevisionId", out.revision_id);
}

void read_members(const Members& in, GetResourcePolicyResponse& out) {
  read(in, "Policy", out.policy);
  read(in, "RevisionId", out.revision_id);
}

void read_members(const Members& in, DeleteResourcePolicyResponse& out) {
  read(in, "RevisionId", out.revision_id);
}

void read_members(const Members& in, DescribeLimitsResponse& out) {
  read(in, "AccountMaxReadCapacityUnits", out.account_max_read_capacity_units);
  read(in, "AccountMaxWriteCapacityUnits", out.account_max_write_capacity_units);
  read(in, "TableMaxReadCapacityUnits", out.table_max_read_capacity_units);
  read(in, "TableMaxWriteCapacityUnits", out.table_max_write_capacity_units);
}

void read_members(const Members& in, Endpoint& out) {
  read(in, "Address", out.address);
  read(in, "CachePeriodInMinutes", out.cache_period_in_minutes);
}

void read_members(const Members& in, DescribeEndpointsResponse& out) {
  read(in, "Endpoints", out.endpoints);
}

}  // namespace keywright::wire
