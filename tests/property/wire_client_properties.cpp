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

// What a response does not say on the wire is as its reader has it.

template <class Request, class Response>
void limit_to_wire(const Request&, Response&) {}

template <class Request>
  requires requires(const Request& request) { request.select; }
void limit_to_wire(const Request& request, PageResponse& response) {
  if (request.select == Select::count) response.items.clear();
}

template <class Request>
class WireClient : public testing::Test {};

using Requests =
    testing::Types<GetItemRequest, PutItemRequest, UpdateItemRequest, DeleteItemRequest,
                   QueryRequest, ScanRequest, BatchGetItemRequest, BatchWriteItemRequest,
                   TransactGetItemsRequest, TransactWriteItemsRequest>;

struct OperationName {
  template <class Request>
  static std::string GetName(int /*index*/) {
    return std::string(Operation<Request>::kName);
  }
};

TYPED_TEST_SUITE(WireClient, Requests, OperationName);

TYPED_TEST(WireClient, ArrivesAsItWasSent) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    using Request = TypeParam;
    using Response = ResponseTo<Request>;
    fields::Filler filler(seed);
    Request request;
    // The defaults too are written and read.
    if (filler.below(10) != 0) filler.fill(request);
    RecordingDatabase database;
    [[maybe_unused]] std::conditional_t<std::is_void_v<Response>, int, Response> response{};
    if constexpr (!std::is_void_v<Response>) {
      if (filler.below(10) != 0) filler.fill(response);
      limit_to_wire(request, response);
      database.response = response;
    }
    const std::string body = encode(request);
    const Answer answer = Dispatcher().answer(database, Operation<Request>::kTarget, body);
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
