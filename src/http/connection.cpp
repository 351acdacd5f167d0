#include "http/connection.hpp"

#include "http/resolve.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

namespace keywright::http {
namespace {

using Outcome = Step::Outcome;

constexpr std::size_t kReadSize = 16 * 1024;
/// With TLS, head and body go out as one record if they are no larger.
constexpr std::size_t kJoined = 16 * 1024;

Step step_of(ssize_t count, int& system_error) {
  if (count > 0) return {Outcome::done, static_cast<std::size_t>(count)};
  if (count == 0) return {Outcome::ended};
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return {Outcome::want_read};
  system_error = errno;
  return {Outcome::failed};
}

std::string text_of(int system_error) {
  return std::strerror(system_error);
}

// The connected socket, or why there is none.
Result<FileDescriptor> connect_to(const Address& address, Wait& wait, SteadyTime limit) {
  FileDescriptor socket(
      ::socket(address.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  if (!socket) return unavailable(text_of(errno));
  const int yes = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (::connect(socket.get(), address.data(), address.size()) != 0) {
    if (errno != EINPROGRESS) return unavailable(text_of(errno));
    const auto ready = wait.until_ready(socket.get(), Wait::Direction::write, limit, "connecting");
    if (!ready) return ready.error();
    int fault = 0;
    socklen_t size = sizeof fault;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &fault, &size);
    if (fault != 0) return unavailable(text_of(fault));
  }
  return socket;
}

// Each address gets an equal share of the time that is left.
Result<FileDescriptor> connect_to_any(const std::vector<Address>& addresses, Wait& wait,
                                      SteadyTime limit) {
  Error last = unavailable("it has no address");
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const auto now = std::chrono::steady_clock::now();
    const auto share = (limit - now) / static_cast<int>(addresses.size() - i);
    auto socket = connect_to(addresses[i], wait, now + share);
    if (socket || socket.error().code == ErrorCode::timeout) return socket;
    last = std::move(socket).error();
  }
  return last;
}

}  // namespace

Connection::Connection(FileDescriptor socket, const ClientOptions& options)
    : socket_(std::move(socket)),
      read_timeout_(options.read_timeout),
      opened_at_(std::chrono::steady_clock::now()) {}

Result<std::unique_ptr<Connection>> Connection::open(const Url& url, const ClientOptions& options,
                                                     TlsContext& tls, Wait& wait) {
  const auto limit =
      std::min(std::chrono::steady_clock::now() + options.connect_timeout, wait.end());
  const auto failed = [&](Error error) {
    error.message = "cannot connect to " + host_header(url) + ": " + error.message;
    error.retryable = error.code == ErrorCode::unavailable;
    return error;
  };
  auto addresses = resolve(url.host, url.port);
  if (!addresses) return failed(std::move(addresses).error());
  if (auto over = wait.over("resolving its name")) return failed(std::move(*over));
  auto socket = connect_to_any(*addresses, wait, limit);
  if (!socket) return failed(std::move(socket).error());
  std::unique_ptr<Connection> connection(new Connection(*std::move(socket), options));
  if (url.tls) {
    const auto done = connection->shake_hands(url, tls, wait, limit);
    if (!done) return failed(done.error());
  }
  return connection;
}

Result<void> Connection::shake_hands(const Url& url, TlsContext& tls, Wait& wait,
                                     SteadyTime limit) {
  auto stream = tls.open(socket_.get(), url.host);
  if (!stream) return stream.error();
  tls_ = *std::move(stream);
  for (;;) {
    const auto step = tls_->handshake();
    if (step.outcome == Outcome::done) return {};
    if (step.outcome == Outcome::ended) return unavailable("TLS: the peer closed the connection");
    if (step.outcome == Outcome::failed) return unavailable("TLS: " + tls_->fault());
    const auto direction =
        step.outcome == Outcome::want_write ? Wait::Direction::write : Wait::Direction::read;
    auto ready = wait.until_ready(socket_.get(), direction, limit, "agreeing on TLS");
    if (!ready) return ready;
  }
}

bool Connection::is_quiet() {
  if (unread_ > 0) return false;
  char byte = 0;
  if (tls_) return tls_->read(&byte, 1).outcome == Outcome::want_read;
  return ::recv(socket_.get(), &byte, 1, MSG_PEEK) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

Error Connection::broken(std::string_view doing) const {
  std::string why = tls_ ? tls_->fault() : text_of(system_error_);
  return unavailable("the connection broke while " + std::string(doing) + ": " + why);
}

Step Connection::write_some(std::string_view head, std::string_view body) {
  if (tls_) return tls_->write(head.empty() ? body : head);
  // sendmsg() never writes through these pointers.
  iovec parts[2] = {{const_cast<char*>(head.data()), head.size()},
                    {const_cast<char*>(body.data()), body.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  auto step = step_of(::sendmsg(socket_.get(), &message, MSG_NOSIGNAL), system_error_);
  if (step.outcome == Outcome::want_read) step.outcome = Outcome::want_write;
  return step;
}

Result<void> Connection::write(std::string_view head, std::string_view body, Wait& wait) {
  std::string joined;
  if (tls_ && !body.empty() && head.size() + body.size() <= kJoined) {
    joined.append(head).append(body);
    head = joined;
    body = {};
  }
  bool nothing_sent = true;
  while (!head.empty() || !body.empty()) {
    const auto step = write_some(head, body);
    if (step.outcome == Outcome::done) {
      const std::size_t of_head = std::min(step.count, head.size());
      head.remove_prefix(of_head);
      body.remove_prefix(step.count - of_head);
      nothing_sent = false;
      continue;
    }
    auto error = broken("the request was sent");
    if (step.outcome == Outcome::want_read || step.outcome == Outcome::want_write) {
      const auto direction =
          step.outcome == Outcome::want_write ? Wait::Direction::write : Wait::Direction::read;
      const auto ready =
          wait.until_ready(socket_.get(), direction,
                           std::chrono::steady_clock::now() + read_timeout_, "sending the request");
      if (ready) continue;
      error = ready.error();
    }
    error.retryable = nothing_sent && error.code == ErrorCode::unavailable;
    return error;
  }
  return {};
}

Step Connection::read_some() {
  if (buffer_.size() < unread_ + kReadSize) buffer_.resize(unread_ + kReadSize);
  char* const out = buffer_.data() + unread_;
  if (tls_) return tls_->read(out, kReadSize);
  return step_of(::recv(socket_.get(), out, kReadSize, 0), system_error_);
}

Result<std::string_view> Connection::read(Wait& wait) {
  // An answer takes its time: waiting first saves a read that finds nothing.
  auto direction = Wait::Direction::read;
  bool must_wait = !tls_ || !tls_->has_pending();
  for (;;) {
    if (must_wait) {
      const auto ready = wait.until_ready(socket_.get(), direction,
                                          std::chrono::steady_clock::now() + read_timeout_,
                                          "waiting for the answer");
      if (!ready) return ready.error();
    }
    const auto step = read_some();
    if (step.outcome == Outcome::failed) return broken("waiting for the answer");
    if (step.outcome == Outcome::ended) return std::string_view();
    if (step.outcome == Outcome::done) {
      filled_ = std::exchange(unread_, 0) + step.count;
      return std::string_view(buffer_).substr(0, filled_);
    }
    direction =
        step.outcome == Outcome::want_write ? Wait::Direction::write : Wait::Direction::read;
    must_wait = true;
  }
}

void Connection::keep_unread(std::size_t count) {
  std::memmove(buffer_.data(), buffer_.data() + filled_ - count, count);
  unread_ = count;
}

}  // namespace keywright::http
