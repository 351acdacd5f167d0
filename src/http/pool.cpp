#include "http/pool.hpp"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace keywright::http {

Pool::Lease::Lease(Lease&& other) noexcept
    : connection(std::move(other.connection)),
      keep(other.keep),
      pool_(std::exchange(other.pool_, nullptr)),
      host_(other.host_) {}

Pool::Lease::~Lease() {
  if (pool_ != nullptr) pool_->release(*this);
}

// After a fork the sockets are the parent's as well: what one says would mix with the other's.
void Pool::forget_parent() {
  const int process = ::getpid();
  if (std::exchange(process_, process) == process) return;
  for (auto& [key, host] : hosts_) {
    host.idle.clear();
    host.places_taken = 0;
  }
}

bool Pool::has_expired(const Connection& connection, SteadyTime now) const {
  return now - connection.idle_since >= options_.idle_limit ||
         now - connection.opened_at() >= options_.lifetime_limit;
}

// The one used last, so that those too many grow old.
std::unique_ptr<Connection> Pool::take_idle(Host& host) {
  const auto now = std::chrono::steady_clock::now();
  const auto dropped = std::erase_if(
      host.idle, [&](const auto& connection) { return has_expired(*connection, now); });
  host.places_taken -= dropped;
  while (!host.idle.empty()) {
    auto connection = std::move(host.idle.back());
    host.idle.pop_back();
    if (connection->is_quiet()) return connection;
    --host.places_taken;
  }
  return nullptr;
}

Result<Pool::Lease> Pool::acquire(const Url& url, Wait& wait) {
  constexpr std::string_view kDoing = "waiting for a connection that is free";
  if (auto over = wait.over("beginning")) return std::move(*over);
  std::unique_lock lock(mutex_);
  forget_parent();
  Host& host = hosts_[Key(url.host, url.port, url.tls)];
  const auto is_free = [&] {
    return !host.idle.empty() || host.places_taken < options_.max_connections;
  };
  if (!is_free() && !host.place_free.wait_until(lock, wait.stop(), wait.end(), is_free)) {
    auto error = wait.over(kDoing).value_or(unavailable("no connection became free in time"));
    error.retryable = error.code == ErrorCode::unavailable;
    return error;
  }
  Lease lease(*this, host);
  lease.connection = take_idle(host);
  if (!lease.connection) ++host.places_taken;
  return lease;
}

void Pool::release(Lease& lease) {
  std::unique_ptr<Connection> closed;  // outside of the lock
  {
    const std::lock_guard lock(mutex_);
    Host& host = *lease.host_;
    if (lease.keep && lease.connection) {
      lease.connection->idle_since = std::chrono::steady_clock::now();
      host.idle.push_back(std::move(lease.connection));
    } else {
      closed = std::move(lease.connection);
      --host.places_taken;
    }
    host.place_free.notify_one();
  }
}

std::size_t Pool::idle_connections() const {
  const std::lock_guard lock(mutex_);
  std::size_t count = 0;
  for (const auto& [key, host] : hosts_) count += host.idle.size();
  return count;
}

}  // namespace keywright::http
