#pragma once
// The HTTP/1 request parser, fed from one buffer. The only header in front of Beast, which one
// translation unit includes.

#include "server/http_message.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::server {

/// Reads one request after the other. The bytes of a request stay where the caller keeps them until
/// it is complete: names and values are told as places in those bytes, since the buffer may move.
class HttpParser {
 public:
  enum class State : std::uint8_t { header, body, complete, failed };

  /// Bytes [offset, offset + size) of the request.
  struct Place {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    [[nodiscard]] std::string_view in(std::string_view bytes) const {
      return bytes.substr(offset, size);
    }
  };
  struct Field {
    Place name{};
    Place value{};
  };

  HttpParser();
  ~HttpParser();

  /// Begins a new request.
  void reset();

  /// `bytes` begins with the first byte of the request, whatever was fed before included. Returns
  /// how many of them the request takes, so far or, once `complete`, in all.
  std::size_t feed(std::string_view bytes);

  [[nodiscard]] State state() const;
  /// Why, once `failed`.
  [[nodiscard]] Refusal refusal() const;

  // From the end of the header on.
  [[nodiscard]] const Place& method() const;
  [[nodiscard]] const Place& target() const;
  [[nodiscard]] const std::vector<Field>& fields() const;
  [[nodiscard]] bool keep_alive() const;
  [[nodiscard]] bool is_http_1_0() const;
  [[nodiscard]] bool expects_continue() const;
  [[nodiscard]] bool is_chunked() const;

  /// The body, once complete: where it is, unless it came in chunks.
  [[nodiscard]] const Place& body() const;
  /// The chunks, put together.
  [[nodiscard]] std::string& chunked_body();
  /// Of a chunked request, those bytes that were read and may be dropped: [begin, begin + count).
  /// The caller, having dropped them, goes on as if they had never been there.
  struct Droppable {
    std::size_t begin = 0;
    std::size_t count = 0;
  };
  [[nodiscard]] Droppable take_droppable();

  static constexpr std::size_t kMaxHeader = 16 * 1024;
  static constexpr std::size_t kMaxBody = 16 * 1024 * 1024;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace keywright::server
