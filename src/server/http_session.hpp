#pragma once
// One connection's HTTP without its socket: bytes come in, answers go out, and `phase` says what
// is being waited for. Everything that a client may do to a connection is decided here.
//
// Memory: one incomplete request (16 MiB and a header at most), or the requests that wait for
// answers to be sent, and what one receive() brought beyond; the buffer doubles, so it may have
// twice that, and while it grows half as much again. What all sessions keep so is counted in one
// InputBudget; beyond it, those that keep more than kSmallInput are refused. Answers: less than
// kMaxUnsent bytes, and the one answer, of any size, that passed that mark.

#include "server/http_message.hpp"
#include "server/http_parser.hpp"
#include "server/input_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::server {

class HttpSession {
 public:
  enum class Phase : std::uint8_t {
    idle,       ///< between requests
    header,     ///< a request has begun
    body,       ///< its header is there
    lingering,  ///< answered and done; input is thrown away until the client has read the answer
    closed      ///< once the output is sent, nothing more comes
  };

  HttpSession(RequestHandler& handler, InputBudget& budget) : handler_(handler), budget_(budget) {}
  ~HttpSession() { budget_.change(counted_, 0); }
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  /// Takes all of `bytes`, behind which InputBuffer::kPadding bytes can be read, and answers the
  /// requests that are complete.
  void receive(std::string_view bytes);
  /// The client will send nothing more.
  void receive_end();
  /// Answers requests that waited for output to be sent.
  void resume();
  /// From here on, an answer with no further request behind it is the last.
  void expect_shut_down() { shutting_down_ = true; }
  /// Answers the requests that were begun, then closes. At once, if none was.
  void shut_down();
  [[nodiscard]] bool is_shutting_down() const { return shutting_down_; }
  /// The client sends plain HTTP to a server of HTTPS: it is told so, in plain HTTP.
  void refuse_plain_http() { refuse(Refusal::plain_http); }
  /// The client took too long over the present phase.
  void time_out();

  [[nodiscard]] std::string_view output() const { return std::string_view(output_).substr(sent_); }
  void output_sent(std::size_t count);

  [[nodiscard]] Phase phase() const { return phase_; }
  /// Counts phases, so that a new request's header is told from the last one's.
  [[nodiscard]] std::uint64_t phase_number() const { return phase_number_; }
  /// False while the client does not read what it asked for, and after the end.
  [[nodiscard]] bool wants_input() const;

  static constexpr std::size_t kMaxUnsent = 256 * 1024;
  /// So much of a request is taken however much all others keep.
  static constexpr std::size_t kSmallInput = 64 * 1024;

 private:
  [[nodiscard]] bool is_over() const {
    return phase_ == Phase::lingering || phase_ == Phase::closed;
  }
  void enter(Phase phase);
  std::size_t process(std::string_view bytes);
  void answer(std::string_view request, bool is_last);
  bool apply_absolute_target(std::string_view request, HttpRequest& message);
  void refuse(Refusal refusal);
  void await_body();
  void count_input();
  void end_if_done();

  RequestHandler& handler_;
  InputBudget& budget_;
  std::size_t counted_ = 0;  // in the budget
  HttpParser parser_;
  InputBuffer held_;
  std::vector<wire::HeaderView> headers_;
  std::string output_;
  std::size_t sent_ = 0;
  std::uint64_t phase_number_ = 0;
  Phase phase_ = Phase::idle;
  bool input_ended_ = false;
  bool shutting_down_ = false;
};

}  // namespace keywright::server
