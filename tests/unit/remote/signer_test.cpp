#include "remote/signer.hpp"

#include "wire/sigv4.hpp"

#include <gtest/gtest.h>

namespace keywright::remote {
namespace {

constexpr TimePoint kDay{std::chrono::milliseconds(1440938160000)};  // 2015-08-30T12:36:00Z

http::Request request_to(std::string_view url) {
  http::Request request;
  request.method = "POST";
  request.url = *http::parse_url(url);
  request.headers = {{"Content-Type", "application/x-amz-json-1.0"},
                     {"X-Amz-Target", "DynamoDB_20120810.GetItem"},
                     {"User-Agent", "keywright"}};
  request.body = R"({"TableName":"t"})";
  return request;
}

std::string header_of(const http::Request& request, std::string_view name) {
  for (const auto& header : request.headers) {
    if (wire::equal_names(header.name, name)) return header.value;
  }
  return {};
}

// The signature of the same request by the function that AWS's vectors are tested with.
std::string authorization_of(std::string_view url, std::string_view host,
                             const Credentials& credentials, TimePoint now) {
  const auto request = request_to(url);
  const std::vector<wire::HeaderView> headers{{"host", host},
                                              {"x-amz-target", "DynamoDB_20120810.GetItem"}};
  wire::RequestView view;
  view.path = request.url.target;
  view.headers = headers;
  view.body = request.body;
  wire::Sha256 sha;
  return wire::sign(
             sha, view,
             {credentials.access_key_id, credentials.secret_access_key, credentials.session_token},
             "eu-west-1", "dynamodb", now)
      .authorization;
}

TEST(Signer, SignsAsTheReferenceDoes) {
  const Credentials credentials{.access_key_id = "AKID", .secret_access_key = "secret"};
  Signer signer("eu-west-1");
  const std::pair<const char*, const char*> cases[] = {
      {"https://dynamodb.eu-west-1.amazonaws.com", "dynamodb.eu-west-1.amazonaws.com"},
      {"http://localhost:8000/", "localhost:8000"},
      {"http://localhost:8000/a/path", "localhost:8000"},
  };
  for (const auto& [url, host] : cases) {
    auto request = request_to(url);
    signer.sign(request, credentials, kDay);
    EXPECT_EQ(header_of(request, "X-Amz-Date"), "20150830T123600Z");
    EXPECT_EQ(header_of(request, "X-Amz-Security-Token"), "");
    EXPECT_EQ(header_of(request, "Authorization"), authorization_of(url, host, credentials, kDay));
  }
}

TEST(Signer, SignsTheSessionToken) {
  const Credentials credentials{"AKID", "secret", "token"};
  Signer signer("eu-west-1");
  auto request = request_to("http://localhost");
  signer.sign(request, credentials, kDay);
  EXPECT_EQ(header_of(request, "X-Amz-Security-Token"), "token");
  EXPECT_EQ(header_of(request, "Authorization"),
            authorization_of("http://localhost", "localhost", credentials, kDay));
}

TEST(Signer, MakesANewKeyForAnotherDayAndAnotherSecret) {
  Signer signer("eu-west-1");
  const Credentials first{.access_key_id = "AKID", .secret_access_key = "secret"};
  const Credentials second{.access_key_id = "AKID", .secret_access_key = "other"};
  for (const auto& [credentials, now] :
       {std::pair(first, kDay), std::pair(second, kDay),
        std::pair(second, kDay + std::chrono::days(1)), std::pair(first, kDay)}) {
    auto request = request_to("http://localhost");
    signer.sign(request, credentials, now);
    EXPECT_EQ(header_of(request, "Authorization"),
              authorization_of("http://localhost", "localhost", credentials, now));
  }
}

}  // namespace
}  // namespace keywright::remote
