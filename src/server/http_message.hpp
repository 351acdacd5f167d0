#pragma once
// A request as a handler sees it, and an answer as it is written.

#include "wire/sigv4.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace keywright::server {

struct HttpRequest {
  wire::RequestView view{};  ///< the body as it was sent, compressed if it is
  bool keep_alive = true;    ///< the connection stays open after the answer
  bool is_padded = false;    ///< kPadding bytes behind the body may be read

  /// The value of the first header of that name, without blanks around it; empty if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const {
    const auto* found = wire::find_header(view.headers, name);
    return found == nullptr ? std::string_view() : found->value;
  }
};

/// Why a request was not even read.
enum class Refusal : std::uint8_t {
  bad_request_line,
  unknown_version,
  tls,         ///< by a client that takes the server for one of HTTPS
  plain_http,  ///< the reverse
  bad_line_ending,
  bad_header,
  folded_header,
  bad_content_length,
  bad_transfer_encoding,
  length_and_encoding,
  encoding_in_http_1_0,
  bad_chunk,
  chunk_line_too_long,  ///< or the trailer
  bad_target,
  unknown_expectation,
  no_host,
  several_operations,
  header_too_large,
  body_too_large,
  timed_out,
  overloaded
};

/// Answers requests. One per loop, called from that loop alone.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;
  /// Appends the whole answer, header and body.
  virtual void answer(const HttpRequest& request, std::string& out) = 0;
  /// The same for a request that cannot be read; the connection closes after it.
  virtual void refuse(Refusal refusal, std::string& out) = 0;
};

}  // namespace keywright::server
