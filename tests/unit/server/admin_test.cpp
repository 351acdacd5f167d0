#include "service_fixture.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>

// What is answered below /_keywright.

namespace keywright::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

using AdminTest = ServiceTest;

TEST_F(AdminTest, ResetsForWhomeverIsNamed) {
  EXPECT_EQ(send("POST", "/_keywright/reset", {}).body, "{}");
  EXPECT_EQ(backend_.was_reset_for, "@");
  send("POST", "/_keywright/reset", {}, "", "access_key_id=AKID&region=eu-west-1");
  EXPECT_EQ(backend_.was_reset_for, "AKID@eu-west-1");
  send("POST", "/_keywright/reset",
       {{"X-Amz-Date", "20150830T123600Z"},
        {"Authorization",
         "AWS4-HMAC-SHA256 Credential=SIGNER/20150830/us-west-2/dynamodb/aws4_request, "
         "SignedHeaders=host, Signature=00"}});
  EXPECT_EQ(backend_.was_reset_for, "SIGNER@us-west-2");
}

TEST_F(AdminTest, TakesWhatTheQueryLeavesOutFromTheSignature) {
  const std::vector<wire::HeaderView> signature{
      {"X-Amz-Date", "20150830T123600Z"},
      {"Authorization",
       "AWS4-HMAC-SHA256 Credential=SIGNER/20150830/us-west-2/dynamodb/aws4_request, "
       "SignedHeaders=host, Signature=00"}};
  send("POST", "/_keywright/reset", signature, "", "region=eu-west-1");
  EXPECT_EQ(backend_.was_reset_for, "SIGNER@eu-west-1");
  send("POST", "/_keywright/reset", signature, "", "access_key_id=AKID");
  EXPECT_EQ(backend_.was_reset_for, "AKID@us-west-2");
}

TEST_F(AdminTest, WithCredentialsPatternsAreForThoseWhoSign) {
  options_.access_keys.push_back({"AKID", "secret", "", {}});
  const auto patterns = send("GET", "/_keywright/patterns", {}, "", "format=text");
  EXPECT_THAT(patterns.body, HasSubstr("MissingAuthenticationToken"));
  EXPECT_EQ(send("GET", "/_keywright/metrics", {}).status_line, "HTTP/1.1 200 OK");
}

TEST_F(AdminTest, WithCredentialsAKeyIsForItsOwnData) {
  options_.access_keys.push_back({"AKID", "secret", "", {}});
  const auto reset = [&](std::string query) {
    const wire::RequestView view{"POST", "/_keywright/reset", query, {}, {}};
    return answer_admin({.request = view, .scope = {"AKID", "eu-west-1"}}, context_, loop_metrics_)
        .status;
  };
  EXPECT_EQ(reset("access_key_id=OTHER"), 403U);
  EXPECT_EQ(backend_.was_reset_for, "");
  EXPECT_EQ(reset("access_key_id=AKID&region=us-west-2"), 200U);
  EXPECT_EQ(backend_.was_reset_for, "AKID@us-west-2");
}

