#include "credentials/settings.hpp"

#include "fake_world.hpp"

namespace keywright::credentials {
namespace {

class SettingsTest : public testing::Test {
 protected:
  Result<AwsSettings> resolve() { return resolve_settings(fake.world(), fake.sources, {}); }
  std::string error() {
    const auto found = resolve();
    return found ? "no error" : found.error().message;
  }
  FakeWorld fake;
};

TEST_F(SettingsTest, AreEmptyInAnEmptyWorld) {
  const auto found = resolve();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->profile.value, "default");
  EXPECT_FALSE(found->region.is_set());
  EXPECT_FALSE(found->endpoint_url.is_set());
  EXPECT_EQ(required_region(*found).error().message,
            "no AWS region is set: name one (as in aws:eu-west-1), or set AWS_REGION, or region in "
            "the profile \"default\" of ~/.aws/config");
}

TEST_F(SettingsTest, TakeTheRegionWhereItIsNamedFirst) {
  fake.service = [](const http::Request& request) -> Result<http::Response> {
    if (request.method == "PUT") return answer(200, "token");
    EXPECT_EQ(request.url.target, "/latest/meta-data/placement/region");
    EXPECT_EQ(header_of(request, "X-aws-ec2-metadata-token"), "token");
    return answer(200, "metadata-1\n");
  };
  EXPECT_EQ(resolve().value().region.value, "metadata-1");
  fake.config("[default]\nregion = profile-1\n");
  EXPECT_EQ(resolve().value().region.source, "~/.aws/config:2");
  fake.variables["AWS_DEFAULT_REGION"] = "fallback-1";
  EXPECT_EQ(resolve().value().region.value, "fallback-1");
  fake.variables["AWS_REGION"] = "variable-1";
  EXPECT_EQ(resolve().value().region.source, "AWS_REGION");
  fake.sources.region = "argument-1";
  EXPECT_EQ(resolve().value().region.value, "argument-1");
  EXPECT_EQ(fake.requests.size(), 2u);  // the metadata service was asked once, at first
}

TEST_F(SettingsTest, AskNoMetadataServiceThatIsDisabled) {
  fake.variables["AWS_EC2_METADATA_DISABLED"] = "True";
  EXPECT_FALSE(resolve().value().region.is_set());
  EXPECT_TRUE(fake.requests.empty());
}

TEST_F(SettingsTest, ComeFromTheProfileThatIsNamed) {
  fake.config("[default]\nregion = a\n[profile dev]\nregion = b\n[profile test]\nregion = c\n");
  EXPECT_EQ(resolve().value().region.value, "a");
  fake.variables["AWS_PROFILE"] = "dev";
  EXPECT_EQ(resolve().value().region.value, "b");
  fake.sources.profile = "test";
  EXPECT_EQ(resolve().value().region.value, "c");
  fake.sources.profile = "tset";
  EXPECT_EQ(error(),
            "there is no profile \"tset\" in ~/.aws/config and ~/.aws/credentials, but the "
            "argument names it");
}

TEST_F(SettingsTest, ComeFromTheFilesThatAreNamed) {
  fake.files["/etc/aws"] = "[default]\nregion = a\n";
  fake.files["/home/me/mine"] = "[default]\nregion = b\n";
  fake.variables["AWS_CONFIG_FILE"] = "/etc/aws";
  EXPECT_EQ(resolve().value().region.source, "/etc/aws:2");
  fake.sources.config_file = "~/mine";
  EXPECT_EQ(resolve().value().region.source, "~/mine:2");
}

TEST_F(SettingsTest, FindTheEndpointInTheOrderOfAws) {
  const auto endpoint = [this] { return resolve().value().endpoint_url.value; };
  fake.variables["AWS_REGION"] = "r";
  fake.config(
      "[default]\nendpoint_url = http://profile\nservices = local\n"
      "[services local]\ndynamodb =\n  endpoint_url = http://service\n");
  EXPECT_EQ(endpoint(), "http://service");
  fake.config("[default]\nendpoint_url = http://profile\n");
  EXPECT_EQ(endpoint(), "http://profile");
  fake.variables["AWS_ENDPOINT_URL"] = "http://all";
  EXPECT_EQ(endpoint(), "http://all");
  fake.variables["AWS_ENDPOINT_URL_DYNAMODB"] = "http://one";
  EXPECT_EQ(endpoint(), "http://one");
  fake.variables["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] = "true";
  EXPECT_EQ(endpoint(), "");
}

TEST_F(SettingsTest, SayWhichValueDoesNotRead) {
  fake.variables["AWS_REGION"] = "r";
  fake.config("[default]\nuse_fips_endpoint = yes\n");
  EXPECT_EQ(error(), "~/.aws/config:2: use_fips_endpoint must be true or false, and is \"yes\"");
  fake.config("[default]\nmax_attempts = 0\n");
  EXPECT_EQ(error(),
            "~/.aws/config:2: max_attempts must be a whole number of at least 1, and is \"0\"");
  fake.config("[default]\nservices = local\n");
  EXPECT_EQ(error(),
            "~/.aws/config:2: there is no [services local] in ~/.aws/config and "
            "~/.aws/credentials");
  fake.config("[default]\nregion\n");
  EXPECT_EQ(error(), "~/.aws/config:2: a property has no =");
  fake.config("[default]\n");
  fake.variables["AWS_MAX_ATTEMPTS"] = "5";
  fake.variables["AWS_USE_FIPS_ENDPOINT"] = "TRUE";
  EXPECT_EQ(resolve().value().max_attempts.value, 5);
  EXPECT_TRUE(resolve().value().use_fips_endpoint.value);
}

}  // namespace
}  // namespace keywright::credentials
