#include "running_server.hpp"
#include "server/loop.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/post.hpp>
#include <gmock/gmock.h>
#include <sys/resource.h>

namespace keywright::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Server, AnswersOneRequestAfterTheOtherOnAConnection) {
  RunningServer running;
  auto client = running.connect();
  for (int i = 0; i < 3; ++i) {
    client.send(kHealth);
    EXPECT_THAT(client.read_until(kHealthy), StartsWith("HTTP/1.1 200 OK\r\n"));
    client.send(request_of("ListTables", "{}"));
    EXPECT_THAT(client.read_until("\"TableNames\""), EndsWith(R"({"TableNames":[]})"));
  }
}

TEST(Server, AnswersPipelinedAndChunkedRequests) {
  RunningServer running;
  auto client = running.connect();
  std::string requests;
  for (int i = 0; i < 50; ++i) requests += request_of("ListTables", "{}");
  requests +=
      "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
      "Content-Type: application/x-amz-json-1.0\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n";
  client.send(requests);
  const auto answers = client.read_all();
  EXPECT_EQ(count_of(answers, "HTTP/1.1 200 OK"), 50U);
  EXPECT_EQ(count_of(answers, "MissingAuthenticationTokenException"), 1U);
  EXPECT_FALSE(client.was_reset());
}

TEST(Server, InvitesTheBodyOfAClientThatWaits) {
  RunningServer running;
  auto client = running.connect();
  const auto request = request_of("ListTables", "{}", "Expect: 100-continue\r\n");
  client.send(request.substr(0, request.size() - 2));
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("{}");
  EXPECT_THAT(client.read_until("TableNames"), StartsWith("HTTP/1.1 200 OK"));
}

TEST(Server, TakesLargeBodiesAndAnswersTooLargeOnesBeforeItCloses) {
  RunningServer running;
  const std::string padding(16 * 1024 * 1024 - 2, ' ');
  auto client = running.connect();
  client.send(request_of("ListTables", "{" + padding + "}"));
  EXPECT_THAT(client.read_until("TableNames"), StartsWith("HTTP/1.1 200 OK"));

  auto greedy = running.connect();
  const auto request = request_of("ListTables", "{" + padding + " }");
  EXPECT_EQ(greedy.send(request), request.size());  // all of it is taken, and then thrown away
  greedy.end_sending();
  const auto answer = greedy.read_all();
  EXPECT_FALSE(greedy.was_reset());
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 413 Payload Too Large"));
  EXPECT_THAT(answer, HasSubstr("Connection: close"));
}

TEST(Server, AnswersAClientThatHasClosedItsSide) {
  RunningServer running;
  auto client = running.connect();
  client.send(kHealth);
  client.end_sending();
  EXPECT_THAT(client.read_all(), EndsWith(kHealthy));
  EXPECT_FALSE(client.was_reset());
}

