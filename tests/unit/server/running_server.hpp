#pragma once

// A server on a free port of loopback with its own thread, and a client made of a bare socket.

#include <keywright/engine.hpp>
#include <keywright/server.hpp>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace keywright::server {

class Client {
 public:
  explicit Client(std::uint16_t port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval limit{20, 0};  // a test that waits for nothing fails
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (receive_buffer > 0) {
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client(Client&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), is_connected_(other.is_connected_) {}
  ~Client() { close(); }

  [[nodiscard]] bool is_connected() const { return is_connected_; }
  [[nodiscard]] int socket() const { return socket_; }

  /// Returns how many bytes were taken before the server hung up.
  std::size_t send(std::string_view bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const auto count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) break;
      sent += static_cast<std::size_t>(count);
    }
    return sent;
  }
  void end_sending() { ::shutdown(socket_, SHUT_WR); }

  /// Reads until what was read contains `text`, or the connection ends.
  std::string read_until(std::string_view text) {
    while (read_.find(text) == std::string::npos) {
      if (!read_more()) break;
    }
    return std::exchange(read_, {});
  }
  /// Reads to the end. `was_reset` if that end was not orderly, or did not come.
  std::string read_all() {
    while (read_more()) {
    }
    return std::exchange(read_, {});
  }
  [[nodiscard]] bool was_reset() const { return was_reset_; }

  void close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  /// Vanishes: the other side gets a reset.
  void abort() {
    const linger now{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
  }

 private:
  bool read_more() {
    char bytes[16 * 1024];
    const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
    if (count < 0) was_reset_ = true;
    if (count <= 0) return false;
    read_.append(bytes, static_cast<std::size_t>(count));
    return true;
  }

  int socket_;
  bool is_connected_ = false;
  bool was_reset_ = false;
  std::string read_;
};

class RunningServer {
 public:
  explicit RunningServer(ServerOptions options = {}) { start(backend_, std::move(options)); }
  /// Over one loop, before a backend of the test's own.
  explicit RunningServer(Backend& backend) { start(backend, {}); }
  ~RunningServer() {
    server_->stop();
    join();
  }

  [[nodiscard]] Client connect(int receive_buffer = 0) const {
    return Client(server_->port(), receive_buffer);
  }
  [[nodiscard]] Server& server() { return *server_; }
  [[nodiscard]] Engine& engine() { return *engine_; }
  /// Waits for run() to return.
  void join() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  void start(Backend& backend, ServerOptions options) {
    options.port = 0;
    auto listening = Server::listen(backend, std::move(options));
    if (!listening) {
      ADD_FAILURE() << listening.error().message;
      return;
    }
    server_ = *std::move(listening);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->run()); });
  }

  std::unique_ptr<Engine> engine_ = Engine::in_memory();
  SingleBackend backend_{*engine_};
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

inline std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

inline constexpr std::string_view kHealth = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
inline constexpr std::string_view kHealthy = "healthy: localhost ";

/// A signed request of DynamoDB's (the signature is well-formed and no more).
inline std::string request_of(std::string_view operation, std::string_view body,
                              std::string_view more_headers = "") {
  std::string out =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "X-Amz-Date: 20150830T123600Z\r\nAuthorization: AWS4-HMAC-SHA256 Credential=AKID/20150830/"
      "us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00\r\n"
      "X-Amz-Target: DynamoDB_20120810.";
  out.append(operation).append("\r\n").append(more_headers);
  out.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n");
  return out.append(body);
}

}  // namespace keywright::server
