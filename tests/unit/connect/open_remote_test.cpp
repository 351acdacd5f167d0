#include "connect/open_remote.hpp"

#include "../server/running_server.hpp"

#include <map>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using connecting::aws_target;
using testing::HasSubstr;

using Variables = std::map<std::string, std::string>;

/// With these variables and nothing else: no files, no instance.
ConnectOptions in_world(Variables variables = {}) {
  variables.emplace("AWS_EC2_METADATA_DISABLED", "true");
  ConnectOptions options;
  options.sources.config_file = "/missing/config";
  options.sources.credentials_file = "/missing/credentials";
  options.sources.environment =
      [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
  return options;
}

std::string url_of(server::RunningServer& server) {
  return "http://127.0.0.1:" + std::to_string(server.server().port());
}

RemoteEndpoint endpoint_of(std::string_view region, const ConnectOptions& options) {
  return aws_target(region, options)->endpoints->pick({}, {}).value();
}

TEST(RegionIn, IsThatInTheNameOfAnEndpointOfAws) {
  using connecting::region_in;
  EXPECT_EQ(region_in("dynamodb.eu-west-1.amazonaws.com"), "eu-west-1");
  EXPECT_EQ(region_in("dynamodb-fips.us-east-1.api.aws"), "us-east-1");
  EXPECT_EQ(region_in("streams.dynamodb.cn-north-1.amazonaws.com.cn"), "cn-north-1");
  EXPECT_EQ(region_in("streams-dynamodb-fips.eusc-de-east-1.api.amazonwebservices.eu"),
            "eusc-de-east-1");
  EXPECT_EQ(region_in("111122223333.ddb.eu-west-1.amazonaws.com"), "eu-west-1");
  for (const auto* host : {"localhost", "dynamodb.amazonaws.com", "dynamodb..amazonaws.com",
                           "s3.eu-west-1.amazonaws.com", "dynamodb.a.b.amazonaws.com",
                           "dynamodb.eu-west-1.example.com", "dynamodb.cn-north-1.amazonaws.com",
                           "ddb.eu-west-1.amazonaws.com", "dynamodb", ""}) {
    EXPECT_EQ(region_in(host), "") << host;
  }
}

TEST(ConnectRemote, OpensDatabasesWithoutSendingAnything) {
  for (const auto* url : {"aws:eu-west-1", "https://dynamodb.eu-west-1.amazonaws.com",
                          "http://localhost:8000", "alternator+http://10.0.0.1:8000"}) {
    EXPECT_TRUE(connect(url, in_world())) << url;
  }
}

TEST(ConnectRemote, SaysWhatIsWrongWithAUrl) {
  const std::pair<const char*, const char*> cases[] = {
      {"aws:", "no AWS region is set"},
      {"aws:eu_west_1", "\"eu_west_1\" is no region"},
      {"http://", "no valid host"},
      {"https://me@host", "user name"},
      {"alternator+ftp://host", "must begin with http"},
  };
  for (const auto& [url, why] : cases) {
    const auto database = connect(url, in_world());
    ASSERT_FALSE(database) << url;
    EXPECT_EQ(database.error().code, ErrorCode::validation);
    EXPECT_THAT(database.error().message, HasSubstr(why)) << url;
  }
}

TEST(AwsTarget, IsTheEndpointOfTheFirstRegionThatIsNamed) {
  auto options = in_world({{"AWS_REGION", "eu-north-1"}});
  EXPECT_EQ(endpoint_of("", options).host, "dynamodb.eu-north-1.amazonaws.com");
  options.remote.region = "eu-west-2";
  EXPECT_EQ(endpoint_of("", options).host, "dynamodb.eu-west-2.amazonaws.com");
  EXPECT_EQ(endpoint_of("eu-west-1", options).host, "dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(aws_target("eu-west-1", options)->region, "eu-west-1");
}

TEST(AwsTarget, MayBeFipsAndDualStackByTheProgramOrTheEnvironment) {
  auto options = in_world({{"AWS_USE_FIPS_ENDPOINT", "true"}});
  EXPECT_EQ(endpoint_of("us-east-1", options).host, "dynamodb-fips.us-east-1.amazonaws.com");
  options.aws.dual_stack = true;
  EXPECT_EQ(endpoint_of("us-east-1", options).host, "dynamodb-fips.us-east-1.api.aws");
  options = in_world({{"AWS_USE_DUALSTACK_ENDPOINT", "true"}});
  EXPECT_EQ(endpoint_of("us-east-1", options).host, "dynamodb.us-east-1.api.aws");
}

TEST(AwsTarget, IsTheEndpointThatWasSetInPlaceOfAws) {
  auto options = in_world({{"AWS_ENDPOINT_URL_DYNAMODB", "http://localhost:8000"}});
  EXPECT_EQ(endpoint_of("us-east-1", options), (RemoteEndpoint{false, "localhost", 8000, "/"}));
  EXPECT_TRUE(aws_target("us-east-1", options)->is_local);

  options.aws.fips = true;
  EXPECT_THAT(aws_target("us-east-1", options).error().message,
              HasSubstr("AWS_ENDPOINT_URL_DYNAMODB sets the endpoint http://localhost:8000"));
  options = in_world({{"AWS_ENDPOINT_URL", "localhost"}});
  EXPECT_THAT(aws_target("us-east-1", options).error().message, HasSubstr("AWS_ENDPOINT_URL: "));
}

TEST(ConnectRemote, TriesAsOftenAsTheProgramOrElseTheEnvironmentSays) {
  const auto attempts_of = [](ConnectOptions options) {
    int attempts = 0;
    options.remote.observer = [&](const AttemptReport&) { ++attempts; };
    options.remote.sleep = [](auto, const auto&) { return true; };
    // Nobody listens there.
    EXPECT_FALSE(connect("http://127.0.0.1:1", options).value()->list_tables({}));
    return attempts;
  };
  EXPECT_EQ(attempts_of(in_world()), 4);
  auto options = in_world({{"AWS_MAX_ATTEMPTS", "2"}});
  EXPECT_EQ(attempts_of(options), 2);
  EXPECT_EQ(aws_target("eu-west-1", options)->max_attempts.value, 2);
  options.remote.retry.max_attempts = 3;
  EXPECT_EQ(attempts_of(options), 3);
  EXPECT_THAT(connect("http://127.0.0.1:1", in_world({{"AWS_MAX_ATTEMPTS", "0"}})).error().message,
              HasSubstr("AWS_MAX_ATTEMPTS"));
}

TEST(ConnectRemote, NeedsCredentialsWhereItIsNotALocalServer) {
  auto options = in_world();
  options.remote.retry.max_attempts = 1;
  const auto result = connect("aws:eu-west-1", options).value()->list_tables({});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::validation);
  EXPECT_THAT(result.error().message, HasSubstr("no AWS credentials were found"));
}

TEST(ConnectRemote, SpeaksWithAServerOnLoopback) {
  server::RunningServer server;
  auto database = connect(url_of(server), in_world()).value();
  CreateTableRequest table;
  table.table_name = "app-table";
  table.key_schema = {{"pk", KeyType::hash}};
  table.attribute_definitions = {{"pk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  ASSERT_TRUE(database->create_table(table));
  PutItemRequest put;
  put.table_name = "app-table";
  put.item = {{"pk", "a"}, {"n", 1}};
  ASSERT_TRUE(database->put_item(put));
  GetItemRequest get;
  get.table_name = "app-table";
  get.key = {{"pk", "a"}};
  EXPECT_EQ(database->get_item(get)->item, put.item);
  EXPECT_EQ(server.engine().get_item(get)->item, put.item);

  get.table_name = "other-table";
  const auto missing = database->get_item(get);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_EQ(missing.error().exception, "ResourceNotFoundException");
  EXPECT_EQ(missing.error().http_status, 400);
  EXPECT_FALSE(missing.error().request_id.empty());
}

TEST(ConnectRemote, SpeaksWithTheEndpointThatWasSetInPlaceOfAws) {
  server::RunningServer server;
  auto database =
      connect("aws:eu-west-1", in_world({{"AWS_ENDPOINT_URL", url_of(server)}})).value();
  EXPECT_THAT(database->list_tables({}).value().table_names, testing::IsEmpty());
}

}  // namespace
}  // namespace keywright