TEST(Server, OutlivesClientsThatVanish) {
  RunningServer running;
  const auto large = request_of("ListTables", std::string(100'000, ' '));
  for (std::size_t cut : {0U, 1U, 50U, 300U, 5000U, 99'000U}) {
    auto client = running.connect();
    client.send(std::string_view(large).substr(0, cut));
    client.abort();
  }
  for (int i = 0; i < 20; ++i) {  // and while answers are on their way
    auto client = running.connect(4096);
    std::string requests;
    for (int n = 0; n < 2000; ++n) requests += kHealth;
    client.send(requests);
    client.abort();
  }
  auto client = running.connect();
  client.send(kHealth);
  EXPECT_THAT(client.read_until(kHealthy), EndsWith(kHealthy));
}

// A client that sends without reading is not read from, and loses nothing.
TEST(Server, WaitsForClientsThatDoNotReadTheirAnswers) {
  RunningServer running;
  auto client = running.connect(4096);
  constexpr std::size_t kRequests = 20'000;
  std::thread sender([&] {
    std::string requests;
    for (std::size_t i = 0; i < kRequests; ++i) requests += kHealth;
    client.send(requests);
    client.end_sending();
  });
  auto other = running.connect();
  other.send(kHealth);
  EXPECT_THAT(other.read_until(kHealthy), EndsWith(kHealthy));
  const auto answers = client.read_all();
  sender.join();
  EXPECT_EQ(count_of(answers, kHealthy), kRequests);
  EXPECT_FALSE(client.was_reset());
}

TEST(Server, ClosesIdleAndSlowConnections) {
  ServerOptions options;
  options.timeouts.idle = std::chrono::milliseconds(800);
  options.timeouts.header = std::chrono::milliseconds(800);
  options.timeouts.body = std::chrono::milliseconds(800);
  options.timeouts.linger = std::chrono::milliseconds(800);
  RunningServer running(options);
  auto idle = running.connect();
  auto used = running.connect();
  auto header = running.connect();
  auto body = running.connect();
  used.send(kHealth);
  header.send("GET / HT");
  const auto request = request_of("ListTables", "{}");
  body.send(request.substr(0, request.size() - 1));
  EXPECT_EQ(idle.read_all(), "");
  EXPECT_THAT(used.read_all(), EndsWith(kHealthy));
  EXPECT_THAT(header.read_all(), StartsWith("HTTP/1.1 408 Request Timeout"));
  EXPECT_THAT(body.read_all(), StartsWith("HTTP/1.1 408 Request Timeout"));
}

TEST(Server, DropsAClientThatNeverReads) {
  ServerOptions options;
  options.timeouts.write = std::chrono::milliseconds(200);
  RunningServer running(options);
  auto client = running.connect(4096);
  std::string requests;
  for (int i = 0; i < 200'000; ++i) requests += kHealth;
  EXPECT_LT(client.send(requests), requests.size());  // it is hung up on
}

TEST(Server, ServesAThousandConnections) {
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  limit.rlim_cur = limit.rlim_max;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  if (limit.rlim_cur < 2200) GTEST_SKIP() << "this system lets a process open too few files";
  for (const unsigned threads : {1U, 3U}) {
    ServerOptions options;
    options.threads = threads;
    RunningServer running(options);
    std::vector<Client> clients;
    for (int i = 0; i < 1000; ++i) {
      clients.push_back(running.connect());
      ASSERT_TRUE(clients.back().is_connected());
    }
    for (int round = 0; round < 2; ++round) {
      for (auto& client : clients) client.send(kHealth);
      for (auto& client : clients) {
        ASSERT_THAT(client.read_until(kHealthy), EndsWith(kHealthy));
      }
    }
  }
}

TEST(Server, LetsFurtherConnectionsWait) {
  ServerOptions options;
  options.max_connections = 2;
  RunningServer running(options);
  auto first = running.connect();
  auto second = running.connect();
  for (auto* client : {&first, &second}) {
    client->send(kHealth);
    EXPECT_THAT(client->read_until(kHealthy), EndsWith(kHealthy));
  }
  auto third = running.connect();  // the system has accepted it
  third.send(kHealth);
  first.close();
  EXPECT_THAT(third.read_until(kHealthy), EndsWith(kHealthy));
}

TEST(Server, CountsConnectionsAndBytes) {
  ServerOptions options;
  options.threads = 2;
  RunningServer running(options);
  auto first = running.connect();
  auto second = running.connect();
  for (auto* client : {&first, &second}) {
    client->send(kHealth);
    client->read_until(kHealthy);
  }
  const std::string request =
      "GET /_keywright/metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  first.send(request);
  const auto metrics = first.read_all();
  EXPECT_THAT(metrics, HasSubstr("\nkeywright_connections 2\n"));
  EXPECT_THAT(metrics, HasSubstr("\nkeywright_connections_opened_total 2\n"));
  EXPECT_THAT(metrics, HasSubstr("{operation=\"health\",status=\"200\"} 2\n"));
  const auto received = 2 * kHealth.size() + request.size();
  EXPECT_THAT(metrics,
              HasSubstr("\nkeywright_bytes_received_total " + std::to_string(received) + "\n"));
}

TEST(Server, TakesAnIPv6AddressAsItIsInAUrl) {
  const auto engine = Engine::in_memory();
  SingleBackend backend(*engine);
  for (const auto* host : {"::1", "[::1]"}) {
    const auto server = Server::listen(backend, {.host = host, .port = 0});
    if (!server) GTEST_SKIP() << "this system has no IPv6: " << server.error().message;
    EXPECT_THAT((*server)->url(), StartsWith("http://[::1]:"));
  }
}

TEST(Server, RefusesLargeBodiesBeyondItsCommonLimit) {
  ServerOptions options;
  options.max_buffered_bytes = 1024 * 1024;
  RunningServer running(options);
  const auto large = request_of("ListTables", "{" + std::string(4 * 1024 * 1024, ' ') + "}");
  auto greedy = running.connect();
  greedy.send(large);
  greedy.end_sending();
  const auto answer = greedy.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 503 Service Unavailable"));
  EXPECT_THAT(answer, HasSubstr("Connection: close"));
  EXPECT_THAT(answer,
              HasSubstr("ServiceUnavailable\",\"message\":\"Requests that are not complete take "
                        "more than the 1 MiB there are for them; try again, or start the "
                        "server with a higher --max-buffered"));
  auto modest = running.connect();
  modest.send(request_of("ListTables", "{" + std::string(500'000, ' ') + "}"));
  EXPECT_THAT(modest.read_until("TableNames"), StartsWith("HTTP/1.1 200 OK"));
}

TEST(Server, SaysWhyItCannotListen) {
  RunningServer running;
  const auto engine = Engine::in_memory();
  SingleBackend backend(*engine);
  const auto fault = [&](const ServerOptions& options) {
    const auto server = Server::listen(backend, options);
    return server ? "" : server.error().message;
  };
  EXPECT_EQ(fault({.port = running.server().port()}),
            "127.0.0.1:" + std::to_string(running.server().port()) +
                " is taken by another program; choose another port (0: any free one)");
  EXPECT_THAT(fault({.host = "no.such.host.invalid"}),
              StartsWith("the host \"no.such.host.invalid\" is not known; give an address"));
  for (const std::string host : {"", "1.2.3", "1", "0x7f.1", "[::1", "[host]", "::x"}) {
    EXPECT_THAT(fault({.host = host, .port = 0}), StartsWith("the host \"" + host + "\" is no"));
  }
  EXPECT_THAT(fault({.port = 0, .threads = 0}), HasSubstr("1 to 1024 threads, not 0"));
  EXPECT_THAT(fault({.port = 0, .tls_certificate = "cert.pem"}),
              HasSubstr("only the certificate is given"));
  EXPECT_THAT(fault({.port = 0, .tls_certificate = "/no/cert.pem", .tls_key = "/no/key.pem"}),
              StartsWith("cannot use the certificate /no/cert.pem: "));
}

TEST(Server, TakesNamesAndOriginsAsBrowsersSendThem) {
  const auto engine = Engine::in_memory();
  SingleBackend backend(*engine);
  const auto fault = [&](std::vector<std::string> hosts, std::vector<std::string> origins) {
    ServerOptions options;
    options.port = 0;
    options.allowed_hosts = std::move(hosts);
    options.cors_origins = std::move(origins);
    const auto server = Server::listen(backend, options);
    if (server) return std::string();
    EXPECT_EQ(server.error().code, ErrorCode::validation);
    return server.error().message;
  };
  EXPECT_EQ(fault({"db.test", "[::1]"}, {"http://a.test:3000", "*"}), "");
  EXPECT_EQ(fault({"db.test:80"}, {}),
            "allowed_hosts: \"db.test:80\" is no host name; give it as clients write it, without "
            "http:// and port, as db.test");
  EXPECT_EQ(fault({}, {"http://a.test:3000/"}),
            "cors_origins: \"http://a.test:3000/\" is no web origin; give scheme, host and, unless "
            "it is the usual one, port, with nothing behind them, as http://a.test:3000; or * for "
            "all");
  EXPECT_EQ(fault({}, {"null"}),
            "cors_origins: \"null\" is no web origin; give that of a page that comes by HTTP, as "
            "http://localhost:3000, since every page can make itself null; or * for all");
}

TEST(Server, OneNameMoreDoesNotShutOutTheAddressItIsBoundTo) {
  ServerOptions options;
  options.host = "0.0.0.0";
  options.allowed_hosts = {"db.test"};
  RunningServer running(options);
  const auto status = [&](const std::string& host) {
    auto client = running.connect();
    client.send("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    return client.read_all().substr(9, 3);
  };
  for (const auto* host : {"db.test", "0.0.0.0", "localhost"}) EXPECT_EQ(status(host), "200");
  EXPECT_EQ(status("other.test"), "403");
}

class Throwing final : public RequestHandler {
 public:
  void answer(const HttpRequest&, std::string&) override { throw std::bad_alloc(); }
  void refuse(Refusal, std::string&) override { throw std::bad_alloc(); }
};

TEST(Loop, AnExceptionEndsItsOwnConnection) {
  ServerOptions options;
  Throwing handler;
  LoopMetrics metrics;
  int closed = 0;
  InputBudget budget(options.max_buffered_bytes);
  Loop loop(options, nullptr, handler, budget, metrics, {[&] { ++closed; }, [] {}});
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  ASSERT_EQ(::write(ends[1], kHealth.data(), kHealth.size()), static_cast<ssize_t>(kHealth.size()));
  boost::asio::post(loop.io(), [&] {
    loop.adopt(Socket(loop.io().get_executor(), boost::asio::ip::tcp::v4(), ends[0]));
    loop.shut_down();
  });
  loop.run();  // returns, since the connection does not wait for its deadline
  EXPECT_EQ(closed, 1);
  char byte = 0;
  EXPECT_LE(::read(ends[1], &byte, 1), 0);
  ::close(ends[1]);
}

class ExpiringBackend final : public Backend {
 public:
  Result<std::shared_ptr<Database>> database(std::string_view, std::string_view) override {
    return std::shared_ptr<Database>(engine);
  }
  ExpirySweep delete_expired_items(std::size_t limit) override {
    const bool is_first = calls.fetch_add(1) == 0;
    calls.notify_all();
    if (is_first) throw std::bad_alloc();  // which must not be the end of it
    return engine->delete_expired_items(limit);
  }
  ManualClock clock{TimePoint(std::chrono::seconds(1'700'000'000))};
  std::shared_ptr<Engine> engine = Engine::in_memory({.clock = clock});
  std::atomic<int> calls{0};
};

TEST(Server, DeletesExpiredItemsFromTimeToTime) {
  ExpiringBackend backend;
  ServerOptions options;
  options.port = 0;
  options.expiry_interval = std::chrono::milliseconds(1);
  auto server = Server::listen(backend, options);
  ASSERT_TRUE(server);
  std::thread thread([&] { EXPECT_TRUE((*server)->run()); });
  Client client((*server)->port());
  const auto call = [&](std::string_view operation, std::string_view body, std::string_view until) {
    client.send(request_of(operation, body));
    return client.read_until(until);
  };
  call("CreateTable",
       R"({"TableName":"things","BillingMode":"PAY_PER_REQUEST",)"
       R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
       R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})",
       "TableId");
  call("UpdateTimeToLive",
       R"({"TableName":"things","TimeToLiveSpecification":{"AttributeName":"t","Enabled":true}})",
       "true}}");
  call("PutItem", R"({"TableName":"things","Item":{"pk":{"S":"a"},"t":{"N":"1700000060"}}})",
       "\r\n\r\n{}");
  const auto before = call("Scan", R"({"TableName":"things"})", "ScannedCount\":1");
  EXPECT_THAT(before, HasSubstr("\"Count\":1"));
  backend.clock.advance(std::chrono::seconds(61));
  const int calls = backend.calls.load();
  while (backend.calls.load() < calls + 2) backend.calls.wait(backend.calls.load());
  const auto after = call("Scan", R"({"TableName":"things"})", "ScannedCount\":0");
  EXPECT_THAT(after, HasSubstr("\"Count\":0"));
  (*server)->stop();
  thread.join();
}

}  // namespace
}  // namespace keywright::server
