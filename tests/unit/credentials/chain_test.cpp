#include "credentials/chain.hpp"

#include "fake_world.hpp"

namespace keywright::credentials {
namespace {

class ChainTest : public testing::Test {
 protected:
  std::string ask() {
    options.sources = fake.sources;
    const auto found = Chain(fake.world(), options).credentials({});
    return found ? found->access_key_id + " of " + found->source
                 : "error: " + found.error().message;
  }
  FakeWorld fake;
  DefaultCredentialsOptions options;
};

TEST_F(ChainTest, ListsWhatItTriedAndWhyThereWasNothing) {
  EXPECT_EQ(ask(),
            "error: no AWS credentials were found. Of the sources tried,\n"
            "  environment: AWS_ACCESS_KEY_ID is not set\n"
            "  web identity: AWS_WEB_IDENTITY_TOKEN_FILE is not set\n"
            "  profile: there is no profile \"default\" in ~/.aws/config and ~/.aws/credentials\n"
            "  container: neither AWS_CONTAINER_CREDENTIALS_RELATIVE_URI nor "
            "AWS_CONTAINER_CREDENTIALS_FULL_URI is set\n"
            "  instance metadata: the instance metadata service http://169.254.169.254 does not "
            "answer: connection refused\n"
            "To mend it, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile that "
            "has credentials with AWS_PROFILE, or pass credentials in the program. An endpoint "
            "that checks no signatures takes any.");
}

TEST_F(ChainTest, TakesTheFirstOfAwsOrder) {
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    if (request.method == "PUT") return answer(200, "token");
    if (request.url.target.ends_with("/security-credentials/")) return answer(200, "role");
    return answer(200, R"({"AccessKeyId": "LAST", "SecretAccessKey": "s"})");
  };
  EXPECT_EQ(ask(), "LAST of the role \"role\" of the EC2 instance");
  fake.commands["run"] = {0, R"({"Version":1,"AccessKeyId":"PROFILE","SecretAccessKey":"s"})", ""};
  fake.config("[default]\ncredential_process = run\n");
  EXPECT_EQ(ask(), "PROFILE of the credential_process of ~/.aws/config:2");
  fake.variables["AWS_ACCESS_KEY_ID"] = "FIRST";
  fake.variables["AWS_SECRET_ACCESS_KEY"] = "s";
  EXPECT_EQ(ask(), "FIRST of AWS_ACCESS_KEY_ID of the environment");
  options.order = {CredentialsSource::profile, CredentialsSource::environment};
  EXPECT_EQ(ask(), "PROFILE of the credential_process of ~/.aws/config:2");
  options.fixed.access_key_id = "FIXED";
  options.fixed.secret_access_key = "s";
  EXPECT_EQ(ask(), "FIXED of the program");
}

TEST_F(ChainTest, StopsAtASourceThatIsSetUpAndFails) {
  fake.variables["AWS_ACCESS_KEY_ID"] = "A";
  fake.config("[default]\naws_access_key_id = B\naws_secret_access_key = s\n");
  EXPECT_EQ(ask(),
            "error: AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not: set both or "
            "neither");
}

TEST_F(ChainTest, PrefersAProfileThatTheProgramNamesToTheEnvironment) {
  fake.variables = {{"AWS_ACCESS_KEY_ID", "A"}, {"AWS_SECRET_ACCESS_KEY", "s"}};
  fake.config("[profile dev]\naws_access_key_id = B\naws_secret_access_key = s\n");
  fake.sources.profile = "dev";
  EXPECT_EQ(ask(), "B of the profile \"dev\" (~/.aws/config:2)");
}

TEST_F(ChainTest, FallsBackOnlyWhenNoSourceHasAny) {
  options.order = {CredentialsSource::environment, CredentialsSource::profile};
  options.fallback = {"local", "local", "", std::nullopt, "made up"};
  EXPECT_EQ(ask(), "local of made up");
  fake.variables["AWS_ACCESS_KEY_ID"] = "A";
  EXPECT_EQ(ask(),
            "error: AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not: set both or "
            "neither");
  fake.variables["AWS_SECRET_ACCESS_KEY"] = "s";
  EXPECT_EQ(ask(), "A of AWS_ACCESS_KEY_ID of the environment");
}

TEST_F(ChainTest, RefusesHalfOfFixedCredentials) {
  options.fixed.access_key_id = "A";
  EXPECT_EQ(ask(), "error: the credentials that the program passes have no secret_access_key");
}

TEST_F(ChainTest, RefusesAMalformedFileWithItsPlace) {
  fake.config("[default]\nregion\n");
  EXPECT_EQ(ask(), "error: ~/.aws/config:2: a property has no =");
}

}  // namespace
}  // namespace keywright::credentials
