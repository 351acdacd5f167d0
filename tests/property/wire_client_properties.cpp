// Every request from the client's writer to the server's reader, and every response from the
// server's writer to the client's reader: what arrives is what was sent.

#include "../unit/wire/recording_database.hpp"
#include "fields.hpp"
#include "wire/client_codec.hpp"
#include "wire/dispatcher.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright::wire {
namespace {

// What a server does not say on the wire is as a reader has it.

template <class Request, class Response>
void limit_to_wire(const Request&, Response&) {}

template <class Request>
  requires requires(const Request& request) { request.select; }
void limit_to_wire(const Request& request, PageResponse& response) {
  if (request.select == Select::count) response.items.clear();
}

template <class Request>
void limit_to_wire(const Request&, TableResponse& response) {
  TableDescription& table = response.table;
  for (SecondaryIndexDescription& index : table.local_secondary_indexes) {
    index.index_status = IndexStatus::active;
    index.backfilling = false;
    index.provisioned_throughput.reset();
    index.on_demand_throughput.reset();
    index.warm_throughput.reset();
  }
  for (SecondaryIndexDescription& index : table.global_secondary_indexes) {
    if (index.provisioned_throughput == ProvisionedThroughput{}) {
      index.provisioned_throughput.reset();  // on demand, a server says 0 and 0
    }
  }
  if (table.sse_description) {
    table.sse_description->enabled = table.sse_description->enabled.value_or(false);
  }
}

template <class Request>
void limit_to_wire(const Request&, GetRecordsResponse& response) {
  for (StreamRecord& record : response.records) {
    record.approximate_creation_date_time =
        std::chrono::floor<std::chrono::seconds>(record.approximate_creation_date_time);
  }
}

template <class Request>
class WireClient : public testing::Test {};

using Requests =
    testing::Types<GetItemRequest, PutItemRequest, UpdateItemRequest, DeleteItemRequest,
                   QueryRequest, ScanRequest, BatchGetItemRequest, BatchWriteItemRequest,
                   TransactGetItemsRequest, TransactWriteItemsRequest, CreateTableRequest,
                   DescribeTableRequest, UpdateTableRequest, DeleteTableRequest, ListTablesRequest,
                   UpdateTimeToLiveRequest, DescribeTimeToLiveRequest, ExecuteStatementRequest,
                   BatchExecuteStatementRequest, ExecuteTransactionRequest, TagResourceRequest,
                   UntagResourceRequest, ListTagsOfResourceRequest, PutResourcePolicyRequest,
                   GetResourcePolicyRequest, DeleteResourcePolicyRequest, DescribeLimitsRequest,
                   DescribeEndpointsRequest, ListStreamsRequest, DescribeStreamRequest,
                   GetShardIteratorRequest, GetRecordsRequest>;

struct OperationName {
  template <class Request>
  static std::string GetName(int /*index*/) {
    return std::string(OperationOf<Request>::kName);
  }
};

TYPED_TEST_SUITE(WireClient, Requests, OperationName);

TYPED_TEST(WireClient, ArrivesAsItWasSent) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    using Request = TypeParam;
    using Response = ResponseTo<Request>;
    fields::Filler filler(seed);
    Request request;
    // The defaults arrive as well, but for a table with no key.
    if (std::is_same_v<Request, CreateTableRequest> || filler.below(10) != 0) filler.fill(request);
    RecordingDatabase database;
    [[maybe_unused]] std::conditional_t<std::is_void_v<Response>, int, Response> response{};
    if constexpr (!std::is_void_v<Response>) {
      if (filler.below(10) != 0) filler.fill(response);
      limit_to_wire(request, response);
      database.response = response;
    }
    const std::string body = encode(request);
    const Answer answer = Dispatcher().answer(database, kTarget<Request>, body);
    RC_LOG() << body << '\n' << answer.body;
    RC_ASSERT(answer.status == 200U);
    RC_ASSERT(fields::equal(database.template last<Request>(), request));
    const auto decoded = AnswerDecoder().decode(request, answer.body);
    RC_ASSERT(static_cast<bool>(decoded));
    if constexpr (!std::is_void_v<Response>) RC_ASSERT(fields::equal(*decoded, response));
  }));
}

}  // namespace
}  // namespace keywright::wire
