// A remote database over sockets, and servers that do what they should not: each time the right
// answer in the end, or the right error, and nothing hangs.

#include "../http/certificate.hpp"
#include "../http/scripted_server.hpp"
#include "../server/running_server.hpp"
#include "server/content_encoding.hpp"
#include <keywright/remote.hpp>

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <zlib.h>

namespace keywright::remote {
namespace {

using namespace std::chrono_literals;
using http::Certificate;
using http::Peer;
using http::ScriptedServer;
using testing::HasSubstr;

using Script = ScriptedServer::Script;

constexpr std::string_view kTables = R"({"TableNames":["a"]})";

std::string checksum(std::string_view body) {
  const auto crc = ::crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size());
  return "x-amz-crc32: " + std::to_string(crc) + "\r\n";
}

// Answers every request as it should.
void behave(Peer& peer) {
  while (!peer.read_request().empty()) peer.answer(kTables, checksum(kTables));
}

// Reads a request, sends these bytes, and closes.
Script say(std::string bytes) {
  return [bytes = std::move(bytes)](Peer& peer) {
    peer.read_request();
    peer.send(bytes);
  };
}

Script answer(std::string body, std::string headers = "", int status = 200) {
  return [=](Peer& peer) {
    while (!peer.read_request().empty()) peer.answer(body, headers, status);
  };
}

std::string framed(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string exception(const std::string& name) {
  return R"({"__type":"com.amazonaws.dynamodb.v20120810#)" + name + R"(","message":"why"})";
}

std::string zipped(std::size_t blanks) {
  return server::encode_content(server::ContentEncoding::gzip, std::string(blanks, ' '));
}

struct Called {
  Result<ListTablesResponse> result;
  std::vector<std::string> attempts;  ///< what went wrong with each; "": nothing
};

class Caller {
 public:
  explicit Caller(RemoteEndpoint endpoint, HttpOptions http = {}) {
    RemoteOptions options;
    options.region = "us-east-1";
    options.credentials = fixed_credentials({.access_key_id = "a", .secret_access_key = "b"});
    options.http = std::move(http);
    options.sleep = [](auto, const auto&) { return true; };
    options.observer = [this](const AttemptReport& report) {
      attempts_.push_back(report.error == nullptr ? "" : report.error->message);
    };
    database_ = remote_database(fixed_endpoint(std::move(endpoint)), std::move(options)).value();
  }

  Called list_tables(const CallControl& control = {}) {
    attempts_.clear();
    ListTablesRequest request;
    request.control = control;
    auto result = database_->list_tables(request);
    return {std::move(result), attempts_};
  }

 private:
  std::vector<std::string> attempts_;
  std::unique_ptr<Database> database_;
};

RemoteEndpoint endpoint_of(const ScriptedServer& server) {
  return {false, "127.0.0.1", server.port(), "/"};
}

struct Evil {
  const char* name;
  Script script;        ///< of the first connection; the others are as they should be
  const char* because;  ///< in the text of the first attempt's error
  /// Of a busy machine nobody can ask to be fast: only those that are slow on purpose have limits.
  void (*limit)(HttpOptions&) = [](HttpOptions&) {};
};

class Passing : public testing::TestWithParam<Evil> {};

TEST_P(Passing, IsRepeatedAndThenGood) {
  ScriptedServer server({GetParam().script, behave});
  HttpOptions options;
  options.accept_gzip = true;
  GetParam().limit(options);
  Caller caller(endpoint_of(server), options);
  const auto called = caller.list_tables();
  ASSERT_TRUE(called.result) << called.result.error().message;
  EXPECT_EQ(called.result->table_names, std::vector<std::string>{"a"});
  ASSERT_EQ(called.attempts.size(), 2u);
  EXPECT_THAT(called.attempts[0], HasSubstr(GetParam().because));
}

// These answer once, and say so: a connection that may or may not be closed already is another
// test.
const std::string kOk = "HTTP/1.1 200 OK\r\nConnection: close\r\n";

const Evil kPassing[] = {
    {"Silence", http::say_nothing, "no progress in time while waiting for the answer",
     [](HttpOptions& options) { options.read_timeout = 400ms; }},
    {"Trickle",
     [](Peer& peer) {
       peer.read_request();
       peer.send(kOk);
       for (int i = 0; i < 400; ++i) {
         peer.send("X-More: 1\r\n");
         std::this_thread::sleep_for(5ms);  // the peer's pace, which the client is to end
       }
     },
     "the call's time ran out", [](HttpOptions& options) { options.total_timeout = 800ms; }},
    {"HalfAHead", say("HTTP/1.1 20"), "closed before its end"},
    {"HalfABody", say(kOk + "Content-Length: 20\r\n\r\n{\"Table"), "closed before its end"},
    {"HalfAChunk", say(kOk + "Transfer-Encoding: chunked\r\n\r\n14\r\n{\"Tab"),
     "closed before its end"},
    {"NoAnswer", say(""), "closed before its end"},
    {"Reset",
     [](Peer& peer) {
       peer.read_request();
       peer.reset();
     },
     "Connection reset by peer"},
    {"Garbage", say("\x16\x03\x01 what?\r\n\r\n"), "it is not HTTP/1"},
    {"EndlessHead", say(kOk + "X: " + std::string(100'000, 'x') + "\r\n\r\n"), "it is too large"},
    {"HugeLength", say(kOk + "Content-Length: 99999999999\r\n\r\n"), "it is too large"},
    {"BadLength", say(kOk + "Content-Length: -1\r\n\r\n{}"), "it is not HTTP/1"},
    {"WrongChecksum", say(kOk + "x-amz-crc32: 1\r\nContent-Length: 2\r\n\r\n{}"),
     "its x-amz-crc32 is another"},
    {"ChecksumOfMore",
     say(kOk + checksum(kTables) + "Content-Length: 5\r\n\r\n" + std::string(kTables)),
     "its x-amz-crc32 is another"},
    {"BrokenGzip", say(kOk + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd"),
     "is broken or cut"},
    {"UnknownEncoding", say(kOk + "Content-Encoding: br\r\nContent-Length: 4\r\n\r\nabcd"),
     "is encoded in a way that was not asked for"},
    {"InternalError", say("HTTP/1.1 500 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
     "HTTP 500 with an empty body"},
    {"Unavailable", say("HTTP/1.1 503 X\r\nConnection: close\r\nContent-Length: 6\r\n\r\n<html>"),
     "HTTP 503: <html>"},
    {"Throttled",
     say("HTTP/1.1 400 X\r\nConnection: close\r\nContent-Length: " +
         std::to_string(exception("ProvisionedThroughputExceededException").size()) + "\r\n\r\n" +
         exception("ProvisionedThroughputExceededException")),
     "why"},
    {"TooManyRequests", say("HTTP/1.1 429 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
     "HTTP 429"},
};

INSTANTIATE_TEST_SUITE_P(HostileServer, Passing, testing::ValuesIn(kPassing),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(HostileServer, BombIsNotUnpacked) {
  const std::string bomb = zipped(80u << 20);
  ScriptedServer server({[&](Peer& peer) {
                           peer.read_request();
                           peer.answer(bomb, "Content-Encoding: gzip\r\nConnection: close\r\n");
                         },
                         behave});
  HttpOptions options;
  options.accept_gzip = true;
  const auto called = Caller(endpoint_of(server), options).list_tables();
  EXPECT_THAT(called.attempts.at(0), HasSubstr("is too large (Content-Encoding gzip)"));
}

TEST(HostileServer, AnswerThatDoesNotReadIsAnErrorOfItsOwn) {
  for (const std::string body :
       {"", "{", "[]", R"({"TableNames":"a"})", "null", "{\"TableNames\":[\"\xff\"]}"}) {
    ScriptedServer server({answer(body, checksum(body))});
    Caller caller(endpoint_of(server));
    const auto called = caller.list_tables();
    ASSERT_FALSE(called.result) << body;
    EXPECT_EQ(called.result.error().code, ErrorCode::internal);
    EXPECT_THAT(called.result.error().message, HasSubstr("answer to ListTables does not read"));
    EXPECT_EQ(called.attempts.size(), 1u) << "it would not read the next time either";
  }
}

TEST(HostileServer, AnswerThatIsNoneOfDynamoDb) {
  ScriptedServer server({answer("", "Location: http://elsewhere/\r\n", 301)});
  const auto called = Caller(endpoint_of(server)).list_tables();
  ASSERT_FALSE(called.result);
  EXPECT_EQ(called.result.error().http_status, 301);
  EXPECT_EQ(called.attempts.size(), 1u) << "nobody is followed";
}

TEST(HostileServer, KeepsItsErrorsWhenNothingHelps) {
  ScriptedServer server(
      {answer(exception("InternalServerError"), "x-amzn-RequestId: ID\r\n", 500)});
  const auto called = Caller(endpoint_of(server)).list_tables();
  ASSERT_FALSE(called.result);
  EXPECT_EQ(called.attempts.size(), 4u);
  const Error& error = called.result.error();
  EXPECT_EQ(error.exception, "InternalServerError");
  EXPECT_EQ(error.http_status, 500);
  EXPECT_EQ(error.request_id, "ID");
  EXPECT_TRUE(error.retryable);
  EXPECT_TRUE(error.was_repeated);
}

// What is left of an answer must not become the answer to the next call.
TEST(HostileServer, SaysMoreThanItsLength) {
  const std::string lie = R"({"TableNames":["lie"]})";
  ScriptedServer server({[&](Peer& peer) {
                           peer.read_request();
                           peer.send(framed(std::string(kTables)) + framed(lie));
                           http::say_nothing(peer);
                         },
                         behave});
  Caller caller(endpoint_of(server));
  for (int i = 0; i < 3; ++i) {
    const auto called = caller.list_tables();
    ASSERT_TRUE(called.result) << called.result.error().message;
    EXPECT_EQ(called.result->table_names, std::vector<std::string>{"a"});
    EXPECT_EQ(called.attempts.size(), 1u);
  }
  EXPECT_EQ(server.connections(), 2u);
}

TEST(HostileServer, ClosesKeptConnections) {
  const Script once = [](Peer& peer) {
    peer.read_request();
    peer.answer(kTables);
  };
  // Takes the second request as well, and closes instead of answering it.
  const Script late = [](Peer& peer) {
    peer.read_request();
    peer.answer(kTables);
    peer.read_request();
  };
  ScriptedServer server({once, late, behave});
  Caller caller(endpoint_of(server));
  for (int i = 0; i < 5; ++i) {
    const auto called = caller.list_tables();
    ASSERT_TRUE(called.result) << called.result.error().message;
  }
}

TEST(HostileServer, HasNoTimeBeyondTheDeadline) {
  ScriptedServer server({http::say_nothing});
  Caller caller(endpoint_of(server));
  CallControl control;
  control.deadline = std::chrono::steady_clock::now() + 200ms;
  const auto called = caller.list_tables(control);
  ASSERT_FALSE(called.result);
  EXPECT_EQ(called.result.error().code, ErrorCode::timeout);
  EXPECT_FALSE(called.result.error().retryable);
  EXPECT_EQ(called.attempts.size(), 1u);
}

TEST(HostileServer, IsNotWhoItSays) {
  struct Row {
    const char* names;
    long seconds;
    bool is_trusted;
    const char* because;
  };
  for (const Row& row : {Row{"IP:127.0.0.1", 3600, false, "not trusted: self-signed certificate"},
                         Row{"DNS:elsewhere", 3600, true, "not trusted: IP address mismatch"},
                         Row{"IP:127.0.0.1", -60, true, "not trusted: certificate has expired"}}) {
    const Certificate certificate(row.names, row.seconds);
    ServerOptions served;
    served.tls_certificate = certificate.path();
    served.tls_key = certificate.key_path();
    server::RunningServer server(served);
    HttpOptions options;
    if (row.is_trusted) options.ca_file = certificate.path();
    const auto called =
        Caller({true, "127.0.0.1", server.server().port(), "/"}, options).list_tables();
    ASSERT_FALSE(called.result);
    EXPECT_EQ(called.result.error().code, ErrorCode::unavailable);
    EXPECT_THAT(called.result.error().message, HasSubstr(row.because));
  }
}

}  // namespace
}  // namespace keywright::remote
