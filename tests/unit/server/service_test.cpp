#include "server/content_encoding.hpp"
#include "service_fixture.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <zlib.h>

namespace keywright::server {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

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

TEST_F(ServiceTest, CountsEveryStatusAsItself) {
  send("GET", "/_keywright/reset", {});
  const auto metrics = send("GET", "/_keywright/metrics", {}).body;
  EXPECT_THAT(metrics, HasSubstr("status=\"405\"} 1"));
  EXPECT_THAT(metrics, testing::Not(HasSubstr("status=\"503\"")));
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
           {Refusal::several_operations, "400", "one X-Amz-Target header"},
           {Refusal::chunk_line_too_long, "400", "have at most 16384 bytes"},
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

TEST_F(ServiceTest, SaysThatLongAnswersDependOnWhatTheClientTakes) {
  create_table();
  call("PutItem", R"({"TableName":"things","Item":{"pk":{"S":"a"},"v":{"S":")" +
                      std::string(5000, 'x') + R"("}}})");
  const auto get = R"({"TableName":"things","Key":{"pk":{"S":"a"}}})";
  for (const auto* taken : {"gzip", "identity"}) {
    EXPECT_EQ(call("GetItem", get, {{"Accept-Encoding", taken}}).headers.at("Vary"),
              "Accept-Encoding");
  }
  EXPECT_EQ(call("ListTables", "{}", {{"Accept-Encoding", "gzip"}}).headers.count("Vary"), 0U);
}

}  // namespace
}  // namespace keywright::server
