#include "server/service.hpp"

#include "core/errors.hpp"
#include "server/admin.hpp"
#include "server/content_encoding.hpp"
#include "server/http_parser.hpp"
#include "server/text.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace keywright::server {
namespace {

constexpr std::string_view kJson10 = "application/x-amz-json-1.0";
constexpr std::string_view kJson = "application/json";
/// AWS leaves smaller answers as they are.
constexpr std::size_t kLeastCompressed = 4096;

Reply unknown_operation() {
  return {.status = 404, .body = "<UnknownOperationException/>\n", .content_type = "text/xml"};
}

Reply body_too_large() {
  auto reply = error_reply(errors::from_exception(
      "RequestEntityTooLargeException", "A request has at most 16777216 bytes, also unpacked"));
  reply.status = 413;
  return reply;
}

Reply healthy(const HttpRequest& request) {
  return {.body = "healthy: " + std::string(request.header("Host")) + " ",
          .content_type = "text/plain",
          .operation = "health"};
}

Reply too_much_buffered(const ServerOptions& options) {
  const auto limit = options.max_buffered_bytes;
  constexpr std::size_t kMiB = 1024 * 1024;
  auto reply = error_reply(errors::from_exception(
      "ServiceUnavailable",
      "Requests that are not complete take more than the " +
          (limit < kMiB ? std::to_string(limit) + " bytes"
                        : std::to_string(limit / kMiB) + " MiB") +
          " there are for them; try again, or start the server with a higher --max-buffered"));
  reply.status = 503;
  return reply;
}

struct RefusalRow {
  unsigned status;
  std::string_view text;
};

RefusalRow row_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::bad_request_line:
      return {400,
              "A request begins with a line such as `POST / HTTP/1.1`, with one blank in between"};
    case Refusal::unknown_version:
      return {400, "The first line of a request ends with HTTP/1.1 or HTTP/1.0, and CR LF"};
    case Refusal::tls:
      return {400,
              "This server speaks HTTP, and the request is TLS: use http://, or start the server "
              "with --tls-cert and --tls-key"};
    case Refusal::plain_http:
      return {400, "This server speaks HTTPS, and the request is plain HTTP: use https://"};
    case Refusal::bad_line_ending:
      return {400, "Each line of a header ends with CR LF"};
    case Refusal::bad_header:
      return {400,
              "Each line of a header is `Name: value`, with no blank in the name and no line end "
              "or other control character in the value"};
    case Refusal::folded_header:
      return {400, "A header that continues on the next line is no HTTP/1.1; write it on one"};
    case Refusal::bad_content_length:
      return {400, "Content-Length is one whole number of bytes, in decimal digits"};
    case Refusal::bad_transfer_encoding:
      return {400,
              "Transfer-Encoding can be chunked, once, and nothing else; what is compressed says "
              "so in Content-Encoding"};
    case Refusal::length_and_encoding:
      return {400, "A request has a Content-Length or a Transfer-Encoding, and not both"};
    case Refusal::encoding_in_http_1_0:
      return {400, "HTTP/1.0 has no Transfer-Encoding; give a Content-Length, or speak HTTP/1.1"};
    case Refusal::bad_chunk:
      return {400,
              "The chunks of the body cannot be read: each is its size in hexadecimal digits, CR "
              "LF, so many bytes and CR LF, and the last one has the size 0"};
    case Refusal::chunk_line_too_long:
      return {400,
              "The line before a chunk, with its extensions, and the trailer behind the last one "
              "have at most 16384 bytes"};
    case Refusal::bad_target:
      return {400, "A target such as http://localhost:8000/ has a host, and no user"};
    case Refusal::unknown_expectation:
      return {417, "Expect can be 100-continue, and nothing else"};
    case Refusal::no_host:
      return {400, "An HTTP/1.1 request has one Host header"};
    case Refusal::several_operations:
      return {400, "A request has one X-Amz-Target header, with one operation"};
    case Refusal::header_too_large:
      return {400, "The request line and the headers have at most 16384 bytes"};
    case Refusal::timed_out:
      return {408, "The request did not come in time"};
    case Refusal::body_too_large:
    case Refusal::overloaded:
      break;  // these have replies of their own
  }
  return {400, "The request cannot be read"};
}

Reply refusal_reply(Refusal refusal, const ServerOptions& options) {
  if (refusal == Refusal::body_too_large) return body_too_large();
  if (refusal == Refusal::overloaded) return too_much_buffered(options);
  const auto row = row_of(refusal);
  Reply reply = error_reply(errors::validation(std::string(row.text)));
  reply.status = row.status;
  return reply;
}

/// Empty if the type is none that DynamoDB reads.
std::string_view known_content_type(std::string_view header) {
  const auto type = trimmed(halves_of(header, ';').first);
  if (wire::equal_names(type, kJson10)) return kJson10;
  if (wire::equal_names(type, kJson)) return kJson;
  return {};
}

}  // namespace

Reply error_reply(const Error& error) {
  auto answer = wire::error_answer(error);
  return {.status = answer.status, .body = std::move(answer.body)};
}

