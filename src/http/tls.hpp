#pragma once
// The client's side of TLS over a non-blocking socket.

#include <keywright/result.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace keywright::http {

/// How one step on a socket went.
struct Step {
  enum class Outcome : std::uint8_t { done, want_read, want_write, ended, failed };
  Outcome outcome = Outcome::done;
  std::size_t count = 0;  ///< bytes; with `done` alone
};

class TlsStream {
 public:
  ~TlsStream();
  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;

  Step handshake();
  Step read(char* out, std::size_t size);
  Step write(std::string_view bytes);
  /// Whether read() may have something without the socket being readable.
  [[nodiscard]] bool has_pending() const;
  /// Why the last step failed.
  [[nodiscard]] std::string fault() const;

 private:
  friend class TlsContext;
  class Impl;
  explicit TlsStream(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The certificate authorities that are trusted; read when the first stream is opened. From any
/// thread.
class TlsContext {
 public:
  explicit TlsContext(std::filesystem::path ca_file);
  ~TlsContext();

  /// The peer must prove to be `host`. `unavailable` if the authorities cannot be read.
  [[nodiscard]] Result<std::unique_ptr<TlsStream>> open(int socket, const std::string& host);

 private:
  class Impl;
  [[nodiscard]] Result<void> load();

  std::filesystem::path ca_file_;
  std::mutex mutex_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright::http
