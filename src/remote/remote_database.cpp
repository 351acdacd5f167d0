#include "remote/remote_database.hpp"

#include "http/client.hpp"
#include "remote/caller.hpp"
#include "remote/text.hpp"
#include "wire/client_codec.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace keywright::remote {
namespace {

// What an endpoint may be chosen by.
template <class Request>
EndpointQuery query_of(const Request& request) {
  EndpointQuery query;
  query.operation = wire::Operation<Request>::kName;
  query.of_streams = wire::Operation<Request>::kTarget.starts_with("DynamoDBStreams");
  if constexpr (requires { std::string_view(request.table_name); }) {
    query.table_name = request.table_name;
  }
  if constexpr (requires { query.key = &request.key; }) query.key = &request.key;
  if constexpr (requires { query.key = &request.item; }) query.key = &request.item;
  return query;
}

// 32 hexadecimal digits, as many bits as a UUID has.
std::string make_token(const Random& random) {
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx",
                static_cast<unsigned long long>(random()),
                static_cast<unsigned long long>(random()));
  return text.data();
}

class RemoteDatabase final : public Database {
 public:
  RemoteDatabase(std::shared_ptr<EndpointProvider> endpoints, RemoteOptions options,
                 std::unique_ptr<http::Transport> transport)
      : caller_(std::move(endpoints), std::move(options), std::move(transport)) {}

  Result<GetItemResponse> get_item(const GetItemRequest& request) override { return call(request); }
  Result<PutItemResponse> put_item(const PutItemRequest& request) override { return call(request); }
  Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) override {
    return call(request);
  }
  Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request) override {
    return call(request);
  }
  Result<QueryResponse> query(const QueryRequest& request) override { return call(request); }
  Result<ScanResponse> scan(const ScanRequest& request) override { return call(request); }
  Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request) override {
    return call(request);
  }
  Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) override {
    return call(request);
  }
  Result<TransactGetItemsResponse> transact_get_items(
      const TransactGetItemsRequest& request) override {
    return call(request);
  }
  Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) override {
    return call_with_token(request);
  }
  Result<TableResponse> create_table(const CreateTableRequest& request) override {
    return call(request);
  }
  Result<TableResponse> describe_table(const DescribeTableRequest& request) override {
    return call(request);
  }
  Result<TableResponse> update_table(const UpdateTableRequest& request) override {
    return call(request);
  }
  Result<TableResponse> delete_table(const DeleteTableRequest& request) override {
    return call(request);
  }
  Result<ListTablesResponse> list_tables(const ListTablesRequest& request) override {
    return call(request);
  }
  Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) override {
    return call(request);
  }
  Result<DescribeTimeToLiveResponse> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) override {
    return call(request);
  }
  Result<ExecuteStatementResponse> execute_statement(
      const ExecuteStatementRequest& request) override {
    return call(request);
  }
  Result<BatchExecuteStatementResponse> batch_execute_statement(
      const BatchExecuteStatementRequest& request) override {
    return call(request);
  }
  Result<ExecuteTransactionResponse> execute_transaction(
      const ExecuteTransactionRequest& request) override {
    return call_with_token(request);
  }
  Result<ListStreamsResponse> list_streams(const ListStreamsRequest& request) override {
    return call(request);
  }
  Result<DescribeStreamResponse> describe_stream(const DescribeStreamRequest& request) override {
    return call(request);
  }
  Result<GetShardIteratorResponse> get_shard_iterator(
      const GetShardIteratorRequest& request) override {
    return call(request);
  }
  Result<GetRecordsResponse> get_records(const GetRecordsRequest& request) override {
    return call(request);
  }
  Result<void> tag_resource(const TagResourceRequest& request) override { return call(request); }
  Result<void> untag_resource(const UntagResourceRequest& request) override {
    return call(request);
  }
  Result<ListTagsOfResourceResponse> list_tags_of_resource(
      const ListTagsOfResourceRequest& request) override {
    return call(request);
  }
  Result<PutResourcePolicyResponse> put_resource_policy(
      const PutResourcePolicyRequest& request) override {
    return call(request);
  }
  Result<GetResourcePolicyResponse> get_resource_policy(
      const GetResourcePolicyRequest& request) override {
    return call(request);
  }
  Result<DeleteResourcePolicyResponse> delete_resource_policy(
      const DeleteResourcePolicyRequest& request) override {
    return call(request);
  }
  Result<DescribeLimitsResponse> describe_limits(const DescribeLimitsRequest& request) override {
    return call(request);
  }
  Result<DescribeEndpointsResponse> describe_endpoints(
      const DescribeEndpointsRequest& request) override {
    return call(request);
  }

 private:
  template <class Request>
  Result<wire::ResponseTo<Request>> call(const Request& request) {
    Call call{wire::Operation<Request>::kTarget, query_of(request), wire::encode(request),
              request.control};
    if (auto text = check_text(wire::Operation<Request>::kName, call.body); !text) {
      return std::move(text).error();
    }
    const Caller::Borrowed bench(caller_);
    auto body = caller_.call(call, *bench);
    if (!body) return std::move(body).error();
    return bench->decoder.decode(request, *body, body->capacity() - body->size());
  }

  // One token for all attempts, so that the service does the work once.
  template <class Request>
  Result<wire::ResponseTo<Request>> call_with_token(const Request& request) {
    if (request.client_request_token) return call(request);
    Request with_token = request;
    with_token.client_request_token = make_token(caller_.random());
    return call(with_token);
  }

  Caller caller_;
};

Error missing(std::string_view what) {
  Error error;
  error.code = ErrorCode::validation;
  error.message = "a remote database needs " + std::string(what);
  return error;
}

http::ClientOptions client_options(const HttpOptions& options) {
  http::ClientOptions out;
  out.max_connections = options.max_connections;
  out.idle_limit = options.idle_limit;
  out.lifetime_limit = options.lifetime_limit;
  out.connect_timeout = options.connect_timeout;
  out.read_timeout = options.read_timeout;
  out.total_timeout = options.total_timeout;
  out.ca_file = options.ca_file;
  return out;
}

}  // namespace

Result<std::unique_ptr<Database>> make_database(std::shared_ptr<EndpointProvider> endpoints,
                                                RemoteOptions options,
                                                std::unique_ptr<http::Transport> transport) {
  if (!endpoints) return missing("an endpoint (RemoteOptions go with an EndpointProvider)");
  if (!options.credentials) return missing("credentials (RemoteOptions::credentials)");
  if (options.region.empty()) return missing("a region (RemoteOptions::region)");
  if (options.retry.max_attempts == std::size_t{0} || options.http.max_connections == 0) {
    return missing("at least one attempt (retry.max_attempts) and connection (max_connections)");
  }
  return std::unique_ptr<Database>(std::make_unique<RemoteDatabase>(
      std::move(endpoints), std::move(options), std::move(transport)));
}

}  // namespace keywright::remote

namespace keywright {

Result<std::unique_ptr<Database>> remote_database(std::shared_ptr<EndpointProvider> endpoints,
                                                  RemoteOptions options) {
  auto client = std::make_unique<http::Client>(remote::client_options(options.http));
  return remote::make_database(std::move(endpoints), std::move(options), std::move(client));
}

}  // namespace keywright
