#include "wire/client_codec.hpp"

#include "wire/client_error.hpp"
#include "wire/operations.hpp"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace keywright::wire {
namespace {

/// An item in 32 levels has 66 in JSON. What is far deeper is no answer.
constexpr std::size_t kMaxDepth = 256;
/// The parser keeps some 14 times its largest body; after one larger than this it begins anew.
constexpr std::size_t kKeptBody = 256 * 1024;
/// Room for a request with an item of common size.
constexpr std::size_t kExpectedRequest = 512;

constexpr int kOk = 200;

static_assert(AnswerDecoder::kPadding >= simdjson::SIMDJSON_PADDING);

Error unreadable(std::string_view operation, std::string_view why) {
  Error error{.code = ErrorCode::internal, .http_status = kOk};
  error.message.append("The answer to ").append(operation).append(" does not read: ").append(why);
  return error;
}

}  // namespace

class AnswerDecoder::Impl {
 public:
  Impl() {
    // A parser without this memory says so when it parses.
    [[maybe_unused]] const auto error = parser_.allocate(0, kMaxDepth);
  }

  /// What does not read of the body of a success, or nullopt.
  template <class Request, class Response>
  std::optional<Error> read(const Request& request, std::string_view body, bool is_padded,
                            Response& response) {
    constexpr std::string_view kName = OperationOf<Request>::kName;
    if (body.empty()) return unreadable(kName, "its body is empty");
    JsonObject object;
    std::optional<Error> error;
    if (const auto fault = parser_.parse(body.data(), body.size(), !is_padded).get(object)) {
      error = unreadable(kName, simdjson::error_message(fault));
    } else {
      Faults faults = Faults::of_answer();
      const Place root;
      read_answer(Members{object, root, faults}, request, response);
      if (faults.any()) error = unreadable(kName, faults.answer_text());
    }
    if (body.size() > kKeptBody) *this = Impl();
    return error;
  }

  Error decode_error(int http_status, std::string_view body, std::string_view request_id) {
    if (body.empty()) body = "";  // copying from a null pointer is undefined
    JsonObject object;
    const bool readable =
        parser_.parse(body.data(), body.size(), true).get(object) == simdjson::SUCCESS;
    Error error = error_of_answer(readable ? &object : nullptr, http_status, body, request_id);
    if (body.size() > kKeptBody) *this = Impl();
    return error;
  }

 private:
  simdjson::dom::parser parser_;
};

AnswerDecoder::AnswerDecoder() : impl_(std::make_unique<Impl>()) {}
AnswerDecoder::~AnswerDecoder() = default;
AnswerDecoder::AnswerDecoder(AnswerDecoder&&) noexcept = default;
AnswerDecoder& AnswerDecoder::operator=(AnswerDecoder&&) noexcept = default;

Error AnswerDecoder::decode_error(int http_status, std::string_view body,
                                  std::string_view request_id) {
  return impl_->decode_error(http_status, body, request_id);
}

template <class Request>
Result<ResponseTo<Request>> AnswerDecoder::decode(const Request& request, std::string_view body,
                                                  std::size_t readable_behind) {
  using Response = ResponseTo<Request>;
  if constexpr (std::is_void_v<Response>) {
    return {};
  } else {
    Response response;
    if (auto error = impl_->read(request, body, readable_behind >= kPadding, response)) {
      return *std::move(error);
    }
    return response;
  }
}

template <class Request>
std::string encode(const Request& request) {
  std::string body;
  body.reserve(kExpectedRequest);
  append(body, request);
  return body;
}

#define KEYWRIGHT_CODEC(name)                                                            \
  template std::string encode(const name##Request&);                                     \
  template Result<ResponseTo<name##Request>> AnswerDecoder::decode(const name##Request&, \
                                                                   std::string_view, std::size_t)

KEYWRIGHT_CODEC(GetItem);
KEYWRIGHT_CODEC(PutItem);
KEYWRIGHT_CODEC(UpdateItem);
KEYWRIGHT_CODEC(DeleteItem);
KEYWRIGHT_CODEC(Query);
KEYWRIGHT_CODEC(Scan);
KEYWRIGHT_CODEC(BatchGetItem);
KEYWRIGHT_CODEC(BatchWriteItem);
KEYWRIGHT_CODEC(TransactGetItems);
KEYWRIGHT_CODEC(TransactWriteItems);
KEYWRIGHT_CODEC(CreateTable);
KEYWRIGHT_CODEC(DescribeTable);
KEYWRIGHT_CODEC(UpdateTable);
KEYWRIGHT_CODEC(DeleteTable);
KEYWRIGHT_CODEC(ListTables);
KEYWRIGHT_CODEC(UpdateTimeToLive);
KEYWRIGHT_CODEC(DescribeTimeToLive);
KEYWRIGHT_CODEC(ExecuteStatement);
KEYWRIGHT_CODEC(BatchExecuteStatement);
KEYWRIGHT_CODEC(ExecuteTransaction);
KEYWRIGHT_CODEC(TagResource);
KEYWRIGHT_CODEC(UntagResource);
KEYWRIGHT_CODEC(ListTagsOfResource);
KEYWRIGHT_CODEC(PutResourcePolicy);
KEYWRIGHT_CODEC(GetResourcePolicy);
KEYWRIGHT_CODEC(DeleteResourcePolicy);
KEYWRIGHT_CODEC(DescribeLimits);
KEYWRIGHT_CODEC(DescribeEndpoints);
KEYWRIGHT_CODEC(ListStreams);
KEYWRIGHT_CODEC(DescribeStream);
KEYWRIGHT_CODEC(GetShardIterator);
KEYWRIGHT_CODEC(GetRecords);

#undef KEYWRIGHT_CODEC

}  // namespace keywright::wire
