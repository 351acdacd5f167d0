#include "remote/signer.hpp"

#include "wire/sigv4.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keywright::remote {
namespace {

constexpr std::string_view kService = "dynamodb";

// What is signed, in the order of names that SigV4 asks for.
constexpr std::string_view kNames = "host;x-amz-date;x-amz-target";
constexpr std::string_view kNamesWithToken = "host;x-amz-date;x-amz-security-token;x-amz-target";

std::string_view target_of(const http::Request& request) {
  for (const auto& header : request.headers) {
    if (wire::equal_names(header.name, "x-amz-target")) return header.value;
  }
  return {};
}

}  // namespace

const wire::Digest& Signer::key_for(const Credentials& credentials, std::string_view date) {
  if (key_date_ != date || key_secret_ != credentials.secret_access_key) {
    key_ = wire::derive_signing_key(sha_, credentials.secret_access_key, {date, region_, kService});
    key_secret_ = credentials.secret_access_key;
    key_date_ = date;
  }
  return key_;
}

void Signer::set_time(TimePoint now) {
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  if (second == second_ && !timestamp_.empty()) return;
  second_ = second;
  timestamp_ = wire::basic_iso_time(now);
}

void Signer::sign(http::Request& request, const Credentials& credentials, TimePoint now) {
  set_time(now);
  const auto date = std::string_view(timestamp_).substr(0, 8);
  const bool has_token = !credentials.session_token.empty();
  const std::string host = http::host_header(request.url);
  const std::array<wire::HeaderView, 4> headers{
      {{"host", host},
       {"x-amz-date", timestamp_},
       {"x-amz-target", target_of(request)},
       {"x-amz-security-token", credentials.session_token}}};
  const auto names = has_token ? kNamesWithToken : kNames;
  const std::string_view target = request.url.target;
  const auto question = std::min(target.find('?'), target.size());
  wire::RequestView view;
  view.method = request.method;
  view.path = target.substr(0, question);
  view.query = target.substr(std::min(question + 1, target.size()));
  view.headers = headers;
  view.body = request.body;

  const auto canonical = wire::canonical_request(view, names, sha_.hash(request.body));
  const auto text =
      wire::string_to_sign(timestamp_, {date, region_, kService}, sha_.hash(canonical));
  std::string authorization;
  authorization.reserve(256);
  authorization.append("AWS4-HMAC-SHA256 Credential=").append(credentials.access_key_id);
  authorization.append("/").append(date).append("/").append(region_).append("/").append(kService);
  authorization.append("/aws4_request, SignedHeaders=").append(names).append(", Signature=");
  wire::append_hex(authorization, sha_.hmac(wire::bytes_of(key_for(credentials, date)), text));
  request.headers.push_back({"X-Amz-Date", timestamp_});
  if (has_token) request.headers.push_back({"X-Amz-Security-Token", credentials.session_token});
  request.headers.push_back({"Authorization", std::move(authorization)});
}

}  // namespace keywright::remote
