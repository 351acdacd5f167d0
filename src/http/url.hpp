#pragma once
// http://host:port/path?query, as endpoints and credential services are named.

#include <keywright/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace keywright::http {

struct Url {
  bool tls = false;          ///< https
  std::string host{};        ///< lower case; an IPv6 address without its brackets
  std::uint16_t port = 0;    ///< never 0 once parsed: 80 or 443 if none is written
  std::string target = "/";  ///< path and query, as sent

  friend bool operator==(const Url&, const Url&) = default;
};

/// Anything but http: and https:, user names and fragments are `validation` errors that say so.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

/// The value of a Host header: the port is left out where it is the scheme's own.
[[nodiscard]] std::string host_header(const Url& url);
[[nodiscard]] std::string to_string(const Url& url);

}  // namespace keywright::http
