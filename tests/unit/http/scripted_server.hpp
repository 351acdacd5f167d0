#pragma once
// A server on a free port of loopback that does to each connection what a script says.

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace keywright::http {

/// The server's end of one connection.
class Peer {
 public:
  explicit Peer(int socket) : socket_(socket) {}

  /// The next request with its body; empty if the client has closed.
  std::string read_request() {
    for (;;) {
      const auto head = read_.find("\r\n\r\n");
      if (head != std::string::npos) {
        std::size_t size = head + 4;
        const auto length = read_.find("Content-Length: ");
        if (length < head) size += std::stoul(read_.substr(length + 16));
        if (read_.size() >= size) {
          auto request = read_.substr(0, size);
          read_.erase(0, size);
          return request;
        }
      }
      char bytes[16 * 1024];
      const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
      if (count <= 0) return {};
      read_.append(bytes, static_cast<std::size_t>(count));
    }
  }
  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void answer(std::string_view body, std::string_view headers = "", int status = 200) {
    send("HTTP/1.1 " + std::to_string(status) + " X\r\n" + std::string(headers) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
  }
  /// Vanishes: the client gets a reset.
  void reset() {
    const linger now{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  }

 private:
  int socket_;
  std::string read_;
};

class ScriptedServer {
 public:
  using Script = std::function<void(Peer&)>;

  /// The connections get the scripts in their order, and the last one when there are no more. A
  /// connection is closed at the end of its script.
  explicit ScriptedServer(std::vector<Script> scripts) : scripts_(std::move(scripts)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    ::listen(listener_, 128);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { accept_all(); });
  }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
    {
      const std::lock_guard lock(mutex_);
      for (const int socket : open_) ::shutdown(socket, SHUT_RDWR);
    }
    for (auto& thread : threads_) thread.join();
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::string url(std::string_view target = "/") const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(target);
  }
  [[nodiscard]] std::size_t connections() const {
    const std::lock_guard lock(mutex_);
    return accepted_;
  }

 private:
  void accept_all() {
    for (;;) {
      const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (socket < 0) return;
      const std::lock_guard lock(mutex_);
      const auto& script = scripts_[std::min(accepted_++, scripts_.size() - 1)];
      open_.push_back(socket);
      threads_.emplace_back([this, socket, &script] {
        Peer peer(socket);
        script(peer);
        const std::lock_guard inner(mutex_);
        std::erase(open_, socket);
        ::close(socket);
      });
    }
  }

  std::vector<Script> scripts_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
  mutable std::mutex mutex_;
  std::vector<std::thread> threads_;
  std::vector<int> open_;
  std::size_t accepted_ = 0;
};

/// Answers every request with its body, until the client closes.
inline void echo(Peer& peer) {
  for (;;) {
    const auto request = peer.read_request();
    if (request.empty()) return;
    peer.answer(std::string_view(request).substr(request.find("\r\n\r\n") + 4));
  }
}

/// Reads and never answers.
inline void say_nothing(Peer& peer) {
  while (!peer.read_request().empty()) {
  }
}

}  // namespace keywright::http
