#include "server/access_keys.hpp"

#include "server/authenticator.hpp"
#include "wire/sigv4.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace keywright::server {
namespace {

const TimePoint kNow = *wire::parse_basic_iso_time("20260131T120000Z");

std::string fault_of(std::string_view text) {
  const auto keys = parse_access_keys(text, "keys");
  return keys ? "" : keys.error().message;
}

TEST(AccessKeys, AreReadBehindAByteOrderMark) {
  const auto keys = parse_access_keys(
      "\xEF\xBB\xBF[default]\r\naws_access_key_id=AKID\r\naws_secret_access_key=s\r\n", "keys");
  ASSERT_TRUE(keys) << keys.error().message;
  EXPECT_EQ(keys->front().access_key_id, "AKID");
  for (const auto* mark : {"\xFF\xFE", "\xFE\xFF"}) {
    EXPECT_EQ(fault_of(std::string(mark) + "[default]"), "keys is UTF-16; save it as UTF-8");
  }
}

TEST(AccessKeys, AreReadAsTheAwsCliWritesThem) {
  const auto keys = parse_access_keys(
      "# mine\r\n"
      "[default]\r\n"
      "aws_access_key_id = AKIDONE\r\n"
      "aws_secret_access_key=se/cret+=\r\n"
      "region = eu-west-1\r\n"
      "\n"
      "[session]\n"
      "aws_access_key_id=ASIDTWO\n"
      "aws_secret_access_key = two\n"
      "aws_session_token = tok=en\n"
      "expiration = 2026-01-31T12:00:00Z\n"
      "[empty]\n",
      "keys");
  ASSERT_TRUE(keys) << keys.error().message;
  ASSERT_EQ(keys->size(), 2U);
  EXPECT_EQ((*keys)[0].access_key_id, "AKIDONE");
  EXPECT_EQ((*keys)[0].secret_access_key, "se/cret+=");
  EXPECT_EQ((*keys)[0].session_token, "");
  EXPECT_FALSE((*keys)[0].expires);
  EXPECT_EQ((*keys)[1].session_token, "tok=en");
  EXPECT_EQ((*keys)[1].expires, kNow);
}

TEST(AccessKeys, NameTheLineThatIsWrong) {
  EXPECT_EQ(fault_of(""),
            "keys has no aws_access_key_id; give a file in the form of ~/.aws/credentials");
  EXPECT_EQ(fault_of("[a]\nwhat is this\n"), "keys:2: expected `name = value`, or [profile]");
  EXPECT_EQ(fault_of("[a\n"), "keys:1: a profile is written [name]");
  EXPECT_EQ(fault_of("[a]\naws_access_key_id=A\n[b]\n"),
            "keys:3: the profile above has no aws_secret_access_key");
  EXPECT_EQ(fault_of("[a]\naws_secret_access_key=A"),
            "keys:2: the profile above has no aws_access_key_id");
  EXPECT_EQ(fault_of("[a]\naws_access_key_id=A\naws_secret_access_key=s\n"
                     "[b]\naws_access_key_id=A\naws_secret_access_key=s\n"),
            "keys:6: A is in this file twice");
  EXPECT_EQ(fault_of("[a]\nexpiration=tomorrow\n"),
            "keys:2: expiration is written 2026-01-31T12:00:00Z");
  EXPECT_EQ(
      read_access_keys("/does/not/exist").error().message,
      "cannot read the credentials file /does/not/exist; give a file that is readable, such as "
      "~/.aws/credentials");
}

struct Signed {
  std::string access_key_id = "AKIDONE";
  std::string secret = "secret";
  std::string token{};

  std::string fault(Authenticator& authenticator) const {
    wire::Sha256 sha;
    std::vector<wire::HeaderView> headers{{"host", "localhost:8000"}};
    wire::RequestView request{"POST", "/", "", headers, "{}"};
    const auto added =
        wire::sign(sha, request, {access_key_id, secret, token}, "us-east-1", "dynamodb", kNow);
    headers.push_back({"x-amz-date", added.amz_date});
    if (!token.empty()) headers.push_back({"x-amz-security-token", added.security_token});
    headers.push_back({"authorization", added.authorization});
    request.headers = headers;
    const auto claim = authenticator.authenticate(request);
    return claim ? "" : claim.error().exception;
  }
};

TEST(Authenticator, VerifiesAgainstItsKeys) {
  Authenticator authenticator({{"AKIDONE", "secret", "", {}}, {"ASIDTWO", "other", "token", {}}},
                              [] { return kNow; });
  EXPECT_EQ(Signed{}.fault(authenticator), "");
  EXPECT_EQ((Signed{"ASIDTWO", "other", "token"}.fault(authenticator)), "");
  EXPECT_EQ((Signed{"ASIDTWO", "other", "tokem"}.fault(authenticator)),
            "UnrecognizedClientException");
  EXPECT_EQ((Signed{"ASIDTWO", "other"}.fault(authenticator)), "UnrecognizedClientException");
  EXPECT_EQ((Signed{"AKIDONE", "wrong"}.fault(authenticator)), "InvalidSignatureException");
  EXPECT_EQ((Signed{"AKIDNONE", "secret"}.fault(authenticator)), "UnrecognizedClientException");
}

TEST(Authenticator, RefusesExpiredKeysOnceTheSignatureHolds) {
  Authenticator authenticator({{"ASIDTWO", "other", "token", kNow}}, [] { return kNow; });
  EXPECT_EQ((Signed{"ASIDTWO", "other", "token"}.fault(authenticator)), "ExpiredTokenException");
  EXPECT_EQ((Signed{"ASIDTWO", "wrong", "token"}.fault(authenticator)),
            "InvalidSignatureException");
}

TEST(Authenticator, WithoutKeysTakesAnyWellFormedSignature) {
  Authenticator authenticator({}, [] { return kNow; });
  EXPECT_EQ((Signed{"anyone", "anything"}.fault(authenticator)), "");
  EXPECT_EQ(authenticator.authenticate({}).error().exception,
            "MissingAuthenticationTokenException");
}

}  // namespace
}  // namespace keywright::server
