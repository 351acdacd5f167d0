#include "http/client.hpp"

#include "scripted_server.hpp"
#include "server/content_encoding.hpp"

#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <sys/wait.h>

namespace keywright::http {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::StartsWith;

Request post(const ScriptedServer& server, std::string body = "hello") {
  Request request;
  request.method = "POST";
  request.url = *parse_url(server.url("/path?a=b"));
  request.headers = {{"X-One", "1"}};
  request.body = std::move(body);
  return request;
}

ScriptedServer::Script answering(std::string text) {
  return [text](Peer& peer) {
    peer.read_request();
    peer.send(text);
    say_nothing(peer);
  };
}

std::string gzipped(std::string_view text) {
  return server::encode_content(server::ContentEncoding::gzip, text);
}

TEST(Client, SendsARequestAsItIsWritten) {
  std::string seen;
  ScriptedServer server({[&](Peer& peer) {
    seen = peer.read_request();
    peer.answer("world", "X-Two: 2\r\n", 201);
    say_nothing(peer);
  }});
  Client client;
  const auto response = client.send(post(server), {});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 201);
  EXPECT_EQ(response->body, "world");
  EXPECT_EQ(response->header("x-two"), "2");
  EXPECT_EQ(seen, "POST /path?a=b HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                      "\r\nX-One: 1\r\nContent-Length: 5\r\n\r\nhello");
}

TEST(Client, KeepsAConnectionForTheNextCall) {
  ScriptedServer server({echo});
  Client client;
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(client.send(post(server, std::to_string(i)), {})->body, std::to_string(i));
  }
  EXPECT_EQ(server.connections(), 1u);
  EXPECT_EQ(client.idle_connections(), 1u);
}

TEST(Client, SendsAndReadsBodiesLargerThanAnyBuffer) {
  ScriptedServer server({echo});
  Client client;
  const std::string body(5'000'000, 'x');
  const auto response = client.send(post(server, body), {});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->body, body);
}

TEST(Client, OpensAnotherConnectionWhereThePeerHasClosedTheKeptOne) {
  std::atomic<bool> was_closed = false;
  ScriptedServer server({[&](Peer& peer) {
                           peer.read_request();
                           peer.answer("first");
                         },
                         echo});
  Client client;
  ASSERT_EQ(client.send(post(server), {})->body, "first");
  // The end of the connection arrives before another server's answer would, or at the latest soon.
  for (int i = 0; i < 100 && !was_closed; ++i) {
    const auto response = client.send(post(server), {});
    was_closed = response && response->body == "hello";
  }
  EXPECT_TRUE(was_closed);
  EXPECT_EQ(server.connections(), 2u);
}

TEST(Client, DoesNotKeepAConnectionThatThePeerWillClose) {
  ScriptedServer server(
      {answering("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")});
  Client client;
  ASSERT_TRUE(client.send(post(server), {}));
  EXPECT_EQ(client.idle_connections(), 0u);
}

TEST(Client, ReadsEveryFormOfAnswer) {
  const std::string packed = gzipped("unpacked");
  const std::pair<std::string, std::string> cases[] = {
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
       "abcde"},
      {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"},
      {"HTTP/1.1 204 No Content\r\n\r\n", ""},
      {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " +
           std::to_string(packed.size()) + "\r\n\r\n" + packed,
       "unpacked"},
  };
  for (const auto& [answer, body] : cases) {
    ScriptedServer server({answering(answer)});
    Client client;
    const auto response = client.send(post(server), {});
    ASSERT_TRUE(response) << response.error().message << " of " << answer;
    EXPECT_EQ(response->body, body) << answer;
    EXPECT_EQ(client.idle_connections(), 1u) << answer;
  }
}

TEST(Client, ReadsABodyThatEndsWithTheConnection) {
  ScriptedServer server({[](Peer& peer) {
    peer.read_request();
    peer.send("HTTP/1.0 200 OK\r\n\r\nto the end");
  }});
  Client client;
  EXPECT_EQ(client.send(post(server), {})->body, "to the end");
}

struct Broken {
  const char* answer;
  const char* why;
};

