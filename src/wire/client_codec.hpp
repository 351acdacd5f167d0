#pragma once
// DynamoDB's JSON behind a Database: requests into bodies, the bodies of answers into responses and
// errors, with no socket in between.
//
//   const std::string body = encode(request);                   // to kTarget<Request>
//   ... status 200: decoder.decode(request, answer)             // Result<Response>
//   ... any other:  decoder.decode_error(status, answer, id)    // Error

#include <keywright/operations.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace keywright::wire {

template <class Request>
inline constexpr bool kIsOfStreams = false;
template <>
inline constexpr bool kIsOfStreams<ListStreamsRequest> = true;
template <>
inline constexpr bool kIsOfStreams<DescribeStreamRequest> = true;
template <>
inline constexpr bool kIsOfStreams<GetShardIteratorRequest> = true;
template <>
inline constexpr bool kIsOfStreams<GetRecordsRequest> = true;

template <class Request>
inline constexpr auto kTargetText = [] {
  constexpr std::string_view kApi =
      kIsOfStreams<Request> ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.";
  constexpr std::string_view kName = OperationOf<Request>::kName;
  std::array<char, kApi.size() + kName.size()> text{};
  std::copy(kName.begin(), kName.end(), std::copy(kApi.begin(), kApi.end(), text.begin()));
  return text;
}();

/// X-Amz-Target of the operation that takes a request: "DynamoDB_20120810.GetItem".
template <class Request>
inline constexpr std::string_view kTarget{kTargetText<Request>.data(), kTargetText<Request>.size()};

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
