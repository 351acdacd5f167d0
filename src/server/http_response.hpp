#pragma once
// Answers as bytes: one header and body after the other in one string.

#include <keywright/clock.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace keywright::server {

struct HttpResponse {
  unsigned status = 200;
  std::string_view content_type = "application/x-amz-json-1.0";
  std::string_view content_encoding{};  ///< empty: the body is as it is
  std::string_view more_headers{};      ///< whole lines
  std::string_view body{};
  bool keep_alive = true;
  bool omit_body = false;  ///< an answer to HEAD
};

/// Remembers the date of the second and the state of the request ids: one per loop.
class HttpResponseWriter {
 public:
  /// Equal seeds give equal request ids.
  HttpResponseWriter(Clock clock, std::uint64_t seed);

  /// Appends the answer with the headers that all answers of DynamoDB have.
  void write(const HttpResponse& response, std::string& out);

 private:
  static constexpr std::size_t kRequestIdSize = 52;

  void append_date(std::string& out);
  void append_request_id(std::string& out);
  std::uint64_t random();

  Clock clock_;
  std::uint64_t state_;
  std::int64_t date_second_ = -1;
  std::string date_;
};

}  // namespace keywright::server
