#pragma once
// Serves a Database over HTTP to every DynamoDB client.
//
// run() works on the calling thread and returns when stop() was called; with
// ServerOptions::threads above one it starts that many less one, and joins them. A connection
// stays on its thread. A Server and its Backend are made first and destroyed last by the same
// owner; the Backend is called from all threads of the server at once.

#include <keywright/clock.hpp>
#include <keywright/database.hpp>
#include <keywright/expiry_sweep.hpp>
#include <keywright/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright {

/// Whose data an administrative request is about. Both are empty if it is about everybody's.
struct BackendScope {
  std::string_view access_key_id{};
  std::string_view region{};
  /// The request names whom it means, and does not just come from there: a backend that has one
  /// database for everybody refuses it.
  bool is_named = false;
};

/// Where the requests of a server go. What a backend lacks answers UnknownOperationException.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// The database of whoever signed a request. Never null; it lives as long as the pointer and the
  /// backend do, so that a backend may let go of those that nobody holds.
  virtual Result<std::shared_ptr<Database>> database(std::string_view access_key_id,
                                                     std::string_view region) = 0;

  /// Deletes at most `limit` expired items, as Engine has it. Called now and then.
  virtual ExpirySweep delete_expired_items(std::size_t limit);

  virtual Result<void> reset(const BackendScope& scope);
  virtual Result<void> snapshot(const BackendScope& scope, std::string_view name);
  virtual Result<void> restore(const BackendScope& scope, std::string_view name);
  virtual Result<void> delete_snapshot(const BackendScope& scope, std::string_view name);

  /// What an access-pattern guard before the data has seen, as JSON or as text for people.
  virtual Result<std::string> access_patterns(bool as_text);
  /// What stands behind the server's own metrics, as Prometheus reads it.
  virtual std::string metrics();

  virtual TimePoint now();
  virtual Result<void> set_clock(TimePoint now);
};

/// A backend with one database for everybody.
class SingleBackend final : public Backend {
 public:
  explicit SingleBackend(Database& database) : database_(std::shared_ptr<void>(), &database) {}
  Result<std::shared_ptr<Database>> database(std::string_view, std::string_view) override {
    return database_;
  }

 private:
  std::shared_ptr<Database> database_;  // owns nothing, so that copies count nothing
};

/// A key whose signatures a server accepts.
struct AccessKey {
  std::string access_key_id{};
  std::string secret_access_key{};
  std::string session_token{};         ///< empty: requests come without one
  std::optional<TimePoint> expires{};  ///< from then on ExpiredTokenException
};

/// Reads AWS's shared credentials file: `[profile]` sections with `aws_access_key_id`,
/// `aws_secret_access_key`, and if wanted `aws_session_token` and `expiration`
/// (2026-01-31T12:00:00Z). A `validation` error names the line that cannot be read.
[[nodiscard]] Result<std::vector<AccessKey>> read_access_keys(const std::filesystem::path& file);

struct ServerTimeouts {
  std::chrono::milliseconds idle{120'000};     ///< between requests
  std::chrono::milliseconds header{10'000};    ///< from the first byte of a request to the body
  std::chrono::milliseconds body{60'000};      ///< for the body
  std::chrono::milliseconds write{30'000};     ///< without a byte of an answer taken
  std::chrono::milliseconds linger{2'000};     ///< for a client to hang up after the last answer
  std::chrono::milliseconds shutdown{10'000};  ///< for answers to be taken after stop()
  /// After stop(), for the rest of a request that had begun to come, and in place of `linger`.
  std::chrono::milliseconds shutdown_input{1'000};
  /// After stop(), in place of `write`.
  std::chrono::milliseconds shutdown_write{2'000};
};

struct ServerOptions {
  std::string host = "127.0.0.1";  ///< a name or an address
  std::uint16_t port = 8000;       ///< 0: any free one
  unsigned threads = 1;
  std::size_t max_connections = 10'000;  ///< further ones wait to be accepted
  /// Bytes of incomplete requests that are kept for all connections together. Beyond it, requests
  /// of more than 64 KiB are answered 503 until there is room again; smaller ones count, and are
  /// taken. One of 16 MiB takes up to 48 MiB while it comes.
  std::size_t max_buffered_bytes = std::size_t{512} * 1024 * 1024;

  /// Both or none; PEM. With them the server speaks TLS only.
  std::filesystem::path tls_certificate{};
  std::filesystem::path tls_key{};

  /// Empty: every well-formed signature is accepted, whoever's it is.
  std::vector<AccessKey> access_keys{};
  /// Bound to loopback, the server answers to localhost, 127.0.0.1 and [::1] alone, so that no web
  /// page reaches it by a name of its own. These names are answered to as well. Bound to any other
  /// address, such as 0.0.0.0, it answers to every name, unless names are given here: then to
  /// these, those of loopback, and `host` with its address. What is reached by other addresses of
  /// the machine too, as with 0.0.0.0, needs them here.
  std::vector<std::string> allowed_hosts{};
  /// Web origins that may call, such as "http://localhost:3000", or "*". Requests of any other
  /// browser page are refused.
  std::vector<std::string> cors_origins{};

  ServerTimeouts timeouts{};
  /// How often expired items are deleted; zero: never.
  std::chrono::milliseconds expiry_interval{10'000};
  /// Stop on SIGINT and SIGTERM; a second one does not wait for what was begun.
  bool stop_on_signals = false;
  Clock clock{};           ///< for dates and signatures; default: the system's
  std::uint64_t seed = 0;  ///< of request ids; 0: taken from the system
};

class Server {
 public:
  /// Binds the address and begins to listen. A `validation` error if an option is wrong,
  /// `unavailable` if the address is taken or the certificate cannot be read.
  [[nodiscard]] static Result<std::unique_ptr<Server>> listen(Backend& backend,
                                                              ServerOptions options = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] std::string url() const;  ///< "http://127.0.0.1:8000"

  /// Serves until stop(). To be called once. `unavailable`, before anything is served, if the
  /// system does not give it its threads; nothing else fails.
  Result<void> run();

  /// Accepts no more connections, answers the requests that came in full or come within
  /// `shutdown_input`, and lets run() return. From any thread; a second call drops what is open.
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright
