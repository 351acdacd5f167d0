#include "credentials/sources.hpp"

#include "credentials/text.hpp"
#include "fake_world.hpp"

namespace keywright::credentials {
namespace {

class SourcesTest : public testing::Test {
 protected:
  std::string container() { return told(fake.ask(container_credentials)); }
  std::string instance() { return told(fake.ask(instance_metadata_credentials)); }
  std::string web_identity() { return told(fake.ask(web_identity_credentials)); }
  FakeWorld fake;
};

const char* const kKeys =
    R"({"Code":"Success","AccessKeyId":"A","SecretAccessKey":"S","Token":"T",)"
    R"("Expiration":"2025-01-31T14:00:00Z"})";

TEST_F(SourcesTest, EnvironmentHasTheTokenToo) {
  fake.variables = {{"AWS_ACCESS_KEY_ID", "A"}, {"AWS_SECRET_ACCESS_KEY", "S"}};
  EXPECT_EQ(told(fake.ask(environment_credentials)), "A/S/");
  fake.variables["AWS_SESSION_TOKEN"] = "T";
  EXPECT_EQ(told(fake.ask(environment_credentials)), "A/S/T");
}

TEST_F(SourcesTest, EnvironmentIsPassedOverForAProfileOfTheProgram) {
  fake.sources.profile = "dev";
  EXPECT_EQ(told(fake.ask(environment_credentials)),
            "nothing: not asked, because the program names the profile \"dev\"");
}

TEST_F(SourcesTest, ContainerAsksTheAddressOfEcs) {
  fake.variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] = "/v2/x?id=1";
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    EXPECT_EQ(to_string(request.url), "http://169.254.170.2/v2/x?id=1");
    EXPECT_EQ(header_of(request, "Authorization"), "");
    return answer(200, kKeys);
  };
  const auto found = fake.ask(container_credentials);
  EXPECT_EQ(told(found), "A/S/T");
  EXPECT_EQ(iso_time(*std::get<Credentials>(*found).expiration), "2025-01-31T14:00:00Z");
}

TEST_F(SourcesTest, ContainerSendsTheTokenOfAFileAsItIsNow) {
  fake.variables = {{"AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://169.254.170.23/v1/credentials"},
                    {"AWS_CONTAINER_AUTHORIZATION_TOKEN", "old"},
                    {"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "/token"}};
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    return answer(200, R"({"AccessKeyId":"A","SecretAccessKey":")" +
                           header_of(request, "Authorization") + "\"}");
  };
  fake.files["/token"] = "one\n";
  EXPECT_EQ(container(), "A/one/");
  fake.files["/token"] = "two";
  EXPECT_EQ(container(), "A/two/");
  fake.files["/token"] = "two\nlines";
  EXPECT_EQ(container(),
            "error: AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE holds a line break, which no header may "
            "have");
  fake.files.erase("/token");
  EXPECT_EQ(container(),
            "error: AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: /token cannot be opened: No such file "
            "or directory");
}

TEST_F(SourcesTest, ContainerTokensGoToNoOtherMachineInTheClear) {
  fake.service = [](const http::Request&) -> Result<http::Response> { return answer(200, kKeys); };
  for (const char* url : {"http://localhost/x", "http://127.0.0.1:99/x", "http://127.1.2.3/x",
                          "http://[::1]/x", "http://[fd00:ec2::23]/x", "https://example.com/x"}) {
    fake.variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = url;
    EXPECT_EQ(container(), "A/S/T") << url;
  }
  for (const char* url : {"http://example.com/x", "http://169.254.170.3/x", "http://128.0.0.1/x",
                          "http://127.0.0.1.example.com/x", "http://localhost.example.com/x"}) {
    fake.variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = url;
    EXPECT_NE(container().find("but only https:// may leave this machine"), std::string::npos)
        << url;
  }
}

