#include "server/service.hpp"

#include "server/admin.hpp"
#include "server/content_encoding.hpp"
#include <keywright/engine.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

namespace keywright::server {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

class OneEngine : public Backend {
 public:
  Result<std::shared_ptr<Database>> database(std::string_view key,
                                             std::string_view region) override {
    asked_for = std::string(key) + "@" + std::string(region);
    return std::shared_ptr<Database>(engine);
  }
  ExpirySweep delete_expired_items(std::size_t limit) override {
    return engine->delete_expired_items(limit);
  }
  Result<void> reset(const BackendScope& scope) override {
    was_reset_for = std::string(scope.access_key_id) + "@" + std::string(scope.region);
    return {};
  }
  TimePoint now() override { return clock.now(); }
  Result<void> set_clock(TimePoint now) override {
    clock.set(now);
    return {};
  }
  ManualClock clock{TimePoint(std::chrono::seconds(1'700'000'000))};
  std::shared_ptr<Engine> engine = Engine::in_memory({.clock = clock});
  std::string asked_for;
  std::string was_reset_for;
};

struct Answered {
  std::string status_line;
  std::map<std::string, std::string> headers;
  std::string body;
};

Answered parse(const std::string& answer) {
  Answered out;
  const auto end = answer.find("\r\n\r\n");
  out.body = answer.substr(end + 4);
  std::size_t at = answer.find("\r\n");
  out.status_line = answer.substr(0, at);
  while (at < end) {
    const auto next = answer.find("\r\n", at + 2);
    const auto line = answer.substr(at + 2, next - at - 2);
    out.headers[line.substr(0, line.find(':'))] = line.substr(line.find(':') + 2);
    at = next;
  }
  return out;
}

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() {
    options_.clock = [] { return TimePoint(std::chrono::seconds(784'111'777)); };
  }

  Service& service() {
    if (!service_) service_ = std::make_unique<Service>(context_, loop_metrics_, 1);
    return *service_;
  }
  Answered send(std::string method, std::string path, std::vector<wire::HeaderView> headers,
                std::string body = "", std::string query = "") {
    headers.insert(headers.begin(), {"Host", "localhost:8000"});
    HttpRequest request;
    request.view = {method, path, query, headers, body};
    std::string out;
    service().answer(request, out);
    return parse(out);
  }
  Answered call(std::string operation, std::string body, std::vector<wire::HeaderView> more = {}) {
    const std::string target = "DynamoDB_20120810." + operation;
    std::vector<wire::HeaderView> headers{
        {"Content-Type", "application/x-amz-json-1.0"},
        {"X-Amz-Target", target},
        {"X-Amz-Date", "20150830T123600Z"},
        {"Authorization",
         "AWS4-HMAC-SHA256 Credential=AKID/20150830/eu-west-1/dynamodb/aws4_request, "
         "SignedHeaders=host, Signature=00"}};
    headers.insert(headers.end(), more.begin(), more.end());
    return send("POST", "/", headers, std::move(body));
  }
  void create_table() {
    ASSERT_EQ(call("CreateTable",
                   R"({"TableName":"things","BillingMode":"PAY_PER_REQUEST",)"
                   R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                   R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})")
                  .status_line,
              "HTTP/1.1 200 OK");
  }

  OneEngine backend_;
  ServerOptions options_;
  BrowserRules rules_{loopback_hosts(), {"http://allowed.example"}};
  LoopMetrics loop_metrics_;
  std::vector<const LoopMetrics*> metrics_{&loop_metrics_};
  ServiceContext context_{backend_, options_, rules_, metrics_};
  std::unique_ptr<Service> service_;
};

TEST_F(ServiceTest, AnswersOperationsWithTheHeadersOfDynamoDB) {
  const auto answer = call("ListTables", "{}");
  EXPECT_EQ(answer.status_line, "HTTP/1.1 200 OK");
  EXPECT_EQ(answer.body, R"({"TableNames":[]})");
  EXPECT_EQ(answer.headers.at("Server"), "Server");
  EXPECT_EQ(answer.headers.at("Date"), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(answer.headers.at("Content-Type"), "application/x-amz-json-1.0");
  EXPECT_EQ(answer.headers.at("Content-Length"), "17");
  EXPECT_EQ(answer.headers.at("Connection"), "keep-alive");
  EXPECT_EQ(answer.headers.at("x-amz-crc32"), "1315925753");  // as Python's zlib has it
  EXPECT_THAT(answer.headers.at("x-amzn-RequestId"), MatchesRegex("[A-Z0-9]{52}"));
  EXPECT_NE(answer.headers.at("x-amzn-RequestId"),
            call("ListTables", "{}").headers.at("x-amzn-RequestId"));
  EXPECT_EQ(backend_.asked_for, "AKID@eu-west-1");
}

TEST_F(ServiceTest, IsHealthyOnlyAtTheRoot) {
  EXPECT_EQ(send("GET", "/", {}).body, "healthy: localhost:8000 ");
  const auto head = send("HEAD", "/", {});
  EXPECT_EQ(head.headers.at("Content-Length"), "24");
  EXPECT_EQ(head.body, "");
  for (const auto& answer :
       {send("GET", "/else", {}), send("PUT", "/", {}, "{}"), send("DELETE", "/", {}),
        send("POST", "/", {{"Content-Type", "text/plain"}}, "{}"), send("POST", "/", {}, "{}")}) {
    EXPECT_EQ(answer.status_line, "HTTP/1.1 404 Not Found");
    EXPECT_EQ(answer.body, "<UnknownOperationException/>\n");
  }
}

TEST_F(ServiceTest, AnswersInTheContentTypeOfTheRequest) {
  const auto answer =
      send("POST", "/", {{"Content-Type", "application/json; charset=utf-8"}}, "{}");
  EXPECT_EQ(answer.headers.at("Content-Type"), "application/json");
}

TEST_F(ServiceTest, WantsASignature) {
  const auto answer = send("POST", "/",
                           {{"Content-Type", "application/x-amz-json-1.0"},
                            {"X-Amz-Target", "DynamoDB_20120810.ListTables"}},
                           "{}");
  EXPECT_EQ(answer.status_line, "HTTP/1.1 400 Bad Request");
  EXPECT_THAT(answer.body,
              HasSubstr("com.amazon.coral.service#MissingAuthenticationTokenException"));
  EXPECT_THAT(answer.body, HasSubstr("Request is missing Authentication Token"));
}

TEST_F(ServiceTest, UnpacksNothingForWhomItDoesNotKnow) {
  const auto answer = send("POST", "/",
                           {{"Content-Type", "application/x-amz-json-1.0"},
                            {"Content-Encoding", "gzip"},
                            {"X-Amz-Target", "DynamoDB_20120810.ListTables"}},
                           "not packed");
  EXPECT_THAT(answer.body, HasSubstr("MissingAuthenticationToken"));
  EXPECT_EQ(call("ListTables", "{}", {{"Content-Encoding", "identity"}}).body,
            R"({"TableNames":[]})");
}

TEST_F(ServiceTest, ReadsPackedBodies) {
  const auto packed = encode_content(ContentEncoding::gzip, "{}");
  EXPECT_EQ(call("ListTables", packed, {{"Content-Encoding", "gzip"}}).body,
            R"({"TableNames":[]})");
  const auto broken = call("ListTables", "{}", {{"Content-Encoding", "gzip"}});
  EXPECT_EQ(broken.status_line, "HTTP/1.1 500 Internal Server Error");
  EXPECT_THAT(broken.body, HasSubstr("InternalServerError"));
  const auto bomb = encode_content(ContentEncoding::gzip, std::string(17 * 1024 * 1024, ' '));
  EXPECT_EQ(call("ListTables", bomb, {{"Content-Encoding", "gzip"}}).status_line,
            "HTTP/1.1 413 Payload Too Large");
}

TEST_F(ServiceTest, PacksAnswersFrom4KiBOnIfTheClientTakesThem) {
  create_table();
  for (const std::size_t size : {100U, 5000U}) {
    call("PutItem", R"({"TableName":"things","Item":{"pk":{"S":"a"},"v":{"S":")" +
                        std::string(size, 'x') + R"("}}})");
    const auto get = R"({"TableName":"things","Key":{"pk":{"S":"a"}}})";
    const auto plain = call("GetItem", get);
    EXPECT_EQ(plain.headers.count("Content-Encoding"), 0U);
    const auto answer = call("GetItem", get, {{"Accept-Encoding", "gzip"}});
    if (size < 4096) {
      EXPECT_EQ(answer.body, plain.body);
      continue;
    }
    EXPECT_EQ(answer.headers.at("Content-Encoding"), "gzip");
    bool too_large = false;
    EXPECT_EQ(*decode_content("gzip", answer.body, 1 << 20, too_large), plain.body);
    // Of the bytes as they are sent.
    EXPECT_EQ(answer.headers.at("x-amz-crc32"),
              std::to_string(crc32_z(0, reinterpret_cast<const Bytef*>(answer.body.data()),
                                     answer.body.size())));
  }
}

