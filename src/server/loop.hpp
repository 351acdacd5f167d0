#pragma once
// One thread of a server: its connections and their deadlines. What is answered, it leaves to a
// RequestHandler.

#include "server/http_session.hpp"
#include "server/metrics.hpp"
#include "server/timer_wheel.hpp"
#include "server/tls.hpp"
#include <keywright/server.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

namespace keywright::server {

// The executor by its own type: a polymorphic one costs an indirection per operation.
using Executor = boost::asio::io_context::executor_type;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;

class Loop;

/// What a server wants to know of its loops; called on the loop's thread.
struct LoopEvents {
  std::function<void()> connection_closed;
  std::function<void()> ended;  // shut down, and the last connection is gone
};

class Connection final : public TimerWheel::Entry, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Loop& loop, Socket socket);

  void start();
  /// Answers what was begun, then closes.
  void shut_down();
  /// Closes at once.
  void drop();
  void deadline_passed();

 private:
  template <class Work>
  void attempt(Work work);
  void await_readable();
  void await_writable();
  std::size_t read();
  void receive(std::string_view bytes);
  void receive_end();
  void pump();
  bool send_output();
  bool send(std::string_view bytes, std::size_t& sent);
  void end_output();
  void set_deadline();

  Loop& loop_;
  Socket socket_;
  HttpSession session_;
  std::unique_ptr<TlsChannel> tls_;
  static constexpr std::uint64_t kNoDeadline = ~std::uint64_t{0};
  std::uint64_t deadline_of_ = kNoDeadline;  // what is waited for until the deadline
  bool has_received_ = false;
  bool is_reading_ = false;
  bool is_writing_ = false;
  bool output_ended_ = false;
  bool is_closed_ = false;
};

class Loop {
 public:
  /// `tls` may be null. Options, handler, budget and metrics outlive the loop.
  Loop(const ServerOptions& options, const TlsContext* tls, RequestHandler& handler,
       InputBudget& budget, LoopMetrics& metrics, LoopEvents events);
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  [[nodiscard]] boost::asio::io_context& io() { return io_; }

  /// Works until it is shut down and the last connection is gone.
  void run();

  // From here on: on this loop's thread only.
  void adopt(Socket socket);
  void shut_down();
  void drop_all();

 private:
  friend class Connection;
  using SteadyTime = std::chrono::steady_clock::time_point;
  using Timer = boost::asio::basic_waitable_timer<
      std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

  static constexpr auto kTick = std::chrono::milliseconds(100);
  static constexpr std::size_t kReadSize = 64 * 1024;

  [[nodiscard]] TimerWheel::Tick tick_of(SteadyTime time) const;
  void set_deadline(Connection& connection, std::chrono::milliseconds from_now);
  void arm();
  void tick();
  void forget(Connection& connection);
  void end_if_empty();
  [[nodiscard]] std::vector<std::shared_ptr<Connection>> all() const;

  const ServerOptions& options_;
  const TlsContext* tls_;
  RequestHandler& handler_;
  InputBudget& budget_;
  LoopMetrics& metrics_;
  LoopEvents events_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<Executor> work_{io_.get_executor()};
  TimerWheel wheel_;
  Timer timer_{io_.get_executor()};
  SteadyTime begin_ = std::chrono::steady_clock::now();
  TimerWheel::Tick armed_ = 0;  // 0: not
  Timer shutdown_timer_{io_.get_executor()};
  bool is_shutting_down_ = false;
  bool has_ended_ = false;
  std::unordered_map<Connection*, std::shared_ptr<Connection>> connections_;
  /// What all connections read into; behind it are the bytes that a session may look at.
  std::array<char, kReadSize + InputBuffer::kPadding> read_buffer_{};
  std::string plain_;  // what TLS made of it
};

}  // namespace keywright::server
