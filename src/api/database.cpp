// What a Database answers to the operations it does not override.

#include "core/errors.hpp"
#include <keywright/database.hpp>

namespace keywright {
namespace {

Error unknown_operation(std::string_view operation) {
  return errors::from_exception(
      "UnknownOperationException",
      "The operation " + std::string(operation) + " is not supported by this database.");
}

}  // namespace

Result<ExecuteStatementResponse> Database::execute_statement(const ExecuteStatementRequest&) {
  return unknown_operation("ExecuteStatement");
}
Result<BatchExecuteStatementResponse> Database::batch_execute_statement(
    const BatchExecuteStatementRequest&) {
  return unknown_operation("BatchExecuteStatement");
}
Result<ExecuteTransactionResponse> Database::execute_transaction(const ExecuteTransactionRequest&) {
  return unknown_operation("ExecuteTransaction");
}
Result<ListStreamsResponse> Database::list_streams(const ListStreamsRequest&) {
  return unknown_operation("ListStreams");
}
Result<DescribeStreamResponse> Database::describe_stream(const DescribeStreamRequest&) {
  return unknown_operation("DescribeStream");
}
Result<GetShardIteratorResponse> Database::get_shard_iterator(const GetShardIteratorRequest&) {
  return unknown_operation("GetShardIterator");
}
Result<GetRecordsResponse> Database::get_records(const GetRecordsRequest&) {
  return unknown_operation("GetRecords");
}
Result<void> Database::tag_resource(const TagResourceRequest&) {
  return unknown_operation("TagResource");
}
Result<void> Database::untag_resource(const UntagResourceRequest&) {
  return unknown_operation("UntagResource");
}
Result<ListTagsOfResourceResponse> Database::list_tags_of_resource(
    const ListTagsOfResourceRequest&) {
  return unknown_operation("ListTagsOfResource");
}
Result<PutResourcePolicyResponse> Database::put_resource_policy(const PutResourcePolicyRequest&) {
  return unknown_operation("PutResourcePolicy");
}
Result<GetResourcePolicyResponse> Database::get_resource_policy(const GetResourcePolicyRequest&) {
  return unknown_operation("GetResourcePolicy");
}
Result<DeleteResourcePolicyResponse> Database::delete_resource_policy(
    const DeleteResourcePolicyRequest&) {
  return unknown_operation("DeleteResourcePolicy");
}
Result<DescribeLimitsResponse> Database::describe_limits(const DescribeLimitsRequest&) {
  return unknown_operation("DescribeLimits");
}
Result<DescribeEndpointsResponse> Database::describe_endpoints(const DescribeEndpointsRequest&) {
  return unknown_operation("DescribeEndpoints");
}

}  // namespace keywright