TEST(Client, SaysWhatIsWrongWithAnAnswer) {
  const Broken cases[] = {
      {"", "closed before its end"},
      {"HTTP/1.1 200 OK\r\nContent-Le", "closed before its end"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "closed before its end"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "closed before its end"},
      {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "not HTTP/1"},
      {"HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n", "not HTTP/1"},
      {"HTTP/1.1 101 Switching Protocols\r\n\r\n", "not HTTP/1"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n", "too large"},
      {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
       "broken or cut"},
      {"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 4\r\n\r\nabcd", "not asked for"},
  };
  for (const auto& broken : cases) {
    ScriptedServer server({[&](Peer& peer) {
      peer.read_request();
      peer.send(broken.answer);
    }});
    Client client({.max_body = 1000});
    const auto response = client.send(post(server), {});
    ASSERT_FALSE(response) << broken.answer;
    EXPECT_EQ(response.error().code, ErrorCode::unavailable);
    EXPECT_FALSE(response.error().retryable);
    EXPECT_THAT(response.error().message, HasSubstr(broken.why)) << broken.answer;
  }
}

TEST(Client, RefusesToUnpackMoreThanItsLimit) {
  const std::string packed = gzipped(std::string(1'000'000, 'x'));
  ScriptedServer server({[&](Peer& peer) {
    peer.read_request();
    peer.answer(packed, "Content-Encoding: gzip\r\n");
    say_nothing(peer);
  }});
  Client client({.max_body = 100'000});
  EXPECT_THAT(client.send(post(server), {}).error().message, HasSubstr("too large"));
}

TEST(Client, ReportsAReset) {
  ScriptedServer server({[](Peer& peer) {
    peer.read_request();
    peer.reset();
  }});
  Client client;
  const auto response = client.send(post(server), {});
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::unavailable);
  EXPECT_THAT(response.error().message, HasSubstr("Connection reset by peer"));
}

TEST(Client, SaysThatNothingWasSentWhereNobodyListens) {
  std::string url;
  {
    ScriptedServer server({echo});
    url = server.url();
  }
  Request request;
  request.url = *parse_url(url);
  Client client;
  const auto response = client.send(request, {});
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::unavailable);
  EXPECT_TRUE(response.error().retryable);
  EXPECT_THAT(response.error().message, StartsWith("cannot connect to 127.0.0.1:"));
  EXPECT_THAT(response.error().message, HasSubstr("Connection refused"));
}

TEST(Client, RefusesAHeaderWithAnEndOfLine) {
  ScriptedServer server({echo});
  auto request = post(server);
  request.headers.push_back({"X-Two", "2\r\nX-Three: 3"});
  Client client;
  EXPECT_EQ(client.send(request, {}).error().code, ErrorCode::validation);
  EXPECT_EQ(server.connections(), 0u);
}

TEST(Client, EndsACallAtItsDeadline) {
  ScriptedServer server({say_nothing});
  Client client;
  CallControl control;
  control.deadline = steady_clock::now() + 300ms;
  const auto response = client.send(post(server), control);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::timeout);
  EXPECT_EQ(response.error().message, "the deadline passed while waiting for the answer");
  EXPECT_GE(steady_clock::now(), *control.deadline);
  EXPECT_EQ(client.idle_connections(), 0u);
}

TEST(Client, GivesUpAfterItsOwnTimeouts) {
  ScriptedServer server({say_nothing});
  for (const ClientOptions& options :
       {ClientOptions{.read_timeout = 300ms}, ClientOptions{.total_timeout = 300ms}}) {
    Client client(options);
    const auto response = client.send(post(server), {});
    ASSERT_FALSE(response);
    EXPECT_EQ(response.error().code, ErrorCode::unavailable);
    EXPECT_THAT(response.error().message, HasSubstr("while waiting for the answer"));
  }
}

TEST(Client, WakesWhenACallIsStopped) {
  std::stop_source source;
  ScriptedServer server({[&](Peer& peer) {
    peer.read_request();
    source.request_stop();
    say_nothing(peer);
  }});
  Client client;
  CallControl control;
  control.stop = source.get_token();
  const auto response = client.send(post(server), control);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::timeout);
  EXPECT_THAT(response.error().message, StartsWith("the call was stopped"));
}

TEST(Client, WaitsForAPlaceNoLongerThanTheCallMay) {
  std::stop_source source;
  std::atomic<bool> is_taken = false;
  ScriptedServer server({[&](Peer& peer) {
    peer.read_request();
    is_taken = true;
    is_taken.notify_all();
    say_nothing(peer);
  }});
  Client client({.max_connections = 1});
  CallControl blocked;
  blocked.stop = source.get_token();
  std::thread holder([&] { EXPECT_FALSE(client.send(post(server), blocked)); });
  is_taken.wait(false);
  CallControl control;
  control.deadline = steady_clock::now() + 20ms;
  const auto response = client.send(post(server), control);
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, ErrorCode::timeout);
  EXPECT_FALSE(response.error().retryable) << "its time is over";
  EXPECT_THAT(response.error().message, HasSubstr("waiting for a connection"));
  source.request_stop();
  holder.join();
}

TEST(Client, LosesNothingOfAThousandCallsOverSixteenConnections) {
  ScriptedServer server({echo});
  Client client({.max_connections = 16});
  std::atomic<int> next = 0;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 50; ++i) {
    threads.emplace_back([&] {
      for (int call = next++; call < 1000; call = next++) {
        const auto response = client.send(post(server, std::to_string(call)), {});
        if (response && response->body == std::to_string(call)) ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 1000);
  EXPECT_LE(server.connections(), 16u);
}

TEST(Client, DropsConnectionsThatAreOldOrWereUnusedForLong) {
  for (const ClientOptions& options :
       {ClientOptions{.idle_limit = 0ms}, ClientOptions{.lifetime_limit = 0ms}}) {
    ScriptedServer server({echo});
    Client client(options);
    ASSERT_TRUE(client.send(post(server), {}));
    ASSERT_TRUE(client.send(post(server), {}));
    EXPECT_EQ(server.connections(), 2u);
  }
}

TEST(Client, LeavesTheConnectionsOfItsParentAloneAfterAFork) {
  ScriptedServer server({echo});
  Client client;
  ASSERT_TRUE(client.send(post(server), {}));
  const pid_t child = ::fork();
  if (child == 0) {
    const auto response = client.send(post(server, "child"), {});
    ::_exit(response && response->body == "child" ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(server.connections(), 2u);
  EXPECT_EQ(client.send(post(server, "parent"), {})->body, "parent");
  EXPECT_EQ(server.connections(), 2u);
}

}  // namespace
}  // namespace keywright::http
