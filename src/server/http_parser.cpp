#include "server/http_parser.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

namespace keywright::server {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

/// The line before a chunk, or the trailer behind the last, may be this long.
constexpr std::size_t kMaxBetweenChunks = 16 * 1024;
/// A larger buffer is given back once its request is answered.
constexpr std::size_t kKeptBody = 64 * 1024;

/// A line that continues the one before. RFC 9112 has servers refuse them; Beast takes them.
bool has_folded_line(std::string_view header) {
  for (auto end = header.find('\n'); end + 1 < header.size(); end = header.find('\n', end + 1)) {
    if (header[end + 1] == ' ' || header[end + 1] == '\t') return true;
  }
  return false;
}

/// Of what Beast finds in the header; what is left are names and values of its fields.
Refusal refusal_of(const error_code& error) {
  struct Row {
    http::error error;
    Refusal refusal;
  };
  constexpr std::array<Row, 9> kRows{{
      {http::error::header_limit, Refusal::header_too_large},
      {http::error::body_limit, Refusal::body_too_large},
      {http::error::bad_method, Refusal::bad_request_line},
      {http::error::bad_target, Refusal::bad_request_line},
      {http::error::bad_version, Refusal::unknown_version},
      {http::error::bad_line_ending, Refusal::bad_line_ending},
      {http::error::bad_content_length, Refusal::bad_content_length},
      {http::error::multiple_content_length, Refusal::bad_content_length},
      {http::error::bad_transfer_encoding, Refusal::bad_transfer_encoding},
  }};
  const auto* row = std::find_if(kRows.begin(), kRows.end(),
                                 [&](const Row& each) { return error == each.error; });
  return row == kRows.end() ? Refusal::bad_header : row->refusal;
}

constexpr char kTlsHandshake = '\x16';  // the first byte that such a client sends

}  // namespace

class HttpParser::Impl {
 public:
  Impl() {
    fields_.reserve(24);
    reset();
  }

  void reset() {
    parser_.emplace(*this);
    state_ = State::header;
    cause_.reset();
    has_length_ = has_transfer_encoding_ = false;
    bytes_ = {};
    fed_ = header_size_ = 0;
    method_ = target_ = body_ = {};
    fields_.clear();
    expects_continue_ = false;
    if (chunked_body_.capacity() > kKeptBody) chunked_body_ = {};
    chunked_body_.clear();
  }

  std::size_t feed(std::string_view bytes) {
    bytes_ = bytes;
    std::size_t taken = 0;
    do {
      error_code error;
      taken = parser_->put({bytes.data() + fed_, bytes.size() - fed_}, error);
      fed_ += taken;
      if (error == http::error::need_more) break;
      if (error) return fail(cause_ ? *cause_ : cause_of(error));
      if (state_ == State::header && parser_->is_header_done()) {
        state_ = State::body;
        header_size_ = fed_;
        if (has_folded_line(bytes.substr(0, header_size_))) return fail(Refusal::folded_header);
      }
      if (parser_->is_done()) state_ = State::complete;
    } while (state_ != State::complete && taken > 0 && fed_ < bytes.size());
    return check_sizes();
  }

  Droppable take_droppable() {
    if (state_ != State::body || !parser_->chunked()) return {};
    const Droppable out{header_size_, fed_ - header_size_};
    fed_ = header_size_;
    return out;
  }

  [[nodiscard]] bool keep_alive() const {
    return parser_->is_header_done() && parser_->keep_alive();
  }
  [[nodiscard]] bool is_chunked() const { return parser_->chunked(); }

  State state_ = State::header;
  std::optional<Refusal> cause_;  // what Beast itself does not find, or how the request failed
  Place method_, target_, body_;
  std::vector<Field> fields_;
  std::string chunked_body_;
  bool expects_continue_ = false;
  int version_ = 11;

 private:
  class Parser final : public http::basic_parser<true> {
   public:
    explicit Parser(Impl& owner) : owner_(owner) {
      header_limit(kMaxHeader);
      body_limit(kMaxBody);
    }

