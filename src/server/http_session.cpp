#include "server/http_session.hpp"

#include "server/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace keywright::server {
namespace {

/// A larger output buffer is given back once it is sent.
constexpr std::size_t kKeptOutput = 64 * 1024;

/// RFC 9112 has servers ignore empty lines before a request.
std::size_t empty_lines(std::string_view bytes) {
  std::size_t size = 0;
  while (bytes.substr(size, 2) == "\r\n") size += 2;
  return size;
}

/// "http://host:8000/path?query" -> {"host:8000", "/path?query"}; nullopt if it is not of that
/// form.
std::optional<std::pair<std::string_view, std::string_view>> absolute_target(
    std::string_view target) {
  const auto colon = target.find("://");
  if (colon == std::string_view::npos) return std::nullopt;
  const auto scheme = target.substr(0, colon);
  if (!wire::equal_names(scheme, "http") && !wire::equal_names(scheme, "https")) {
    return std::nullopt;
  }
  const auto rest = target.substr(colon + 3);
  const auto authority = rest.substr(0, rest.find_first_of("/?"));
  return std::pair(authority, rest.substr(authority.size()));
}

}  // namespace

void HttpSession::enter(Phase phase) {
  if (phase == phase_) return;
  phase_ = phase;
  ++phase_number_;
}

bool HttpSession::wants_input() const {
  if (phase_ == Phase::closed || input_ended_) return false;
  return phase_ == Phase::lingering || output().size() < kMaxUnsent;
}

void HttpSession::receive(std::string_view bytes) {
  if (is_over()) return;
  if (held_.empty()) {
    const std::size_t done = process(bytes);
    if (!is_over()) held_.append(bytes.substr(done));
  } else {
    held_.append(bytes);
    held_.erase(0, process(held_.view()));
  }
  if (phase_ == Phase::body && parser_.is_chunked()) {
    const auto droppable = parser_.take_droppable();
    held_.erase(droppable.begin, droppable.count);
  }
  end_if_done();
}

void HttpSession::receive_end() {
  input_ended_ = true;
  if (phase_ == Phase::lingering) enter(Phase::closed);
  resume();
}

void HttpSession::resume() {
  if (!is_over() && !held_.empty()) held_.erase(0, process(held_.view()));
  end_if_done();
}

void HttpSession::shut_down() {
  shutting_down_ = true;
  resume();
}

void HttpSession::time_out() {
  if (phase_ == Phase::header || phase_ == Phase::body) {
    refuse(Refusal::timed_out);
  } else {
    enter(Phase::closed);
  }
  end_if_done();
}

void HttpSession::output_sent(std::size_t count) {
  sent_ += count;
  if (sent_ < output_.size()) return;
  sent_ = 0;
  if (output_.capacity() > kKeptOutput) output_ = {};
  output_.clear();
}

// Answers what is complete in `bytes` and returns how many of them that took. The rest begins with
// the first byte of a request.
std::size_t HttpSession::process(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size() && !is_over() && output().size() < kMaxUnsent) {
    if (phase_ == Phase::idle) {
      done += empty_lines(bytes.substr(done));
      if (done == bytes.size()) break;
    }
    const auto rest = bytes.substr(done);
    if (phase_ == Phase::idle && rest == "\r") break;  // of an empty line, it may be
    const std::size_t taken = parser_.feed(rest);
    switch (parser_.state()) {
      case HttpParser::State::header:
        enter(Phase::header);
        return done;
      case HttpParser::State::body:
        if (phase_ != Phase::body) await_body();
        return done;
      case HttpParser::State::failed:
        refuse(parser_.refusal());
        return bytes.size();
      case HttpParser::State::complete:
        answer(rest.substr(0, taken), taken + empty_lines(rest.substr(taken)) == rest.size());
        done += taken;
        parser_.reset();
        break;
    }
  }
  return done;
}

void HttpSession::await_body() {
  enter(Phase::body);
  // Only a client that has sent nothing of the body yet is waiting.
  if (parser_.expects_continue() && !parser_.is_http_1_0() && parser_.body().size == 0 &&
      parser_.chunked_body().empty()) {
    output_ += "HTTP/1.1 100 Continue\r\n\r\n";
  }
}

void HttpSession::answer(std::string_view request, bool is_last) {
  headers_.clear();
  for (const auto& field : parser_.fields()) {
    headers_.push_back({field.name.in(request), field.value.in(request)});
  }
  const auto target = halves_of(parser_.target().in(request), '?');
  HttpRequest message;
  message.view.method = parser_.method().in(request);
  message.view.path = target.first;
  message.view.query = target.second;
  message.view.headers = headers_;
  if (!apply_absolute_target(request, message)) {
    refuse(Refusal::bad_target);
    return;
  }
  if (parser_.is_chunked()) {
    message.view.body = parser_.chunked_body();
  } else {
    message.view.body = parser_.body().in(request);
    message.is_padded = true;
  }
  message.keep_alive = parser_.keep_alive() && !(shutting_down_ && is_last);
  handler_.answer(message, output_);
  ++phase_number_;
  enter(message.keep_alive ? Phase::idle : input_ended_ ? Phase::closed : Phase::lingering);
}

// The host of such a target takes the place of the header. False if it has none.
bool HttpSession::apply_absolute_target(std::string_view request, HttpRequest& message) {
  const auto absolute = absolute_target(parser_.target().in(request));
  if (!absolute) return true;
  const auto& [authority, rest] = *absolute;
  if (authority.empty() || authority.find('@') != std::string_view::npos) return false;
  const auto host = std::find_if(headers_.begin(), headers_.end(), [](const auto& header) {
    return wire::equal_names(header.name, "Host");
  });
  if (host == headers_.end()) {  // HTTP/1.0 knows no Host
    headers_.push_back({"Host", authority});
    message.view.headers = headers_;
  } else {
    host->value = authority;
  }
  const auto [path, query] = halves_of(rest, '?');
  message.view.path = path.empty() ? "/" : path;
  message.view.query = query;
  return true;
}

void HttpSession::refuse(Refusal refusal) {
  handler_.refuse(refusal, output_);
  parser_.reset();
  enter(Phase::lingering);
}

// Beyond the common limit, those who keep much must go.
void HttpSession::count_input() {
  const auto kept = [&] { return held_.capacity() + parser_.chunked_body().capacity(); };
  const std::size_t before = std::exchange(counted_, kept());
  const bool fits = budget_.change(before, counted_);
  if (fits || counted_ <= before || counted_ <= kSmallInput || is_over()) return;
  refuse(Refusal::overloaded);
  held_.clear();
  budget_.change(counted_, kept());
  counted_ = kept();
}

// Between requests, and with none waiting, an end that was announced comes. A client that ended its
// input in the middle of a request gets no answer to it.
void HttpSession::end_if_done() {
  const bool waits_for_output = !held_.empty() && output().size() >= kMaxUnsent;
  if (!is_over() && !waits_for_output &&
      (input_ended_ || (shutting_down_ && phase_ == Phase::idle))) {
    enter(Phase::closed);
  }
  if (is_over()) held_.clear();
  count_input();
}

}  // namespace keywright::server