TEST_F(SourcesTest, ContainerErrorsAreErrors) {
  fake.variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] = "/x";
  const std::string who = "error: the container's credentials endpoint http://169.254.170.2/x";
  EXPECT_EQ(container(), who + " does not answer: connection refused");
  EXPECT_EQ(fake.requests.size(), 3u);
  EXPECT_EQ(fake.pauses.size(), 2u);
  fake.service = [](const http::Request&) -> Result<http::Response> {
    return answer(400, R"({"code":"X","message":"no such id"})");
  };
  EXPECT_EQ(container(), who + " answered 400: no such id");
  fake.service = [](const http::Request&) -> Result<http::Response> { return answer(200, "x"); };
  EXPECT_EQ(container(), who + " did not answer with a JSON object");
  fake.service = [](const http::Request&) -> Result<http::Response> {
    return answer(200, R"({"AccessKeyId":"A"})");
  };
  EXPECT_EQ(container(), who + " answered without SecretAccessKey");
  fake.variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] = "x";
  EXPECT_EQ(container(),
            "error: AWS_CONTAINER_CREDENTIALS_RELATIVE_URI must begin with /, and is \"x\"");
}

TEST_F(SourcesTest, InstanceMetadataNeedsATokenFirst) {
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    const std::string path = to_string(request.url);
    if (path == "http://169.254.169.254/latest/api/token") {
      EXPECT_EQ(request.method, "PUT");
      EXPECT_EQ(header_of(request, "X-aws-ec2-metadata-token-ttl-seconds"), "21600");
      return answer(200, "token");
    }
    EXPECT_EQ(header_of(request, "X-aws-ec2-metadata-token"), "token");
    if (path == "http://169.254.169.254/latest/meta-data/iam/security-credentials/") {
      return answer(200, "my-role\n");
    }
    EXPECT_EQ(path, "http://169.254.169.254/latest/meta-data/iam/security-credentials/my-role");
    return answer(200, kKeys);
  };
  EXPECT_EQ(instance(), "A/S/T");
  EXPECT_EQ(fake.requests.size(), 3u);
}

TEST_F(SourcesTest, InstanceMetadataThatIsNotThereIsNothing) {
  EXPECT_EQ(instance(),
            "nothing: the instance metadata service http://169.254.169.254 does not answer: "
            "connection refused");
  fake.variables["AWS_EC2_METADATA_DISABLED"] = "true";
  EXPECT_EQ(instance(), "nothing: AWS_EC2_METADATA_DISABLED is true");
}

TEST_F(SourcesTest, InstanceMetadataWithoutARoleOrTokenIsNothingAndARefusedRoleIsAnError) {
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    return request.method == "PUT" ? answer(200, "t") : answer(404, "");
  };
  EXPECT_EQ(instance(), "nothing: the instance has no role attached");
  fake.service = [](const http::Request&) -> Result<http::Response> { return answer(403, ""); };
  EXPECT_EQ(instance(),
            "nothing: the instance metadata service http://169.254.169.254 answered 403: it gives "
            "no token");
  fake.service = [](const http::Request&) -> Result<http::Response> { return answer(503, ""); };
  EXPECT_EQ(instance(),
            "error: the instance metadata service http://169.254.169.254 answered 503: it gives no "
            "token");
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    if (request.method == "PUT") return answer(200, "t");
    if (request.url.target.ends_with('/')) return answer(200, "role");
    return answer(200, R"({"Code":"AssumeRoleUnauthorizedAccess","Message":"not trusted"})");
  };
  EXPECT_EQ(instance(),
            "error: the instance metadata service http://169.254.169.254 answered "
            "AssumeRoleUnauthorizedAccess: not trusted");
}