TEST_F(AdminTest, WithCredentialsOnlySignersMayReset) {
  options_.access_keys.push_back({"AKID", "secret", "", {}});
  EXPECT_EQ(send("POST", "/_keywright/reset", {}).status_line, "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(backend_.was_reset_for, "");
}

TEST_F(AdminTest, NamesItsPaths) {
  const auto refused = send("GET", "/_keywright/reset", {});
  EXPECT_EQ(refused.status_line, "HTTP/1.1 405 Method Not Allowed");
  EXPECT_EQ(refused.headers.at("Allow"), "POST");
  EXPECT_EQ(send("PUT", "/_keywright/clock", {}).headers.at("Allow"), "GET, POST");
  const auto unknown = send("POST", "/_keywright/rest", {});
  EXPECT_EQ(unknown.status_line, "HTTP/1.1 404 Not Found");
  EXPECT_THAT(unknown.body, HasSubstr("POST /_keywright/reset"));
  for (const auto* method : {"POST", "DELETE"}) {
    EXPECT_THAT(send(method, "/_keywright/snapshot", {}).body, HasSubstr("takes no snapshots"));
  }
}

TEST_F(AdminTest, TakesNoMisspeltParameter) {
  const auto reset = send("POST", "/_keywright/reset", {}, "", "acess_key_id=ONE");
  EXPECT_EQ(reset.status_line, "HTTP/1.1 400 Bad Request");
  EXPECT_THAT(reset.body, HasSubstr("takes access_key_id, region"));
  EXPECT_EQ(backend_.was_reset_for, "");
  EXPECT_EQ(send("POST", "/_keywright/reset", {}, "", "region=a&region=b").status_line,
            "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(send("GET", "/_keywright/metrics", {}, "", "X-Amz-Expires=60").status_line,
            "HTTP/1.1 200 OK");
}

TEST_F(AdminTest, BoundsTheNamesOfSnapshots) {
  for (const std::size_t size : {0, 256, 5000}) {
    const auto taken =
        send("POST", "/_keywright/snapshot", {}, "", "name=" + std::string(size, 'x'));
    EXPECT_THAT(taken.body, HasSubstr("1 to 255 bytes, and this one " + std::to_string(size)));
  }
  EXPECT_THAT(send("POST", "/_keywright/snapshot", {}, "", "name=" + std::string(255, 'x')).body,
              HasSubstr("takes no snapshots"));
}

TEST_F(AdminTest, MovingTheClockDeletesAllThatExpiresAlsoBehindASweepUnderWay) {
  create_table();
  call(
      "UpdateTimeToLive",
      R"({"TableName":"things","TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true}})");
  constexpr int kItems = 6000;
  for (int i = 0; i < kItems; ++i) {
    ASSERT_TRUE(backend_.engine->put_item(
        {.table_name = "things",
         .item = {{"pk", "p" + std::to_string(i)}, {"ttl", std::int64_t{1'700'000'060}}}}));
  }
  EXPECT_TRUE(backend_.delete_expired_items(1000).more);
  send("POST", "/_keywright/clock", {}, "", "advance=61");
  EXPECT_EQ(call("Scan", R"({"TableName":"things"})").body,
            R"({"Items":[],"Count":0,"ScannedCount":0})");
}

TEST_F(AdminTest, MovesTheClockAndDeletesWhatExpires) {
  create_table();
  call(
      "UpdateTimeToLive",
      R"({"TableName":"things","TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true}})");
  call("PutItem", R"({"TableName":"things","Item":{"pk":{"S":"a"},"ttl":{"N":"1700000060"}}})");
  EXPECT_EQ(send("GET", "/_keywright/clock", {}).body, R"({"now":1700000000.000})");
  EXPECT_EQ(send("POST", "/_keywright/clock", {}, "", "advance=60.5").body,
            R"({"now":1700000060.500})");
  EXPECT_EQ(call("Scan", R"({"TableName":"things"})").body,
            R"({"Items":[],"Count":0,"ScannedCount":0})");
  EXPECT_EQ(send("POST", "/_keywright/clock", {}, "", "now=1700000000").body,
            R"({"now":1700000000.000})");
  for (const auto* query : {"", "advance=x", "advance=1&now=2", "advance=", "now=1e300", "now=-1.5",
                            "advance=-1", "advance=253402300799", "now=253402300799.9999"}) {
    EXPECT_EQ(send("POST", "/_keywright/clock", {}, "", query).status_line,
              "HTTP/1.1 400 Bad Request")
        << query;
  }
  EXPECT_EQ(send("GET", "/_keywright/clock", {}).body, R"({"now":1700000000.000})");
  const auto says = [&](std::string query) {
    return send("POST", "/_keywright/clock", {}, "", std::move(query)).body;
  };
  EXPECT_THAT(says("advance=1e18"), HasSubstr(R"(advance=\"1e18\" moves no clock; give seconds)"));
  EXPECT_THAT(says("advance=-5"), HasSubstr("To set it back, give now=EPOCH_SECONDS"));
  EXPECT_THAT(says("now=never"), HasSubstr(R"(now=\"never\" is no time; give seconds since 1970)"));
  EXPECT_THAT(says("advance=1&advance=2"), HasSubstr("advance is given twice"));
  EXPECT_THAT(says("advanced=1"), HasSubstr("takes now, advance; there is no \\\"advanced\\\""));
}

TEST_F(AdminTest, TakesNamesOfSnapshotsThatCanBeRead) {
  const auto says = [&](std::string query) {
    return send("POST", "/_keywright/snapshot", {}, "", std::move(query)).body;
  };
  for (const auto* name : {"a%ff", "%00", "a%0Ab", "%c3", "%7f", "%ed%a0%80"}) {
    EXPECT_THAT(says("name=" + std::string(name)),
                HasSubstr("The name of a snapshot is UTF-8 without control characters"))
        << name;
  }
  for (const auto* name : {"%", "50%", "%4", "%zz", "a%2", "%+1"}) {
    EXPECT_THAT(says("name=" + std::string(name)), HasSubstr("write a percent sign as %25"))
        << name;
  }
  EXPECT_THAT(says("name=50%25+%c3%bc"), HasSubstr("takes no snapshots"));
}

TEST_F(AdminTest, TellsABackendWhetherSomebodyWasNamed) {
  const std::vector<wire::HeaderView> signature{
      {"X-Amz-Date", "20150830T123600Z"},
      {"Authorization",
       "AWS4-HMAC-SHA256 Credential=SIGNER/20150830/us-west-2/dynamodb/aws4_request, "
       "SignedHeaders=host, Signature=00"}};
  const auto is_named = [&](std::vector<wire::HeaderView> headers, std::string query) {
    send("POST", "/_keywright/reset", std::move(headers), "", std::move(query));
    return backend_.was_named;
  };
  EXPECT_FALSE(is_named({}, ""));
  EXPECT_FALSE(is_named(signature, "")) << "that is where it comes from";
  EXPECT_TRUE(is_named({}, "access_key_id=AKID"));
  EXPECT_TRUE(is_named({}, "region=eu-west-1"));
  EXPECT_TRUE(is_named(signature, "region=us-west-2"));
}

TEST_F(AdminTest, ShowsTheMetricsOfTheBackendBehindItsOwn) {
  const auto metrics = send("GET", "/_keywright/metrics", {}).body;
  EXPECT_THAT(metrics, EndsWith("\nkeywright_connections 0\nfurther 1\n"));
}

}  // namespace
}  // namespace keywright::server