TEST_F(ServiceTest, KeepsWebPagesOut) {
  const auto denied = call("ListTables", "{}", {{"Origin", "http://evil.example"}});
  EXPECT_EQ(denied.status_line, "HTTP/1.1 403 Forbidden");
  EXPECT_THAT(denied.body, HasSubstr("AccessDeniedException"));
  EXPECT_EQ(denied.headers.count("Access-Control-Allow-Origin"), 0U);

  const wire::HeaderView origin{"Origin", "http://allowed.example"};
  EXPECT_EQ(call("ListTables", "{}", {origin}).headers.at("Access-Control-Allow-Origin"),
            "http://allowed.example");
  const auto preflight = send("OPTIONS", "/", {origin, {"Access-Control-Request-Method", "POST"}});
  EXPECT_EQ(preflight.status_line, "HTTP/1.1 200 OK");
  EXPECT_EQ(preflight.headers.at("Access-Control-Allow-Methods"), "POST");
  EXPECT_EQ(send("POST", "/_keywright/reset", {origin}).status_line, "HTTP/1.1 403 Forbidden");
  EXPECT_EQ(backend_.was_reset_for, "");
}

TEST_F(ServiceTest, ResetsForWhomeverIsNamed) {
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

TEST_F(ServiceTest, TakesWhatTheQueryLeavesOutFromTheSignature) {
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

TEST_F(ServiceTest, WithCredentialsPatternsAreForThoseWhoSign) {
  options_.access_keys.push_back({"AKID", "secret", "", {}});
  const auto patterns = send("GET", "/_keywright/patterns", {}, "", "format=text");
  EXPECT_THAT(patterns.body, HasSubstr("MissingAuthenticationToken"));
  EXPECT_EQ(send("GET", "/_keywright/metrics", {}).status_line, "HTTP/1.1 200 OK");
}

TEST_F(ServiceTest, WithCredentialsAKeyIsForItsOwnData) {
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

TEST_F(ServiceTest, WithCredentialsOnlySignersMayReset) {
  options_.access_keys.push_back({"AKID", "secret", "", {}});
  EXPECT_EQ(send("POST", "/_keywright/reset", {}).status_line, "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(backend_.was_reset_for, "");
}

TEST_F(ServiceTest, NamesItsPaths) {
  EXPECT_EQ(send("GET", "/_keywright/reset", {}).status_line, "HTTP/1.1 405 Method Not Allowed");
  const auto unknown = send("POST", "/_keywright/rest", {});
  EXPECT_EQ(unknown.status_line, "HTTP/1.1 404 Not Found");
  EXPECT_THAT(unknown.body, HasSubstr("POST /_keywright/reset"));
  for (const auto* method : {"POST", "DELETE"}) {
    EXPECT_THAT(send(method, "/_keywright/snapshot", {}).body, HasSubstr("takes no snapshots"));
  }
}

TEST_F(ServiceTest, TakesNoMisspeltParameter) {
  const auto reset = send("POST", "/_keywright/reset", {}, "", "acess_key_id=ONE");
  EXPECT_EQ(reset.status_line, "HTTP/1.1 400 Bad Request");
  EXPECT_THAT(reset.body, HasSubstr("takes access_key_id, region"));
  EXPECT_EQ(backend_.was_reset_for, "");
  EXPECT_EQ(send("POST", "/_keywright/reset", {}, "", "region=a&region=b").status_line,
            "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(send("GET", "/_keywright/metrics", {}, "", "X-Amz-Expires=60").status_line,
            "HTTP/1.1 200 OK");
}

TEST_F(ServiceTest, BoundsTheNamesOfSnapshots) {
  for (const std::size_t size : {0, 256, 5000}) {
    const auto taken =
        send("POST", "/_keywright/snapshot", {}, "", "name=" + std::string(size, 'x'));
    EXPECT_THAT(taken.body, HasSubstr("1 to 255 bytes, and this one " + std::to_string(size)));
  }
  EXPECT_THAT(send("POST", "/_keywright/snapshot", {}, "", "name=" + std::string(255, 'x')).body,
              HasSubstr("takes no snapshots"));
}

TEST_F(ServiceTest, CountsEveryStatusAsItself) {
  send("GET", "/_keywright/reset", {});
  const auto metrics = send("GET", "/_keywright/metrics", {}).body;
  EXPECT_THAT(metrics, HasSubstr("status=\"405\"} 1"));
  EXPECT_THAT(metrics, testing::Not(HasSubstr("status=\"503\"")));
}

TEST_F(ServiceTest, MovingTheClockDeletesAllThatExpiresAlsoBehindASweepUnderWay) {
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

TEST_F(ServiceTest, MovesTheClockAndDeletesWhatExpires) {
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

TEST_F(ServiceTest, CountsRequestsByOperationAndStatus) {
  call("ListTables", "{}");
  call("ListTables", "{}");
  call("DescribeTable", R"({"TableName":"none"})");
  send("GET", "/else", {});
  const auto metrics = send("GET", "/_keywright/metrics", {});
  EXPECT_EQ(metrics.headers.at("Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const auto* line :
       {"keywright_requests_total{operation=\"ListTables\",status=\"200\"} 2\n",
        "keywright_requests_total{operation=\"DescribeTable\",status=\"400\"} 1\n",
        "keywright_requests_total{operation=\"\",status=\"404\"} 1\n",
        "keywright_request_seconds_count{operation=\"ListTables\"} 2\n",
        "keywright_request_seconds_bucket{operation=\"ListTables\",le=\"+Inf\"} 2\n",
        "# TYPE keywright_request_seconds histogram\n"}) {
    EXPECT_THAT(metrics.body, HasSubstr(line));
  }
}

TEST_F(ServiceTest, RefusesInJsonToo) {
  std::string out;
  service().refuse(Refusal::body_too_large, out);
  const auto answer = parse(out);
  EXPECT_EQ(answer.status_line, "HTTP/1.1 413 Payload Too Large");
  EXPECT_EQ(answer.headers.at("Connection"), "close");
  out.clear();
  service().refuse(Refusal::header_too_large, out);
  EXPECT_EQ(parse(out).status_line, "HTTP/1.1 400 Bad Request");
}

TEST_F(ServiceTest, SaysWhatIsWrongWithARequestThatCannotBeRead) {
  struct Row {
    Refusal refusal;
    const char* status;
    const char* text;
  };
  for (const auto& [refusal, status, text] : std::initializer_list<Row>{
           {Refusal::tls, "400", "--tls-cert"},
           {Refusal::bad_content_length, "400", "Content-Length is one whole number"},
           {Refusal::length_and_encoding, "400", "not both"},
           {Refusal::bad_target, "400", "http://localhost:8000/"},
           {Refusal::unknown_expectation, "417", "Expect can be 100-continue"},
           {Refusal::no_host, "400", "one Host header"},
           {Refusal::header_too_large, "400", "16384 bytes"},
           {Refusal::body_too_large, "413", "16777216 bytes"},
           {Refusal::timed_out, "408", "in time"},
           {Refusal::overloaded, "503", "more than the 512 MiB"}}) {
    std::string out;
    service().refuse(refusal, out);
    const auto answer = parse(out);
    EXPECT_EQ(answer.status_line.substr(9, 3), status);
    EXPECT_THAT(answer.body, HasSubstr(text));
  }
}

}  // namespace
}  // namespace keywright::server