TEST_F(SourcesTest, InstanceMetadataTakesItsSettings) {
  std::string asked;
  fake.service = [&](const http::Request& request) -> Result<http::Response> {
    asked = to_string(request.url);
    return answer(403, "");
  };
  fake.config("[default]\nec2_metadata_service_endpoint_mode = IPv6\n");
  static_cast<void>(instance());
  EXPECT_EQ(asked, "http://[fd00:ec2::254]/latest/api/token");
  fake.config("[default]\nec2_metadata_service_endpoint = http://127.0.0.1:99/base/\n");
  static_cast<void>(instance());
  EXPECT_EQ(asked, "http://127.0.0.1:99/base/latest/api/token");
  fake.variables["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"] = "IPv5";
  EXPECT_EQ(instance(),
            "error: AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE: the mode must be IPv4 or IPv6, and is "
            "\"IPv5\"");
}

TEST_F(SourcesTest, WebIdentityExchangesTheTokenUnsigned) {
  fake.variables = {{"AWS_WEB_IDENTITY_TOKEN_FILE", "/token"},
                    {"AWS_ROLE_ARN", "arn:aws:iam::1:role/r"},
                    {"AWS_ROLE_SESSION_NAME", "me"},
                    {"AWS_REGION", "eu-west-1"}};
  fake.files["/token"] = "a.b+c\n";
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    EXPECT_EQ(to_string(request.url), "https://sts.eu-west-1.amazonaws.com/");
    EXPECT_EQ(request.body,
              "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A1%"
              "3Arole%2Fr&RoleSessionName=me&WebIdentityToken=a.b%2Bc");
    EXPECT_EQ(header_of(request, "Authorization"), "");
    return answer(200,
                  "<R><Result><Credentials><AccessKeyId>A</AccessKeyId>"
                  "<SecretAccessKey>S&amp;S</SecretAccessKey><SessionToken>T</SessionToken>"
                  "<Expiration>2025-01-31T09:00:00Z</Expiration></Credentials></Result></R>");
  };
  EXPECT_EQ(web_identity(), "A/S&S/T");
  fake.service = [](const http::Request&) -> Result<http::Response> {
    return answer(400,
                  "<ErrorResponse><Error><Code>ExpiredTokenException</Code><Message>Token expired"
                  "</Message></Error></ErrorResponse>");
  };
  EXPECT_EQ(web_identity(),
            "error: STS at https://sts.eu-west-1.amazonaws.com/, asked for the role "
            "arn:aws:iam::1:role/r of AWS_ROLE_ARN answered 400: ExpiredTokenException: Token "
            "expired");
  fake.files["/token"] = "\n";
  EXPECT_EQ(web_identity(), "error: the web identity token file /token of AWS_ROLE_ARN is empty");
  fake.variables.erase("AWS_ROLE_ARN");
  EXPECT_EQ(web_identity(),
            "error: AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not: set the role to "
            "assume");
}

TEST(IsoTime, ReadsWhatServicesWrite) {
  const auto read = [](std::string_view text) {
    const auto time = parse_iso_time(text);
    return time ? iso_time(*time) : "no time";
  };
  EXPECT_EQ(read("2025-01-31T08:00:00Z"), "2025-01-31T08:00:00Z");
  EXPECT_EQ(read("2025-01-31T08:00:00.123456Z"), "2025-01-31T08:00:00Z");
  EXPECT_EQ(read("2025-01-31T08:00:00UTC"), "2025-01-31T08:00:00Z");
  EXPECT_EQ(read("2025-01-31T08:00:00+01:30"), "2025-01-31T06:30:00Z");
  EXPECT_EQ(read("2025-01-31T08:00:00-0100"), "2025-01-31T09:00:00Z");
  EXPECT_EQ(read("2024-02-29T23:59:59Z"), "2024-02-29T23:59:59Z");
  for (const char* text :
       {"", "2025-02-30T00:00:00Z", "2025-01-31", "2025-01-31T08:00:00", "2025-01-31 08:00:00Z",
        "2025-01-31T24:00:00Z", "-025-01-31T08:00:00Z"}) {
    EXPECT_EQ(read(text), "no time") << text;
  }
}

}  // namespace
}  // namespace keywright::credentials
