#include "server/loop.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>

namespace keywright::server {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// TLS records are made of at most so much of an answer at a time.
constexpr std::size_t kEncryptedAtOnce = 64 * 1024;

/// So often a connection is read from when the server stops.
constexpr int kLastReads = 16;

bool would_block(const error_code& error) {
  return error == asio::error::would_block || error == asio::error::try_again ||
         error == asio::error::interrupted;
}

// A method; TLS begins with another byte.
bool is_begin_of_http(std::string_view bytes) {
  return !bytes.empty() && bytes.front() >= 'A' && bytes.front() <= 'Z';
}

}  // namespace

Connection::Connection(Loop& loop, Socket socket)
    : loop_(loop), socket_(std::move(socket)), session_(loop.handler_, loop.budget_) {
  if (loop.tls_ != nullptr) tls_ = loop.tls_->accept();
}

// An exception, such as that memory ran out, ends the connection it came over and no other.
template <class Work>
void Connection::attempt(Work work) {
  if (is_closed_) return;
  try {
    work();
  } catch (const std::exception&) {
    drop();
  }
}

void Connection::start() {
  error_code ignored;  // a socket that is already broken says so when it is read
  socket_.non_blocking(true, ignored);
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  attempt([this] { pump(); });
}

void Connection::shut_down() {
  attempt([this] {
    // What has arrived counts as accepted; what keeps coming does not.
    session_.expect_shut_down();
    for (int reads = 0; reads < kLastReads && session_.wants_input(); ++reads) {
      if (read() < Loop::kReadSize) break;
    }
    session_.shut_down();
    pump();
  });
}

void Connection::drop() {
  if (std::exchange(is_closed_, true)) return;
  error_code ignored;
  socket_.close(ignored);
  loop_.forget(*this);
}

void Connection::deadline_passed() {
  if (!session_.output().empty() || (tls_ && !tls_->output().empty())) {
    drop();  // it does not take its answers
    return;
  }
  attempt([this] {
    session_.time_out();
    pump();
  });
}

void Connection::await_readable() {
  if (std::exchange(is_reading_, true)) return;
  // Waiting and then reading needs no buffer while nothing comes.
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](const error_code& error) {
    self->is_reading_ = false;
    if (error) {
      self->drop();
      return;
    }
    self->attempt([&] {
      if (self->session_.wants_input()) self->read();
      self->pump();
    });
  });
}

void Connection::await_writable() {
  if (std::exchange(is_writing_, true)) return;
  socket_.async_wait(Socket::wait_write, [self = shared_from_this()](const error_code& error) {
    self->is_writing_ = false;
    if (error) {
      self->drop();
      return;
    }
    self->attempt([&] { self->pump(); });
  });
}

std::size_t Connection::read() {
  error_code error;
  const std::size_t count =
      socket_.read_some(asio::buffer(loop_.read_buffer_.data(), Loop::kReadSize), error);
  if (!error) {
    loop_.metrics_.bytes_received.add(count);
    receive({loop_.read_buffer_.data(), count});
  } else if (!would_block(error)) {
    receive_end();
  }
  return count;
}

void Connection::receive(std::string_view bytes) {
  if (!tls_) {
    session_.receive(bytes);
    return;
  }
  if (!std::exchange(has_received_, true) && is_begin_of_http(bytes)) {
    tls_.reset();
    session_.refuse_plain_http();
    return;
  }
  auto& plain = loop_.plain_;
  plain.clear();
  const auto state = tls_->receive(bytes, plain);
  const std::size_t size = plain.size();
  if (size > 0) {
    plain.append(InputBuffer::kPadding, '\0');
    session_.receive(std::string_view(plain).substr(0, size));
  }
  if (state != TlsChannel::State::open) receive_end();
}

void Connection::receive_end() {
  session_.receive_end();
}

// Sends what there is to send, and waits for whatever the session waits for next.
void Connection::pump() {
  while (!is_closed_ && send_output()) {
    const auto before = session_.phase_number();
    session_.resume();
    if (session_.output().empty() && session_.phase_number() == before) break;
  }
  if (is_closed_) return;
  if (!is_writing_ && session_.phase() >= HttpSession::Phase::lingering) {
    end_output();
    if (is_closed_) return;
    if (session_.phase() == HttpSession::Phase::closed && !is_writing_) {
      drop();
      return;
    }
  }
  if (session_.wants_input()) await_readable();
  set_deadline();
}

// Returns whether all of it went out; otherwise it waits until more can go, or the connection is
// closed.
bool Connection::send_output() {
  if (is_writing_) return false;
  std::size_t sent = 0;
  if (!tls_) {
    while (!session_.output().empty()) {
      if (!send(session_.output(), sent)) return false;
      session_.output_sent(sent);
    }
    return true;
  }
  for (;;) {
    while (!tls_->output().empty()) {
      if (!send(tls_->output(), sent)) return false;
      tls_->output_sent(sent);
    }
    const auto plain = session_.output().substr(0, kEncryptedAtOnce);
    if (plain.empty()) return true;
    if (!tls_->send(plain)) {
      drop();
      return false;
    }
    session_.output_sent(plain.size());
  }
}

bool Connection::send(std::string_view bytes, std::size_t& sent) {
  error_code error;
  sent = socket_.write_some(asio::buffer(bytes.data(), bytes.size()), error);
  if (!error) {
    loop_.metrics_.bytes_sent.add(sent);
    if (sent < bytes.size()) deadline_of_ = kNoDeadline;  // progress: the client has new time
    return true;
  }
  sent = 0;
  would_block(error) ? await_writable() : drop();
  return false;
}

// After the last answer the client learns that nothing more comes. Closing at once could take that
// answer away from a client that is still sending.
void Connection::end_output() {
  if (std::exchange(output_ended_, true)) return;
  if (tls_) {
    tls_->send_end();
    if (!send_output()) return;
  }
  error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
}

void Connection::set_deadline() {
  const auto& timeouts = loop_.options_.timeouts;
  const bool is_ending = session_.is_shutting_down();
  // One number for phase and kind of wait; a new one is a new deadline.
  const std::uint64_t wait =
      session_.phase_number() * 4 + (is_ending ? 2U : 0U) + (is_writing_ ? 1U : 0U);
  if (wait == deadline_of_) return;
  deadline_of_ = wait;
  auto limit = timeouts.idle;
  if (is_writing_) {
    limit = timeouts.write;
  } else if (session_.phase() == HttpSession::Phase::header) {
    limit = timeouts.header;
  } else if (session_.phase() == HttpSession::Phase::body) {
    limit = timeouts.body;
  } else if (session_.phase() == HttpSession::Phase::lingering) {
    limit = timeouts.linger;
  }
  if (is_ending) {
    limit = std::min(limit, is_writing_ ? timeouts.shutdown_write : timeouts.shutdown_input);
  }
  loop_.set_deadline(*this, limit);
}

}  // namespace keywright::server
