#include "core/errors.hpp"
#include "server/admin.hpp"
#include "server/loop.hpp"
#include "server/service.hpp"
#include "server/web_names.hpp"
#include <keywright/server.hpp>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <exception>
#include <random>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

namespace keywright {
namespace server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
using Address = asio::ip::tcp::endpoint;

Error unavailable(std::string message) {
  Error error;
  error.code = ErrorCode::unavailable;
  error.message = std::move(message);
  return error;
}

std::string host_of(const Address& endpoint) {
  const auto address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? "[" + address + "]" : address;
}

std::string text_of(const Address& endpoint) {
  return host_of(endpoint) + ":" + std::to_string(endpoint.port());
}

// "1.2.3" or "0x7f.1": resolvers make a whole address of it, and hardly the one that was meant.
bool is_part_of_an_address(std::string_view host) {
  const auto last = host.substr(host.rfind('.') + 1);
  return last.starts_with("0x") || last.starts_with("0X") ||
         (!last.empty() && last.find_first_not_of("0123456789") == std::string_view::npos);
}

Result<Address> resolve(const std::string& host, std::uint16_t port) {
  error_code error;
  const bool is_bracketed = host.starts_with('[') && host.ends_with(']');  // as in a URL
  const auto address =
      asio::ip::make_address(is_bracketed ? host.substr(1, host.size() - 2) : host, error);
  if (!error) return Address(address, port);
  if (host.empty() || is_bracketed || is_part_of_an_address(host)) {
    return errors::validation("the host \"" + host +
                              "\" is no address; give one in full, such as 127.0.0.1, 0.0.0.0 for "
                              "all, or [::1], or a name");
  }
  asio::io_context io;
  asio::ip::tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, std::to_string(port), error);
  if (error || found.empty()) {
    return errors::validation("the host \"" + host +
                              "\" is not known; give an address such as 127.0.0.1, or 0.0.0.0 for "
                              "all");
  }
  return found.begin()->endpoint();
}

Result<void> check(const ServerOptions& options) {
  if (options.threads < 1 || options.threads > 1024) {
    return errors::validation("a server has 1 to 1024 threads, not " +
                              std::to_string(options.threads));
  }
  if (options.max_connections == 0) {
    return errors::validation("max_connections must be at least 1");
  }
  if (options.max_buffered_bytes == 0) {
    return errors::validation("max_buffered_bytes must be at least 1");
  }
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    return errors::validation("TLS needs both a certificate and its key; only the " +
                              std::string(options.tls_key.empty() ? "certificate" : "key") +
                              " is given");
  }
  for (const auto& host : options.allowed_hosts) {
    if (auto fault = fault_of_host_name(host); !fault.empty()) {
      return errors::validation("allowed_hosts: " + fault);
    }
  }
  for (const auto& origin : options.cors_origins) {
    if (auto fault = fault_of_origin(origin); !fault.empty()) {
      return errors::validation("cors_origins: " + fault);
    }
  }
  return {};
}

// Which names the server answers to; empty: all.
std::vector<std::string> hosts_of(const ServerOptions& options, const Address& endpoint) {
  if (options.allowed_hosts.empty() && !endpoint.address().is_loopback()) return {};
  auto hosts = loopback_hosts();
  hosts.insert(hosts.end(), options.allowed_hosts.begin(), options.allowed_hosts.end());
  hosts.push_back(options.host);
  hosts.push_back(host_of(endpoint));
  return hosts;
}

}  // namespace
}  // namespace server

using namespace server;

class Server::Impl {
 public:
  Impl(Backend& backend, ServerOptions options, std::unique_ptr<TlsContext> tls, Address endpoint)
      : options_(std::move(options)),
        backend_(backend),
        tls_(std::move(tls)),
        rules_(hosts_of(options_, endpoint), options_.cors_origins),
        workers_(make_workers()) {}

  Result<void> listen(const Address& endpoint) {
    error_code error;
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(Acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) acceptor_.non_blocking(true, error);
    if (error == asio::error::address_in_use) {
      return unavailable(text_of(endpoint) +
                         " is taken by another program; choose another port (0: any free one)");
    }
    if (error) return unavailable("cannot listen on " + text_of(endpoint) + ": " + error.message());
    local_ = acceptor_.local_endpoint(error);
    // From here on, since whoever started the program may stop it as soon as it says that it
    // listens.
    if (options_.stop_on_signals) await_signal();
    return {};
  }

  [[nodiscard]] std::uint16_t port() const { return local_.port(); }
  [[nodiscard]] std::string url() const {
    return (tls_ ? "https://" : "http://") + text_of(local_);
  }

