#pragma once
// What may be given where a server is told of hosts and web pages. Each function says what is wrong
// with a text and what to give instead; nothing, if all is well.

#include <string>

namespace keywright::server {

/// Of an address to bind: a name or an IP address.
[[nodiscard]] std::string fault_of_host(const std::string& text);
/// Of ServerOptions::allowed_hosts.
[[nodiscard]] std::string fault_of_host_name(const std::string& text);
/// Of ServerOptions::cors_origins.
[[nodiscard]] std::string fault_of_origin(const std::string& text);

}  // namespace keywright::server
