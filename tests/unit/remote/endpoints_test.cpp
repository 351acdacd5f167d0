#include <keywright/endpoints.hpp>

#include <gtest/gtest.h>

namespace keywright {
namespace {

std::string host_of(std::string_view region, AwsEndpointOptions options, bool of_streams = false) {
  EndpointQuery query;
  query.of_streams = of_streams;
  const auto endpoint = aws_endpoints(region, options)->pick(query, {});
  EXPECT_TRUE(endpoint->tls);
  EXPECT_EQ(endpoint->port, 443);
  EXPECT_EQ(endpoint->path, "/");
  return endpoint->host;
}

TEST(AwsEndpoints, AreNamedAsAwsNamesThem) {
  EXPECT_EQ(host_of("eu-west-1", {}), "dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(host_of("eu-west-1", {}, true), "streams.dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(host_of("cn-north-1", {}), "dynamodb.cn-north-1.amazonaws.com.cn");
  EXPECT_EQ(host_of("us-east-1", {.fips = true}), "dynamodb-fips.us-east-1.amazonaws.com");
  EXPECT_EQ(host_of("us-east-1", {.dual_stack = true}), "dynamodb.us-east-1.api.aws");
  EXPECT_EQ(host_of("us-east-1", {.fips = true, .dual_stack = true}),
            "dynamodb-fips.us-east-1.api.aws");
  EXPECT_EQ(host_of("us-east-1", {.dual_stack = true}, true), "streams-dynamodb.us-east-1.api.aws");
  EXPECT_EQ(host_of("us-gov-west-1", {.fips = true}), "dynamodb.us-gov-west-1.amazonaws.com");
}

TEST(FixedEndpoint, IsTheOneThatWasGiven) {
  const auto endpoint = parse_endpoint("http://localhost:8000/x");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(*endpoint, (RemoteEndpoint{false, "localhost", 8000, "/x"}));
  EXPECT_EQ(*fixed_endpoint(*endpoint)->pick({}, {}), *endpoint);
  EXPECT_EQ(parse_endpoint("localhost:8000").error().code, ErrorCode::validation);
}

}  // namespace
}  // namespace keywright
