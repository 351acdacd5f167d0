#pragma once
// TLS without a socket: ciphertext in and out, like the session behind it.

#include <keywright/result.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace keywright::server {

/// The server's side of one connection.
class TlsChannel {
 public:
  ~TlsChannel();
  TlsChannel(const TlsChannel&) = delete;
  TlsChannel& operator=(const TlsChannel&) = delete;

  enum class State : std::uint8_t { open, ended, broken };

  /// Takes ciphertext and appends what it says to `plain`. After `ended` or `broken` nothing more
  /// comes; there may still be output.
  State receive(std::string_view ciphertext, std::string& plain);
  /// Encrypts; false if the handshake is not done or the connection is broken.
  bool send(std::string_view plain);
  /// Tells the peer that nothing more comes.
  void send_end();

  /// Ciphertext for the peer.
  [[nodiscard]] std::string_view output() const;
  void output_sent(std::size_t count);

 private:
  friend class TlsContext;
  class Impl;
  explicit TlsChannel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Certificate and key. Shared by all loops.
class TlsContext {
 public:
  /// `unavailable` with the file and the reason if one of them cannot be used.
  [[nodiscard]] static Result<std::unique_ptr<TlsContext>> load(
      const std::filesystem::path& certificate, const std::filesystem::path& key);
  ~TlsContext();

  [[nodiscard]] std::unique_ptr<TlsChannel> accept() const;

 private:
  class Impl;
  explicit TlsContext(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright::server
