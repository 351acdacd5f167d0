#include "server/http_response.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <utility>

#include <zlib.h>

namespace keywright::server {
namespace {

struct StatusRow {
  unsigned status;
  std::string_view line;
};

constexpr std::array<StatusRow, 12> kStatusLines{{
    {200, "HTTP/1.1 200 OK\r\n"},
    {204, "HTTP/1.1 204 No Content\r\n"},
    {400, "HTTP/1.1 400 Bad Request\r\n"},
    {403, "HTTP/1.1 403 Forbidden\r\n"},
    {404, "HTTP/1.1 404 Not Found\r\n"},
    {405, "HTTP/1.1 405 Method Not Allowed\r\n"},
    {408, "HTTP/1.1 408 Request Timeout\r\n"},
    {413, "HTTP/1.1 413 Payload Too Large\r\n"},
    {417, "HTTP/1.1 417 Expectation Failed\r\n"},
    {500, "HTTP/1.1 500 Internal Server Error\r\n"},
    {501, "HTTP/1.1 501 Not Implemented\r\n"},
    {503, "HTTP/1.1 503 Service Unavailable\r\n"},
}};

void append_status_line(std::string& out, unsigned status) {
  for (const auto& row : kStatusLines) {
    if (row.status == status) {
      out += row.line;
      return;
    }
  }
  out.append("HTTP/1.1 ").append(std::to_string(status)).append(" Unknown\r\n");
}

void append_number(std::string& out, std::uint64_t value) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// Sun, 06 Nov 1994 08:49:37 GMT
std::string http_date(std::int64_t seconds) {
  constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02u %s %04d %02d:%02d:%02d GMT",
                kDays[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                kMonths[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text;
}

}  // namespace

HttpResponseWriter::HttpResponseWriter(Clock clock, std::uint64_t seed)
    : clock_(std::move(clock)), state_(seed) {}

// splitmix64
std::uint64_t HttpResponseWriter::random() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t value = state_;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

void HttpResponseWriter::append_request_id(std::string& out) {
  constexpr char kSymbols[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  char id[kRequestIdSize];
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kRequestIdSize; ++i) {
    if (i % 12 == 0) bits = random();
    id[i] = kSymbols[bits & 31];
    bits >>= 5;
  }
  out.append(id, kRequestIdSize);
}

void HttpResponseWriter::append_date(std::string& out) {
  const auto now = std::chrono::floor<std::chrono::seconds>(clock_()).time_since_epoch().count();
  if (now != date_second_) {
    date_second_ = now;
    date_ = http_date(now);
  }
  out += date_;
}

void HttpResponseWriter::write(const HttpResponse& response, std::string& out) {
  const std::size_t needed = out.size() + 400 + response.more_headers.size() + response.body.size();
  if (needed > out.capacity()) out.reserve(std::max(needed, out.capacity() * 2));
  append_status_line(out, response.status);
  out += "Server: Server\r\nDate: ";
  append_date(out);
  if (!response.content_type.empty()) {
    out.append("\r\nContent-Type: ").append(response.content_type);
  }
  out += "\r\nContent-Length: ";
  append_number(out, response.body.size());
  if (!response.content_encoding.empty()) {
    out.append("\r\nContent-Encoding: ").append(response.content_encoding);
  }
  out += response.keep_alive ? "\r\nConnection: keep-alive\r\nx-amzn-RequestId: "
                             : "\r\nConnection: close\r\nx-amzn-RequestId: ";
  append_request_id(out);
  out += "\r\nx-amz-crc32: ";
  append_number(out, crc32_of(response.body));
  out += "\r\n";
  out += response.more_headers;
  out += "\r\n";
  if (!response.omit_body) out += response.body;
}

}  // namespace keywright::server
