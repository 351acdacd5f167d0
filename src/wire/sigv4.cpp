#include "wire/sigv4.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace keywright::wire {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kTerminator = "aws4_request";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool is_unreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char small = lower(c);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Empty and `.` segments go away, `..` takes the one before it along; a last slash stays.
std::string normalized_path(std::string_view path) {
  std::vector<std::string_view> segments;
  bool ends_with_slash = true;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const auto segment = path.substr(at, end - at);
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
    } else if (!segment.empty() && segment != ".") {
      segments.push_back(segment);
    }
    ends_with_slash = end != path.size() || segment.empty() || segment == "." || segment == "..";
    at = end + 1;
  }
  std::string out;
  for (const auto segment : segments) out.append("/").append(segment);
  if (ends_with_slash) out += '/';
  return out;
}

void append_canonical_path(std::string& out, std::string_view path) {
  if (path == "/" || path.empty()) {
    out += '/';
  } else {
    append_uri_encoded(out, normalized_path(path), true);
  }
}

void append_canonical_query(std::string& out, std::string_view query) {
  if (query.empty()) return;
  std::vector<std::pair<std::string, std::string>> encoded;
  for (const auto& parameter : parse_query(query)) {
    if (parameter.name == "X-Amz-Signature") continue;
    auto& [name, value] = encoded.emplace_back();
    append_uri_encoded(name, parameter.name);
    append_uri_encoded(value, parameter.value);
  }
  std::sort(encoded.begin(), encoded.end());
  bool is_first = true;
  for (const auto& [name, value] : encoded) {
    if (!std::exchange(is_first, false)) out += '&';
    out.append(name).append("=").append(value);
  }
}

// Blanks at both ends go away, and several between words become one.
void append_canonical_value(std::string& out, std::string_view value) {
  while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  bool after_blank = false;
  for (const char c : value) {
    if (is_blank(c)) {
      if (!after_blank) out += ' ';
    } else {
      out += c;
    }
    after_blank = is_blank(c);
  }
}

void append_canonical_headers(std::string& out, std::span<const HeaderView> headers,
                              std::string_view signed_headers) {
  for (std::size_t at = 0; at < signed_headers.size();) {
    const std::size_t end = std::min(signed_headers.find(';', at), signed_headers.size());
    const auto name = signed_headers.substr(at, end - at);
    out.append(name).append(":");
    bool is_first = true;
    for (const auto& header : headers) {
      if (!equal_names(header.name, name)) continue;
      if (!std::exchange(is_first, false)) out += ',';
      append_canonical_value(out, header.value);
    }
    out += '\n';
    at = end + 1;
  }
}

std::string sorted_names(std::span<const HeaderView> headers) {
  std::vector<std::string> names;
  for (const auto& header : headers) {
    std::string name(header.name);
    std::transform(name.begin(), name.end(), name.begin(), lower);
    names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string list;
  for (const auto& name : names) {
    if (!list.empty()) list += ';';
    list += name;
  }
  return list;
}

std::string credential_of(std::string_view access_key_id, const CredentialScope& scope) {
  std::string out(access_key_id);
  for (const auto part : {scope.date, scope.region, scope.service, kTerminator}) {
    out.append("/").append(part);
  }
  return out;
}

std::string signature_of(Sha256& sha, const RequestView& request, std::string_view signed_headers,
                         std::string_view secret, std::string_view timestamp,
                         const CredentialScope& scope) {
  const auto canonical = canonical_request(request, signed_headers, sha.hash(request.body));
  const auto text = string_to_sign(timestamp, scope, sha.hash(canonical));
  const Digest key = derive_signing_key(sha, secret, scope);
  std::string signature;
  append_hex(signature, sha.hmac(bytes_of(key), text));
  return signature;
}

}  // namespace

bool equal_names(std::string_view left, std::string_view right) {
  return left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(),
                    [](char a, char b) { return a == b || lower(a) == lower(b); });
}

const HeaderView* find_header(std::span<const HeaderView> headers, std::string_view name) {
  for (const auto& header : headers) {
    if (equal_names(header.name, name)) return &header;
  }
  return nullptr;
}

std::string basic_iso_time(TimePoint time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  char text[32];
  std::snprintf(text, sizeof text, "%04d%02u%02uT%02d%02d%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text;
}

std::optional<TimePoint> parse_basic_iso_time(std::string_view text) {
  if (text.size() != 16 || text[8] != 'T' || text[15] != 'Z') return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t count) {
    int value = 0;
    for (const char c : text.substr(at, count)) {
      if (c < '0' || c > '9') return -1;
      value = value * 10 + (c - '0');
    }
    return value;
  };
  const int month = number(4, 2), day = number(6, 2);
  const int hour = number(9, 2), minute = number(11, 2), second = number(13, 2);
  if (month < 0 || day < 0) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (number(0, 4) < 0 || !date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 ||
      second < 0 || second > 60) {
    return std::nullopt;
  }
  return TimePoint(std::chrono::sys_days(date)) + std::chrono::hours(hour) +
         std::chrono::minutes(minute) + std::chrono::seconds(second);
}

