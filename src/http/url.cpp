#include "http/url.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace keywright::http {
namespace {

Error bad_url(std::string_view text, std::string_view why) {
  Error error;
  error.code = ErrorCode::validation;
  error.message = "cannot use the URL \"" + std::string(text) + "\": " + std::string(why);
  return error;
}

std::uint16_t usual_port(bool tls) {
  return tls ? 443 : 80;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_host_character(char c) {
  return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
}

bool is_address_character(char c) {
  return is_letter_or_digit(c) || c == ':' || c == '.' || c == '%';
}

// Whatever could end the request line, or a header, early.
bool is_unsendable(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == 0x7f;
}

// Takes the host off the front of `authority`; an empty text says that it is none.
std::string take_host(std::string_view& authority) {
  std::string_view host;
  if (authority.starts_with('[')) {
    const auto end = authority.find(']');
    if (end == std::string_view::npos) return {};
    host = authority.substr(1, end - 1);
    authority.remove_prefix(end + 1);
    if (!std::all_of(host.begin(), host.end(), is_address_character)) return {};
  } else {
    host = authority.substr(0, authority.find(':'));
    authority.remove_prefix(host.size());
    if (!std::all_of(host.begin(), host.end(), is_host_character)) return {};
  }
  return lower(host);
}

bool read_port(std::string_view text, std::uint16_t& port) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), port);
  return fault == std::errc() && end == text.data() + text.size() && port != 0;
}

std::string bracketed(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
  Url url;
  const auto colon = text.find("://");
  const std::string scheme = lower(text.substr(0, colon == std::string_view::npos ? 0 : colon));
  if (scheme != "http" && scheme != "https") {
    return bad_url(text, "it must begin with http:// or https://");
  }
  if (std::any_of(text.begin(), text.end(), is_unsendable)) {
    return bad_url(text, "it has a blank or a control character; write it as %20 and so on");
  }
  url.tls = scheme == "https";
  const auto rest = text.substr(colon + 3);
  auto authority = rest.substr(0, rest.find_first_of("/?#"));
  const auto target = rest.substr(authority.size());
  if (authority.find('@') != std::string_view::npos) {
    return bad_url(text, "a user name has no place in it; give credentials apart from it");
  }
  if (target.find('#') != std::string_view::npos) {
    return bad_url(text, "a fragment (#...) is never sent; leave it away");
  }
  url.host = take_host(authority);
  if (url.host.empty()) return bad_url(text, "it has no valid host name or address");
  url.port = usual_port(url.tls);
  if (!authority.empty() &&
      (authority.front() != ':' || !read_port(authority.substr(1), url.port))) {
    return bad_url(text, "the port must be a number from 1 to 65535");
  }
  url.target = target;
  if (!target.starts_with('/')) url.target.insert(0, 1, '/');
  return url;
}

std::string host_header(const Url& url) {
  auto out = bracketed(url.host);
  if (url.port != usual_port(url.tls)) out.append(":").append(std::to_string(url.port));
  return out;
}

std::string to_string(const Url& url) {
  return (url.tls ? "https://" : "http://") + host_header(url) + url.target;
}

}  // namespace keywright::http
