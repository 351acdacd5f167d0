#pragma once
// The connections of a client, by host and port.

#include "http/connection.hpp"

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace keywright::http {

class Pool {
  struct Host {
    std::size_t places_taken = 0;  ///< by leases and by idle connections
    std::vector<std::unique_ptr<Connection>> idle{};
    std::condition_variable_any place_free{};
  };

 public:
  explicit Pool(const ClientOptions& options) : options_(options) {}

  /// A place among the connections to a host, and the connection in it, if there is one yet. The
  /// place is given back with the lease; the connection is kept only if `keep` says so.
  class Lease {
   public:
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

    std::unique_ptr<Connection> connection{};
    bool keep = false;

   private:
    friend class Pool;
    Lease(Pool& pool, Host& host) : pool_(&pool), host_(&host) {}

    Pool* pool_;
    Host* host_;
  };

  /// A kept connection that is still open, or else a place for a new one; waits while there is
  /// none.
  [[nodiscard]] Result<Lease> acquire(const Url& url, Wait& wait);

  [[nodiscard]] std::size_t idle_connections() const;

 private:
  using Key = std::tuple<std::string, std::uint16_t, bool>;  ///< host, port, TLS

  void release(Lease& lease);
  void forget_parent();
  [[nodiscard]] bool has_expired(const Connection& connection, SteadyTime now) const;
  [[nodiscard]] std::unique_ptr<Connection> take_idle(Host& host);

  const ClientOptions& options_;
  mutable std::mutex mutex_;
  int process_ = 0;  ///< the one that opened all of these
  std::map<Key, Host> hosts_;
};

}  // namespace keywright::http
