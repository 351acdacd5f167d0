#include "credentials/sources.hpp"
#include "fake_world.hpp"

namespace keywright::credentials {
namespace {

class ProfileTest : public testing::Test {
 protected:
  std::string ask() { return told(fake.ask(profile_credentials)); }

  /// STS names what it gives after the role and who signed.
  void serve_sts() {
    fake.variables["AWS_REGION"] = "eu-west-1";
    fake.service = [](const http::Request& request) -> Result<http::Response> {
      const std::string authorization = header_of(request, "Authorization");
      const std::size_t begin = authorization.find("Credential=");
      const std::string signer =
          begin == std::string::npos
              ? "nobody"
              : authorization.substr(begin + 11, authorization.find('/', begin) - begin - 11);
      const std::size_t role = request.body.find("role%2F") + 7;
      const std::string name = request.body.substr(role, request.body.find('&', role) - role);
      return answer(200, "<Credentials><AccessKeyId>" + name + "-by-" + signer +
                             "</AccessKeyId><SecretAccessKey>S</SecretAccessKey><SessionToken>T" +
                             "</SessionToken></Credentials>");
    };
  }
  FakeWorld fake;
};

TEST_F(ProfileTest, HasKeysInEitherFile) {
  EXPECT_EQ(ask(),
            "nothing: there is no profile \"default\" in ~/.aws/config and ~/.aws/credentials");
  fake.config("[default]\nregion = x\n");
  EXPECT_EQ(ask(),
            "nothing: the profile \"default\" of ~/.aws/config and ~/.aws/credentials names no "
            "credentials");
  fake.config("[default]\naws_access_key_id = A\naws_secret_access_key = S\n");
  EXPECT_EQ(ask(), "A/S/");
  fake.credentials_file(
      "[default]\naws_access_key_id = B\naws_secret_access_key = S#2\naws_session_token = T\n");
  EXPECT_EQ(ask(), "B/S#2/T");
}

TEST_F(ProfileTest, NeedsBothKeys) {
  fake.credentials_file("[default]\naws_access_key_id = A\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/credentials:2: the profile \"default\" has aws_access_key_id and lacks "
            "aws_secret_access_key");
}

TEST_F(ProfileTest, ThatIsNamedMustBeThere) {
  fake.variables["AWS_PROFILE"] = "dev";
  EXPECT_EQ(ask(),
            "error: there is no profile \"dev\" in ~/.aws/config and ~/.aws/credentials, but "
            "AWS_PROFILE names it");
}

TEST_F(ProfileTest, AssumesARoleWithAnotherProfilesKeys) {
  serve_sts();
  fake.config(
      "[default]\nrole_arn = arn:aws:iam::1:role/one\nsource_profile = base\nexternal_id = e/1\n"
      "role_session_name = me\nduration_seconds = 900\n");
  fake.credentials_file("[base]\naws_access_key_id = BASE\naws_secret_access_key = S\n");
  EXPECT_EQ(ask(), "one-by-BASE/S/T");
  EXPECT_EQ(fake.requests.at(0).body,
            "Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fone"
            "&RoleSessionName=me&DurationSeconds=900&ExternalId=e%2F1");
  EXPECT_EQ(header_of(fake.requests.at(0), "X-Amz-Date"), "20250131T080000Z");
}

TEST_F(ProfileTest, AssumesRolesOneAfterTheOther) {
  serve_sts();
  fake.config(
      "[default]\nrole_arn = arn:aws:iam::1:role/two\nsource_profile = middle\n"
      "[profile middle]\nrole_arn = arn:aws:iam::1:role/one\nsource_profile = base\n"
      "[profile base]\naws_access_key_id = BASE\naws_secret_access_key = S\n");
  EXPECT_EQ(ask(), "two-by-one-by-BASE/S/T");
  EXPECT_EQ(header_of(fake.requests.at(1), "X-Amz-Security-Token"), "T");
}

TEST_F(ProfileTest, MayBeItsOwnSource) {
  serve_sts();
  fake.config(
      "[default]\nrole_arn = arn:aws:iam::1:role/one\nsource_profile = default\n"
      "aws_access_key_id = OWN\naws_secret_access_key = S\n");
  EXPECT_EQ(ask(), "one-by-OWN/S/T");
}

TEST_F(ProfileTest, TakesTheCallerOfARoleFromASource) {
  serve_sts();
  fake.variables["AWS_ACCESS_KEY_ID"] = "ENV";
  fake.variables["AWS_SECRET_ACCESS_KEY"] = "S";
  fake.config("[default]\nrole_arn = arn:aws:iam::1:role/one\ncredential_source = Environment\n");
  EXPECT_EQ(ask(), "one-by-ENV/S/T");
  fake.sources.profile = "default";
  EXPECT_EQ(ask(), "one-by-ENV/S/T");
  fake.variables.erase("AWS_ACCESS_KEY_ID");
  EXPECT_EQ(ask(),
            "error: the role of the profile \"default\" (~/.aws/config:2) has nobody to assume it: "
            "AWS_ACCESS_KEY_ID is not set");
  fake.config("[default]\nrole_arn = arn:aws:iam::1:role/one\ncredential_source = Ec2\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:3: credential_source must be Environment, EcsContainer or "
            "Ec2InstanceMetadata, and is \"Ec2\"");
}

TEST_F(ProfileTest, AssumesARoleWithAWebIdentity) {
  serve_sts();
  fake.files["/home/me/token"] = "abc";
  fake.config("[default]\nrole_arn = arn:aws:iam::1:role/one\nweb_identity_token_file = ~/token\n");
  EXPECT_EQ(ask(), "one-by-nobody/S/T");
  EXPECT_TRUE(fake.requests.at(0).body.ends_with("&WebIdentityToken=abc"));
}

TEST_F(ProfileTest, ExplainsWhyARoleCannotBeAssumed) {
  fake.config("[default]\nrole_arn = r\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:2: the profile \"default\" has role_arn, but neither "
            "source_profile nor credential_source nor web_identity_token_file to say who assumes "
            "it");
  fake.config("[default]\nrole_arn = r\nsource_profile = a\ncredential_source = Environment\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:2: the profile \"default\" has both source_profile and "
            "credential_source: remove one");
  fake.config("[default]\nrole_arn = r\nsource_profile = a\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:3: there is no profile \"a\" in ~/.aws/config and "
            "~/.aws/credentials");
  fake.config(
      "[default]\nrole_arn = r\nsource_profile = a\n"
      "[profile a]\nrole_arn = s\nsource_profile = default\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:6: source_profile goes round in a circle: default -> a -> "
            "default");
  fake.config("[default]\nrole_arn = r\nsource_profile = default\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:3: source_profile goes round in a circle: default -> default");
  fake.config("[default]\nrole_arn = r\nsource_profile = a\nduration_seconds = 1h\n[profile a]\n");
  EXPECT_EQ(ask(),
            "error: ~/.aws/config:4: duration_seconds must be a whole number, and is \"1h\"");
  fake.config("[default]\nrole_arn = r\nsource_profile = a\nmfa_serial = m\n[profile a]\n");
  EXPECT_TRUE(
      ask().starts_with("error: ~/.aws/config:4: a role with mfa_serial needs a code typed in"));
}

TEST_F(ProfileTest, AsksTheStsOfTheRegion) {
  serve_sts();
  fake.config(
      "[default]\nrole_arn = r/role/x\nsource_profile = base\n[profile base]\n"
      "aws_access_key_id = A\naws_secret_access_key = S\n");
  const auto host = [this](const char* region) {
    fake.requests.clear();
    fake.variables["AWS_REGION"] = region;
    static_cast<void>(ask());
    return fake.requests.empty() ? std::string("nobody") : fake.requests[0].url.host;
  };
  EXPECT_EQ(host("eu-west-1"), "sts.eu-west-1.amazonaws.com");
  EXPECT_EQ(host("cn-north-1"), "sts.cn-north-1.amazonaws.com.cn");
  EXPECT_EQ(host("us-isob-east-1"), "sts.us-isob-east-1.sc2s.sgov.gov");
  EXPECT_EQ(host(""), "sts.amazonaws.com");
  EXPECT_NE(header_of(fake.requests.at(0), "Authorization").find("/us-east-1/sts/"),
            std::string::npos);
  EXPECT_EQ(host("evil.example/"), "nobody");
  EXPECT_EQ(ask(), "error: \"evil.example/\" is no region: those are like eu-west-1");
  fake.variables["AWS_USE_FIPS_ENDPOINT"] = "true";
  EXPECT_EQ(host("us-east-1"), "sts-fips.us-east-1.amazonaws.com");
  fake.variables["AWS_ENDPOINT_URL_STS"] = "http://127.0.0.1:99";
  EXPECT_EQ(host("us-east-1"), "127.0.0.1");
}

TEST_F(ProfileTest, RunsItsCredentialProcess) {
  fake.config("[default]\ncredential_process = run \"a b\"\n");
  const auto run = [this](int status, std::string out, std::string err = {}) {
    fake.commands["run \"a b\""] = {status, std::move(out), std::move(err)};
    return ask();
  };
  const std::string who = "error: the credential_process of ~/.aws/config:2";
  EXPECT_EQ(run(0, R"({"Version":1,"AccessKeyId":"A","SecretAccessKey":"S","SessionToken":"T",)"
                   R"("Expiration":"2025-01-31T09:00:00Z"})"),
            "A/S/T");
  EXPECT_EQ(run(3, "secret", "log in first\n"),
            who + " ended with status 3, and said: log in first");
  EXPECT_EQ(run(3, ""), who + " ended with status 3 and said nothing on stderr");
  EXPECT_EQ(run(0, "secret"), who + " did not print a JSON object");
  EXPECT_EQ(run(0, R"({"Version":2})"), who + " must print \"Version\": 1, and printed \"2\"");
  EXPECT_EQ(run(0, R"({"Version":1,"AccessKeyId":"A"})"),
            who + " answered without SecretAccessKey");
  EXPECT_EQ(run(0, R"({"Version":1,"AccessKeyId":"A","SecretAccessKey":"S","Expiration":"soon"})"),
            who + " answered with an Expiration that is no time: \"soon\"");
}

}  // namespace
}  // namespace keywright::credentials