void append_uri_encoded(std::string& out, std::string_view text, bool keep_slash) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_unreserved(c) || (keep_slash && c == '/')) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
}

std::string uri_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = hex_value(text[i + 1]), low = hex_value(text[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += text[i] == '+' ? ' ' : text[i];
  }
  return out;
}

std::vector<QueryParameter> parse_query(std::string_view query) {
  std::vector<QueryParameter> parameters;
  for (std::size_t at = 0; at < query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const auto part = query.substr(at, end - at);
    const std::size_t equals = std::min(part.find('='), part.size());
    if (!part.empty()) {
      parameters.push_back({uri_decoded(part.substr(0, equals)),
                            uri_decoded(part.substr(std::min(equals + 1, part.size())))});
    }
    at = end + 1;
  }
  return parameters;
}

std::string canonical_request(const RequestView& request, std::string_view signed_headers,
                              const Digest& payload_hash) {
  std::string out;
  out.reserve(512);
  out.append(request.method).append("\n");
  append_canonical_path(out, request.path);
  out += '\n';
  append_canonical_query(out, request.query);
  out += '\n';
  append_canonical_headers(out, request.headers, signed_headers);
  out.append("\n").append(signed_headers).append("\n");
  append_hex(out, payload_hash);
  return out;
}

std::string string_to_sign(std::string_view timestamp, const CredentialScope& scope,
                           const Digest& canonical_request_hash) {
  std::string out;
  out.reserve(160);
  out.append(kAlgorithm).append("\n").append(timestamp).append("\n");
  out.append(scope.date).append("/").append(scope.region).append("/").append(scope.service);
  out.append("/").append(kTerminator).append("\n");
  append_hex(out, canonical_request_hash);
  return out;
}

Digest derive_signing_key(Sha256& sha, std::string_view secret_access_key,
                          const CredentialScope& scope) {
  Digest key = sha.hmac(std::string("AWS4").append(secret_access_key), scope.date);
  for (const auto part : {scope.region, scope.service, kTerminator}) {
    key = sha.hmac(bytes_of(key), part);
  }
  return key;
}

SignedHeaders sign(Sha256& sha, const RequestView& request, const SigningCredentials& credentials,
                   std::string_view region, std::string_view service, TimePoint now) {
  SignedHeaders out;
  out.amz_date = basic_iso_time(now);
  out.security_token = credentials.session_token;
  std::vector<HeaderView> headers(request.headers.begin(), request.headers.end());
  headers.push_back({"x-amz-date", out.amz_date});
  if (!out.security_token.empty()) headers.push_back({"x-amz-security-token", out.security_token});
  RequestView whole = request;
  whole.headers = headers;

  const CredentialScope scope{std::string_view(out.amz_date).substr(0, 8), region, service};
  const auto names = sorted_names(headers);
  out.authorization.append(kAlgorithm)
      .append(" Credential=")
      .append(credential_of(credentials.access_key_id, scope))
      .append(", SignedHeaders=")
      .append(names)
      .append(", Signature=")
      .append(signature_of(sha, whole, names, credentials.secret_access_key, out.amz_date, scope));
  return out;
}

std::string presign(Sha256& sha, const RequestView& request, const SigningCredentials& credentials,
                    std::string_view region, std::string_view service, TimePoint now,
                    std::chrono::seconds expires) {
  const auto timestamp = basic_iso_time(now);
  const CredentialScope scope{std::string_view(timestamp).substr(0, 8), region, service};
  const auto names = sorted_names(request.headers);
  std::string query(request.query);
  const auto add = [&query](std::string_view name, std::string_view value) {
    if (!query.empty()) query += '&';
    query.append(name).append("=");
    append_uri_encoded(query, value);
  };
  add("X-Amz-Algorithm", kAlgorithm);
  add("X-Amz-Credential", credential_of(credentials.access_key_id, scope));
  add("X-Amz-Date", timestamp);
  add("X-Amz-Expires", std::to_string(expires.count()));
  add("X-Amz-SignedHeaders", names);
  if (!credentials.session_token.empty()) add("X-Amz-Security-Token", credentials.session_token);
  RequestView whole = request;
  whole.query = query;
  const auto signature =
      signature_of(sha, whole, names, credentials.secret_access_key, timestamp, scope);
  add("X-Amz-Signature", signature);
  return query;
}

}  // namespace keywright::wire
