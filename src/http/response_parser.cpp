#include "http/response_parser.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

namespace keywright::http {
namespace {

namespace beast = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

constexpr std::uint32_t kMaxHeader = 64 * 1024;
/// What a Content-Length may have us set aside before its bytes are there.
constexpr std::uint64_t kReserved = 1u << 20;
/// Behind a body, for a parser of JSON that reads in blocks.
constexpr std::uint64_t kPadding = 64;

}  // namespace

class ResponseParser::Impl {
 public:
  Impl(std::size_t max_body, bool bodiless) : max_body_(max_body), bodiless_(bodiless) { begin(); }

  std::size_t feed(std::string_view bytes) {
    std::size_t taken = 0;
    while (state_ == State::reading && taken < bytes.size()) {
      error_code error;
      const auto count = parser_->put({bytes.data() + taken, bytes.size() - taken}, error);
      taken += count;
      if (error == beast::error::need_more) break;
      if (error) {
        fail(error);
      } else if (parser_->is_done()) {
        finish();
      } else if (count == 0) {
        break;
      }
    }
    return taken;
  }

  void feed_end() {
    if (state_ != State::reading) return;
    error_code error = beast::error::partial_message;
    if (parser_->is_header_done()) {
      error = {};
      parser_->put_eof(error);
    }
    if (error || !parser_->is_done()) {
      state_ = State::malformed;
    } else {
      finish();
    }
  }

  State state_ = State::reading;
  bool keep_alive_ = false;
  Response response_;

 private:
  class Parser final : public beast::basic_parser<false> {
   public:
    explicit Parser(Impl& owner) : owner_(owner) {
      header_limit(kMaxHeader);
      body_limit(owner.max_body_);
      skip(owner.bodiless_);
    }

   private:
    void on_response_impl(int status, string_view, int, error_code&) override {
      owner_.response_.status = status;
    }
    void on_field_impl(beast::field, string_view name, string_view value, error_code&) override {
      if (owner_.is_in_body_) return;  // trailers count for nothing
      owner_.response_.headers.push_back(
          {{name.data(), name.size()}, {value.data(), value.size()}});
    }
    void on_header_impl(error_code&) override { owner_.is_in_body_ = true; }
    void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code&) override {
      if (length) owner_.response_.body.reserve(std::min(*length, kReserved) + kPadding);
    }
    std::size_t on_body_impl(string_view bytes, error_code&) override {
      owner_.response_.body.append(bytes.data(), bytes.size());
      return bytes.size();
    }
    std::size_t on_chunk_body_impl(std::uint64_t, string_view bytes, error_code&) override {
      owner_.response_.body.append(bytes.data(), bytes.size());
      return bytes.size();
    }
    void on_request_impl(beast::verb, string_view, string_view, int, error_code&) override {}
    void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
    void on_finish_impl(error_code&) override {}

    Impl& owner_;
  };

  void begin() {
    parser_.emplace(*this);
    response_ = {};
    is_in_body_ = false;
  }

  void finish() {
    // 101 would change the protocol, which nobody asked for.
    if (response_.status == 101) {
      state_ = State::malformed;
    } else if (response_.status < 200) {
      begin();
    } else {
      keep_alive_ = parser_->keep_alive();
      state_ = State::complete;
    }
  }

  void fail(const error_code& error) {
    const bool is_size = error == beast::error::body_limit || error == beast::error::header_limit;
    state_ = is_size ? State::too_large : State::malformed;
  }

  std::size_t max_body_;
  bool bodiless_;
  bool is_in_body_ = false;
  std::optional<Parser> parser_;
};

ResponseParser::ResponseParser(std::size_t max_body, bool bodiless)
    : impl_(std::make_unique<Impl>(max_body, bodiless)) {}
ResponseParser::~ResponseParser() = default;

std::size_t ResponseParser::feed(std::string_view bytes) {
  return impl_->feed(bytes);
}
void ResponseParser::feed_end() {
  impl_->feed_end();
}
ResponseParser::State ResponseParser::state() const {
  return impl_->state_;
}
bool ResponseParser::keep_alive() const {
  return impl_->keep_alive_;
}
Response ResponseParser::take() {
  return std::move(impl_->response_);
}

}  // namespace keywright::http
