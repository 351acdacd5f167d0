#include "connect/open_remote.hpp"

#include "../server/running_server.hpp"

#include <cstdlib>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using testing::HasSubstr;

/// The variables that connect() reads, unset for a while.
class Environment {
 public:
  Environment() {
    for (const auto* name : {"AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID",
                             "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"}) {
      ::unsetenv(name);
    }
  }
};

TEST(RegionIn, IsThatInTheNameOfAnEndpointOfAws) {
  using connecting::region_in;
  EXPECT_EQ(region_in("dynamodb.eu-west-1.amazonaws.com"), "eu-west-1");
  EXPECT_EQ(region_in("dynamodb-fips.us-east-1.api.aws"), "us-east-1");
  EXPECT_EQ(region_in("streams.dynamodb.cn-north-1.amazonaws.com.cn"), "cn-north-1");
  for (const auto* host : {"localhost", "dynamodb.amazonaws.com", "dynamodb..amazonaws.com",
                           "s3.eu-west-1.amazonaws.com", "dynamodb.a.b.amazonaws.com"}) {
    EXPECT_EQ(region_in(host), "") << host;
  }
}

TEST(ConnectRemote, OpensDatabasesWithoutSendingAnything) {
  const Environment environment;
  for (const auto* url : {"aws:eu-west-1", "https://dynamodb.eu-west-1.amazonaws.com",
                          "http://localhost:8000", "alternator+http://10.0.0.1:8000"}) {
    EXPECT_TRUE(connect(url)) << url;
  }
}

TEST(ConnectRemote, SaysWhatIsWrongWithAUrl) {
  const Environment environment;
  const std::pair<const char*, const char*> cases[] = {
      {"aws:", "needs a region"},
      {"aws:eu_west_1", "not the name of an AWS region"},
      {"http://", "no valid host"},
      {"https://me@host", "user name"},
      {"alternator+ftp://host", "must begin with http"},
  };
  for (const auto& [url, why] : cases) {
    const auto database = connect(url);
    ASSERT_FALSE(database) << url;
    EXPECT_EQ(database.error().code, ErrorCode::validation);
    EXPECT_THAT(database.error().message, HasSubstr(why)) << url;
  }
}

TEST(ConnectRemote, NeedsCredentialsWhereItIsNotALocalServer) {
  const Environment environment;
  ConnectOptions options;
  options.remote.retry.max_attempts = 1;
  const auto result = connect("aws:eu-west-1", options).value()->list_tables({});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::validation);
  EXPECT_THAT(result.error().message, HasSubstr("no credentials"));
}

TEST(ConnectRemote, SpeaksWithAServerOnLoopback) {
  const Environment environment;
  server::RunningServer server;
  auto database = connect("http://127.0.0.1:" + std::to_string(server.server().port())).value();
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

}  // namespace
}  // namespace keywright
