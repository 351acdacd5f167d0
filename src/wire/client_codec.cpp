#include "wire/client_codec.hpp"

#include "wire/client_error.hpp"

#include <utility>

namespace keywright::wire {
namespace {

/// An item in 32 levels has 66 in JSON. What is far deeper is no answer.
constexpr std::size_t kMaxDepth = 256;
/// The parser keeps some 14 times its largest body; after one larger than this it begins anew.
constexpr std::size_t kKeptBody = 256 * 1024;

}  // namespace

class AnswerDecoder::Impl {
 public:
  Impl() {
    // A parser without this memory says so when it parses.
    [[maybe_unused]] const auto error = parser_.allocate(0, kMaxDepth);
  }

  Error decode_error(int http_status, std::string_view body, std::string_view request_id) {
    if (body.empty()) body = "";  // copying from a null pointer is undefined
    JsonObject object;
    const bool readable =
        parser_.parse(body.data(), body.size(), true).get(object) == simdjson::SUCCESS;
    Error error = error_of_answer(readable ? &object : nullptr, http_status, body, request_id);
    if (body.size() > kKeptBody) *this = Impl();
    return error;
  }

 private:
  simdjson::dom::parser parser_;
};

AnswerDecoder::AnswerDecoder() : impl_(std::make_unique<Impl>()) {}
AnswerDecoder::~AnswerDecoder() = default;
AnswerDecoder::AnswerDecoder(AnswerDecoder&&) noexcept = default;
AnswerDecoder& AnswerDecoder::operator=(AnswerDecoder&&) noexcept = default;

Error AnswerDecoder::decode_error(int http_status, std::string_view body,
                                  std::string_view request_id) {
  return impl_->decode_error(http_status, body, request_id);
}

}  // namespace keywright::wire
