// Any bytes as an answer: a line with the status and the operation, then the body. What comes of
// it is a response that can be written again, or an error that says what is wrong.

#include "wire/client_codec.hpp"
#include "wire/operations.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

namespace {

using namespace keywright;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// What is read is in every place of the right kind: written and read again, it is the same.
template <class Request>
void check_response(wire::AnswerDecoder& decoder, std::string_view body) {
  const Request request;
  const auto response = decoder.decode(request, body);
  if (!response) {
    require(response.error().code == ErrorCode::internal, "what does not read is internal");
    require(response.error().message.find(OperationOf<Request>::kName) != std::string::npos,
            "the message names the operation");
    return;
  }
  if constexpr (!std::is_void_v<ResponseTo<Request>>) {
    const auto written = [&](const auto& value) {
      std::string out;
      wire::ObjectWriter object(out);
      wire::write_answer(object, request, value);
      return out + "}";
    };
    const std::string once = written(*response);
    const auto again = decoder.decode(request, once);
    require(again.has_value(), "what is written reads");
    require(written(*again) == once, "what is written reads as it was");
  }
}

void check_error(wire::AnswerDecoder& decoder, int status, std::string_view body) {
  const Error error = decoder.decode_error(status, body, "id");
  require(!error.message.empty(), "every error has a message");
  require(error.http_status == status && error.request_id == "id", "the error says whose it is");
}

template <class... Requests>
void check_response_to(std::string_view operation, wire::AnswerDecoder& decoder,
                       std::string_view body) {
  (void)((operation == OperationOf<Requests>::kName
              ? (check_response<Requests>(decoder, body), true)
              : false) ||
         ...);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string_view line = input.substr(0, end);
  const std::string_view body = input.substr(std::min(end + 1, size));
  const std::size_t blank = std::min(line.find(' '), line.size());
  int status = 0;
  std::from_chars(line.data(), line.data() + blank, status);
  wire::AnswerDecoder decoder;
  if (status != 200) {
    check_error(decoder, status, body);
  } else {
    check_response_to<GetItemRequest, PutItemRequest, QueryRequest, BatchGetItemRequest,
                      BatchWriteItemRequest, TransactGetItemsRequest, TransactWriteItemsRequest,
                      DescribeTableRequest, UpdateTableRequest, ListTablesRequest,
                      UpdateTimeToLiveRequest, DescribeTimeToLiveRequest, ExecuteStatementRequest,
                      BatchExecuteStatementRequest, ExecuteTransactionRequest, TagResourceRequest,
                      ListTagsOfResourceRequest, PutResourcePolicyRequest, GetResourcePolicyRequest,
                      DeleteResourcePolicyRequest, DescribeLimitsRequest, DescribeEndpointsRequest,
                      ListStreamsRequest, DescribeStreamRequest, GetShardIteratorRequest,
                      GetRecordsRequest>(line.substr(std::min(blank + 1, line.size())), decoder,
                                         body);
  }
  return 0;
}
