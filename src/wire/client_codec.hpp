#pragma once
// DynamoDB's JSON behind a Database: requests into bodies, the bodies of answers into responses and
// errors, with no socket in between.
//
//   const std::string body = encode(request);                   // to Operation<Request>::kTarget
//   ... status 200: decoder.decode(request, answer)             // Result<Response>
//   ... any other:  decoder.decode_error(status, answer, id)    // Error

#include <keywright/database.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace keywright::wire {

/// A literal as an argument of a template.
template <std::size_t kSize>
struct Literal {
  consteval Literal(const char (&text)[kSize]) {  // NOLINT: from a literal
    std::copy_n(text, kSize, characters);
  }
  [[nodiscard]] constexpr std::string_view view() const { return {characters, kSize - 1}; }
  char characters[kSize]{};
};

template <class Response_, Literal kTarget_>
struct OperationRow {
  using Response = Response_;
  static constexpr std::string_view kTarget = kTarget_.view();  ///< of X-Amz-Target
  static constexpr std::string_view kName = kTarget.substr(kTarget.find('.') + 1);
};

/// The operation that takes a request: Operation<GetItemRequest>::kName is "GetItem".
template <class Request>
struct Operation;

#define KEYWRIGHT_OPERATION(prefix, name, Response) \
  template <>                                       \
  struct Operation<name##Request> : OperationRow<Response, prefix "." #name> {}
#define KEYWRIGHT_ITEMS(name, Response) KEYWRIGHT_OPERATION("DynamoDB_20120810", name, Response)
#define KEYWRIGHT_STREAMS(name) \
  KEYWRIGHT_OPERATION("DynamoDBStreams_20120810", name, name##Response)

KEYWRIGHT_ITEMS(GetItem, GetItemResponse);
KEYWRIGHT_ITEMS(PutItem, PutItemResponse);
KEYWRIGHT_ITEMS(UpdateItem, UpdateItemResponse);
KEYWRIGHT_ITEMS(DeleteItem, DeleteItemResponse);
KEYWRIGHT_ITEMS(Query, QueryResponse);
KEYWRIGHT_ITEMS(Scan, ScanResponse);
KEYWRIGHT_ITEMS(BatchGetItem, BatchGetItemResponse);
KEYWRIGHT_ITEMS(BatchWriteItem, BatchWriteItemResponse);
KEYWRIGHT_ITEMS(TransactGetItems, TransactGetItemsResponse);
KEYWRIGHT_ITEMS(TransactWriteItems, TransactWriteItemsResponse);
KEYWRIGHT_ITEMS(CreateTable, TableResponse);
KEYWRIGHT_ITEMS(DescribeTable, TableResponse);
KEYWRIGHT_ITEMS(UpdateTable, TableResponse);
KEYWRIGHT_ITEMS(DeleteTable, TableResponse);
KEYWRIGHT_ITEMS(ListTables, ListTablesResponse);
KEYWRIGHT_ITEMS(UpdateTimeToLive, UpdateTimeToLiveResponse);
KEYWRIGHT_ITEMS(DescribeTimeToLive, DescribeTimeToLiveResponse);
KEYWRIGHT_ITEMS(ExecuteStatement, ExecuteStatementResponse);
KEYWRIGHT_ITEMS(BatchExecuteStatement, BatchExecuteStatementResponse);
KEYWRIGHT_ITEMS(ExecuteTransaction, ExecuteTransactionResponse);
KEYWRIGHT_ITEMS(TagResource, void);
KEYWRIGHT_ITEMS(UntagResource, void);
KEYWRIGHT_ITEMS(ListTagsOfResource, ListTagsOfResourceResponse);
KEYWRIGHT_ITEMS(PutResourcePolicy, PutResourcePolicyResponse);
KEYWRIGHT_ITEMS(GetResourcePolicy, GetResourcePolicyResponse);
KEYWRIGHT_ITEMS(DeleteResourcePolicy, DeleteResourcePolicyResponse);
KEYWRIGHT_ITEMS(DescribeLimits, DescribeLimitsResponse);
KEYWRIGHT_ITEMS(DescribeEndpoints, DescribeEndpointsResponse);
KEYWRIGHT_STREAMS(ListStreams);
KEYWRIGHT_STREAMS(DescribeStream);
KEYWRIGHT_STREAMS(GetShardIterator);
KEYWRIGHT_STREAMS(GetRecords);

#undef KEYWRIGHT_STREAMS
#undef KEYWRIGHT_ITEMS
#undef KEYWRIGHT_OPERATION

template <class Request>
using ResponseTo = typename Operation<Request>::Response;

/// The body of a request. Members that have their default are left out.
template <class Request>
[[nodiscard]] std::string encode(const Request& request);

/// Owns a parser and its buffers: one per thread, and one answer at a time.
class AnswerDecoder {
 public:
  AnswerDecoder();
  ~AnswerDecoder();
  AnswerDecoder(AnswerDecoder&&) noexcept;
  AnswerDecoder& operator=(AnswerDecoder&&) noexcept;

  /// The response in the body of an answer with status 200. Unknown members are ignored, missing
  /// ones take their defaults; a body that does not read is an `internal` error that names the
  /// operation and the place. `readable_behind`: how many bytes behind the body may be read as
  /// well; with kPadding of them it is not copied.
  template <class Request>
  [[nodiscard]] Result<ResponseTo<Request>> decode(const Request& request, std::string_view body,
                                                   std::size_t readable_behind = 0);
  static constexpr std::size_t kPadding = 64;

  /// The error in an answer of any other status, whatever its body is.
  [[nodiscard]] Error decode_error(int http_status, std::string_view body,
                                   std::string_view request_id);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright::wire
