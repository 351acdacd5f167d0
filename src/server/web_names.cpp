#include "server/web_names.hpp"

#include "server/text.hpp"

#include <algorithm>
#include <cstdint>

namespace keywright::server {
namespace {

constexpr std::string_view kSmallLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kDigits = "0123456789";

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

struct Origin {
  std::string_view scheme{};  // without ://; empty: none
  std::string_view host{};
  std::string_view port{};  // empty: none
  std::string_view rest{};  // from the path on
};

Origin parts_of(std::string_view text) {
  Origin out;
  if (const auto at = text.find("://"); at != std::string_view::npos) {
    out.scheme = text.substr(0, at);
    text.remove_prefix(at + 3);
  }
  const auto end = std::min(text.find_first_of("/?#"), text.size());
  out.rest = text.substr(end);
  out.host = text.substr(0, end);
  const auto colon = out.host.rfind(':');
  // Two colons without brackets are an IPv6 address.
  if (colon != std::string_view::npos && out.host.find(':') == colon) {
    out.port = out.host.substr(colon + 1);
    out.host = out.host.substr(0, colon);
  } else if (const auto bracket = out.host.find("]:"); bracket != std::string_view::npos) {
    out.port = out.host.substr(bracket + 2);
    out.host = out.host.substr(0, bracket + 1);
  }
  return out;
}

bool is_host_name(std::string_view host) {
  const auto name = in_small_letters(host);
  if (name.starts_with('[') && name.ends_with(']')) {
    return name.size() > 3 &&
           consists_of(std::string_view(name).substr(1, name.size() - 2), "0123456789abcdef:.");
  }
  return !name.empty() && !name.starts_with('.') && !name.ends_with('.') &&
         consists_of(name, std::string(kSmallLetters) + std::string(kDigits) + "-._");
}

// Brackets around an IPv6 address, and no dot at the end.
std::string usual_form(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const bool is_ipv6 = host.find(':') != std::string_view::npos && !host.starts_with('[');
  return is_ipv6 ? '[' + std::string(host) + "]" : std::string(host);
}

}  // namespace

std::string fault_of_host(const std::string& text) {
  const auto without_zone = text.substr(0, text.find('%'));  // of fe80::1%eth0
  if (is_host_name(usual_form(without_zone))) return {};
  return it_is_no(text, "address",
                  "one such as 127.0.0.1, 0.0.0.0 for all or [::1], or a name, without http:// and "
                  "port");
}

std::string fault_of_host_name(const std::string& text) {
  if (text == "*") {
    return it_is_no(text, "host name",
                    "each name by itself. Bound to another address than a loopback one, such as "
                    "0.0.0.0, the server answers to every name unless some are given");
  }
  if (is_host_name(text)) return {};
  const auto meant = usual_form(parts_of(text).host);
  return it_is_no(text, "host name",
                  "it as clients write it, without http:// and port, as " +
                      (is_host_name(meant) ? meant : std::string("db.test")));
}

std::string fault_of_origin(const std::string& text) {
  if (text == "*") return {};
  if (text == "null") {
    return it_is_no(text, "web origin",
                    "that of a page that comes by HTTP, as http://localhost:3000, since every page "
                    "can make itself null; or * for all");
  }
  const Origin origin = parts_of(text);
  const auto scheme = in_small_letters(origin.scheme);
  const bool is_usual_port =
      (scheme == "http" && origin.port == "80") || (scheme == "https" && origin.port == "443");
  const auto port = parse_number<std::uint16_t>(origin.port);
  const bool has_good_port = origin.port.empty() || (port && *port > 0);
  // https://a: has an empty port, and browsers leave out a usual one.
  const bool is_good =
      !scheme.empty() &&
      consists_of(scheme, std::string(kSmallLetters) + std::string(kDigits) + "+-.") &&
      is_host_name(origin.host) && has_good_port && !is_usual_port && origin.rest.empty() &&
      !text.ends_with(':');
  if (is_good) return {};
  std::string meant = "http://localhost:3000";
  if (is_host_name(usual_form(origin.host))) {
    meant = (scheme.empty() ? "http" : scheme) + "://" + usual_form(origin.host);
    if (has_good_port && !is_usual_port && !origin.port.empty()) {
      meant.append(":").append(origin.port);
    }
  }
  return it_is_no(
      text, "web origin",
      "scheme, host and, unless it is the usual one, port, with nothing behind them, as " + meant +
          "; or * for all");
}

}  // namespace keywright::server