  Result<void> run() {
    std::vector<std::thread> threads;
    threads.reserve(workers_.size());
    auto started = start(threads);
    if (started) {
      if (options_.expiry_interval.count() > 0) await_expiry(options_.expiry_interval);
      accept();
      first().run();
    } else {
      for_each_loop([](Loop& loop) { loop.shut_down(); });
    }
    for (auto& thread : threads) thread.join();
    return started;
  }

  void stop() {
    asio::post(first().io(), [this] { stop_or_drop(); });
  }

 private:
  /// A loop with all that it alone uses.
  struct Worker {
    LoopMetrics metrics;
    std::unique_ptr<Service> service;
    std::unique_ptr<Loop> loop;
  };

  [[nodiscard]] std::vector<std::unique_ptr<Worker>> make_workers() {
    std::random_device device;
    std::vector<std::unique_ptr<Worker>> workers;
    for (unsigned i = 0; i < options_.threads; ++i) {
      const std::uint64_t seed = options_.seed != 0
                                     ? options_.seed + i
                                     : (std::uint64_t{device()} << 32 | std::uint64_t{device()});
      auto worker = std::make_unique<Worker>();
      metrics_.push_back(&worker->metrics);
      worker->service = std::make_unique<Service>(context_, worker->metrics, seed);
      worker->loop = std::make_unique<Loop>(
          options_, tls_.get(), *worker->service, budget_, worker->metrics,
          LoopEvents{[this] { connection_closed(); }, [this] { loop_ended(); }});
      workers.push_back(std::move(worker));
    }
    return workers;
  }

  // The first loop has the caller's thread.
  Result<void> start(std::vector<std::thread>& threads) {
    try {
      while (threads.size() + 1 < workers_.size()) {
        threads.emplace_back([loop = workers_[threads.size() + 1]->loop.get()] { loop->run(); });
      }
    } catch (const std::system_error& fault) {
      return unavailable("the system gives the server " + std::to_string(threads.size() + 1) +
                         " of its " + std::to_string(workers_.size()) +
                         " threads; use fewer: " + fault.what());
    }
    return {};
  }

  [[nodiscard]] Loop& first() { return *workers_[0]->loop; }

  void accept() {
    if (is_stopping_ || is_accepting_) return;
    if (open_.load() >= options_.max_connections) return;  // until one closes
    is_accepting_ = true;
    Loop& loop = next_loop();
    acceptor_.async_accept(loop.io(), [this, &loop](const error_code& error, Socket socket) {
      is_accepting_ = false;
      if (!error) {
        hand_over(loop, std::move(socket));
      } else if (error != asio::error::operation_aborted &&
                 error != asio::error::connection_aborted) {
        accept_later();  // no file descriptor is free, most likely
        return;
      }
      accept();
    });
  }

  void accept_later() {
    constexpr auto kPause = std::chrono::milliseconds(100);
    pause_.expires_after(kPause);
    pause_.async_wait([this](const error_code& error) {
      if (!error) accept();
    });
  }

  Loop& next_loop() { return *workers_[next_worker_++ % workers_.size()]->loop; }

  // On each loop's own thread.
  void for_each_loop(void (*work)(Loop&)) {
    for (const auto& worker : workers_) {
      asio::post(worker->loop->io(), [&loop = *worker->loop, work] { work(loop); });
    }
  }

  void hand_over(Loop& loop, Socket socket) {
    open_.fetch_add(1);
    if (&loop == &first()) {
      loop.adopt(std::move(socket));
      return;
    }
    try {
      asio::post(loop.io(),
                 [&loop, taken = std::move(socket)]() mutable { loop.adopt(std::move(taken)); });
    } catch (const std::exception&) {  // no memory for it
      open_.fetch_sub(1);
    }
  }

  // From any loop.
  void connection_closed() {
    if (open_.fetch_sub(1) == options_.max_connections) {
      asio::post(first().io(), [this] { accept(); });
    }
  }

  // Waiting for a second signal would keep the first loop at work.
  void loop_ended() {
    if (ended_.fetch_add(1) + 1 < workers_.size()) return;
    asio::post(first().io(), [this] {
      if (signals_) signals_->cancel();
    });
  }