   private:
    void on_request_impl(http::verb, string_view method, string_view target, int version,
                         error_code&) override {
      owner_.method_ = owner_.place_of(method);
      owner_.target_ = owner_.place_of(target);
      owner_.version_ = version;
    }
    void on_field_impl(http::field name, string_view text, string_view value,
                       error_code& error) override {
      if (owner_.state_ != State::header) {  // a trailer counts for nothing
        trailer_ += text.size() + value.size();
        if (trailer_ > kMaxBetweenChunks) refuse(Refusal::chunk_line_too_long, error);
        return;
      }
      owner_.fields_.push_back({owner_.place_of(text), owner_.place_of(value)});
      const bool is_http_1_0 = owner_.version_ == 10;
      switch (name) {
        case http::field::host:
          ++hosts_;
          break;
        case http::field::content_length:
          owner_.has_length_ = true;
          break;
        case http::field::transfer_encoding:
          // Another coding would leave open where the body ends, and what follows be read as a
          // request. So would any by a client that knows of none.
          if (is_http_1_0) refuse(Refusal::encoding_in_http_1_0, error);
          if (owner_.has_transfer_encoding_ || !boost::beast::iequals(value, "chunked")) {
            refuse(Refusal::bad_transfer_encoding, error);
          }
          owner_.has_transfer_encoding_ = true;
          break;
        case http::field::expect:
          if (is_http_1_0) break;
          owner_.expects_continue_ = boost::beast::iequals(value, "100-continue");
          if (!owner_.expects_continue_) refuse(Refusal::unknown_expectation, error);
          break;
        case http::field::unknown:
          if (boost::beast::iequals(text, "x-amz-target")) ++targets_;
          break;
        default:
          break;
      }
    }
    std::size_t on_body_impl(string_view bytes, error_code&) override {
      if (owner_.body_.size == 0) owner_.body_ = owner_.place_of({bytes.data(), 0});
      owner_.body_.size += static_cast<std::uint32_t>(bytes.size());
      return bytes.size();
    }
    std::size_t on_chunk_body_impl(std::uint64_t, string_view bytes, error_code&) override {
      owner_.chunked_body_.append(bytes.data(), bytes.size());
      return bytes.size();
    }
    void on_response_impl(int, string_view, int, error_code&) override {}
    // Another one on the way could have gone by another Host than we do.
    void on_header_impl(error_code& error) override {
      if (hosts_ > 1 || (hosts_ == 0 && owner_.version_ > 10)) refuse(Refusal::no_host, error);
      if (targets_ > 1) refuse(Refusal::several_operations, error);
    }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    void on_chunk_header_impl(std::uint64_t, string_view extension, error_code& error) override {
      if (extension.size() > kMaxBetweenChunks) refuse(Refusal::chunk_line_too_long, error);
    }
    void on_finish_impl(error_code&) override {}

    void refuse(Refusal cause, error_code& error) {
      if (!owner_.cause_) owner_.cause_ = cause;
      error = http::error::bad_field;
    }

    Impl& owner_;
    int hosts_ = 0;
    int targets_ = 0;
    std::size_t trailer_ = 0;
  };

  [[nodiscard]] bool has(string_view text) const {
    return text.empty() || (text.data() >= bytes_.data() &&
                            text.data() + text.size() <= bytes_.data() + bytes_.size());
  }
  [[nodiscard]] Place place_of(string_view text) const {
    if (!has(text) || text.data() == nullptr) return {};
    return {static_cast<std::uint32_t>(text.data() - bytes_.data()),
            static_cast<std::uint32_t>(text.size())};
  }

  std::size_t fail(Refusal cause) {
    state_ = State::failed;
    cause_ = cause;
    return fed_;
  }

  [[nodiscard]] Refusal cause_of(const error_code& error) const {
    const Refusal cause = refusal_of(error);
    if (bytes_.front() == kTlsHandshake) return Refusal::tls;
    if (state_ == State::body && cause != Refusal::body_too_large) return Refusal::bad_chunk;
    // Beast complains of whichever comes second.
    const bool is_second = (cause == Refusal::bad_content_length && has_transfer_encoding_) ||
                           (cause == Refusal::bad_transfer_encoding && has_length_);
    return is_second ? Refusal::length_and_encoding : cause;
  }

  // Beast counts the request line and the fields apart.
  std::size_t check_sizes() {
    const std::size_t header = state_ == State::header ? bytes_.size() : header_size_;
    if (header > kMaxHeader) return fail(Refusal::header_too_large);
    if (state_ == State::body && parser_->chunked() && bytes_.size() - fed_ > kMaxBetweenChunks) {
      return fail(Refusal::chunk_line_too_long);
    }
    return fed_;
  }

  std::optional<Parser> parser_;
  std::string_view bytes_;
  bool has_length_ = false;
  bool has_transfer_encoding_ = false;
  std::size_t fed_ = 0;
  std::size_t header_size_ = 0;
};

HttpParser::HttpParser() : impl_(std::make_unique<Impl>()) {}
HttpParser::~HttpParser() = default;

void HttpParser::reset() {
  impl_->reset();
}
std::size_t HttpParser::feed(std::string_view bytes) {
  return impl_->feed(bytes);
}
HttpParser::State HttpParser::state() const {
  return impl_->state_;
}
Refusal HttpParser::refusal() const {
  return impl_->cause_.value_or(Refusal::bad_header);
}
const HttpParser::Place& HttpParser::method() const {
  return impl_->method_;
}
const HttpParser::Place& HttpParser::target() const {
  return impl_->target_;
}
const std::vector<HttpParser::Field>& HttpParser::fields() const {
  return impl_->fields_;
}
bool HttpParser::keep_alive() const {
  return impl_->keep_alive();
}
bool HttpParser::is_http_1_0() const {
  return impl_->version_ == 10;
}
bool HttpParser::expects_continue() const {
  return impl_->expects_continue_;
}
bool HttpParser::is_chunked() const {
  return impl_->is_chunked();
}
const HttpParser::Place& HttpParser::body() const {
  return impl_->body_;
}
std::string& HttpParser::chunked_body() {
  return impl_->chunked_body_;
}
HttpParser::Droppable HttpParser::take_droppable() {
  return impl_->take_droppable();
}

}  // namespace keywright::server
