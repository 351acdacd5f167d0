#include "server/loop.hpp"

#include <exception>
#include <utility>
#include <vector>

namespace keywright::server {

using boost::system::error_code;

Loop::Loop(const ServerOptions& options, const TlsContext* tls, RequestHandler& handler,
           InputBudget& budget, LoopMetrics& metrics, LoopEvents events)
    : options_(options),
      tls_(tls),
      handler_(handler),
      budget_(budget),
      metrics_(metrics),
      events_(std::move(events)) {}

void Loop::run() {
  for (;;) {
    try {
      io_.run();
      return;
    } catch (const std::exception&) {
      // Memory ran out outside of any connection. They go on.
    }
  }
}

void Loop::adopt(Socket socket) {
  std::shared_ptr<Connection> connection;
  try {
    connection = std::make_shared<Connection>(*this, std::move(socket));
    connections_.emplace(connection.get(), connection);
  } catch (const std::exception&) {  // no memory for it
    events_.connection_closed();
    return;
  }
  metrics_.connections_opened.add(1);
  connection->start();
  if (is_shutting_down_) connection->shut_down();
}

void Loop::shut_down() {
  is_shutting_down_ = true;
  shutdown_timer_.expires_after(options_.timeouts.shutdown);
  shutdown_timer_.async_wait([this](const error_code& error) {
    if (!error) drop_all();
  });
  for (const auto& connection : all()) connection->shut_down();
  end_if_empty();
}

void Loop::drop_all() {
  for (const auto& connection : all()) connection->drop();
}

// A copy, since connections that end leave the map.
std::vector<std::shared_ptr<Connection>> Loop::all() const {
  std::vector<std::shared_ptr<Connection>> connections;
  for (const auto& [key, connection] : connections_) connections.push_back(connection);
  return connections;
}

void Loop::forget(Connection& connection) {
  wheel_.cancel(connection);
  metrics_.connections_closed.add(1);
  connections_.erase(&connection);
  events_.connection_closed();
  end_if_empty();
}

void Loop::end_if_empty() {
  if (!is_shutting_down_ || !connections_.empty() || std::exchange(has_ended_, true)) return;
  timer_.cancel();
  shutdown_timer_.cancel();
  work_.reset();
  events_.ended();
}

TimerWheel::Tick Loop::tick_of(SteadyTime time) const {
  return static_cast<TimerWheel::Tick>((time - begin_) / kTick) + 1;
}

void Loop::set_deadline(Connection& connection, std::chrono::milliseconds from_now) {
  const auto deadline = tick_of(std::chrono::steady_clock::now() + from_now + kTick);
  if (wheel_.schedule(connection, deadline)) arm();
}

// One timer for the earliest of all deadlines.
void Loop::arm() {
  const auto next = wheel_.next();
  if (!next || (armed_ != 0 && armed_ <= *next)) return;
  armed_ = *next;
  timer_.expires_at(begin_ + static_cast<int>(*next) * kTick);
  timer_.async_wait([this](const error_code& error) {
    if (!error) tick();
  });
}

void Loop::tick() {
  armed_ = 0;
  const auto expired = wheel_.advance(tick_of(std::chrono::steady_clock::now()));
  std::vector<std::shared_ptr<Connection>> connections;
  for (auto* entry : expired) {
    const auto found = connections_.find(static_cast<Connection*>(entry));
    if (found != connections_.end()) connections.push_back(found->second);
  }
  for (const auto& connection : connections) connection->deadline_passed();
  if (!connections_.empty()) arm();
}

}  // namespace keywright::server
