#pragma once
// One connection to one host, with or without TLS. Non-blocking: whoever needs to wait does it
// through a Wait.

#include "http/client.hpp"
#include "http/tls.hpp"
#include "http/wait.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace keywright::http {

class Connection {
 public:
  /// Resolves the host's name and tries its addresses one after the other.
  [[nodiscard]] static Result<std::unique_ptr<Connection>> open(const Url& url,
                                                                const ClientOptions& options,
                                                                TlsContext& tls, Wait& wait);

  /// Whether the peer has neither closed it nor said something that nobody asked for.
  [[nodiscard]] bool is_quiet();

  /// Sends `head` and `body`. `unavailable` with `retryable` if nothing of them was sent.
  [[nodiscard]] Result<void> write(std::string_view head, std::string_view body, Wait& wait);
  /// The next bytes of the peer; none at the end. Valid until the next read.
  [[nodiscard]] Result<std::string_view> read(Wait& wait);
  /// Keeps the last `count` bytes that were read in front of what is read next.
  void keep_unread(std::size_t count);

  [[nodiscard]] SteadyTime opened_at() const { return opened_at_; }
  SteadyTime idle_since{};

 private:
  Connection(FileDescriptor socket, const ClientOptions& options);

  [[nodiscard]] Result<void> shake_hands(const Url& url, TlsContext& tls, Wait& wait,
                                         SteadyTime limit);
  Step write_some(std::string_view head, std::string_view body);
  Step read_some();
  [[nodiscard]] Error broken(std::string_view doing) const;

  FileDescriptor socket_;
  std::unique_ptr<TlsStream> tls_;  ///< none without TLS
  std::chrono::milliseconds read_timeout_;
  SteadyTime opened_at_;
  int system_error_ = 0;
  std::string buffer_;
  std::size_t filled_ = 0;  ///< what the last read has of it
  std::size_t unread_ = 0;  ///< of that, what must be given again, at its front
};

}  // namespace keywright::http
