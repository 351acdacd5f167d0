// What the model says nothing about: it goes through.

#include "guard/guard.hpp"

namespace keywright::guard {

Result<TableResponse> Guard::create_table(const CreateTableRequest& request) {
  return database_.create_table(request);
}

Result<TableResponse> Guard::describe_table(const DescribeTableRequest& request) {
  return database_.describe_table(request);
}

Result<TableResponse> Guard::update_table(const UpdateTableRequest& request) {
  return database_.update_table(request);
}

Result<TableResponse> Guard::delete_table(const DeleteTableRequest& request) {
  return database_.delete_table(request);
}

Result<ListTablesResponse> Guard::list_tables(const ListTablesRequest& request) {
  return database_.list_tables(request);
}

Result<UpdateTimeToLiveResponse> Guard::update_time_to_live(
    const UpdateTimeToLiveRequest& request) {
  return database_.update_time_to_live(request);
}

Result<DescribeTimeToLiveResponse> Guard::describe_time_to_live(
    const DescribeTimeToLiveRequest& request) {
  return database_.describe_time_to_live(request);
}

Result<ListStreamsResponse> Guard::list_streams(const ListStreamsRequest& request) {
  return database_.list_streams(request);
}

Result<DescribeStreamResponse> Guard::describe_stream(const DescribeStreamRequest& request) {
  return database_.describe_stream(request);
}

Result<GetShardIteratorResponse> Guard::get_shard_iterator(const GetShardIteratorRequest& request) {
  return database_.get_shard_iterator(request);
}

Result<GetRecordsResponse> Guard::get_records(const GetRecordsRequest& request) {
  return database_.get_records(request);
}

Result<void> Guard::tag_resource(const TagResourceRequest& request) {
  return database_.tag_resource(request);
}

Result<void> Guard::untag_resource(const UntagResourceRequest& request) {
  return database_.untag_resource(request);
}

Result<ListTagsOfResourceResponse> Guard::list_tags_of_resource(
    const ListTagsOfResourceRequest& request) {
  return database_.list_tags_of_resource(request);
}

Result<PutResourcePolicyResponse> Guard::put_resource_policy(
    const PutResourcePolicyRequest& request) {
  return database_.put_resource_policy(request);
}

Result<GetResourcePolicyResponse> Guard::get_resource_policy(
    const GetResourcePolicyRequest& request) {
  return database_.get_resource_policy(request);
}

Result<DeleteResourcePolicyResponse> Guard::delete_resource_policy(
    const DeleteResourcePolicyRequest& request) {
  return database_.delete_resource_policy(request);
}

Result<DescribeLimitsResponse> Guard::describe_limits(const DescribeLimitsRequest& request) {
  return database_.describe_limits(request);
}

Result<DescribeEndpointsResponse> Guard::describe_endpoints(
    const DescribeEndpointsRequest& request) {
  return database_.describe_endpoints(request);
}

}  // namespace keywright::guard