  void stop_or_drop() {
    if (std::exchange(is_stopping_, true)) {
      for_each_loop([](Loop& loop) { loop.drop_all(); });
      return;
    }
    // Those who are connected already were accepted by the system in our name.
    for (error_code error; !error;) {
      Loop& loop = next_loop();
      Socket socket(loop.io().get_executor());
      acceptor_.accept(socket, error);
      if (!error) hand_over(loop, std::move(socket));
    }
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    expiry_.cancel();
    for_each_loop([](Loop& loop) { loop.shut_down(); });
    if (options_.stop_on_signals) await_signal();  // for the second one
  }

  void await_signal() {
    if (!signals_) {
      signals_.emplace(first().io().get_executor(), SIGINT, SIGTERM);
    }
    signals_->async_wait([this](const error_code& error, int) {
      if (!error) stop_or_drop();
    });
  }

  // Looking for what expired reads whole tables, a part at a time: it gets a hundredth of the
  // loop's time.
  void await_expiry(std::chrono::nanoseconds delay) {
    expiry_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(delay));
    expiry_.async_wait([this](const error_code& error) {
      if (error || is_stopping_) return;
      constexpr int kShare = 100;
      const auto start = std::chrono::steady_clock::now();
      ExpirySweep sweep;
      try {
        sweep = backend_.delete_expired_items(kExpiredPerCall);
      } catch (const std::exception&) {
        // The next time may do better.
      }
      workers_[0]->metrics.items_expired.add(sweep.deleted);
      const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - start;
      const std::chrono::nanoseconds interval = options_.expiry_interval;
      const bool is_much = sweep.deleted == kExpiredPerCall;
      const auto pause = sweep.more ? spent * kShare : std::max(interval, spent * kShare);
      await_expiry(is_much ? spent : pause);
    });
  }

  ServerOptions options_;
  Backend& backend_;
  std::unique_ptr<TlsContext> tls_;
  BrowserRules rules_;
  InputBudget budget_{options_.max_buffered_bytes};
  std::vector<const LoopMetrics*> metrics_;
  ServiceContext context_{backend_, options_, rules_, metrics_};
  std::atomic<std::size_t> open_{0};
  std::atomic<std::size_t> ended_{0};
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t next_worker_ = 0;
  bool is_accepting_ = false;
  bool is_stopping_ = false;
  Address local_;

  // Destroyed before the loops whose contexts they use.
  using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                           asio::wait_traits<std::chrono::steady_clock>, Executor>;
  Acceptor acceptor_{first().io().get_executor()};
  Timer pause_{first().io().get_executor()};
  Timer expiry_{first().io().get_executor()};
  std::optional<asio::basic_signal_set<Executor>> signals_;
};

ExpirySweep Backend::delete_expired_items(std::size_t) {
  return {};
}
Result<void> Backend::reset(const BackendScope&) {
  return errors::from_exception("UnknownOperationException", "This server cannot be reset");
}
Result<void> Backend::snapshot(const BackendScope&, std::string_view) {
  return errors::from_exception("UnknownOperationException", "This server takes no snapshots");
}
Result<void> Backend::restore(const BackendScope&, std::string_view) {
  return errors::from_exception("UnknownOperationException", "This server takes no snapshots");
}
Result<void> Backend::delete_snapshot(const BackendScope&, std::string_view) {
  return errors::from_exception("UnknownOperationException", "This server takes no snapshots");
}
Result<std::string> Backend::access_patterns(bool) {
  return errors::from_exception("UnknownOperationException",
                                "No guard watches this server; start it with --model and --guard "
                                "to know its access patterns");
}
std::string Backend::metrics() {
  return {};
}
TimePoint Backend::now() {
  return system_clock()();
}
Result<void> Backend::set_clock(TimePoint) {
  return errors::from_exception(
      "UnknownOperationException",
      "This server's clock is the system's; start it with --manual-clock to set it");
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::listen(Backend& backend, ServerOptions options) {
  if (auto checked = check(options); !checked) return std::move(checked).error();
  if (!options.clock) options.clock = system_clock();
  std::unique_ptr<TlsContext> tls;
  if (!options.tls_certificate.empty()) {
    auto loaded = TlsContext::load(options.tls_certificate, options.tls_key);
    if (!loaded) return std::move(loaded).error();
    tls = *std::move(loaded);
  }
  const auto endpoint = resolve(options.host, options.port);
  if (!endpoint) return endpoint.error();
  auto impl = std::make_unique<Impl>(backend, std::move(options), std::move(tls), *endpoint);
  if (auto listening = impl->listen(*endpoint); !listening) return std::move(listening).error();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const {
  return impl_->port();
}
std::string Server::url() const {
  return impl_->url();
}
Result<void> Server::run() {
  return impl_->run();
}
void Server::stop() {
  impl_->stop();
}

}  // namespace keywright