Service::Service(const ServiceContext& context, LoopMetrics& metrics, std::uint64_t seed)
    : context_(context),
      metrics_(metrics),
      writer_(context.options.clock, seed),
      authenticator_(context.options.access_keys, context.options.clock) {}

void Service::answer(const HttpRequest& request, std::string& out) {
  const auto start = std::chrono::steady_clock::now();
  const std::size_t before = out.size();
  Reply reply;
  try {
    reply = route(request);
    write(request, reply, out);
  } catch (const std::exception& fault) {
    out.resize(before);
    reply = error_reply(errors::internal(std::string("The server failed: ") + fault.what()));
    write(request, reply, out);
  }
  metrics_.count_request(reply.operation, reply.status, std::chrono::steady_clock::now() - start);
}

Reply Service::route(const HttpRequest& request) {
  if (auto allowed = context_.rules.check(request); !allowed) {
    auto reply = error_reply(allowed.error());
    reply.status = 403;
    return reply;
  }
  const auto& view = request.view;
  if (view.path.starts_with(kAdminPrefix)) return administer(request);
  if (view.path != "/") return unknown_operation();
  if (view.method == "POST") return dispatch(request);
  if (view.method == "GET" || view.method == "HEAD") return healthy(request);
  if (view.method == "OPTIONS" && !request.header("Origin").empty()) {
    return {.content_type = {}, .operation = "preflight"};
  }
  return unknown_operation();
}

Reply Service::dispatch(const HttpRequest& request) {
  const auto content_type = known_content_type(request.header("Content-Type"));
  if (content_type.empty() && !request.view.body.empty()) return unknown_operation();
  Reply reply = call(request);
  if (!content_type.empty()) reply.content_type = content_type;
  return reply;
}

Reply Service::call(const HttpRequest& request) {
  // What is signed are the bytes as sent; only those of whom we know are worth unpacking.
  const auto claim = authenticator_.authenticate(request.view);
  if (!claim) return error_reply(claim.error());
  std::string decoded;
  std::string_view body = request.view.body;
  bool is_padded = request.is_padded;
  const auto encoding = request.header("Content-Encoding");
  if (!encoding.empty() && !wire::equal_names(encoding, "identity")) {
    bool too_large = false;
    auto result = decode_content(encoding, body, HttpParser::kMaxBody, too_large);
    if (too_large) return body_too_large();
    if (!result) return error_reply(result.error());
    decoded = *std::move(result);
    body = decoded;
    is_padded = false;
  }
  const auto database = context_.backend.database(claim->access_key_id, claim->scope.region);
  if (!database) return error_reply(database.error());
  auto answer = dispatcher_.answer(**database, request.header("X-Amz-Target"), body, is_padded);
  return {.status = answer.status, .body = std::move(answer.body), .operation = answer.operation};
}

Reply Service::administer(const HttpRequest& request) {
  if (auto allowed = context_.rules.check_own_page(request); !allowed) {
    auto reply = error_reply(allowed.error());
    reply.status = 403;
    return reply;
  }
  AdminRequest admin{.request = request.view};
  const bool is_signed = wire::find_header(request.view.headers, "Authorization") != nullptr;
  if (is_signed || (authenticator_.is_verifying() && needs_signature(request.view))) {
    auto claim = authenticator_.authenticate(request.view);
    if (!claim) return error_reply(claim.error());
    admin.scope = {claim->access_key_id, claim->scope.region};  // text that the claim holds
    return answer_admin(admin, context_, metrics_);
  }
  return answer_admin(admin, context_, metrics_);
}

void Service::write(const HttpRequest& request, const Reply& reply, std::string& out) {
  HttpResponse response{.status = reply.status,
                        .content_type = reply.content_type,
                        .body = reply.body,
                        .keep_alive = request.keep_alive,
                        .omit_body = request.view.method == "HEAD"};
  std::string more;
  if (request.view.method == "OPTIONS" && reply.operation == "preflight") {
    more = context_.rules.preflight_headers(request);
  } else if (!request.header("Origin").empty()) {
    more = context_.rules.answer_headers(request);
  }
  if (!reply.allowed_methods.empty()) more += "Allow: " + reply.allowed_methods + "\r\n";
  std::string compressed;
  if (reply.body.size() >= kLeastCompressed) {
    more += "Vary: Accept-Encoding\r\n";
    const auto encoding = preferred_encoding(request.header("Accept-Encoding"));
    if (encoding != ContentEncoding::identity) {
      compressed = encode_content(encoding, reply.body);
      response.content_encoding = to_string(encoding);
      response.body = compressed;
    }
  }
  response.more_headers = more;
  writer_.write(response, out);
}

void Service::refuse(Refusal refusal, std::string& out) {
  Reply reply = refusal_reply(refusal, context_.options);
  writer_.write({.status = reply.status,
                 .content_type = reply.content_type,
                 .body = reply.body,
                 .keep_alive = false},
                out);
  metrics_.count_request({}, reply.status, {});
}

}  // namespace keywright::server
