#include "http/url.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::http {
namespace {

using testing::HasSubstr;

TEST(Url, ReadsSchemeHostPortAndTarget) {
  EXPECT_EQ(*parse_url("http://Example.COM:8000/a/b?c=d"),
            (Url{false, "example.com", 8000, "/a/b?c=d"}));
  EXPECT_EQ(*parse_url("HTTPS://dynamodb.eu-west-1.amazonaws.com"),
            (Url{true, "dynamodb.eu-west-1.amazonaws.com", 443, "/"}));
  EXPECT_EQ(*parse_url("http://localhost"), (Url{false, "localhost", 80, "/"}));
  EXPECT_EQ(*parse_url("http://localhost?a=b"), (Url{false, "localhost", 80, "/?a=b"}));
}

TEST(Url, ReadsAnIpv6AddressWithoutItsBrackets) {
  const auto url = parse_url("http://[FE80::1]:81/x");
  ASSERT_TRUE(url);
  EXPECT_EQ(*url, (Url{false, "fe80::1", 81, "/x"}));
  EXPECT_EQ(host_header(*url), "[fe80::1]:81");
  EXPECT_EQ(to_string(*url), "http://[fe80::1]:81/x");
}

TEST(Url, LeavesTheUsualPortOutOfTheHostHeader) {
  EXPECT_EQ(host_header(*parse_url("http://a:80")), "a");
  EXPECT_EQ(host_header(*parse_url("https://a:443")), "a");
  EXPECT_EQ(host_header(*parse_url("https://a:80")), "a:80");
  EXPECT_EQ(to_string(*parse_url("https://a:443")), "https://a/");
}

struct Refused {
  const char* text;
  const char* why;
};

TEST(Url, RefusesWhatItCannotSendAndSaysWhy) {
  const Refused cases[] = {
      {"", "must begin with http"},
      {"localhost:8000", "must begin with http"},
      {"ftp://a", "must begin with http"},
      {"http://", "no valid host"},
      {"http:///x", "no valid host"},
      {"http://[::1", "no valid host"},
      {"http://a,b/", "no valid host"},
      {"http://me@host/", "user name"},
      {"http://a/#part", "fragment"},
      {"http://a:0", "port"},
      {"http://a:65536", "port"},
      {"http://a:", "port"},
      {"http://a:1x", "port"},
      {"http://[::1]8", "port"},
      {"http://a/b c", "blank"},
      {"http://a/\r\nX: y", "blank"},
  };
  for (const auto& refused : cases) {
    const auto url = parse_url(refused.text);
    ASSERT_FALSE(url) << refused.text;
    EXPECT_EQ(url.error().code, ErrorCode::validation);
    EXPECT_THAT(url.error().message, HasSubstr(refused.why)) << refused.text;
  }
}

}  // namespace
}  // namespace keywright::http
