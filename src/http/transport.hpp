#pragma once
// Sends one HTTP request and waits for its answer. The client over sockets is one Transport;
// tests have others.

#include "http/url.hpp"
#include <keywright/call_control.hpp>
#include <keywright/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace keywright::http {

struct Header {
  std::string name{};
  std::string value{};

  friend bool operator==(const Header&, const Header&) = default;
};

struct Request {
  std::string method = "GET";
  Url url{};
  std::vector<Header> headers{};  ///< without Host and Content-Length, which the transport writes
  std::string body{};
};

struct Response {
  int status = 0;
  std::vector<Header> headers{};
  std::string body{};          ///< decoded, if it came with a Content-Encoding
  std::string encoded_body{};  ///< as it came, if that is not how it is now

  /// The first header of that name, whatever its case; empty if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// Any status is an answer. No answer is an error: `timeout` past the deadline or when stopped,
  /// `unavailable` otherwise. From any thread. Never sends a request twice; `retryable` says of
  /// `unavailable` that not one byte of it was sent.
  virtual Result<Response> send(const Request& request, const CallControl& control) = 0;
};

}  // namespace keywright::http
