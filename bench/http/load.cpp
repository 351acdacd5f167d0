#include "load.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <span>
#include <stdexcept>
#include <string>
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
  throw std::runtime_error(std::string(what));  // so that who started servers ends them
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

// An answer, of which the front may be all that has come yet.
struct Answer {
  std::string bytes;

  // 0 while the header is not there.
  [[nodiscard]] std::size_t header_size() const {
    const auto end = bytes.find("\r\n\r\n");
    return end == std::string::npos ? 0 : end + 4;
  }
  [[nodiscard]] bool is_whole() const {
    const auto header = header_size();
    if (header == 0) return false;
    for (const char* name : {"\r\nContent-Length: ", "\r\ncontent-length: "}) {
      const auto at = bytes.find(name);
      if (at < header) {
        return bytes.size() >=
               header + static_cast<std::size_t>(std::atoll(bytes.c_str() + at + 18));
      }
    }
    fail("an answer has no Content-Length: " + bytes.substr(0, header));
  }
  [[nodiscard]] bool is_ok() const { return bytes.compare(8, 5, " 200 ") == 0; }
  [[nodiscard]] bool ends_connection() const {
    return bytes.find("\r\nConnection: close\r\n") < header_size();
  }
};

double process_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

class Connection {
 public:
  explicit Connection(std::uint16_t port) : port_(port), socket_(dial(port)) {}
  Connection(Connection&& other) noexcept
      : port_(other.port_), socket_(std::exchange(other.socket_, -1)) {}
  Connection& operator=(Connection&&) = delete;
  ~Connection() { close(); }

  [[nodiscard]] int socket() const { return socket_; }
  [[nodiscard]] SteadyClock::time_point sent() const { return sent_; }

  void send(const std::string& request) {
    sent_ = SteadyClock::now();
    if (!send_all(socket_, request)) fail("the server hung up");
  }

  // The answer once it is complete, until the next one comes; nullptr before.
  const Answer* receive() {
    if (is_answered_) answer_.bytes.clear();
    char bytes[64 * 1024];
    const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
    if (count <= 0) fail("the server hung up amid an answer: " + answer_.bytes);
    answer_.bytes.append(bytes, static_cast<std::size_t>(count));
    is_answered_ = answer_.is_whole();
    return is_answered_ ? &answer_ : nullptr;
  }

  const Answer& ask(const std::string& request) {
    send(request);
    for (;;) {
      if (const auto* answer = receive()) return *answer;
    }
  }

  void connect_again() {
    close();
    socket_ = dial(port_);
    if (socket_ < 0) fail("cannot connect");
  }

 private:
  void close() const {
    if (socket_ >= 0) ::close(socket_);
  }

  std::uint16_t port_;
  int socket_;
  Answer answer_;
  bool is_answered_ = false;
  SteadyClock::time_point sent_;
};

}  // namespace

Requests::Requests(std::vector<std::string> requests) : requests_(std::move(requests)) {
  // Requests of one operation are equally long up to there.
  token_ = requests_.front().find(kTokenMark);
}

const std::string& Requests::next() {
  auto& request = requests_[given_++ % requests_.size()];
  if (token_ != std::string::npos) {
    auto at = token_ + kTokenMark.size();
    for (auto rest = given_; rest > 0; rest /= 10)
      request[--at] = static_cast<char>('0' + rest % 10);
  }
  return request;
}

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
    for (int i = 0; i < connections; ++i) {
      connections_.emplace_back(port);
      if (connections_.back().socket() < 0) fail("cannot connect");
      watch(connections_.size() - 1);
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { ::close(epoll_); }

  LoadResult run(Requests& requests, double seconds) {
    LoadResult result;
    const double cpu = process_cpu_seconds();
    const auto start = SteadyClock::now();
    const auto end = start + std::chrono::duration_cast<SteadyClock::duration>(
                                 std::chrono::duration<double>(seconds));
    for (auto& connection : connections_) connection.send(requests.next());
    std::size_t under_way = connections_.size();
    while (under_way > 0) {
      epoll_event events[64];
      const int count = wait(events);
      for (int i = 0; i < count; ++i) {
        if (!take_answer(events[i].data.u64, result)) continue;
        if (SteadyClock::now() < end) {
          connections_[events[i].data.u64].send(requests.next());
        } else {
          --under_way;
        }
      }
    }
    result.seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
    result.client_cpu_seconds = process_cpu_seconds() - cpu;
    return result;
  }

  std::string ask(const std::string& request) {
    const auto answer = connections_.front().ask(request);
    if (!answer.is_ok()) fail(answer.bytes);
    if (answer.ends_connection()) connect_again(0);
    return answer.bytes;
  }

 private:
  // With many connections the client has a processor of its own and never sleeps on it: waking it
  // would take longer than a server takes to answer, and be measured as the server's time.
  int wait(std::span<epoll_event, 64> events) const {
    const int pause = connections_.size() > 1 ? 0 : 20'000;  // milliseconds
    const auto start = SteadyClock::now();
    for (;;) {
      const int count = ::epoll_wait(epoll_, events.data(), 64, pause);
      if (count > 0) return count;
      if (SteadyClock::now() - start > std::chrono::seconds(20)) fail("no answer for 20 seconds");
    }
  }

  void watch(std::size_t connection) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = connection;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, connections_[connection].socket(), &event);
  }

  void connect_again(std::size_t connection) {
    connections_[connection].connect_again();  // closing a socket ends the watch
    watch(connection);
  }

  // Whether the answer is complete.
  bool take_answer(std::size_t index, LoadResult& result) {
    auto& connection = connections_[index];
    const auto* answer = connection.receive();
    if (answer == nullptr) return false;
    if (!answer->is_ok()) fail(answer->bytes);
    result.latencies.push_back(static_cast<std::uint32_t>(
        std::min<std::int64_t>((SteadyClock::now() - connection.sent()).count(), UINT32_MAX)));
    ++result.requests;
    if (answer->ends_connection()) connect_again(index);
    return true;
  }

  int epoll_;
  std::vector<Connection> connections_;
};

LoadClient::LoadClient(std::uint16_t port, int connections)
    : impl_(std::make_unique<Impl>(port, connections)) {}
LoadClient::~LoadClient() = default;

LoadResult LoadClient::run(Requests& requests, double seconds) {
  return impl_->run(requests, seconds);
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
    Connection connection(port);
    if (connection.socket() < 0) {
      ::usleep(100);
    } else if (connection.ask(request).is_ok()) {
      return spent();
    }
  }
  fail("a server did not start");
}

}  // namespace keywright::bench
