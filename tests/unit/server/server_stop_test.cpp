#include "running_server.hpp"

#include <chrono>
#include <csignal>
#include <latch>
#include <string>
#include <thread>

#include <gmock/gmock.h>

// What stop() and signals do to what is under way.

namespace keywright::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Server, FinishesWhatItAcceptedWhenStopped) {
  RunningServer running;
  auto idle = running.connect();
  auto begun = running.connect();
  auto sent = running.connect();
  idle.send(kHealth);
  EXPECT_THAT(idle.read_until(kHealthy), EndsWith(kHealthy));
  const auto request = request_of("ListTables", "{}");
  begun.send(request.substr(0, 100));
  sent.send(request);
  running.server().stop();
  EXPECT_EQ(idle.read_all(), "");  // it is closed
  EXPECT_THAT(sent.read_all(), EndsWith(R"({"TableNames":[]})"));
  begun.send(request.substr(100));
  const auto answer = begun.read_all();
  EXPECT_THAT(answer, EndsWith(R"({"TableNames":[]})"));
  EXPECT_THAT(answer, HasSubstr("Connection: close"));
  EXPECT_FALSE(running.connect().is_connected());
  for (auto* client : {&idle, &begun, &sent}) client->close();
  running.join();
}

TEST(Server, DropsWhatIsOpenWhenStoppedTwice) {
  for (const unsigned threads : {1U, 2U}) {
    ServerOptions options;
    options.threads = threads;
    RunningServer running(options);
    auto begun = running.connect();
    begun.send(kHealth);
    EXPECT_THAT(begun.read_until(kHealthy), EndsWith(kHealthy));
    begun.send("POST / HTTP/1.1\r\n");
    running.server().stop();
    running.server().stop();
    running.join();
    EXPECT_EQ(begun.read_all(), "");
  }
}

// A client that sends half a request has a moment for the rest of it, and not all the time that
// answers have.
TEST(Server, GivesUpOnWhatIsNotFinishedInTime) {
  const auto request = request_of("ListTables", "{}");
  for (const std::size_t size : {std::size_t{20}, request.size() - 1}) {
    ServerOptions options;
    options.timeouts.shutdown_input = std::chrono::milliseconds(100);
    RunningServer running(options);
    auto begun = running.connect();
    begun.send(std::string(kHealth) + request.substr(0, size));
    EXPECT_THAT(begun.read_until(kHealthy), EndsWith(kHealthy));
    const auto start = std::chrono::steady_clock::now();
    running.server().stop();
    EXPECT_THAT(begun.read_all(), StartsWith("HTTP/1.1 408 Request Timeout"));
    running.join();
    EXPECT_LT(std::chrono::steady_clock::now() - start, options.timeouts.shutdown / 2);
  }
}

TEST(Server, GivesUpOnClientsThatDoNotTakeTheirAnswers) {
  ServerOptions options;
  options.timeouts.shutdown = std::chrono::milliseconds(100);
  RunningServer running(options);
  auto client = running.connect(4096);
  std::string requests;
  for (int i = 0; i < 20'000; ++i) requests += kHealth;
  std::thread sender([&] { client.send(requests); });
  client.read_until(kHealthy);
  running.server().stop();
  running.join();
  sender.join();
}

// Only those that go on taking them have all the time of `shutdown`.
TEST(Server, StopsSoonerForClientsThatTakeNothing) {
  ServerOptions options;
  options.timeouts.shutdown = std::chrono::milliseconds(60'000);
  options.timeouts.shutdown_write = std::chrono::milliseconds(100);
  RunningServer running(options);
  auto client = running.connect(4096);
  std::string requests;
  for (int i = 0; i < 20'000; ++i) requests += kHealth;
  std::thread sender([&] { client.send(requests); });
  client.read_until(kHealthy);
  const auto start = std::chrono::steady_clock::now();
  running.server().stop();
  running.join();
  sender.join();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(20'000));
}

// The only loop waits in here, so that what a test does meanwhile happens in one turn of it.
class WaitingBackend final : public Backend {
 public:
  Result<std::shared_ptr<Database>> database(std::string_view, std::string_view) override {
    entered.count_down();
    released.wait();
    return std::shared_ptr<Database>(Engine::in_memory());
  }
  ExpirySweep delete_expired_items(std::size_t) override { return {}; }

  std::latch entered{1};
  std::latch released{1};
};

// Whoever keeps asking is told which answer is the last; what came in full until then is answered.
TEST(Server, TellsBusyConnectionsThatItStops) {
  WaitingBackend backend;
  RunningServer running(backend);
  auto busy = running.connect();
  const int room = 512 * 1024;  // for all requests, since nobody takes them at first
  ::setsockopt(busy.socket(), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  busy.send(kHealth);
  EXPECT_THAT(busy.read_until(kHealthy), EndsWith(kHealthy));
  auto other = running.connect();
  other.send(request_of("ListTables", "{}"));
  backend.entered.wait();
  std::string requests;
  constexpr std::size_t kRequests = 3000;  // more than one read
  for (std::size_t i = 0; i < kRequests; ++i) requests += kHealth;
  busy.send(requests);
  running.server().stop();
  backend.released.count_down();
  EXPECT_THAT(other.read_all(), EndsWith(R"({"TableNames":[]})"));
  const auto answers = busy.read_all();
  EXPECT_FALSE(busy.was_reset());
  EXPECT_GE(count_of(answers, kHealthy), 1U);
  EXPECT_EQ(count_of(answers, "Connection: close"), 1U);
  EXPECT_GT(answers.rfind("Connection: close"), answers.rfind("Connection: keep-alive") + 1);
  for (auto* client : {&busy, &other}) client->close();
  running.join();
}

TEST(Server, StopsOnSignalsIfAskedTo) {
  ServerOptions options;
  options.stop_on_signals = true;
  RunningServer running(options);
  auto client = running.connect();
  client.send(kHealth);
  EXPECT_THAT(client.read_until(kHealthy), EndsWith(kHealthy));
  std::raise(SIGTERM);
  EXPECT_EQ(client.read_all(), "");
  running.join();
}

TEST(Server, AnIdleConnectionDoesNotDelayTheStop) {
  for (const unsigned threads : {1U, 2U}) {
    ServerOptions options;
    options.threads = threads;
    options.timeouts.linger = std::chrono::milliseconds(200);
    RunningServer running(options);
    auto asked = running.connect();
    asked.send(kHealth);
    asked.read_until(kHealthy);
    auto silent = running.connect();
    auto last = running.connect();
    last.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    last.read_until(kHealthy);
    const auto start = std::chrono::steady_clock::now();
    running.server().stop();
    running.join();
    const auto spent = std::chrono::steady_clock::now() - start;
    EXPECT_LT(spent, options.timeouts.shutdown / 2);
  }
}

}  // namespace
}  // namespace keywright::server
