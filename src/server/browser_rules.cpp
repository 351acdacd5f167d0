#include "server/browser_rules.hpp"

#include "core/errors.hpp"
#include "server/text.hpp"

#include <algorithm>
#include <utility>

namespace keywright::server {
namespace {

// "localhost:8000" -> "localhost", "[::1]:8000" -> "[::1]"
std::string_view without_port(std::string_view host) {
  const auto colon = host.rfind(':');
  if (colon == std::string_view::npos) return host;
  return parse_number<std::uint16_t>(host.substr(colon + 1)) ? host.substr(0, colon) : host;
}

Error denied(std::string message) {
  return errors::from_exception("AccessDeniedException", std::move(message));
}

// What of a header's value goes into a message or another header.
std::string printable(std::string_view text) {
  constexpr std::size_t kMost = 256;
  std::string out;
  for (const char c : text.substr(0, kMost)) {
    out += c >= ' ' && c < 127 ? c : '?';
  }
  return out;
}

}  // namespace

std::vector<std::string> loopback_hosts() {
  return {"localhost", "127.0.0.1", "[::1]"};
}

BrowserRules::BrowserRules(std::vector<std::string> hosts, std::vector<std::string> origins)
    : hosts_(std::move(hosts)), origins_(std::move(origins)) {}

bool BrowserRules::is_host_allowed(std::string_view host) const {
  if (hosts_.empty()) return true;
  auto name = without_port(host);
  if (name.ends_with('.')) name.remove_suffix(1);
  return std::any_of(hosts_.begin(), hosts_.end(),
                     [&](const std::string& allowed) { return wire::equal_names(name, allowed); });
}

bool BrowserRules::is_origin_allowed(std::string_view origin) const {
  return std::any_of(origins_.begin(), origins_.end(), [&](const std::string& allowed) {
    return allowed == "*" || wire::equal_names(origin, allowed);
  });
}

// A page of this server itself. Where any Host is answered to, it proves nothing.
bool BrowserRules::is_own_page(const HttpRequest& request, std::string_view origin) const {
  if (hosts_.empty()) return false;
  const auto host = request.header("Host");
  return origin.size() > host.size() && origin.ends_with(host) &&
         (origin == "http://" + std::string(host) || origin == "https://" + std::string(host));
}

Result<void> BrowserRules::check(const HttpRequest& request) const {
  const auto host = request.header("Host");
  if (host.empty() && !is_host_allowed(host)) {
    return denied(
        "The request names no host. Send one that this server answers to, as in "
        "`Host: localhost`");
  }
  if (!is_host_allowed(host)) {
    return denied(
        "The host '" + printable(host) +
        "' is not served here, since a web page could have invented it. Use localhost, or "
        "start the server with --allow-host " +
        printable(without_port(host)));
  }
  const auto origin = request.header("Origin");
  if (!origin.empty()) {
    if (is_origin_allowed(origin) || is_own_page(request, origin)) return {};
    if (origin == "null") {
      return denied(
          "Web pages of the origin null may not call this server, since every page can be one. "
          "Open the page by HTTP, and start the server with --cors and its origin");
    }
    return denied("Web pages of '" + printable(origin) +
                  "' may not call this server. Start it with --cors " + printable(origin));
  }
  // Sent by browsers alone, also where they leave Origin out.
  if (request.header("Sec-Fetch-Site") == "cross-site" && !is_origin_allowed("*")) {
    return denied("Web pages of other sites may not call this server. Start it with --cors ORIGIN");
  }
  return {};
}

Result<void> BrowserRules::check_own_page(const HttpRequest& request) const {
  if (auto checked = check(request); !checked) return checked;
  const auto origin = request.header("Origin");
  const auto site = request.header("Sec-Fetch-Site");
  if ((origin.empty() || is_own_page(request, origin)) &&
      (site.empty() || site == "same-origin" || site == "none")) {
    return {};
  }
  return denied("Web pages of other sites may not call /_keywright");
}

std::string BrowserRules::answer_headers(const HttpRequest& request) const {
  const auto origin = request.header("Origin");
  if (origin.empty() || !is_origin_allowed(origin)) return {};
  const bool is_any = std::find(origins_.begin(), origins_.end(), "*") != origins_.end();
  std::string out = "Access-Control-Allow-Origin: ";
  out += is_any ? "*" : printable(origin) + "\r\nVary: Origin";
  out +=
      "\r\nAccess-Control-Expose-Headers: x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,"
      "x-amz-crc32,Date\r\n";
  return out;
}

std::string BrowserRules::preflight_headers(const HttpRequest& request) const {
  std::string out = answer_headers(request);
  if (out.empty()) return out;
  const auto echo = [&](std::string_view asked, std::string_view answered) {
    const auto value = request.header(asked);
    if (!value.empty()) out.append(answered).append(": ").append(printable(value)).append("\r\n");
  };
  echo("Access-Control-Request-Headers", "Access-Control-Allow-Headers");
  echo("Access-Control-Request-Method", "Access-Control-Allow-Methods");
  out += "Access-Control-Max-Age: 172800\r\n";
  return out;
}

}  // namespace keywright::server
