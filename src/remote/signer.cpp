#include "remote/signer.hpp"

#include "wire/sigv4.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace keywright::remote {
namespace {

constexpr std::string_view kService = "dynamodb";

bool is_signed(std::string_view name) {
  constexpr std::string_view kPrefix = "x-amz-";
  return name.size() > kPrefix.size() && wire::equal_names(name.substr(0, 6), kPrefix);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string list_of(std::vector<wire::HeaderView> headers) {
  std::vector<std::string> names;
  for (const auto& header : headers) names.push_back(lower(header.name));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string list;
  for (const auto& name : names) list.append(list.empty() ? "" : ";").append(name);
  return list;
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

void Signer::sign(http::Request& request, const Credentials& credentials, TimePoint now) {
  const std::string timestamp = wire::basic_iso_time(now);
  const auto date = std::string_view(timestamp).substr(0, 8);
  request.headers.push_back({"X-Amz-Date", timestamp});
  if (!credentials.session_token.empty()) {
    request.headers.push_back({"X-Amz-Security-Token", credentials.session_token});
  }
  const std::string host = http::host_header(request.url);
  std::vector<wire::HeaderView> headers{{"host", host}};
  for (const auto& header : request.headers) {
    if (is_signed(header.name)) headers.push_back({header.name, header.value});
  }
  const std::string_view target = request.url.target;
  const auto question = std::min(target.find('?'), target.size());
  wire::RequestView view;
  view.method = request.method;
  view.path = target.substr(0, question);
  view.query = target.substr(std::min(question + 1, target.size()));
  view.headers = headers;
  view.body = request.body;

  const auto names = list_of(headers);
  const auto canonical = wire::canonical_request(view, names, sha_.hash(request.body));
  const auto text =
      wire::string_to_sign(timestamp, {date, region_, kService}, sha_.hash(canonical));
  std::string authorization = "AWS4-HMAC-SHA256 Credential=";
  authorization.append(credentials.access_key_id).append("/").append(date).append("/");
  authorization.append(region_).append("/").append(kService).append(
      "/aws4_request, SignedHeaders=");
  authorization.append(names).append(", Signature=");
  wire::append_hex(authorization, sha_.hmac(wire::bytes_of(key_for(credentials, date)), text));
  request.headers.push_back({"Authorization", std::move(authorization)});
}

}  // namespace keywright::remote
