#include "http/client.hpp"

#include "http/decode.hpp"
#include "http/pool.hpp"
#include "http/response_parser.hpp"

#include <algorithm>
#include <utility>

namespace keywright::http {
namespace {

bool ends_a_line(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

// Whether it would go out as it is meant, and not as something else.
Result<void> check(const Request& request) {
  const bool is_bad =
      ends_a_line(request.method) || ends_a_line(request.url.target) ||
      std::any_of(request.headers.begin(), request.headers.end(), [](const Header& header) {
        return ends_a_line(header.name) || ends_a_line(header.value);
      });
  if (!is_bad) return {};
  Error error;
  error.code = ErrorCode::validation;
  error.message = "the method, the target or a header of a request has an end of line in it";
  return error;
}

std::string head_of(const Request& request) {
  std::string head;
  head.reserve(512);
  head.append(request.method).append(" ").append(request.url.target).append(" HTTP/1.1\r\nHost: ");
  head.append(host_header(request.url)).append("\r\n");
  for (const auto& header : request.headers) {
    head.append(header.name).append(": ").append(header.value).append("\r\n");
  }
  if (!request.body.empty() || (request.method != "GET" && request.method != "HEAD")) {
    head.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
  }
  return head.append("\r\n");
}

Error cannot_read(std::string_view why) {
  return unavailable("cannot read the answer: " + std::string(why));
}

}  // namespace

class Client::Impl {
 public:
  explicit Impl(ClientOptions options)
      : options_(std::move(options)), tls_(options_.ca_file), pool_(options_) {}

  Result<Response> send(const Request& request, const CallControl& control) {
    if (auto checked = check(request); !checked) return checked.error();
    Wait wait(control, std::chrono::steady_clock::now() + options_.total_timeout);
    auto lease = pool_.acquire(request.url, wait);
    if (!lease) return lease.error();
    if (!lease->connection) {
      auto connection = Connection::open(request.url, options_, tls_, wait);
      if (!connection) return connection.error();
      lease->connection = *std::move(connection);
    }
    auto response = exchange(request, *lease, wait);
    if (!response) return response;
    return decoded(*std::move(response));
  }

  [[nodiscard]] std::size_t idle_connections() const { return pool_.idle_connections(); }

 private:
  Result<Response> exchange(const Request& request, Pool::Lease& lease, Wait& wait) const {
    auto& connection = *lease.connection;
    const auto written = connection.write(head_of(request), request.body, wait);
    // A server may answer, and close, before it has read all of a request.
    const bool cut_off =
        !written && written.error().code == ErrorCode::unavailable && !written.error().retryable;
    if (!written && !cut_off) return written.error();
    ResponseParser parser(options_.max_body, request.method == "HEAD");
    while (parser.state() == ResponseParser::State::reading) {
      const auto bytes = connection.read(wait);
      if (!bytes) return cut_off ? written.error() : bytes.error();
      if (bytes->empty()) {
        parser.feed_end();
        if (parser.state() != ResponseParser::State::complete) {
          return cut_off ? written.error()
                         : cannot_read("the connection was closed before its end");
        }
        return parser.take();
      }
      connection.keep_unread(bytes->size() - parser.feed(*bytes));
    }
    if (parser.state() == ResponseParser::State::malformed) return cannot_read("it is not HTTP/1");
    if (parser.state() == ResponseParser::State::too_large) return cannot_read("it is too large");
    lease.keep = parser.keep_alive() && !cut_off;
    return parser.take();
  }

  Result<Response> decoded(Response response) const {
    const auto encoding = response.header("content-encoding");
    if (encoding.empty() || encoding == "identity" || response.body.empty()) return response;
    auto body = decode(encoding, response.body, options_.max_body);
    if (!body) return body.error();
    response.encoded_body = std::exchange(response.body, *std::move(body));
    return response;
  }

  const ClientOptions options_;
  TlsContext tls_;
  Pool pool_;
};

Client::Client(ClientOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Client::~Client() = default;

Result<Response> Client::send(const Request& request, const CallControl& control) {
  return impl_->send(request, control);
}

std::size_t Client::idle_connections() const {
  return impl_->idle_connections();
}

}  // namespace keywright::http
