#pragma once
// The HTTP/1.1 client over sockets: connections that are kept and used again, TLS, and limits on
// how long each step may take.
//
// All of a call happens in the thread that makes it; there is no other. Safe to use from many
// threads. Nothing is opened before the first call. A call over a kept connection costs four system
// calls (a look whether the peer has closed it, write, wait, read) and one allocation each for the
// head sent, the body received and every header of the answer.
//
// A connection belongs to the process that opened it: after a fork the child opens its own. The
// fork must not happen while another thread is within a call.

#include "http/transport.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>

namespace keywright::http {

struct ClientOptions {
  std::size_t max_connections = 50;  ///< to one host and port; further calls wait for one
  /// An unused connection is closed after `idle_limit`, and any after `lifetime_limit`: the host's
  /// name is resolved for each new one, so this bounds how long an old address is used.
  std::chrono::milliseconds idle_limit{30'000};
  std::chrono::milliseconds lifetime_limit{300'000};

  /// For one connection, TLS included, over all addresses of the host.
  std::chrono::milliseconds connect_timeout{3'000};
  std::chrono::milliseconds read_timeout{10'000};   ///< between two bytes, in either direction
  std::chrono::milliseconds total_timeout{60'000};  ///< for one call

  std::filesystem::path ca_file{};   ///< PEM; in place of the system's certificate authorities
  std::size_t max_body = 64u << 20;  ///< of an answer, also after it is decompressed
};

class Client final : public Transport {
 public:
  explicit Client(ClientOptions options = {});
  ~Client() override;

  /// Connections that fail, and timeouts of the options, are `unavailable`. `Error::retryable` says
  /// that not one byte of the request was sent. The resolver of the system takes no deadline: a
  /// name that it cannot find may take longer, by what resolv.conf allows. An answer with gzip or
  /// deflate is decoded.
  Result<Response> send(const Request& request, const CallControl& control) override;

  /// Connections that are open and unused, to whatever host.
  [[nodiscard]] std::size_t idle_connections() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright::http
