// Expected signatures are AWS's published test suite's, or botocore's for the same request.

#include "wire/sigv4.hpp"

#include "wire/sigv4_verifier.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::wire {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const SigningCredentials kExample{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", ""};
const TimePoint kThen = *parse_basic_iso_time("20150830T123600Z");

std::string signature_in(std::string_view authorization) {
  return std::string(authorization.substr(authorization.rfind('=') + 1));
}

struct SuiteCase {
  std::string name;
  std::string method;
  std::string path;
  std::string query;
  std::vector<HeaderView> headers;
  std::string body;
  std::string signature;
};

TEST(Sigv4, SignsAsThePublishedSuiteDoes) {
  const HeaderView host{"Host", "example.amazonaws.com"};
  const std::vector<SuiteCase> cases{
      {"get-vanilla",
       "GET",
       "/",
       "",
       {host},
       "",
       "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
      {"post-vanilla",
       "POST",
       "/",
       "",
       {host},
       "",
       "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
      {"get-vanilla-query-order-key-case",
       "GET",
       "/",
       "Param2=value2&Param1=value1",
       {host},
       "",
       "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
      {"get-header-value-trim",
       "GET",
       "/",
       "",
       {host, {"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}},
       "",
       "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
      {"get-utf8",
       "GET",
       "/\u1234",
       "",
       {host},
       "",
       "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"},
      {"get-relative",
       "GET",
       "/example/..",
       "",
       {host},
       "",
       "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
      {"post-x-www-form-urlencoded",
       "POST",
       "/",
       "",
       {host, {"Content-Type", "application/x-www-form-urlencoded"}},
       "Param1=value1",
       "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"},
  };
  Sha256 sha;
  for (const auto& each : cases) {
    const RequestView request{each.method, each.path, each.query, each.headers, each.body};
    const auto signed_headers = sign(sha, request, kExample, "us-east-1", "service", kThen);
    EXPECT_EQ(signature_in(signed_headers.authorization), each.signature) << each.name;
  }
}

TEST(Sigv4, ReadsAndWritesBasicTimes) {
  EXPECT_EQ(basic_iso_time(kThen), "20150830T123600Z");
  EXPECT_EQ(basic_iso_time(TimePoint{}), "19700101T000000Z");
  for (const auto* wrong : {"", "20150830T123600", "20150230T123600Z", "20150830 123600Z",
                            "20150830T243600Z", "2015083-T123600Z"}) {
    EXPECT_FALSE(parse_basic_iso_time(wrong)) << wrong;
  }
}

TEST(Sigv4, DecodesQueries) {
  const auto parameters = parse_query("a=1&b=%2f%2&&c&d=x+y=z");
  ASSERT_EQ(parameters.size(), 4U);
  EXPECT_EQ(parameters[1].value, "/%2");
  EXPECT_EQ(parameters[2].name, "c");
  EXPECT_EQ(parameters[3].value, "x y=z");
}

// A request as botocore sends it, with its signature.
struct Sent {
  std::vector<HeaderView> headers{{"Content-Type", "application/x-amz-json-1.0"},
                                  {"X-Amz-Target", "DynamoDB_20120810.DescribeTable"},
                                  {"Host", "127.0.0.1:8000"},
                                  {"User-Agent", "Boto3/1.43"}};
  std::string query{};
  std::string body = R"({"TableName":"things"})";
  std::string authorization{};
  SigningCredentials credentials = kExample;
  TimePoint now = kThen;

  [[nodiscard]] Result<void> verify() {
    auto all = headers;
    if (!authorization.empty()) all.push_back({"Authorization", authorization});
    const RequestView request{"POST", "/", query, all, body};
    const auto claim = read_signature_claim(request);
    if (!claim) return claim.error();
    return SignatureVerifier("dynamodb").verify(request, *claim, credentials, now);
  }
  [[nodiscard]] std::string fault() {
    const auto verified = verify();
    return verified ? "" : verified.error().exception + ": " + verified.error().message;
  }
};

Sent by_header() {
  Sent sent;
  sent.headers.push_back({"X-Amz-Date", "20150830T123600Z"});
  sent.authorization =
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request, "
      "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
      "Signature=3377857e9dfdf9f9d5e9cb839a4a5c6eef8c05101da58bbcf8ccd40320447a52";
  return sent;
}

Sent by_header_with_token() {
  Sent sent = by_header();
  sent.headers.push_back({"X-Amz-Security-Token", "to/ken+=="});
  sent.credentials.session_token = "to/ken+==";
  // Without blanks behind the commas, as some clients have it.
  sent.authorization =
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request,"
      "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target,"
      "Signature=06021b42d8d9ac320981cf7d784c06de1b7a7bbe83751e9c14e9104636bf552a";
  return sent;
}

Sent presigned() {
  Sent sent;
  sent.body = "";
  sent.credentials.session_token = "to/ken+==";
  sent.query =
      "TableName=things&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIDEXAMPLE%2F20150830%2F"
      "us-east-1%2Fdynamodb%2Faws4_request&X-Amz-Date=20150830T123600Z&X-Amz-Expires=900&"
      "X-Amz-SignedHeaders=content-type%3Bhost%3Bx-amz-target&X-Amz-Security-Token=to%2Fken%2B%3D"
      "%3D&X-Amz-Signature=38b8df77b890af789fcbcc2e7b3805bccab07549c23a92c3c99dad55ee53ee0a";
  return sent;
}

TEST(Sigv4Verifier, AcceptsWhatBotocoreSigns) {
  EXPECT_EQ(by_header().fault(), "");
  EXPECT_EQ(by_header_with_token().fault(), "");
  EXPECT_EQ(presigned().fault(), "");
}

TEST(Sigv4Verifier, AcceptsItsOwnSignaturesAndPresignedQueries) {
  Sha256 sha;
  const std::vector<HeaderView> headers{{"host", "localhost:8000"}, {"x-amz-target", "T.Op"}};
  SigningCredentials credentials{"AKID", "secret", "token"};
  RequestView request{"POST", "/", "", headers, "{}"};
  SignatureVerifier verifier("dynamodb");

  const auto added = sign(sha, request, credentials, "eu-west-1", "dynamodb", kThen);
  auto all = headers;
  all.push_back({"x-amz-date", added.amz_date});
  all.push_back({"x-amz-security-token", added.security_token});
  all.push_back({"authorization", added.authorization});
  RequestView by_header = request;
  by_header.headers = all;
  EXPECT_TRUE(verifier.verify(by_header, *read_signature_claim(by_header), credentials, kThen));

  const auto query =
      presign(sha, request, credentials, "eu-west-1", "dynamodb", kThen, std::chrono::minutes(5));
  RequestView by_query = request;
  by_query.query = query;
  EXPECT_TRUE(verifier.verify(by_query, *read_signature_claim(by_query), credentials, kThen));
}

TEST(Sigv4Verifier, RefusesWhatWasTamperedWith) {
  const std::string mismatch =
      "InvalidSignatureException: The request signature we calculated does not match the signature "
      "you provided. Check your AWS Secret Access Key and signing method. Consult the service "
      "documentation for details.\n\nThe Canonical String for this request should have been\n'POST";
  for (auto sent : {by_header(), by_header_with_token(), presigned()}) {
    auto body = sent;
    body.body += " ";
    EXPECT_THAT(body.fault(), StartsWith(mismatch));
    auto target = sent;
    target.headers[1].value = "DynamoDB_20120810.DeleteTable";
    EXPECT_THAT(target.fault(), StartsWith(mismatch));
    auto host = sent;
    host.headers[2].value = "127.0.0.1:8001";
    EXPECT_THAT(host.fault(), StartsWith(mismatch));
    auto secret = sent;
    secret.credentials.secret_access_key += "x";
    EXPECT_THAT(secret.fault(), StartsWith(mismatch));
  }
  auto region = by_header();
  region.authorization.replace(region.authorization.find("us-east-1"), 9, "us-east-2");
  EXPECT_THAT(region.fault(), StartsWith(mismatch));
  auto query = presigned();
  query.query.replace(query.query.find("things"), 6, "thongs");
  EXPECT_THAT(query.fault(), StartsWith(mismatch));
  auto signature = by_header();
  signature.authorization.back() = '3';
  EXPECT_THAT(signature.fault(), StartsWith(mismatch));
  signature.authorization.pop_back();
  EXPECT_THAT(signature.fault(), StartsWith(mismatch));
}

TEST(Sigv4Verifier, RefusesOtherKeysAndTokens) {
  const std::string unknown =
      "UnrecognizedClientException: The security token included in the request is invalid.";
  auto key = by_header();
  key.credentials.access_key_id = "AKIDOTHER";
  EXPECT_EQ(key.fault(), unknown);
  auto token = by_header_with_token();
  token.headers.back().value = "to/ken+=";
  EXPECT_EQ(token.fault(), unknown);
  auto no_token = by_header();
  no_token.credentials.session_token = "to/ken+==";
  EXPECT_EQ(no_token.fault(), unknown);
  auto surplus = by_header_with_token();
  surplus.credentials.session_token = "";
  EXPECT_EQ(surplus.fault(), unknown);
}

TEST(Sigv4Verifier, RefusesDatesThatAreTooFarOff) {
  auto sent = by_header();
  sent.now = kThen + std::chrono::minutes(15);
  EXPECT_EQ(sent.fault(), "");
  sent.now += std::chrono::seconds(1);
  EXPECT_EQ(sent.fault(),
            "InvalidSignatureException: Signature expired: 20150830T123600Z is now earlier than "
            "20150830T123601Z (20150830T125101Z - 15 min.)");
  sent.now = kThen - std::chrono::minutes(15);
  EXPECT_EQ(sent.fault(), "");
  sent.now -= std::chrono::seconds(1);
  EXPECT_EQ(sent.fault(),
            "InvalidSignatureException: Signature not yet current: 20150830T123600Z is still later "
            "than 20150830T123559Z (20150830T122059Z + 15 min.)");
  auto query = presigned();
  query.now = kThen + std::chrono::seconds(900);
  EXPECT_EQ(query.fault(), "");
  query.now += std::chrono::seconds(1);
  EXPECT_THAT(query.fault(), StartsWith("InvalidSignatureException: Signature expired: "));
}

TEST(Sigv4Verifier, RefusesAScopeOfAnotherServiceOrDay) {
  auto service = by_header();
  service.authorization.replace(service.authorization.find("/dynamodb/"), 10, "/s3/");
  EXPECT_EQ(service.fault(),
            "InvalidSignatureException: Credential should be scoped to correct service: "
            "'dynamodb'.");
  auto day = by_header();
  day.authorization.replace(day.authorization.find("20150830"), 8, "20150829");
  EXPECT_THAT(day.fault(), HasSubstr("'20150829' != '20150830', from '20150830T123600Z'."));
}

TEST(Sigv4Verifier, WantsHostAndTargetSigned) {
  auto host = by_header();
  host.authorization.replace(host.authorization.find("host;"), 5, "");
  EXPECT_THAT(host.fault(), HasSubstr("'Host' or ':authority' must be a 'SignedHeader'"));
  auto target = by_header();
  target.authorization.replace(target.authorization.find(";x-amz-target"), 13, "");
  EXPECT_THAT(target.fault(), HasSubstr("'X-Amz-Target' must be a 'SignedHeader'"));
}

TEST(Sigv4Claim, SaysWhatIsMissing) {
  Sent none;
  EXPECT_EQ(none.fault(),
            "MissingAuthenticationTokenException: Request is missing Authentication Token");
  none.authorization = "Basic YTpi";
  EXPECT_THAT(none.fault(), StartsWith("MissingAuthenticationTokenException"));

  Sent empty;
  empty.authorization = "AWS4-HMAC-SHA256";
  EXPECT_EQ(empty.fault(),
            "IncompleteSignatureException: Authorization header requires 'Credential' parameter. "
            "Authorization header requires 'Signature' parameter. Authorization header requires "
            "'SignedHeaders' parameter. Authorization header requires existence of either a "
            "'X-Amz-Date' or a 'Date' header. Authorization=AWS4-HMAC-SHA256");

  auto both = by_header();
  both.query = "X-Amz-Algorithm=AWS4-HMAC-SHA256";
  EXPECT_EQ(both.fault(),
            "InvalidSignatureException: Found both 'X-Amz-Algorithm' as a query-string param and "
            "'Authorization' as HTTP header.");

  Sent query;
  query.query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20150830T123600Z";
  EXPECT_EQ(query.fault(),
            "IncompleteSignatureException: AWS query-string parameters must include "
            "'X-Amz-Credential'. AWS query-string parameters must include 'X-Amz-Signature'. AWS "
            "query-string parameters must include 'X-Amz-SignedHeaders'. Re-examine the "
            "query-string parameters.");

  auto credential = by_header();
  credential.authorization = "AWS4-HMAC-SHA256 Credential=me, SignedHeaders=host, Signature=0";
  EXPECT_THAT(credential.fault(), HasSubstr("exactly 5 slash-delimited elements"));

  auto date = by_header();
  date.headers.back().value = "yesterday";
  EXPECT_THAT(date.fault(), StartsWith("IncompleteSignatureException: Date must be in ISO-8601"));
}

TEST(Sigv4Verifier, KeepsKeysApartWhenManyComeAndGo) {
  Sha256 sha;
  SignatureVerifier verifier("dynamodb");
  const std::vector<HeaderView> headers{{"host", "localhost:8000"}};
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 100; ++i) {
      const SigningCredentials credentials{"AKID" + std::to_string(i), "s" + std::to_string(i), ""};
      const RequestView request{"POST", "/", "", headers, "{}"};
      const auto added = sign(sha, request, credentials, "us-east-1", "dynamodb", kThen);
      std::vector<HeaderView> all{
          headers[0], {"x-amz-date", added.amz_date}, {"authorization", added.authorization}};
      RequestView sent = request;
      sent.headers = all;
      EXPECT_TRUE(verifier.verify(sent, *read_signature_claim(sent), credentials, kThen));
    }
  }
}

}  // namespace
}  // namespace keywright::wire
