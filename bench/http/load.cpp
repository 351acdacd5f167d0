#include "load.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace keywright::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;

[[noreturn]] void fail(std::string_view what) {
  std::fprintf(stderr, "bench_http: %.*s\n", static_cast<int>(what.size()), what.data());
  std::exit(1);
}

int dial(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket);
    return -1;
  }
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return socket;
}

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// The size of the whole answer at the front of `bytes`, or 0 while its header is not there.
std::size_t answer_size(const std::string& bytes) {
  const auto end = bytes.find("\r\n\r\n");
  if (end == std::string::npos) return 0;
  for (const char* name : {"Content-Length: ", "content-length: "}) {
    const auto at = bytes.find(name);
    if (at < end) {
      return end + 4 + static_cast<std::size_t>(std::atoll(bytes.c_str() + at + 16));
    }
  }
  fail("an answer has no Content-Length: " + bytes.substr(0, end));
}

struct Connection {
  int socket = -1;
  std::string received;
  SteadyClock::time_point sent;

  // Whether the answer is complete.
  bool receive() {
    char bytes[64 * 1024];
    const auto count = ::recv(socket, bytes, sizeof bytes, 0);
    if (count <= 0) fail("the server hung up");
    received.append(bytes, static_cast<std::size_t>(count));
    const auto size = answer_size(received);
    return size > 0 && received.size() >= size;
  }
};

bool is_ok(const std::string& answer) {
  return answer.compare(8, 5, " 200 ") == 0;
}

}  // namespace

double LoadResult::quantile(double share) {
  if (latencies.empty()) return 0;
  const auto at = latencies.begin() +
                  static_cast<std::ptrdiff_t>(share * static_cast<double>(latencies.size() - 1));
  std::nth_element(latencies.begin(), at, latencies.end());
  return *at / 1000.0;
}

class LoadClient::Impl {
 public:
  Impl(std::uint16_t port, int connections) : epoll_(::epoll_create1(0)) {
    connections_.resize(static_cast<std::size_t>(connections));
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      connections_[i].socket = dial(port);
      if (connections_[i].socket < 0) fail("cannot connect");
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = i;
      ::epoll_ctl(epoll_, EPOLL_CTL_ADD, connections_[i].socket, &event);
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    for (const auto& connection : connections_) ::close(connection.socket);
    ::close(epoll_);
  }

  LoadResult run(const std::string& request, double seconds) {
    LoadResult result;
    const auto start = SteadyClock::now();
    const auto end = start + std::chrono::duration_cast<SteadyClock::duration>(
                                 std::chrono::duration<double>(seconds));
    for (auto& connection : connections_) send(connection, request);
    std::size_t under_way = connections_.size();
    while (under_way > 0) {
      epoll_event events[64];
      const int count = ::epoll_wait(epoll_, events, 64, 20'000);
      if (count <= 0) fail("no answer for 20 seconds");
      for (int i = 0; i < count; ++i) {
        auto& connection = connections_[events[i].data.u64];
        if (!connection.receive()) continue;
        if (!is_ok(connection.received)) fail(connection.received);
        const auto now = SteadyClock::now();
        result.latencies.push_back(static_cast<std::uint32_t>(
            std::min<std::int64_t>((now - connection.sent).count(), UINT32_MAX)));
        ++result.requests;
        connection.received.clear();
        if (now < end) {
          send(connection, request);
        } else {
          --under_way;
        }
      }
    }
    result.seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
    return result;
  }

  std::string ask(const std::string& request) {
    auto& connection = connections_.front();
    send(connection, request);
    while (!connection.receive()) {
    }
    return std::exchange(connection.received, {});
  }

 private:
  static void send(Connection& connection, const std::string& request) {
    connection.sent = SteadyClock::now();
    if (!send_all(connection.socket, request)) fail("the server hung up");
  }

  int epoll_;
  std::vector<Connection> connections_;
};

LoadClient::LoadClient(std::uint16_t port, int connections)
    : impl_(std::make_unique<Impl>(port, connections)) {}
LoadClient::~LoadClient() = default;

LoadResult LoadClient::run(const std::string& request, double seconds) {
  return impl_->run(request, seconds);
}
std::string LoadClient::ask(const std::string& request) {
  return impl_->ask(request);
}

double seconds_to_answer(std::uint16_t port, const std::string& request) {
  const auto start = SteadyClock::now();
  const auto spent = [&] {
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
  };
  while (spent() < 20) {
    Connection connection;
    connection.socket = dial(port);
    if (connection.socket < 0) {
      ::usleep(100);
      continue;
    }
    send_all(connection.socket, request);
    while (!connection.receive()) {
    }
    ::close(connection.socket);
    if (is_ok(connection.received)) return spent();
  }
  fail("a server did not start");
}

}  // namespace keywright::bench
